// Undo after a search index has got another row: its bytes can't be restored, so the module removes and adds rows.

import Databases
import Foundation
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct IndexUndoTests {
  private static let rows = """
    INSERT INTO t VALUES (1, 'hello world'), (2, 'second one'), (3, 'hello again');
    """
  private static let found = ["SELECT rowid FROM found WHERE found MATCH 'hello' ORDER BY rowid"]

  static let cases: [(module: String, trigger: String, fill: String, other: String, checks: [String])] =
    ["fts3(body)", "fts4(body)", "fts4(languageid='lid', body)", "fts5(body)"].map { module in
      (
        module, "DELETE FROM found WHERE rowid = old.id", "INSERT INTO found(rowid, body) SELECT id, body FROM t",
        "INSERT INTO found(rowid, body) VALUES (50, 'hello there')", found
      )
    } + [
      (
        "fts5(body, content='t', content_rowid='id')",
        "INSERT INTO found(found, rowid, body) VALUES ('delete', old.id, old.body)",
        "INSERT INTO found(rowid, body) SELECT id, body FROM t",
        "INSERT INTO t VALUES (50, 'hello there'); INSERT INTO found(rowid, body) VALUES (50, 'hello there')",
        found + ["SELECT rowid FROM found WHERE found MATCH 'second'"]
      ),
      (
        "fts4(content=\"t\", body)", "DELETE FROM found WHERE docid = old.id",
        "INSERT INTO found(docid, body) SELECT id, body FROM t",
        "INSERT INTO t VALUES (50, 'hello there'); INSERT INTO found(docid, body) VALUES (50, 'hello there')", found
      ),
      (
        "rtree(id, x1, x2, +note)", "DELETE FROM found WHERE id = old.id",
        "INSERT INTO found SELECT id, id + 0.1, id + 0.7, body FROM t", "INSERT INTO found VALUES (50, 3, 4, 'there')",
        ["SELECT * FROM found ORDER BY id", "SELECT rtreecheck('found')"]
      ),
      (
        "rtree_i32(id, x1, x2, y1, y2)", "DELETE FROM found WHERE id = old.id",
        "INSERT INTO found SELECT id, -id, id + 5, 0, 7 FROM t", "INSERT INTO found VALUES (50, 3, 4, 5, 6)",
        ["SELECT * FROM found ORDER BY id", "SELECT rtreecheck('found')"]
      ),
    ]

  @Test(
    "REAL-02: an index finds what undo brings back, also after another program indexed another row", arguments: cases)
  func another(_ test: (module: String, trigger: String, fill: String, other: String, checks: [String])) async throws {
    let schema = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, body); CREATE VIRTUAL TABLE found USING \(test.module);
      CREATE TRIGGER gone BEFORE DELETE ON t BEGIN \(test.trigger); END; \(Self.rows) \(test.fill);
      """
    // The expected result: the same without the deletion and its undo.
    let expected = try await withFile(schema) { connection, path, _ in
      try RawConnection(path).run(test.other)
      return try await read(test.checks, connection)
    }
    try await withFile(schema) { connection, path, table in
      let change = try await connection.write { db in try table.delete([1, 2], db) }
      try RawConnection(path).run(test.other)
      let between = try await read(test.checks, connection)
      for _ in 1...2 {
        _ = try await connection.write { db in try change.inverse.apply(db) }
        #expect(try await read(test.checks, connection) == expected)
        _ = try await connection.write { db in try change.apply(db) }
        #expect(try await read(test.checks, connection) == between)
      }
      _ = try await connection.write { db in try change.inverse.apply(db) }
      if !test.module.hasPrefix("rtree") {
        try RawConnection(path).run("INSERT INTO found(found) VALUES ('integrity-check')")
      }
    }
  }

  @Test(
    "REAL-02: an index without content can't follow after another row was indexed: undo is refused, and changes nothing"
  )
  func withoutContent() async throws {
    let schema = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, body); CREATE VIRTUAL TABLE found USING fts5(body, content='');
      CREATE TRIGGER gone AFTER DELETE ON t BEGIN
        INSERT INTO found(found, rowid, body) VALUES ('delete', old.id, old.body); END;
      \(Self.rows) INSERT INTO found(rowid, body) SELECT id, body FROM t;
      """
    try await withFile(schema) { connection, path, table in
      let change = try await connection.write { db in try table.delete([1], db) }
      try RawConnection(path).run("INSERT INTO found(rowid, body) VALUES (50, 'hello there')")
      let before = try await connection.everything(Self.found)
      await #expect(throws: ReplayRefused(reason: "the search index found has changed since, and could not follow")) {
        try await connection.write { db in try change.inverse.apply(db) }
      }
      #expect(try await connection.everything(Self.found) == before)
    }
  }

  @Test(
    "REAL-02: an index of other texts than its content has can't follow either; as long as its bytes are the same, they come back",
    arguments: [
      ("fts5(body, content='t', content_rowid='id')", "found, rowid, body) VALUES ('delete', old.id, TEXT)", "rowid"),
      (
        "fts5(body, content='t', content_rowid='id', prefix='2')",
        "found, rowid, body) VALUES ('delete', old.id, TEXT)", "rowid"
      ),
    ])
  func otherTexts(_ module: String, _ taken: String, _ id: String) async throws {
    for (text, isPassing) in [("old.body", false), ("replace(old.body, 'e', 'a')", true)] {
      let schema = """
        CREATE TABLE t(id INTEGER PRIMARY KEY, body); CREATE VIRTUAL TABLE found USING \(module);
        CREATE TRIGGER gone AFTER DELETE ON t BEGIN
          INSERT INTO found(\(taken.replacing("TEXT", with: text)); END;
        \(Self.rows)
        INSERT INTO found(\(id), body) SELECT id, \(text.replacing("old.", with: "")) FROM t;
        """
      let checks = Self.found + ["SELECT rowid FROM found WHERE found MATCH 'hallo' ORDER BY rowid"]
      try await withFile(schema) { connection, path, table in
        let before = try await read(checks, connection)
        let change = try await connection.write { db in
          let change = try table.delete([1], db)
          var isAsked = false
          do { try change.requireLastingUndo(db) } catch is PassingUndo { isAsked = true }
          #expect(isAsked == isPassing)
          return change
        }
        _ = try await connection.write { db in try change.inverse.apply(db) }
        #expect(try await read(checks, connection) == before)
        _ = try await connection.write { db in try change.apply(db) }
        try RawConnection(path).run(
          "INSERT INTO t VALUES (50, 'there'); INSERT INTO found(\(id), body) VALUES (50, 'there')")
        let between = try await read(checks, connection)
        if isPassing {
          await #expect(throws: ReplayRefused.self) {
            try await connection.write { db in try change.inverse.apply(db) }
          }
          #expect(try await read(checks, connection) == between)
        } else {
          _ = try await connection.write { db in try change.inverse.apply(db) }
          #expect(try await read(checks, connection) == before)
        }
      }
    }
  }

  @Test(
    "REAL-02: what undo left or gave another rowid, doing it again leaves to the index as it was", arguments: cases,
    [false, true])
  func again(
    _ test: (module: String, trigger: String, fill: String, other: String, checks: [String]), isMoved: Bool
  ) async throws {
    // With a text key a record may come back with another rowid.
    let key =
      isMoved
      ? "key TEXT PRIMARY KEY DEFAULT (hex(randomblob(8))), body" : "id INTEGER PRIMARY KEY, body"
    if isMoved, test.module.contains("content=") || test.trigger.contains("old.body") { return }
    let schema = """
      CREATE TABLE t(\(key)); CREATE VIRTUAL TABLE found USING \(test.module);
      CREATE TRIGGER gone BEFORE DELETE ON t BEGIN \(test.trigger.replacing("old.id", with: "old.rowid")); END;
      INSERT INTO t(rowid, body) VALUES (1, 'hello world'), (2, 'second one'), (3, 'hello again');
      \(test.fill.replacing(" FROM t", with: " FROM (SELECT rowid AS id, body FROM t)"));
      """
    try await withFile(schema) { connection, path, table in
      let change = try await connection.write { db in try table.delete([.rowID(1), .rowID(2), .rowID(3)], db) }
      try RawConnection(path).run("INSERT INTO t(rowid, body) VALUES (\(isMoved ? 3 : 1), 'theirs')")
      let checks = test.checks + ["SELECT body FROM t"]
      let between = try await read(checks, connection)
      let undone = try await connection.write { db in try change.inverse.apply(db) }
      #expect(undone.left.map(\.id) == (isMoved ? [] : [1]))
      let restored = try await read(checks, connection)
      #expect(restored != between)
      for _ in 1...2 {
        _ = try await connection.write { db in try undone.change.inverse.apply(db) }
        #expect(try await read(checks, connection) == between)
        _ = try await connection.write { db in try undone.change.apply(db) }
        #expect(try await read(checks, connection) == restored)
      }
    }
  }

  @Test("REAL-02: of many records those that another program has changed are left, and the index finds the others")
  func some() async throws {
    let schema = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, body); CREATE VIRTUAL TABLE found USING fts5(body);
      CREATE TRIGGER moved AFTER UPDATE ON t BEGIN UPDATE found SET body = new.body WHERE rowid = new.id; END;
      \(Self.rows) INSERT INTO found(rowid, body) SELECT id, body FROM t;
      """
    try await withFile(schema) { connection, path, table in
      let (_, log) = try await connection.write { db in
        try db.recordingRows { try db.execute("UPDATE t SET body = 'bye ' || id") }
      }
      _ = try await connection.query("UPDATE t SET body = 'theirs' WHERE id = 3")
      var change = BookChange(rows: log.rows)
      change.others = log
      change.others.rows = []
      let inverse = change.inverse
      let made = try await connection.write { db in try inverse.apply(db) }
      #expect(made.left.map(\.id) == [3])
      let texts = try await connection.query("SELECT rowid, body FROM found ORDER BY rowid").map(\.values)
      #expect(texts == [[1, "hello world"], [2, "second one"], [3, "theirs"]])
      // The same for the other direction, without the rows that were left alone.
      let again = made.change.inverse
      _ = try await connection.write { db in try again.apply(db) }
      let changed = try await connection.query("SELECT rowid, body FROM found ORDER BY rowid").map(\.values)
      #expect(changed == [[1, "bye 1"], [2, "bye 2"], [3, "theirs"]])
    }
  }

  private func read(_ checks: [String], _ connection: SQLiteConnection) async throws -> [[[SQLiteValue]]] {
    try await connection.read { db in try checks.map { try db.rows($0).map(\.values) } }
  }

  private func withFile<R>(
    _ schema: String, _ body: (SQLiteConnection, String, ListedTable) async throws -> R
  ) async throws -> R {
    try await withFolder { folder in
      let path = folder.appending(path: "file.db").path
      try RawConnection(path).run(schema)
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      do {
        let table = try #require(try await connection.read { db in try ListedTable.named("t", db) })
        let result = try await body(connection, path, table)
        await connection.close()
        return result
      } catch {
        await connection.close()
        throw error
      }
    }
  }
}
