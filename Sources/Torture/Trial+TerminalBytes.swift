// Bytes from the terminal that are no keys: answers to other programs, of any form and any length.
import CursesTerminals
import Harnesses
import Terminals

extension Trial {
  /// The decoder finds the keys between answers, and traps on no bytes; the program takes no part of an answer for a
  /// key or text.
  static let terminalBytes = Trial(name: "terminal-bytes", count: 50) { rig, generator in
    var byteCount = 0
    while byteCount < 200_000 { byteCount += try decodeAnswers(&generator) }
    try decodeRandomBytes(200_000, &generator)
    try answerTheProgram(rig, &generator)
  }

  // MARK: The decoder

  /// Returns the number of decoded bytes.
  private static func decodeAnswers(_ generator: inout SeededGenerator) throws -> Int {
    let noise = TerminalNoise(
      answers: Int.random(in: 1...100, using: &generator), hasKeys: true, pauses: [0, 0, 30, 60, 500], &generator)
    let start = ContinuousClock.now
    var (decoder, time, told) = (InputDecoder(), Duration.zero, "")
    for read in noise.reads {
      var events = decoder.decode(read.bytes, at: start + time)
      let end = time + .milliseconds(read.pause)
      while let patience = decoder.patience, time + patience <= end {
        time += patience
        events += decoder.timeOut(at: start + time)
      }
      time = end
      for event in events {
        guard case .key(.character(let key)) = event else { throw Trouble("Of an answer comes \(event).") }
        told.append(key)
      }
    }
    guard told == noise.keys else { throw Trouble("Between answers came \(noise.keys), told was \(told).") }
    return noise.reads.reduce(0) { $0 + $1.bytes.count }
  }

  private static func decodeRandomBytes(_ count: Int, _ generator: inout SeededGenerator) throws {
    var decoder = InputDecoder()
    let now = ContinuousClock.now
    for _ in 0..<count / 100 {
      let isSyntax = Bool.random(using: &generator)
      let read = (0..<100).map { _ -> UInt8 in
        isSyntax ? syntax.randomElement(using: &generator)! : .random(in: 0...255, using: &generator)
      }
      _ = decoder.decode(read, at: now)
      if Int.random(in: 0..<20, using: &generator) == 0 { _ = decoder.timeOut(at: now) }
      guard decoder.keptCount <= memoryLimit else { throw Trouble("The decoder keeps \(decoder.keptCount) bytes.") }
    }
    // In any state, Ctrl-C gets out.
    _ = decoder.decode([3], at: now)
    guard decoder.patience == nil, decoder.decode([0x61], at: now) == [.key(.character("a"))] else {
      throw Trouble("Behind Ctrl-C a key is no key.")
    }
  }

  /// The parts of sequences and pastes.
  private static let syntax = Array("\u{1B}\u{1B}[]P_^X\\O;0123~?<MA\u{7}".utf8) + [0x9B, 0x9C, 0x9D, 0x90, 0xC2, 0xE2]
  /// A paste's text, the keys after it, and a sequence.
  private static let memoryLimit = 1 << 20 + 2048

  // MARK: The program

  private static func answerTheProgram(_ rig: Rig, _ generator: inout SeededGenerator) throws {
    let book = try rig.book()
    let before = try rows(of: book)
    let program = try TypedProgram(rig, book, &generator)
    program.screen = ScreenText(width: 80, height: 24)
    program.resize(width: 80, height: 24)
    func read(milliseconds: Int) { while program.read(until: nanoseconds() + milliseconds * 1_000_000) {} }
    func answer() {
      for read in TerminalNoise(answers: 6, hasKeys: false, pauses: [0, 0, 0, 30], &generator).reads {
        program.type(read.bytes)
        if read.pause > 0 { while program.read(until: nanoseconds() + read.pause * 1_000_000) {} }
      }
    }
    func type(_ keys: String) {
      program.type(Array(keys.utf8))
      read(milliseconds: 80)
    }
    /// Reads until the screen shows a text, or no longer does.
    func wait(_ text: String, isShown: Bool = true) throws {
      let limit = nanoseconds() + 20_000_000_000
      while program.screen?.shows(text) != isShown {
        guard nanoseconds() < limit else {
          throw Trouble(
            "\(isShown ? "There is no" : "There still is") '\(text)'. The screen:\n\(program.screen?.text ?? "")")
        }
        read(milliseconds: 20)
      }
    }
    try wait("/ search ")
    answer()
    type("/")
    answer()
    type("no such fact")
    answer()
    try wait("/ no such fact ")
    type("\u{1B}")
    try wait("/ no such fact ", isShown: false)
    type("a")
    try wait("New fact")
    answer()
    type("Behind all")
    answer()
    type(" answers")
    // Longer than any answer, in one piece.
    program.type(Array("\u{1B}]52;c;".utf8) + [UInt8](repeating: 0x64, count: 3000) + [0x1B, 0x5C])
    type("\u{13}")
    try wait("New fact", isShown: false)
    let limit = nanoseconds() + 20_000_000_000
    while try !program.hasEnded() {
      guard nanoseconds() < limit else {
        throw Trouble("q does not end the program. The screen:\n\(program.screen?.text ?? "")")
      }
      for keys in ["\u{1B}", "\u{1B}", "q"] { type(keys) }
      read(milliseconds: 700)
    }
    let after = try rows(of: book)
    guard after.dropLast() == before[...], after.last?.hasSuffix("|Behind all answers") == true else {
      throw Trouble("The facts are others: \(after.filter { !before.contains($0) }), \(after.count) in all.")
    }
  }

  private static func rows(of book: String) throws -> [String] {
    try RawConnection.rows("SELECT id || '|' || body FROM facts ORDER BY id", on: book)
  }
}
