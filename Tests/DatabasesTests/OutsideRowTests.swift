// The rows that other programs' commits change, as batches report them.

import CSQLite
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct OutsideRowTests {
  /// The batches after the outside commits of `sql`, each statement by itself, after `schema`.
  private func batches(
    journal: SQLiteConnection.Journal = .wal, schema: String, _ statements: String...
  ) async throws -> [ChangeBatch] {
    try await withDatabase {
      $0.journal = journal
    } _: { ours in
      let shell = try SQLiteShell(ours.path ?? "")
      try await shell.run(schema)
      try await ours.lookForOutsideChanges()
      let collector = BatchCollector(ours)
      for statement in statements { try await shell.run(statement) }
      try await ours.lookForOutsideChanges()
      return collector.batches
    }
  }

  private func row(_ rowID: Int?, _ before: [ExactValue]?, _ after: [ExactValue]?) -> ChangedRows.Row {
    ChangedRows.Row(rowID: rowID, before: before, after: after)
  }

  @Test(
    "CHG-02: each commit of another program is a batch with its rows, in order",
    arguments: [SQLiteConnection.Journal.wal])
  func commits(journal: SQLiteConnection.Journal) async throws {
    let batches = try await batches(
      journal: journal, schema: "CREATE TABLE Notes(id INTEGER PRIMARY KEY, Body TEXT, n);",
      "INSERT INTO notes VALUES (1, 'one', 1), (2, 'two', 2);", "UPDATE notes SET body = 'TWO' WHERE id = 2;",
      "DELETE FROM notes WHERE id = 1;")
    #expect(batches.map(\.origin) == [.outside, .outside, .outside])
    #expect(batches.map(\.gap) == [nil, nil, nil])
    let changes = batches.map { $0.tables["notes"] }
    func rows(_ rows: ChangedRows.Row...) -> ChangedRows {
      ChangedRows(ChangedRows.Table("Notes", columns: ["id", "Body", "n"], key: ["id"]), rows: rows)
    }
    #expect(
      changes == [
        TableChange(
          inserted: 2,
          rows: rows(
            row(1, nil, [.integer(1), .text("one"), .integer(1)]),
            row(2, nil, [.integer(2), .text("two"), .integer(2)]))),
        TableChange(
          updated: 1, columns: ["body"],
          rows: rows(row(2, [.integer(2), .text("two"), .integer(2)], [.integer(2), .text("TWO"), .integer(2)]))),
        TableChange(deleted: 1, rows: rows(row(1, [.integer(1), .text("one"), .integer(1)], nil))),
      ])
  }

  @Test(
    "CHG-10: values are what SELECT gives: real numbers, generated columns, rows older than a column, keys without rowids",
    arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func values(encoding: String) async throws {
    let batches = try await batches(
      schema: """
        PRAGMA encoding='\(encoding)'; CREATE TABLE a(x REAL, y, z AS (x * 2), s TEXT AS (y || '!') STORED);
        INSERT INTO a(x, y) VALUES (1, 'é'); ALTER TABLE a ADD COLUMN late TEXT DEFAULT 5;
        CREATE TABLE w(v, k2 TEXT, k1 INTEGER, PRIMARY KEY (k1, k2)) WITHOUT ROWID;
        """,
      "UPDATE a SET x = 3; INSERT INTO w VALUES (x'00ff', 'b', 7);", "UPDATE w SET v = NULL;")
    #expect(batches.map(\.gap) == [nil, nil, nil])
    #expect(
      batches[0].tables["a"]?.rows
        == ChangedRows(
          ChangedRows.Table("a", columns: ["x", "y", "z", "s", "late"], generated: ["z", "s"], hasLooseRowIDs: true),
          rows: [
            row(
              1, [.real(1), .text("é"), .real(2), .text("é!"), .text("5")],
              [.real(3), .text("é"), .real(6), .text("é!"), .text("5")])
          ]))
    #expect(
      batches[1].tables["w"]?.rows
        == ChangedRows(
          ChangedRows.Table("w", columns: ["v", "k2", "k1"], key: ["k1", "k2"], unique: [["k1", "k2"]]),
          rows: [row(nil, nil, [.blob([0, 255]), .text("b"), .integer(7)])]))
    #expect(
      batches[2].tables["w"]?.rows?.rows
        == [row(nil, [.blob([0, 255]), .text("b"), .integer(7)], [.null, .text("b"), .integer(7)])])
  }

  @Test("CHG-03: a change of the schema is reported as one; the rows of a dropped table with it")
  func schema() async throws {
    let batches = try await batches(
      schema: "CREATE TABLE a(x, y); INSERT INTO a VALUES (1, 2), (3, NULL);", "ALTER TABLE a ADD COLUMN z DEFAULT 0;",
      "ALTER TABLE a DROP COLUMN y;", "DROP TABLE a;")
    #expect(batches.map(\.schemaChanged) == [true, true, true])
    #expect(batches.map(\.gap) == [nil, nil, nil])
    #expect(batches[0].tables.isEmpty)
    #expect(
      batches[1].tables["a"]?.rows
        == ChangedRows(
          ChangedRows.Table("a", columns: ["x", "z", "y"], dropped: ["y"], hasLooseRowIDs: true),
          rows: [row(1, [.integer(1), .integer(0), .integer(2)], [.integer(1), .integer(0), .null])]))
    #expect(
      batches[2].tables["a"]?.rows?.rows
        == [row(1, [.integer(1), .integer(0)], nil), row(2, [.integer(3), .integer(0)], nil)])
  }

  @Test("CHG-03: rows are unknown where a table was made anew under its name, or a column may have another name")
  func rebuiltTable() async throws {
    let batches = try await batches(
      schema: "CREATE TABLE t(a PRIMARY KEY, b); INSERT INTO t VALUES (1, 10), (2, 20);",
      """
      BEGIN; CREATE TABLE new_t(a PRIMARY KEY, b, c); INSERT INTO new_t SELECT a, b, 0 FROM t; DROP TABLE t;
      ALTER TABLE new_t RENAME TO t; COMMIT;
      """,
      "BEGIN; ALTER TABLE t RENAME COLUMN b TO bb; UPDATE t SET bb = 11 WHERE a = 1; COMMIT;")
    let changes = batches.compactMap { $0.tables["t"] }
    #expect(changes.map { $0.rows == nil } == [true, true])
    #expect(changes.map { [$0.inserted, $0.updated, $0.deleted] } == [[2, 0, 2], [0, 1, 0]])
  }

  @Test("CHG-09: our own commits carry their rows where a listener has put them together, and no other's")
  func ownRows() async throws {
    try await withDatabase { ours in
      try await ours.query("CREATE TABLE t(id INTEGER PRIMARY KEY, n)")
      let shell = try SQLiteShell(ours.path ?? "")
      try await ours.lookForOutsideChanges()
      let collector = BatchCollector(ours)
      for round in 1...20 {
        try await shell.run("INSERT INTO t(n) VALUES ('theirs \(round)');")
        try await ours.query("INSERT INTO t(n) VALUES ('ours \(round)')")
      }
      try await ours.lookForOutsideChanges()
      let batches = collector.batches
      #expect(batches.map(\.origin) == (1...20).flatMap { _ in [.outside, .own] as [ChangeBatch.Origin] })
      #expect(
        batches.filter { $0.origin == .outside }.map { $0.tables["t"]?.rows?.rows.map(\.rowID) }
          == stride(from: 1, to: 41, by: 2).map { [$0] })
      #expect(batches.filter { $0.origin == .own }.allSatisfy { $0.tables["t"]?.rows == nil })
      let commits = batches.compactMap(\.commit)
      #expect(commits == (0..<40).map { (commits.first ?? 0) &+ $0 })
    }
  }

  @Test("CHG-15: with a rollback journal the commits between two looks are one batch, with their net rows")
  func rollbackJournal() async throws {
    let batches = try await batches(
      journal: .kept, schema: "CREATE TABLE t(id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 1), (2, 2);",
      "UPDATE t SET n = 5 WHERE id = 1;", "UPDATE t SET n = 6 WHERE id = 1; DELETE FROM t WHERE id = 2;")
    #expect(batches.map(\.gap) == [nil])
    #expect(batches.first?.commitCount == 3)
    #expect(
      batches.first?.tables["t"]?.rows?.rows
        == [row(1, [.integer(1), .integer(1)], [.integer(1), .integer(6)]), row(2, [.integer(2), .integer(2)], nil)])
  }

  @Test("CHG-09: with a rollback journal, our own commits between those of others are in their range, and not counted")
  func ownBetweenOthers() async throws {
    try await withDatabase {
      $0.journal = .kept
    } _: { ours in
      try await ours.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(ours.path ?? "")
      try await ours.lookForOutsideChanges()
      let collector = BatchCollector(ours)
      try await ours.query("INSERT INTO t VALUES (1)")
      try await shell.run("INSERT INTO t VALUES (2); INSERT INTO t VALUES (3);")
      try await ours.lookForOutsideChanges()
      let batches = collector.batches
      #expect(batches.map(\.origin) == [.own, .outside] && batches.map(\.commitCount) == [1, 2])
      #expect(batches.map(\.gap) == [nil, "it came together with a change of this program"])
      let ranges = batches.compactMap(\.commitRange)
      #expect(ranges.map { $0.last &- ranges[0].before } == [1, 3] && ranges[0].before == ranges[1].before)
    }
  }

  @Test("CHG-05: what another program takes back is no change")
  func takenBack() async throws {
    let batches = try await batches(
      schema: "CREATE TABLE t(n);", "BEGIN; INSERT INTO t VALUES (1); ROLLBACK;",
      "BEGIN; INSERT INTO t VALUES (2); SAVEPOINT s; INSERT INTO t VALUES (3); ROLLBACK TO s; COMMIT;")
    #expect(batches.map { $0.tables["t"]?.rows?.rows } == [[row(1, nil, [.integer(2)])]])
  }

  @Test("CHG-05: what a killed program left in a file without a log is no change, and the next commit is known")
  func killedWriter() async throws {
    try await withDatabase {
      $0.journal = .kept
    } _: { ours in
      try await ours.query("CREATE TABLE t(n, filler)")
      try await ours.query("INSERT INTO t VALUES (1, zeroblob(200000))")
      try await ours.lookForOutsideChanges()
      let collector = BatchCollector(ours)
      let killed = try SQLiteShell(ours.path ?? "")
      // With hardly any cache the unfinished transaction is in the file.
      try await killed.run("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN;")
      try await killed.run("UPDATE t SET n = 2; INSERT INTO t VALUES (3, randomblob(200000));")
      try await killed.kill()
      try await ours.lookForOutsideChanges()
      #expect(collector.batches.isEmpty)
      // The next program repairs the file.
      try await SQLiteShell(ours.path ?? "").run("INSERT INTO t VALUES (4, 'next');")
      try await ours.lookForOutsideChanges()
      #expect(collector.batches.map(\.gap) == [nil])
      let rows = collector.batches.map { $0.tables["t"]?.rows?.rows }
      #expect(rows == [[row(2, nil, [.integer(4), .text("next")])]])
    }
  }

  @Test("CHG-03: what a commit did to the schema, without what SQLite and a module make for themselves")
  func schemaChanges() async throws {
    let batches = try await batches(
      schema: "CREATE TABLE t(a PRIMARY KEY); CREATE VIEW v AS SELECT 1;", "CREATE INDEX i ON t(a);",
      "ALTER TABLE t ADD COLUMN b;", "ALTER TABLE t RENAME TO u;",
      "BEGIN; DROP VIEW v; CREATE TABLE w(x UNIQUE); COMMIT;",
      "CREATE VIRTUAL TABLE f USING fts5(x);", "DROP TABLE f;", "VACUUM;")
    #expect(batches.map(\.schemaChanged) == Array(repeating: true, count: 7))
    func change(
      _ type: String, _ name: String, _ table: String, before: String? = nil, _ old: String?, _ new: String?
    ) -> SchemaChange {
      SchemaChange(
        type: type, name: name, table: table, formerName: before, formerDefinition: old, definition: new)
    }
    #expect(
      batches.map(\.schemaChanges) == [
        [change("index", "i", "t", nil, "CREATE INDEX i ON t(a)")],
        [change("table", "t", "t", "CREATE TABLE t(a PRIMARY KEY)", "CREATE TABLE t(a PRIMARY KEY, b)")],
        [
          change(
            "table", "u", "u", before: "t", "CREATE TABLE t(a PRIMARY KEY, b)", #"CREATE TABLE "u"(a PRIMARY KEY, b)"#),
          change("index", "i", "u", "CREATE INDEX i ON t(a)", #"CREATE INDEX i ON "u"(a)"#),
        ],
        [
          change("view", "v", "v", "CREATE VIEW v AS SELECT 1", nil),
          change("table", "w", "w", nil, "CREATE TABLE w(x UNIQUE)"),
        ],
        [change("table", "f", "f", nil, "CREATE VIRTUAL TABLE f USING fts5(x)")],
        [change("table", "f", "f", "CREATE VIRTUAL TABLE f USING fts5(x)", nil)],
        [],
      ])
  }
}
