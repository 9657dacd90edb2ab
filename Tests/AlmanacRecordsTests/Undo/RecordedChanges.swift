// Records the changes of a write, for tests that replay them.

@testable import AlmanacRecords
@testable import Databases

/// Tests of recorded changes.
protocol RecordedChanges {}

extension RecordedChanges {
  /// Makes `schema`, records `change`, and calls `body` with the connection and the log.
  func recorded<R>(
    _ schema: String, _ change: String, _ body: (SQLiteConnection, ChangeLog) async throws -> R
  ) async throws -> R {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(schema) }
      let log = try await connection.write { db in try db.recordingRows { try db.execute(change) }.log }
      return try await body(connection, log)
    }
  }

  func rows(_ sql: String, _ connection: SQLiteConnection) async throws -> [[SQLiteValue]] {
    try await connection.query(sql).map(\.values)
  }

  func replay(_ log: ChangeLog, _ connection: SQLiteConnection) async throws {
    _ = try await connection.write { db in try db.replay(log) }
  }
}
