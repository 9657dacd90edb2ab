// Long values: a record has their beginning, and a file gets them in parts.
import Databases
import Foundation
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct LongValueTests {
  private static let length = 1 << 18

  private static let text = String(repeating: "aé", count: 1 << 20)

  /// A blob of 50 MB and a text of 3 MB, in a table of each kind.
  private static func fill(_ connection: SQLiteConnection, _ schema: String) async throws -> ListedTable {
    try await connection.write { db in
      try db.execute(schema)
      try db.execute(
        "INSERT INTO t(k, note, picture, n) VALUES (1, ?, CAST(x'89504E470D0A1A0A' || zeroblob(?) AS BLOB), 7)",
        [.text(text), .integer(50 << 20)])
    }
    return try #require(try await connection.read { db in try ListedTable.named("t", db) })
  }

  @Test("ANY-08: a record is read without reading a value of 50 MB or a text of 3 MB")
  func aRecord() async throws {
    try await withDatabase { connection in
      let table = try await Self.fill(
        connection, "CREATE TABLE t(k INTEGER PRIMARY KEY, note TEXT, picture BLOB, n INTEGER)")
      let record = try await connection.read { db in
        // SQLite would refuse to read more.
        try db.limitingValues(to: 1 << 20) { try ExactRecord(table, id: 1, length: Self.length).fetch(db) }
      }
      let row = try #require(record.row)
      #expect(row["k"] == .integer(1) && row["n"] == .integer(7))
      let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
      #expect(row["picture"] == .blob(start + [UInt8](repeating: 0, count: Self.length - 8)))
      #expect(record.stored("picture")?.byteCount == 52_428_808)
      guard case .text(let bytes)? = row["note"] else {
        Issue.record("the text has become another value")
        return
      }
      #expect((Self.length - 3..<Self.length).contains(bytes.count), "whole characters")
      #expect(Self.text.hasPrefix(try #require(String(validating: bytes, as: UTF8.self))))
      #expect(record.stored("note")?.byteCount == 3 << 20)
      #expect(record.stored("n") == nil)
    }
  }

  @Test(
    "ANY-08: what SQLite can't read in parts is read whole",
    arguments: [
      "CREATE TABLE t(k INTEGER PRIMARY KEY, note TEXT, picture BLOB, n INTEGER) WITHOUT ROWID",
      """
      CREATE TABLE s(k INTEGER PRIMARY KEY, note TEXT, picture BLOB, n INTEGER); CREATE VIEW t AS SELECT * FROM s;
      CREATE TRIGGER i INSTEAD OF INSERT ON t BEGIN INSERT INTO s VALUES (NEW.k, NEW.note, NEW.picture, NEW.n); END
      """,
    ])
  func whole(schema: String) async throws {
    try await withDatabase { connection in
      let table = try await Self.fill(connection, schema)
      let record = try await connection.read { db in
        let row = try #require(try RecordsWindow(ListQuery(table)).fetch(db).rows.first)
        return try ExactRecord(table, id: row.id, length: Self.length).fetch(db)
      }
      #expect(record.row?["note"] == .text(Array(Self.text.utf8)))
      #expect(record.row?["picture"]?.byteCount == 52_428_808)
      #expect(record.stored("picture") == nil)
    }
  }

  @Test("ANY-08: a value of 50 MB is written to a file without reading it whole; of one that has gone nothing is left")
  func aFile() async throws {
    try await withDatabase { connection in
      let table = try await Self.fill(
        connection, "CREATE TABLE t(k INTEGER PRIMARY KEY, note TEXT, picture BLOB, n INTEGER)")
      try await withFolder { folder in
        let path = folder.appending(path: "value").path
        let stored = try await connection.read { db in
          try ExactRecord(table, id: 1, length: Self.length).fetch(db).stored("picture")
        }
        let value = try #require(stored)
        let count = try await connection.read { db in
          try db.limitingValues(to: 1 << 20) { try value.write(to: path, db) }
        }
        #expect(count == 52_428_808)
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(data == Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]) + Data(count: 50 << 20))
        try await connection.write { db in try db.execute("DELETE FROM t") }
        await #expect(throws: ValueFile.Failure(description: "The value is no longer there.")) {
          try await connection.read { db in _ = try value.write(to: path + "2", db) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["value"])
      }
    }
  }
}
