// A write with more changes than an undo may keep.

import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite struct RecordingLimitTests {
  private static let schema = """
    CREATE TABLE parents(id INTEGER PRIMARY KEY);
    CREATE TABLE children(x, parent REFERENCES parents ON DELETE CASCADE);
    CREATE TABLE pairs(a PRIMARY KEY) WITHOUT ROWID;
    INSERT INTO parents VALUES (1), (2), (3);
    INSERT INTO children VALUES (zeroblob(600), 1), (zeroblob(600), 1), (3, 1);
    """

  @Test(
    arguments: [
      ["DELETE FROM children"],
      ["DELETE FROM parents WHERE id = 1"],
      ["DELETE FROM children WHERE rowid = 1", "DELETE FROM children WHERE rowid = 2", "DELETE FROM parents"],
    ])
  func theStatementThatGoesBeyondIsInterrupted(_ statements: [String]) async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(Self.schema) }
      await #expect(throws: ChangeTooLarge()) {
        try await connection.write { db in
          try db.recordingRows(atMost: 1_000) {
            for statement in statements { try db.execute(statement) }
            Issue.record("the last statement came to its end")
          }
        }
      }
      let rows = try await connection.query("SELECT (SELECT count(*) FROM parents), (SELECT count(*) FROM children)")
      #expect(rows.map(\.values) == [[3, 3]])
      // The next write is not interrupted.
      try await connection.write { db in try db.execute("DELETE FROM parents") }
      let left = try await connection.query("SELECT count(*) FROM children")
      #expect(left.map(\.values) == [[0]])
    }
  }

  @Test func aBodyThatGoesOnAfterItFailsAllTheSame() async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(Self.schema) }
      await #expect(throws: ChangeTooLarge()) {
        try await connection.write { db in
          try db.recordingRows(atMost: 1_000) { try? db.execute("DELETE FROM children") }
        }
      }
      let rows = try await connection.query("SELECT count(*) FROM children")
      #expect(rows.map(\.values) == [[3]])
    }
  }

  /// The limit allows ten rows of 64 bytes, but neither ten of 128 bytes nor one key of 1,000 bytes.
  @Test(
    arguments: [
      "WITH n(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 19) INSERT INTO parents SELECT i FROM n; DELETE FROM parents WHERE id > 9",
      "INSERT INTO pairs VALUES (zeroblob(1000)); DELETE FROM pairs",
    ])
  func rowsThatComeAndGoAreCountedToo(_ change: String) async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(Self.schema) }
      await #expect(throws: ChangeTooLarge()) {
        try await connection.write { db in try db.recordingRows(atMost: 1_000) { try db.execute(change) } }
      }
    }
  }
}
