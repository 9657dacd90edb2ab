// A program that commits without a pause while its records are on the screen.
import Glibc
import Harnesses

extension Trial {
  /// How long it writes.
  private static let duration = 3_000_000_000
  /// The log may become larger by that than SQLite itself lets it.
  private static let mostLogBytes = 64 << 20

  /// The log stays small, and the screen shows what is there once the program has stopped. The report says how long its
  /// longest commit took.
  static let fullSpeed = Trial(name: "full-speed", count: 20) { rig, generator in
    let book = try rig.book(journal: "wal")
    let program = try DrivenProgram([rig.almanac, "--file", book], environment: rig.environment)
    let writer = try RawConnection(book)
    // The tab's count, in groups of three digits.
    func tab() throws -> String {
      var digits = Array(try writer.rows("SELECT count(*) FROM facts")[0])
      for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
      return "1 Facts " + String(digits)
    }
    try wait(program, for: try tab())
    try writer.run("PRAGMA synchronous = NORMAL")
    var (number, logBytes) = (0, 0)
    let end = nanoseconds() + duration
    while nanoseconds() < end {
      number += 1
      let id = Int.random(in: 1...400, using: &generator)
      let sql = [
        "INSERT INTO facts(body, createdAt) VALUES ('Fast \(number)', '2026-01-02 03:04:05.678')",
        "UPDATE facts SET body = 'Faster \(number)' WHERE id = \(id)", "DELETE FROM facts WHERE id = \(id)",
      ].randomElement(using: &generator)!
      let start = nanoseconds()
      try writer.run(sql)
      rig.longestCommit = max(rig.longestCommit, nanoseconds() - start)
      logBytes = max(logBytes, size(book + "-wal"))
      // A terminal that nothing reads would stop the program.
      program.settle(milliseconds: 0)
    }
    try writer.run("INSERT INTO facts(body, createdAt) VALUES ('Fast at last', '2026-01-02 03:04:05.678')")
    guard logBytes <= mostLogBytes else { throw Trouble("The log has grown to \(logBytes) bytes.") }
    try wait(program, for: try tab())
    program.type("g")
    try wait(program, for: "Fast at last")
    guard program.quit() else { throw Trouble("The program does not end.") }
    try rig.checkBook(book)
  }

  private static func wait(_ program: DrivenProgram, for text: String) throws {
    if !program.screen.shows(text) { try program.wait(for: text) }
  }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
