// Keys, pastes, mouse events, resizes and invalid bytes, while others write, lock and replace the file.
import Glibc
import Harnesses

extension Trial {
  /// The number of keys of a case.
  private static let keyCount = 1000

  /// Afterwards the program still answers, a fact that it shows as added exists, and the file is intact.
  ///
  /// Changes acknowledged earlier are not checked: an undo, another program or a replaced file may have reverted them.
  static let randomKeys = Trial(name: "thousand-keys", count: 100) { rig, generator in
    let journal = Bool.random(using: &generator) ? "wal" : "delete"
    let book = try rig.book(journal: journal)
    var others = OtherPrograms(rig: rig, book: book)
    var program = try TypedProgram(rig, book, &generator)
    var typed = 0
    while typed < keyCount {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        bytes += key(&generator)
        typed += 1
      }
      // A program that reports why it does not start leaves the terminal to Ctrl-S, which stops its output: Ctrl-Q
      // continues it.
      program.type(bytes + [0x11])
      while program.read(until: nanoseconds() + Int.random(in: 0...3_000_000, using: &generator)) {}
      switch Int.random(in: 0..<20, using: &generator) {
      case 0:
        let (width, height) = (Int.random(in: 1...160, using: &generator), Int.random(in: 1...60, using: &generator))
        program.resize(width: width, height: height)
      case 1...4: try others.act(&generator)
      default: break
      }
      if try program.hasEnded() { program = try TypedProgram(rig, book, &generator) }
    }
    others.end()
    // A program that found the file locked at its start may end now.
    while program.read(until: nanoseconds() + 100_000_000) {}
    if try program.hasEnded() { program = try TypedProgram(rig, book, &generator) }
    let added = try addLast(program, book)
    try quit(program)
    if let added {
      let kept = try RawConnection.rows("SELECT body FROM facts WHERE id = \(added)", on: book)
      if kept != [lastFact] { throw Trouble("Fact \(added) was shown as added; the file has \(kept).") }
    }
    guard try RawConnection.rows("PRAGMA integrity_check", on: book) == ["ok"] else {
      throw Trouble("The file is damaged.")
    }
  }

  /// The fact that is added after the keys.
  private static let lastFact = "Behind all keys"

  /// In milliseconds. A key that comes again sooner may be held, and answers no question.
  private static let pauseOfHeldKey = 750

  /// Leaves all open forms, and adds a fact; returns its ID if the screen says that it was added. Nil is allowed:
  /// another program's lock, or a question of the program, can prevent it.
  private static func addLast(_ program: TypedProgram, _ book: String) throws -> String? {
    prepare(program)
    // A replaced file may use the number of a fact again that is still shown.
    let given = try RawConnection.rows("SELECT seq + 1 FROM sqlite_sequence WHERE name = 'facts'", on: book)
      .filter { program.screen?.shows("Added fact \($0)") != true }
    for keys in ["\u{1B}", "\u{1B}", "1", "a", lastFact, "\u{13}"] {
      program.type(Array(keys.utf8))
      let pause = keys == "\u{1B}" ? pauseOfHeldKey : 60
      while program.read(until: nanoseconds() + pause * 1_000_000) {}
    }
    for id in given where program.screen?.shows("Added fact \(id)") == true { return id }
    return nil
  }

  /// Sends the ends of a string and of a paste, and sets a size that shows something.
  private static func prepare(_ program: TypedProgram) {
    program.screen = ScreenText(width: 80, height: 24)
    program.resize(width: 80, height: 24)
    program.type(Array("\u{11}\u{1B}\\\u{1B}[201~".utf8))
    // Bytes directly after a paste's end are text.
    while program.read(until: nanoseconds() + 100_000_000) {}
  }

  /// Leaves all open forms, and quits. Throws if the program does not end.
  private static func quit(_ program: TypedProgram) throws {
    prepare(program)
    // Esc twice, which leaves a form, and q.
    for _ in 0..<20 {
      for keys in ["\u{1B}", "\u{1B}", "q"] {
        program.type(Array(keys.utf8))
        let limit = nanoseconds() + pauseOfHeldKey * 1_000_000
        while nanoseconds() < limit {
          while program.read(until: nanoseconds() + 10_000_000) {}
          if try program.hasEnded() { return }
        }
      }
    }
    throw Trouble("q does not end the program. It shows:\n\(program.screen?.text ?? "")")
  }

  /// The bytes of some keys, except keys that end or stop the program at once.
  private static let sequences = [
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}OA", "\u{1B}OB", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H",
    "\u{1B}[F", "\u{1B}[3~", "\u{1B}[Z", "\u{1B}", "\r", "\t", "\u{7F}", " ", "\u{1}", "\u{4}", "\u{12}", "\u{13}",
    "\u{15}", "\u{17}", "\u{1B}b", "\u{1B}f", "\u{1B}[1;5C",
  ]

  private static func key(_ generator: inout SeededGenerator) -> [UInt8] {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<40: return Array("aadddeuu/123jkgGnpxvsmt?yY0".utf8.randomElement(using: &generator).map { [$0] } ?? [])
    case 40..<75: return Array(sequences.randomElement(using: &generator)!.utf8)
    case 75..<88:
      return Array(["ä", "字", "e\u{301}", "😀", "b", "c", "@", ".", "w", "Z"].randomElement(using: &generator)!.utf8)
    case 88..<92:
      let (button, x, y) = (
        [0, 1, 2, 32, 64, 65].randomElement(using: &generator)!, Int.random(in: 1...130, using: &generator),
        Int.random(in: 1...45, using: &generator)
      )
      return Array("\u{1B}[<\(button);\(x);\(y)\(Bool.random(using: &generator) ? "M" : "m")".utf8)
    case 92..<95:
      let text = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
        ["a", "\r", "\t", "ö", "q", " ", "\u{1B}", "🇭🇺"].randomElement(using: &generator)!
      }.joined()
      return Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
    case 95..<99:
      // Some begin a string, which would swallow the other keys.
      return (0..<Int.random(in: 1...4, using: &generator)).map { _ in UInt8.random(in: 0x80...0xFF, using: &generator)
      }
        + [0x1B, 0x5C]
    default: return [UInt8(ascii: "q")]
    }
  }
}
