// A write whose row listener fails.
import TestSupport
import Testing

@testable import Databases

/// Rolls the transaction back, as SQLite does if memory for a read is refused, and then throws.
private final class FailingReader: RowListener {
  struct Failure: Error {}

  private let database: Database

  init(_ database: Database) { self.database = database }

  func rowChanges(_ row: ChangingRow) throws {
    // SQLite has loaded the row after this read.
    _ = try row.value(at: 1, isNew: false)
    database.rollBack()
    throw Failure()
  }

  func schemaChanged() {}
}

@Suite struct RowListenerTests {
  @Test("a row is not looked at any more where a listener's read has rolled all back, and nothing is changed")
  func rolledBackRead() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a REAL, b INTEGER)") }
      try await connection.write { try $0.execute("INSERT INTO t VALUES (1, 1.5, 10), (2, 2.5, 20)") }
      await #expect(throws: FailingReader.Failure.self) {
        try await connection.write { db in
          // SQLite forgets a changed schema when it rolls back, and the running statement loses its table.
          try db.execute("CREATE TABLE made(a)")
          try db.withListener(FailingReader(db)) { try db.execute("UPDATE t SET a = 7.5, b = 30") }
        }
      }
      #expect(try await connection.read { try $0.integers("SELECT b FROM t ORDER BY id") } == [10, 20])
    }
  }
}
