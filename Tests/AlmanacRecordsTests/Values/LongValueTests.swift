// Long values: a record holds their beginning, and a file gets them in parts.
import Databases
import Foundation
import Locks
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

  @Test("ANY-08: a list is read without reading a value of 50 MB or a text of 3 MB")
  func aList() async throws {
    let trace = Lock<[String]>([])
    try await withDatabase({ $0.trace = { sql in trace.withLock { $0.append(sql) } } }) { connection in
      let table = try await Self.fill(
        connection, "CREATE TABLE t(k INTEGER PRIMARY KEY, note TEXT, picture BLOB, n INTEGER)")
      let row = try await connection.read { db in
        // SQLite would refuse to read more.
        try db.limitingValues(to: 1 << 20) { try RecordsWindow(ListQuery(table)).fetch(db).rows.first }
      }
      let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
      #expect(
        row?.cells == [
          .integer(1), .text(String(decoding: Array(Self.text.utf8.prefix(4000)), as: UTF8.self)),
          .blob(start + [UInt8](repeating: 0, count: 92), count: 52_428_808), .integer(7),
        ])
      trace.withLock { $0 = [] }
      #expect(try await connection.read { db in try RecordsWindow(ListQuery(table)).fetch(db).rows.first } == row)
      #expect(
        trace.withLock { $0 }.filter { $0.contains("`n`") } == [
          "SELECT `k`, `note`, `picture`, `n` FROM main.`t` ORDER BY `k` LIMIT 101",
          "SELECT `k`, `note`, `picture`, `n` FROM main.`t` WHERE `k` = ?",
          "SELECT `k`, typeof(`note`), typeof(`picture`), `n` FROM main.`t` WHERE `k` = ?",
        ], "a list refuses a long value by itself")
      try await connection.write { db in try db.execute("UPDATE t SET note = '', picture = NULL") }
      trace.withLock { $0 = [] }
      _ = try await connection.read { db in try RecordsWindow(ListQuery(table)).fetch(db) }
      #expect(
        trace.withLock { $0 }.filter { $0.contains("`k`") } == [
          "SELECT `k`, `note`, `picture`, `n` FROM main.`t` ORDER BY `k` LIMIT 101",
          "SELECT max(`k`) FROM main.`t`",
        ], "without long values it costs nothing more")
    }
  }

  @Test(
    "ANY-08: a list with long values has the rows that a plain query gives, in every order, filter and search",
    arguments: ["UTF-8", "UTF-16le"])
  func listOracle(encoding: String) async throws {
    try await withDatabase({ $0.prepare = { db in try db.execute("PRAGMA encoding = '\(encoding)'") } }) { connection in
      let long = ExactRecord.shownLength + 1
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE t(k INTEGER PRIMARY KEY, a, "b b" TEXT, n INTEGER);
          WITH RECURSIVE i(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM i WHERE k < 90)
          INSERT INTO t SELECT k, CASE k % 7
            WHEN 0 THEN zeroblob(\(long)) WHEN 1 THEN printf('%.*c', \(long), 'é') WHEN 2 THEN NULL WHEN 3 THEN x'00ff'
            WHEN 4 THEN 0.5 ELSE 'short ' || k END,
            CASE k WHEN 40 THEN printf('%.*c needle', \(long), '語') ELSE 'text' END, k % 5 FROM i;
          CREATE INDEX t_n ON t(n);
          """)
      }
      try await connection.read { db in
        let table = try #require(try ListedTable.named("t", db))
        let longValues =
          "SELECT (SELECT encoding FROM pragma_encoding), count(*) FROM t WHERE length(CAST(a AS BLOB)) > ?"
        try db.withStatement(longValues) { statement in
          try statement.bind(.integer(ExactRecord.shownLength), at: 1)
          #expect(try statement.step() && statement.text(0) == encoding && statement.integer(1) == 25)
        }
        func plain(_ clause: String) throws -> [ListedRow] {
          var rows: [ListedRow] = []
          let columns = "k, a, \"b b\", n"
          try db.withStatement("SELECT \(columns) FROM t \(clause)") { statement in
            while try statement.step() { rows.append(ListedRow(statement, of: table)) }
          }
          return rows
        }
        let byLong = try #require(table.style.orders.first { $0.column == "a" })
        let byNumber = try #require(table.style.orders.first { $0.column == "n" })
        let lists: [(ListQuery, String)] = [
          (ListQuery(table), "ORDER BY k"), (ListQuery(table, order: byNumber), "ORDER BY n, k"),
          (ListQuery(table, order: byNumber.reversed), "ORDER BY n DESC, k DESC"),
          (ListQuery(table, order: byLong), "ORDER BY a, k"),
          (ListQuery(table, order: byLong.reversed), "ORDER BY a DESC, k DESC"),
          (ListQuery(table, search: SearchQuery("needle")), "WHERE k = 40"),
          (ListQuery(table, search: SearchQuery("short")), "WHERE typeof(a) = 'text' AND a LIKE 'short%' ORDER BY k"),
        ]
        for (list, clause) in lists {
          let rows = try plain(clause)
          let all = try RecordsWindow(list, after: 100).fetch(db)
          #expect(all.rows == rows, "\(clause)")
          #expect(try RecordsWindow(list, anchor: .end, before: 5, after: 5).fetch(db).rows == rows.suffix(10))
          for place in stride(from: 0, to: rows.count, by: 7) {
            let around = RecordsWindow(list, anchor: .around(all.keys[place]), before: 3, after: 4)
            #expect(try around.fetch(db).rows == Array(rows[max(0, place - 3)..<min(rows.count, place + 4)]))
          }
          if encoding == "UTF-8" {
            #expect(all.keys.allSatisfy { key in key.values.allSatisfy { $0.byteCount <= 4000 } }, "no key holds them")
          }
        }
      }
    }
  }

  @Test("ANY-08: where a record with a long value stood is still found when it has gone")
  func longKeyOfGoneRecord() async throws {
    try await withDatabase { connection in
      let long = ExactRecord.shownLength + 1
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE t(k INTEGER PRIMARY KEY, a TEXT);
          INSERT INTO t VALUES (1, printf('%.*c', \(long), 'c')), (2, printf('%.*c', \(long), 'b')), (3, 'a'), (4, 'd');
          """)
      }
      let table = try #require(try await connection.read { db in try ListedTable.named("t", db) })
      let byLong = try #require(table.style.orders.first { $0.column == "a" })
      let list = ListQuery(table, order: byLong)
      func ids(_ window: RecordsWindow) async throws -> [Int?] {
        try await connection.read { db in try window.fetch(db).rows.map(\.id.rowID) }
      }
      let keys = try await connection.read { db in try RecordsWindow(list).fetch(db).keys }
      let around = RecordsWindow(list, anchor: .around(keys[1]), before: 1, after: 2)
      #expect(try await ids(around) == [3, 2, 1])
      try await connection.write { db in try db.execute("DELETE FROM t WHERE k = 2") }
      #expect(try await ids(around) == [3, 1, 4])
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
        await #expect(throws: NewFile.Failure(description: "The value is no longer there.")) {
          try await connection.read { db in _ = try value.write(to: path + "2", db) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["value"])
      }
    }
  }
}
