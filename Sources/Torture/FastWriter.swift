// A program that commits without a pause.
import Harnesses

/// Writes rows, each time with a new number. Almanac runs in another process, so this one is another program to it.
struct FastWriter {
  private let book: String
  private let connection: RawConnection
  private var generator: SeededGenerator
  private var number = 0
  /// The written changes.
  var history = RowHistory()

  /// The result of writing for some time.
  struct Run {
    var commits = 0
    /// The time of the longest commit, in nanoseconds.
    var longest = 0
    /// The largest size of the log, in bytes.
    var logBytes = 0
    /// The time when it ended.
    var end = 0
  }

  private static let rowCount = 1_000

  init(_ book: String, _ generator: SeededGenerator) throws {
    (self.book, self.generator) = (book, generator)
    connection = try RawConnection(book)
    try connection.run("PRAGMA synchronous = NORMAL; CREATE TABLE fast(id INTEGER PRIMARY KEY, n, body)")
  }

  mutating func write(nanoseconds duration: Int) throws -> Run {
    var run = Run()
    let limit = nanoseconds() + duration
    repeat {
      let start = nanoseconds()
      try writeOne()
      run.longest = max(run.longest, nanoseconds() - start)
      run.commits += 1
      if run.commits % 32 == 0 { run.logBytes = max(run.logBytes, size(book + "-wal")) }
    } while nanoseconds() < limit
    run.end = nanoseconds()
    return run
  }

  /// Commits a change of one row, or sometimes of many.
  mutating func writeOne() throws {
    let count = Int.random(in: 0..<20, using: &generator) == 0 ? 50 : 1
    if count > 1 { try connection.run("BEGIN") }
    for _ in 0..<count { try write(Int.random(in: 1...Self.rowCount, using: &generator)) }
    if count > 1 { try connection.run("COMMIT") }
  }

  private mutating func write(_ id: Int) throws {
    number += 1
    if history.value(of: id) == nil {
      try connection.run("INSERT INTO fast VALUES (\(id), \(number), 'Fast \(number)')")
    } else if Int.random(in: 0..<4, using: &generator) == 0 {
      try connection.run("DELETE FROM fast WHERE id = \(id)")
      return history.write(id, nil)
    } else {
      try connection.run("UPDATE fast SET n = \(number), body = 'Faster \(number)' WHERE id = \(id)")
    }
    history.write(id, number)
  }

  /// Changes every row in one commit. Returns a text that only the line of the last row contains.
  mutating func writeAll() throws -> String {
    try connection.run("BEGIN")
    for id in 1...Self.rowCount where history.value(of: id) != nil {
      number += 1
      try connection.run("UPDATE fast SET n = \(number) WHERE id = \(id)")
      history.write(id, number)
    }
    number += 1
    try connection.run("INSERT INTO fast VALUES (\(Self.rowCount + 1), \(number), 'Fast at last'); COMMIT")
    history.write(Self.rowCount + 1, number)
    return "Fast at last"
  }
}
