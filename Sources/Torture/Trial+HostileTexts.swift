// Texts that would control a terminal.
import Glibc
import Harnesses

extension Trial {
  /// Runs every verb in every format, in a pipe and on a terminal, in two locales: the data must not control the
  /// terminal. In a pipe records are exact byte for byte.
  static let hostileTexts = Trial(name: "hostile-texts", count: 60) { rig, generator in
    let book = try rig.book()
    let texts = (0..<12).map { _ in text(&generator) }
    try RawConnection(book).run(
      texts.enumerated().map { index, text in
        """
        UPDATE facts SET body = CAST(x'\(hex(text))' AS TEXT), createdAt = CAST(x'\(hex(text.prefix(50)))' AS TEXT)
          WHERE id = \(index + 1);
        UPDATE users SET name = CAST(x'\(hex(text))' AS TEXT), email = CAST(x'\(hex(text))' || '40\(index)' AS TEXT)
          WHERE id = \(index + 1);
        """
      }.joined())
    let isNamed = Bool.random(using: &generator)
    let table = try HostileSchema.add(to: book, hasColumns: isNamed) { text(&generator) }
    // An argument ends at a NUL, and is refused if it is no UTF-8.
    let argument = String(decoding: text(&generator).prefix(1000).filter { $0 != 0 }, as: UTF8.self)
    let locale = ["C.UTF-8", "C"].randomElement(using: &generator)!
    let id = "\(Int.random(in: 1...12, using: &generator))"
    let verbs = [
      ["list", "facts"], ["list", "facts", "--json"], ["list", "facts", "--csv"], ["list", "facts", "--tsv"],
      ["list", "users"], ["list", "users", "--csv"], ["list", "users", "--tsv"],
      ["list", "users", "--sort", "email", "--json"], ["list", "facts", "--search", argument],
      ["list", "facts", "--where", argument], ["list", argument], ["show", "facts", id],
      ["show", "users", id, "--json"],
      ["show", "users", argument], ["stats"], ["stats", "--json"], ["schema"], ["schema", "--all"], ["schema", table],
      ["schema", argument], ["toggle", "users", id], ["toggle", "users", id, "--json"],
      ["edit", "users", id, "name=" + argument], ["edit", "users", id, "name=" + argument + "!", "--json"],
      ["script", "End,Enter,Down,Esc,2,Home,Enter,Esc,3"], ["add", "facts", "--", argument], ["delete", "users", id],
      ["script", argument],
    ]
    for words in verbs {
      let words = words + ["--file", book]
      let piped = try rig.run(words, variables: ["LC_ALL": locale])
      // The formats for programs contain the data itself, and so does a record in a pipe.
      let isOfRecords = ["list", "show", "add", "edit", "toggle", "delete"].contains(words[0])
      let isExact = words.contains("--csv") || words.contains("--tsv") || isOfRecords && !words.contains("--json")
      if !isExact { try check(piped.output, words, isTerminal: false, locale) }
      try check(Array(piped.errors.utf8), words, isTerminal: false, locale)
      try check(shown(rig, words, locale), words, isTerminal: true, locale)
    }
    for isPiped in [true, false] {
      let table = ["facts", "users"].randomElement(using: &generator)!
      let column = table == "facts" ? "body" : "name"
      let text = hex(texts.randomElement(using: &generator)!.prefix(10_000))
      let output = try rig.watch(table, book, isPiped: isPiped, variables: ["LC_ALL": locale]) { number in
        let sql = "UPDATE \(table) SET \(column) = CAST(x'\(text)' || '\(number)' AS TEXT) WHERE id = 20"
        // The watch may be about to read.
        try? RawConnection.run(sql, on: book)
      }
      guard output.contains(word: "\"change\":") else { throw Trouble("The watch of \(table) tells of no change.") }
      // In both cases the output comes through a terminal.
      let written = isPiped ? output.filter { $0 != 13 } : output
      try check(written, ["watch", table], isTerminal: !isPiped, locale)
    }
    try checkScreen(rig, book, locale)
  }

