// Edits of a record's own key, and their undo.
import Databases
import LiveQueries
import StructuredQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct RekeyTests {
  /// Runs `body` with the table `t` of a database that `sql` makes.
  private func withTable(_ sql: String, _ body: (SQLiteConnection, ListedTable) async throws -> Void) async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute(sql) }
      try await body(connection, try #require(try await connection.read { db in try ListedTable.named("t", db) }))
    }
  }

  /// The values of a query with one column.
  private func rows(
    _ connection: SQLiteConnection, _ sql: String = "SELECT id || '|' || coalesce(a, '') FROM t ORDER BY 1"
  ) async throws -> [String] {
    try await connection.read { db in try SQLQuery<String>("\(raw: sql)").fetchAll(db) }
  }

  @Test(
    "ANY-34: a record whose key was edited is told apart by the new key; undo and redo find it",
    arguments: [
      ("CREATE TABLE t(id INTEGER PRIMARY KEY, a)", 7, ["id": .text("9")], 9, ["7|x"], ["9|x"]),
      (
        "CREATE TABLE t(id TEXT PRIMARY KEY COLLATE NOCASE, a) WITHOUT ROWID", .key([.text("7")]), ["id": .text("Q")],
        .key([.text("Q")]), ["7|x"], ["Q|x"]
      ),
      (
        "CREATE TABLE t(id INT, a TEXT, PRIMARY KEY (a, id)) WITHOUT ROWID", .key([.text("x"), .integer(7)]),
        ["id": .text("8"), "a": .text("y")], .key([.text("y"), .integer(8)]), ["7|x"], ["8|y"]
      ),
      (
        "CREATE TABLE t(id REAL PRIMARY KEY, a) WITHOUT ROWID", .key([.integer(7)]), ["id": .text("7.5")],
        .key([.real(7.5)]), ["7.0|x"], ["7.5|x"]
      ),
    ] as [(String, RecordID, ExactRow, RecordID, [String], [String])])
  func editedKeys(
    _ schema: String, _ id: RecordID, _ values: ExactRow, _ newID: RecordID, _ before: [String], _ after: [String]
  ) async throws {
    try await withTable("\(schema); INSERT INTO t VALUES (7, 'x')") { connection, table in
      let change = try await connection.write { db in try table.edit(id, values, seen: [:], db) }
      #expect(change.onlyRow?.id == newID)
      #expect(change.inverse.onlyRow?.id == id)
      #expect(try await rows(connection) == after)
      let undone = try await connection.write { db in try change.inverse.apply(db) }
      #expect(undone.left.isEmpty)
      #expect(try await rows(connection) == before)
      _ = try await connection.write { db in try change.apply(db) }
      #expect(try await rows(connection) == after)
    }
  }

  @Test("ANY-34: only the case of a key that is compared without it")
  func onlyTheCase() async throws {
    try await withTable(
      "CREATE TABLE t(id TEXT PRIMARY KEY COLLATE NOCASE, a) WITHOUT ROWID; INSERT INTO t VALUES ('ada', 1)"
    ) { connection, table in
      let change = try await connection.write { db in try table.edit(.key([.text("ada")]), ["id": .text("Ada")], db) }
      #expect(change.onlyRow?.id == .key([.text("Ada")]))
      _ = try await connection.write { db in try change.inverse.apply(db) }
      #expect(try await rows(connection) == ["ada|1"])
    }
  }

  @Test("ANY-34: what another program has changed since is not overwritten, and nothing is made by halves")
  func conflicts() async throws {
    try await withTable("CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (7, 'x')") {
      connection, table in
      let change = try await connection.write { db in try table.edit(7, ["id": .integer(9)], db) }
      for (other, left) in [
        ("UPDATE t SET a = 'theirs'", ["9|theirs"]),
        ("UPDATE t SET a = 'x'; INSERT INTO t VALUES (7, 'new')", ["7|new", "9|x"]),
        ("DELETE FROM t", []),
      ] {
        try await connection.write { db in try db.execute(other) }
        await #expect(throws: RowConflict.self) {
          try await connection.write { db in _ = try change.inverse.apply(db) }
        }
        #expect(try await rows(connection) == left)
      }
    }
  }

  @Test("ANY-34: records that follow their parent's key go back with it")
  func cascades() async throws {
    try await withTable(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a);
      CREATE TABLE child(parent REFERENCES t(id) ON UPDATE CASCADE, b);
      INSERT INTO t VALUES (7, 'x'); INSERT INTO child VALUES (7, 1), (7, 2)
      """
    ) { connection, table in
      let change = try await connection.write { db in try table.edit(7, ["id": .integer(9)], db) }
      #expect(try await rows(connection, "SELECT parent || '|' || b FROM child ORDER BY b") == ["9|1", "9|2"])
      _ = try await connection.write { db in try change.inverse.apply(db) }
      #expect(try await rows(connection, "SELECT parent || '|' || b FROM child ORDER BY b") == ["7|1", "7|2"])
      #expect(try await rows(connection) == ["7|x"])
    }
  }

  @Test("ANY-32: a record of which nothing is said has its defaults")
  func nothingButDefaults() async throws {
    try await withTable("CREATE TABLE t(id INTEGER PRIMARY KEY, a DEFAULT 'd', b)") { connection, table in
      let change = try await connection.write { db in try table.add([:], db) }
      #expect(change.rows.map(\.id) == [1])
      #expect(try await rows(connection) == ["1|d"])
    }
  }
}
