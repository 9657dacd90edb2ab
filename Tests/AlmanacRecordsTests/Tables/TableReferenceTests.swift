// The foreign keys of a file's tables, each with the table that it names.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct TableReferenceTests {
  /// The foreign keys of the table `name` in a database that `sql` makes.
  private func references(_ name: String, _ sql: String) async throws -> [TableReference] {
    try await withDatabase { connection in
      try await connection.write { try $0.execute(sql) }
      let tables = try await connection.read { db in try FileTables().fetch(db) }
      return try #require(tables[name]).style.references
    }
  }

  @Test("ANY-14: one column, a unique column, the table itself, several columns, whatever the case of names")
  func allKinds() async throws {
    let found = try await references(
      "child",
      """
      CREATE TABLE Parent(Id INTEGER PRIMARY KEY, Note TEXT, Name TEXT NOT NULL, Code TEXT UNIQUE);
      CREATE TABLE pair(a, b, words TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
      CREATE TABLE child(
        id INTEGER PRIMARY KEY, title TEXT, p REFERENCES PARENT, c REFERENCES parent(CODE), up REFERENCES Child, x, y,
        FOREIGN KEY (x, Y) REFERENCES pair);
      """)
    #expect(
      found == [
        TableReference(columns: ["p"], parent: "Parent", parentColumns: ["Id"], label: "Name"),
        TableReference(columns: ["c"], parent: "Parent", parentColumns: ["Code"], label: "Name"),
        TableReference(columns: ["up"], parent: "child", parentColumns: ["id"], label: "title"),
        TableReference(columns: ["x", "y"], parent: "pair", parentColumns: ["a", "b"], label: "words"),
      ])
  }

  @Test("ANY-14: a missing table, a missing column, a view and a key that has more columns are named, and not found")
  func nothingFound() async throws {
    let found = try await references(
      "child",
      """
      CREATE TABLE two(a, b, PRIMARY KEY (a, b)); CREATE VIEW seen AS SELECT 1 AS id;
      CREATE TABLE child(a REFERENCES Missing, b REFERENCES two, c REFERENCES two(z), d REFERENCES seen(id));
      """)
    #expect(
      found == [
        TableReference(columns: ["a"], parent: "Missing", parentColumns: []),
        TableReference(columns: ["b"], parent: "two", parentColumns: []),
        TableReference(columns: ["c"], parent: "two", parentColumns: []),
        TableReference(columns: ["d"], parent: "seen", parentColumns: []),
      ])
  }

  @Test(
    "ANY-14: the label is the first text that is unique or never NULL, otherwise the first text, and never the key",
    arguments: [
      ("id INTEGER PRIMARY KEY, a TEXT, b TEXT UNIQUE, c TEXT NOT NULL", "b"),
      ("id INTEGER PRIMARY KEY, a TEXT, b TEXT, c VARCHAR(9) NOT NULL", "c"),
      ("id INTEGER PRIMARY KEY, n INT NOT NULL, a TEXT, b TEXT", "a"),
      ("id TEXT PRIMARY KEY, a TEXT", "a"),
      ("id TEXT PRIMARY KEY, n INT", nil),
      ("id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, UNIQUE (b, c)", "a"),
      ("id INT, a TEXT", nil),
    ])
  func label(columns: String, expected: String?) async throws {
    let found = try await references(
      "child", "CREATE TABLE parent(\(columns)); CREATE TABLE child(p REFERENCES parent(id))")
    #expect(found.map(\.label) == [expected])
  }
}
