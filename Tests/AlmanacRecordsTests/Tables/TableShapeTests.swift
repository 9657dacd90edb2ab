// SQLite's report about tables and views, with any names of tables and columns.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct TableShapeTests {
  /// The shape of the table `name` in a database that `sql` makes.
  private func shape(_ name: String, _ sql: String) async throws -> TableShape {
    try await withDatabase { connection in
      try await connection.write { try $0.execute(sql) }
      return try #require(try await connection.read { db in try TableShape(named: name, db) })
    }
  }

  @Test("columns: type, affinity, collation, NOT NULL, default, key, generated")
  func columns() async throws {
    let shape = try await shape(
      "things",
      """
      CREATE TABLE things(
        id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL COLLATE NOCASE DEFAULT 'it''s', price DECIMAL, size DOUBLE,
        data, raw BLOB, twice AS (size * 2), length INT GENERATED ALWAYS AS (length(name)) STORED)
      """)
    func column(
      _ name: String, _ type: String, _ affinity: Affinity, collation: String = "BINARY",
      isNotNull: Bool = false, default value: String? = nil, keyPlace: Int = 0,
      _ generation: TableShape.Column.Generation = .none
    ) -> TableShape.Column {
      .init(
        name: name, declaredType: type, affinity: affinity, collation: collation, isNotNull: isNotNull,
        defaultValue: value, keyPlace: keyPlace, generation: generation, isHidden: false)
    }
    #expect(
      shape.columns == [
        column("id", "INTEGER", .integer, keyPlace: 1),
        column("name", "VARCHAR(20)", .text, collation: "NOCASE", isNotNull: true, default: "'it''s'"),
        column("price", "DECIMAL", .numeric), column("size", "DOUBLE", .real), column("data", "", .blob),
        column("raw", "BLOB", .blob), column("twice", "", .blob, .virtual), column("length", "INT", .integer, .stored),
      ])
    #expect(shape.kind == .table)
    #expect(shape.hasRowIDs)
    #expect(!shape.isStrict)
  }

  @Test(
    "the identity: a rowid under a name that means it, a key, or none",
    arguments: [
      ("t(a, b INTEGER PRIMARY KEY)", .rowID("b")), ("t(a)", .rowID("rowid")),
      ("t(a TEXT PRIMARY KEY)", .rowID("rowid")),
      ("t(RowID TEXT, a)", .rowID("_rowid_")), ("t(rowid, _rowid_)", .rowID("oid")),
      ("t(rowid, _rowid_, oid)", .none), ("t(rowid, _rowid_, oid TEXT PRIMARY KEY)", .none),
      ("t(rowid, _rowid_, oid TEXT PRIMARY KEY NOT NULL)", .key(["oid"])),
      ("t(rowid, _rowid_, oid INTEGER PRIMARY KEY)", .rowID("oid")),
      // The key has another collation than its column: several records may equal one value of the column.
      ("t(rowid, _rowid_, oid TEXT COLLATE NOCASE NOT NULL, PRIMARY KEY (oid COLLATE BINARY))", .none),
      ("t(a TEXT COLLATE NOCASE, b, PRIMARY KEY (a COLLATE BINARY)) WITHOUT ROWID", .none),
      ("t(a TEXT COLLATE NOCASE, b, PRIMARY KEY (a COLLATE nocase)) WITHOUT ROWID", .key(["a"])),
      ("t(a INTEGER PRIMARY KEY DESC)", .rowID("rowid")), ("t(a INT PRIMARY KEY)", .rowID("rowid")),
      ("t(a, b, c, PRIMARY KEY (c, a)) WITHOUT ROWID", .key(["c", "a"])),
      ("t(a INTEGER PRIMARY KEY, b) WITHOUT ROWID", .key(["a"])),
    ] as [(String, TableShape.Identity)])
  func identities(_ table: String, _ identity: TableShape.Identity) async throws {
    #expect(try await shape("t", "CREATE TABLE \(table)").identity == identity)
  }

  @Test("indexes: unique, partial, directions, collations, expressions; the primary key's own is marked")
  func indexes() async throws {
    let shape = try await shape(
      "t",
      """
      CREATE TABLE t(a TEXT PRIMARY KEY, b, c);
      CREATE UNIQUE INDEX one ON t(b COLLATE NOCASE, c DESC);
      CREATE INDEX two ON t(lower(a)) WHERE b > 1;
      """)
    #expect(
      shape.indexes == [
        .init(
          name: "one", isUnique: true, isPartial: false, isPrimaryKey: false,
          parts: [
            .init(column: "b", collation: "NOCASE", isDescending: false),
            .init(column: "c", collation: "BINARY", isDescending: true),
          ]),
        .init(
          name: "sqlite_autoindex_t_1", isUnique: true, isPartial: false, isPrimaryKey: true,
          parts: [.init(column: "a", collation: "BINARY", isDescending: false)]),
        .init(
          name: "two", isUnique: false, isPartial: true, isPrimaryKey: false,
          parts: [.init(column: nil, collation: "BINARY", isDescending: false)]),
      ])
  }

  @Test("foreign keys: composite, to the primary key, to a missing table, in the order of the schema")
  func foreignKeys() async throws {
    let shape = try await shape(
      "t",
      """
      CREATE TABLE t(
        a REFERENCES missing ON DELETE CASCADE, b, c,
        FOREIGN KEY (b, c) REFERENCES t(x, y) ON UPDATE SET NULL)
      """)
    #expect(
      shape.foreignKeys == [
        .init(columns: ["a"], parent: "missing", parentColumns: [], onDelete: "CASCADE", onUpdate: "NO ACTION"),
        .init(
          columns: ["b", "c"], parent: "t", parentColumns: ["x", "y"], onDelete: "NO ACTION", onUpdate: "SET NULL"),
      ])
  }

  @Test("all kinds, in the order of their names, whatever they are called")
  func kinds() async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(
          #"""
          CREATE TABLE "b ""\#u{301}"(a INTEGER PRIMARY KEY AUTOINCREMENT);
          CREATE TABLE "SELECT"(" ""x""" TEXT, "" TEXT) STRICT;
          """#)
        try db.execute("CREATE VIEW a AS SELECT 1 AS one; CREATE VIRTUAL TABLE words USING fts5(body)")
      }
      let shapes = try await connection.read(TableShape.all)
      #expect(
        shapes.map { "\($0.kind) \($0.name)" } == [
          "view a", "table b \"\u{301}", "table SELECT", "internal sqlite_schema", "internal sqlite_sequence",
          "virtual words", "shadow words_config", "shadow words_content", "shadow words_data", "shadow words_docsize",
          "shadow words_idx",
        ])
      #expect(shapes[0].columns.map(\.name) == ["one"])
      #expect(shapes[0].identity == .none)
      #expect(shapes[1].columns.map(\.name) == ["a"])
      #expect(shapes[2].columns.map(\.name) == [#" "x""#, ""])
      #expect(shapes[2].isStrict)
      #expect(shapes[5].columns.map { "\($0.name) \($0.isHidden)" } == ["body false", "words true", "rank true"])
      #expect(shapes[5].identity == .rowID("rowid"))
    }
  }

  @Test("a name is found whatever the case of A to Z; what is not there is nil")
  func names() async throws {
    #expect(try await shape("ÄbC", "CREATE TABLE ÄBc(a)").name == "ÄBc")
    try await withDatabase { connection in
      let missing = try await connection.read { db in try TableShape(named: "t", db) }
      #expect(missing == nil)
    }
  }
}