  private static let pieces: [[UInt8]] =
    [
      "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "\u{1B}[6n", "\u{1B}P+q544e\u{1B}\\", "\u{9B}31m", "\u{9D}0;x\u{9C}",
      "\u{202E}evil", "\u{2066}a\u{2069}", "\u{0}", "\u{8}\u{8}", "\r", "\n", "\t", "\u{7F}", "\u{E}", "\u{85}",
      "plain", "字😀", "e\u{301}\u{301}", "\u{FEFF}", "\u{200F}",
    ].map { Array($0.utf8) } + [[0x9B, 0x41], [0xFF, 0xFE], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]]

  /// A text of such pieces; about one in a hundred has a megabyte of them.
  static func text(_ generator: inout SeededGenerator) -> [UInt8] {
    let some = (0..<Int.random(in: 1...30, using: &generator)).flatMap { _ in
      pieces.randomElement(using: &generator)!
    }
    guard Int.random(in: 0..<100, using: &generator) == 0 else { return some }
    return Array(repeatElement(some, count: 1_000_000 / some.count + 1).joined())
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The output of a verb on a terminal.
  private static func shown(_ rig: Rig, _ words: [String], _ locale: String) throws -> [UInt8] {
    let terminal = try PseudoTerminal(
      [rig.almanac] + words, environment: rig.environment.merging(["LC_ALL": locale]) { $1 }, width: 80, height: 24)
    var output: [UInt8] = []
    let limit = nanoseconds() + 20_000_000_000
    while let chunk = terminal.read(until: limit) { output += chunk.bytes }
    // Its terminal is closed when it ends.
    for _ in 0..<1000 {
      if let status = terminal.ended() {
        guard status <= 2 else { throw Trouble("\(words) on a terminal: status \(status).") }
        return output
      }
      usleep(1000)
    }
    throw Trouble("\(words) on a terminal does not end.")
  }

  /// Throws if the output would control a terminal with that locale.
  private static func check(_ output: [UInt8], _ words: [String], isTerminal: Bool, _ locale: String) throws {
    let place =
      "\(words.prefix(3).map { $0.prefix(40) }) \(isTerminal ? "on a terminal" : "in a pipe"), locale \(locale)"
    for byte in output where byte < 32 && byte != 9 && byte != 10 && !(isTerminal && byte == 13) || byte == 127 {
      throw Trouble("The control character \(byte) came out: \(place).")
    }
    guard isTerminal else { return }
    if locale == "C", let byte = output.first(where: { $0 >= 0x80 }) {
      throw Trouble("The byte \(byte) came out: \(place).")
    }
    for scalar in String(decoding: output, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x80...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
        throw Trouble("The character U+\(String(scalar.value, radix: 16)) came out: \(place).")
      default: break
      }
    }
  }

  /// The screen writes its own sequences: none of the data's may be among them.
  private static func checkScreen(_ rig: Rig, _ book: String, _ locale: String) throws {
    let terminal = try PseudoTerminal(
      [rig.almanac, "--file", book], environment: rig.environment.merging(["LC_ALL": locale]) { $1 }, width: 80,
      height: 24)
    var output: [UInt8] = []
    for keys in ["", "\u{1B}OF", "\r", "\u{1B}", "2", "\u{1B}OH", "\r", "\u{1B}", "3", "q"] {
      terminal.type(Array(keys.utf8))
      while let chunk = terminal.read(until: nanoseconds() + 40_000_000) { output += chunk.bytes }
    }
    guard terminal.waitForEnd() else { throw Trouble("The screen does not end with q.") }
    for piece in pieces.prefix(8) where output.contains(piece) {
      throw Trouble("\(String(decoding: piece, as: UTF8.self).debugDescription) came on the screen, locale \(locale).")
    }
  }
}
