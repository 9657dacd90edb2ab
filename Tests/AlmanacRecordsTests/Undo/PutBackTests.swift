// Rows are restored even if an INSERT of them lacks a value or breaks a rule that they broke before.

import Databases
import Foundation
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct PutBackTests {
  /// A file, a table, and its records to delete, edit and toggle.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var schema: String
    var table = "t"
    var ids: [RecordID] = [1]
    /// Values for the first record.
    var edit: ExactRow = [:]
    /// Queries of virtual tables that must return the same as before.
    var checks: [String] = []
    /// Why the deletion is refused; `nil` if it is made.
    var refusal: String?
    var testDescription: String { name }
  }

  static let cases: [Case] =
    [
      Case(
        name: "a trigger of a missing function",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, n, geom BLOB);
          CREATE VIRTUAL TABLE places USING rtree(id, minx, maxx, miny, maxy);
          INSERT INTO t VALUES (1, 'Berlin', x'47500001'), (2, 'Paris', x'47500002');
          INSERT INTO places VALUES (1, 13, 14, 52, 53), (2, 2, 3, 48, 49);
          CREATE TRIGGER came AFTER INSERT ON t WHEN NOT ST_IsEmpty(new.geom) BEGIN
            INSERT OR REPLACE INTO places VALUES (new.id, ST_MinX(new.geom), 1, 2, 3); END;
          CREATE TRIGGER gone AFTER DELETE ON t BEGIN DELETE FROM places WHERE id = old.id; END;
          """, edit: ["n": .text("x")], checks: ["SELECT * FROM places ORDER BY id", "SELECT rtreecheck('places')"]),
      Case(
        name: "a trigger of a missing table",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 5), (2, 5);
          CREATE TRIGGER came AFTER INSERT ON t BEGIN INSERT INTO missing VALUES (new.id); END;
          """, edit: ["n": .integer(6)]),
      Case(
        name: "a row whose parent was missing, deleted together with a row of almost the same name",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE);
          CREATE TABLE child(id INTEGER PRIMARY KEY, name TEXT REFERENCES t(name));
          CREATE TRIGGER gone AFTER DELETE ON t BEGIN DELETE FROM child WHERE id = old.id; END;
          PRAGMA foreign_keys = 0; INSERT INTO t VALUES (1, 'A'); INSERT INTO child VALUES (1, 'a');
          """),
      Case(
        name: "a check of a missing function",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, n TEXT); INSERT INTO t VALUES (1, 'a'), (2, 'b');
          PRAGMA writable_schema = 1;
          UPDATE sqlite_schema SET sql = 'CREATE TABLE t(id INTEGER PRIMARY KEY, n TEXT CHECK (is_good(n)))' WHERE name = 't';
          PRAGMA writable_schema = RESET
          """),
      Case(
        name: "a check that rows broke, of one of two records",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, n CHECK (n > 0));
          PRAGMA ignore_check_constraints = 1; INSERT INTO t VALUES (1, -5), (2, 5); PRAGMA ignore_check_constraints = 0;
          """, ids: [1, 2], edit: ["n": .integer(5)]),
      Case(
        name: "a parent that was missing",
        schema: """
          CREATE TABLE parent(id INTEGER PRIMARY KEY, name);
          CREATE TABLE t(id INTEGER PRIMARY KEY, parent_id REFERENCES parent(id), n);
          PRAGMA foreign_keys = 0; INSERT INTO t VALUES (1, 99, 'x'), (2, NULL, 'y'); INSERT INTO parent VALUES (3, 'c');
          """, ids: [1, 2], edit: ["parent_id": .integer(3)]),
      Case(
        name: "a parent that was missing, of a row that a cascade deletes",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, n);
          CREATE TABLE author(id INTEGER PRIMARY KEY);
          CREATE TABLE note(
            id TEXT PRIMARY KEY, t REFERENCES t ON DELETE CASCADE, author INTEGER REFERENCES author) WITHOUT ROWID;
          PRAGMA foreign_keys = 0; INSERT INTO t VALUES (1, 'a');
          INSERT INTO note VALUES ('a', 1, NULL), ('b', 1, 7), ('c', 1, 8);
          """),
      Case(
        name: "NULL in a column that is NOT NULL by now",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, n, m); INSERT INTO t VALUES (1, 'a', NULL), (2, 'b', 'c');
          PRAGMA writable_schema = 1;
          UPDATE sqlite_schema SET sql = 'CREATE TABLE t(id INTEGER PRIMARY KEY, n, m NOT NULL)' WHERE name = 't';
          PRAGMA writable_schema = RESET
          """, ids: [1, 2], edit: ["n": .text("z")],
        refusal: "undo could not take it back, since SQLite would not take a row back: NOT NULL constraint failed: t.m"),
      Case(
        name: "a type that a STRICT table refuses by now",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, n, m); INSERT INTO t VALUES (1, 'a', 'text'), (2, 'b', 3);
          PRAGMA writable_schema = 1;
          UPDATE sqlite_schema SET sql = 'CREATE TABLE t(id INTEGER PRIMARY KEY, n ANY, m INT) STRICT' WHERE name = 't';
          PRAGMA writable_schema = RESET
          """, ids: [1, 2], edit: ["n": .text("z")],
        refusal: """
          undo could not take it back, since SQLite would not take a row back: cannot store TEXT value in INT column t.m
          """),
      Case(
        name: "a generated column of a missing function",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, n); INSERT INTO t VALUES (1, 'a'), (2, 'b');
          PRAGMA writable_schema = 1;
          UPDATE sqlite_schema SET sql = 'CREATE TABLE t(id INTEGER PRIMARY KEY, n, g AS (my_fn(n)))' WHERE name = 't';
          PRAGMA writable_schema = RESET
          """, refusal: "undo could not take it back, since SQLite would not take a row back: unknown function: my_fn()"
      ),
      Case(
        name: "a text in a column whose type makes a number of it by now",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, n, m); INSERT INTO t VALUES (1, 'a', '007'), (2, 'b', 8);
          PRAGMA writable_schema = 1;
          UPDATE sqlite_schema SET sql = 'CREATE TABLE t(id INTEGER PRIMARY KEY, n, m INTEGER)' WHERE name = 't';
          PRAGMA writable_schema = RESET
          """, edit: ["n": .text("z")],
        refusal: "undo could not take it back, since a row of t would not be exactly what it was"),
    ]
    + ["fts3(body)", "fts4(body)", "fts5(body)", "fts5(body, prefix='1 2', columnsize=0)"].map { module in
      Case(
        name: "only a trigger for DELETE keeps \(module)",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, body); CREATE VIRTUAL TABLE found USING \(module);
          CREATE TRIGGER gone BEFORE DELETE ON t BEGIN DELETE FROM found WHERE rowid = old.id; END;
          INSERT INTO t VALUES (1, 'hello world'), (2, 'second one'), (3, 'hello again');
          INSERT INTO found(rowid, body) SELECT id, body FROM t;
          """, ids: [1, 2],
        checks: ["SELECT rowid FROM found WHERE found MATCH 'hello'", "SELECT rowid, body FROM found"])
    }
    + ["content='t', content_rowid='id'", "content=''"].map { content in
      Case(
        name: "only a trigger for DELETE keeps fts5(body, \(content))",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, body); CREATE VIRTUAL TABLE found USING fts5(body, \(content));
          CREATE TRIGGER gone AFTER DELETE ON t BEGIN
            INSERT INTO found(found, rowid, body) VALUES ('delete', old.id, old.body); END;
          INSERT INTO t VALUES (1, 'hello world'), (2, 'second one'), (3, 'hello again');
          INSERT INTO found(rowid, body) SELECT id, body FROM t;
          """, ids: [1, 2],
        checks: [
          "SELECT rowid FROM found WHERE found MATCH 'hello'", "SELECT rowid FROM found WHERE found MATCH 'second'",
        ])
    } + [
      Case(
        name: "only a trigger for DELETE keeps fts4(content=\"t\")",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, body); CREATE VIRTUAL TABLE found USING fts4(content="t", body);
          CREATE TRIGGER gone BEFORE DELETE ON t BEGIN DELETE FROM found WHERE docid = old.id; END;
          INSERT INTO t VALUES (1, 'hello world'), (2, 'second one'), (3, 'hello again');
          INSERT INTO found(docid, body) SELECT id, body FROM t;
          """, ids: [1, 2], checks: ["SELECT docid FROM found WHERE found MATCH 'hello'"]),
      Case(
        name: "only a trigger for INSERT keeps fts5(body)",
        schema: """
          CREATE TABLE t(id INTEGER PRIMARY KEY, body); CREATE VIRTUAL TABLE found USING fts5(body);
          CREATE TRIGGER came AFTER INSERT ON t BEGIN INSERT INTO found(rowid, body) VALUES (new.id, new.body); END;
          INSERT INTO t VALUES (1, 'hello world'), (2, 'second one');
          """, edit: ["body": .text("bye")], checks: ["SELECT rowid FROM found WHERE found MATCH 'hello'"]),
    ]

  @Test("REAL-01, REAL-02: what is deleted comes back to the byte, or is refused before", arguments: cases)
  func deletion(_ test: Case) async throws {
    try await withCase(test) { connection, table in
      let before = try await connection.everything(test.checks)
      if let refusal = test.refusal {
        let error = await #expect(throws: CantBeUndone.self) {
          try await connection.write { db in try table.delete(test.ids, db) }
        }
        #expect(error?.description == refusal)
        #expect(try await connection.everything(test.checks) == before)
        // A deletion without undo is possible.
        let count = try await connection.write { db in try table.deleteForGood(test.ids, db).count }
        #expect(count == test.ids.count)
        return
      }
      let change = try await connection.write { db in try table.delete(test.ids, db) }
      let after = try await connection.everything(test.checks)
      #expect(after != before)
      for _ in 1...2 {
        _ = try await connection.write { db in try change.inverse.apply(db) }
        #expect(try await connection.everything(test.checks) == before)
        _ = try await connection.write { db in try change.apply(db) }
        #expect(try await connection.everything(test.checks) == after)
      }
    }
  }

  @Test("REAL-01: what is edited is again what it was", arguments: cases.filter { !$0.edit.isEmpty })
  func edit(_ test: Case) async throws {
    try await withCase(test) { connection, table in
      let before = try await connection.everything(test.checks)
      let change = try await connection.write { db -> BookChange? in
        do {
          return try table.edit(test.ids[0], test.edit, db)
        } catch let error as DatabaseError where error.isConstraint {
          // The record breaks this rule.
          return nil
        } catch is CantBeUndone {
          // An UPDATE also converts the other columns to numbers.
          return nil
        }
      }
      guard let change else { return #expect(test.refusal != nil) }
      #expect(try await connection.everything(test.checks) != before)
      _ = try await connection.write { db in try change.inverse.apply(db) }
      #expect(try await connection.everything(test.checks) == before)
    }
  }

  @Test("REAL-01: a key that was whole must be whole; one whose parent was added may be broken as it was")
  func keys() async throws {
    let schema = """
      CREATE TABLE parent(id INTEGER PRIMARY KEY, name);
      CREATE TABLE t(id INTEGER PRIMARY KEY, parent_id REFERENCES parent(id), n);
      PRAGMA foreign_keys = 0; INSERT INTO t VALUES (1, 99, 'x'), (2, 3, 'y'); INSERT INTO parent VALUES (3, 'c');
      """
    try await withCase(Case(name: "", schema: schema)) { connection, table in
      let whole = try await connection.write { db in try table.delete([2], db) }
      _ = try await connection.query("DELETE FROM parent WHERE id = 3")
      await #expect(throws: RowConflict(table: "t", id: 2, reason: .parentGone)) {
        try await connection.write { db in try whole.inverse.apply(db) }
      }
      let parents = try await ListedTable.named("parent", connection)
      let added = try await connection.write { db in try parents.add(["id": .integer(99), "name": .text("late")], db) }
      _ = try await connection.write { db in try added.inverse.apply(db) }
      #expect(try await connection.everything() == ["t: integerX'31', integerX'3939', textX'78'"])
    }
  }

  private func withCase(_ test: Case, _ body: (SQLiteConnection, ListedTable) async throws -> Void) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "file.db").path
      try RawConnection(path).run(test.schema)
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      do {
        try await body(connection, ListedTable.named(test.table, connection))
        await connection.close()
      } catch {
        await connection.close()
        throw error
      }
    }
  }
}

extension ListedTable {
  fileprivate static func named(_ name: String, _ connection: SQLiteConnection) async throws -> ListedTable {
    try #require(try await connection.read { db in try ListedTable.named(name, db) })
  }
}
