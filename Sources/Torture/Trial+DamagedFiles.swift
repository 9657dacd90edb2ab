// Books with swapped, zeroed, altered or truncated pages.
import Harnesses

extension Trial {
  /// Runs every verb that reads, and a tour of the screens, on a damaged copy: they may fail, but must not crash or
  /// hang. The watch comes last, because the changes that it must report are made in the damaged file.
  static let damagedFiles = Trial(name: "damaged-files", count: 500) { rig, generator in
    let book = try rig.book()
    var bytes = try Rig.bytes(of: book)
    damage(&bytes, &generator)
    try Rig.write(bytes, to: book)
    let id = "\(Int.random(in: 1...400, using: &generator))"
    let verbs = [
      ["list", "facts"], ["list", "facts", "--search", "naive"], ["list", "users", "--json", "--sort", "email"],
      ["show", "facts", id], ["show", "users", id, "--json"], ["stats"],
      ["schema"], ["schema", "--all"], ["doctor"],
      ["script", "Down,Enter,Esc,End,2,PgDn,Enter,Esc,/,type:user,Esc,3"],
    ]
    for words in verbs { try expectHarmless(rig.run(words + ["--file", book]), words) }
    let table = ["facts", "users"].randomElement(using: &generator)!
    let output = try rig.watch(table, book) { number in
      // SQLite may refuse it.
      try? RawConnection.run("UPDATE \(table) SET createdAt = '\(number)' WHERE id = \(id)", on: book)
    }
    // A terminal puts carriage returns before line feeds.
    try expectHarmless(output.filter { $0 != 13 }, ["watch", table])
  }

  private static let pageSize = 4096

  private static func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let pages = bytes.count / pageSize
    func page() -> Range<Int> {
      let start = Int.random(in: 0..<pages, using: &generator) * pageSize
      return start..<start + pageSize
    }
    switch Int.random(in: 0..<10, using: &generator) {
    case 0..<4:
      let (one, other) = (page(), page())
      let kept = Array(bytes[one])
      bytes.replaceSubrange(one, with: Array(bytes[other]))
      bytes.replaceSubrange(other, with: kept)
    case 4..<6: bytes.replaceSubrange(page(), with: repeatElement(0, count: pageSize))
    case 6..<9:
      let page = page()
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        bytes[Int.random(in: page, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
    default: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
    }
  }

  /// Throws if output could control a terminal, or a failure has no error text.
  static func expectHarmless(_ ending: Ending, _ words: [String]) throws {
    // In a pipe these print what the file holds, to the byte.
    let isExact = ["list", "show"].contains(words.first) && !words.contains("--json")
    for bytes in [isExact ? [] : ending.output, Array(ending.errors.utf8)] { try expectHarmless(bytes, words) }
    guard ending.status == 0 || !ending.errors.isEmpty else { throw Trouble("\(words) failed without a sentence.") }
  }

  /// Throws if output could control a terminal.
  private static func expectHarmless(_ bytes: [UInt8], _ words: [String]) throws {
    if let byte = bytes.first(where: { $0 < 32 && $0 != 9 && $0 != 10 || $0 == 127 }) {
      throw Trouble("\(words) wrote the control character \(byte).")
    }
  }
}
