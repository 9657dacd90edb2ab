// Statements of a person that write: what they would change, the change, and its undo.

import Databases
import Foundation
import LiveResults
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct WritingStatementTests {
  private static let schema = """
    CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE UNIQUE, spent REAL DEFAULT 0);
    CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers ON DELETE CASCADE, total);
    CREATE TABLE lines(orderid INTEGER, n INTEGER, what, PRIMARY KEY(orderid, n),
      FOREIGN KEY(orderid) REFERENCES orders ON DELETE CASCADE) WITHOUT ROWID;
    CREATE TABLE log(what);
    CREATE VIEW rich AS SELECT * FROM customers WHERE spent > 10;
    CREATE TRIGGER rich_delete INSTEAD OF DELETE ON rich BEGIN UPDATE customers SET spent = 0 WHERE id = old.id; END;
    CREATE TRIGGER logs AFTER DELETE ON orders BEGIN INSERT INTO log VALUES ('order ' || old.id); END;
    CREATE TRIGGER adds AFTER INSERT ON orders BEGIN
      UPDATE customers SET spent = spent + new.total WHERE id = new.customer; END;
    CREATE TRIGGER keeps BEFORE DELETE ON customers WHEN old.name = 'Eve' BEGIN SELECT raise(ABORT, 'Eve stays'); END;
    CREATE VIRTUAL TABLE words USING fts5(what);
    INSERT INTO customers(id, name) VALUES (1, 'Ada'), (2, 'Bob'), (3, 'Eve');
    INSERT INTO orders VALUES (10, 1, 5), (11, 1, 7.5), (12, 2, '3');
    INSERT INTO lines VALUES (10, 1, 'tea'), (10, 2, x'00ff'), (12, 1, NULL);
    INSERT INTO words VALUES ('red house'), ('blue house');
    """

  private func withShop(
    readOnly: Bool = false, _ body: (SQLiteConnection) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let storage = SQLiteConnection.Storage.file(path: folder.appending(path: "shop.db").path)
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      let maker = try await SQLiteConnection.open(storage: storage, configuration: configuration)
      try await maker.write { try $0.execute(Self.schema) }
      if !readOnly {
        try await body(maker)
        await maker.close()
      } else {
        await maker.close()
        configuration.isReadOnly = true
        let connection = try await SQLiteConnection.open(storage: storage, configuration: configuration)
        try await body(connection)
        await connection.close()
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(files).isSubset(of: ["shop.db", "shop.db-wal", "shop.db-shm"]))
    }
  }

  private func everything(_ connection: SQLiteConnection) async throws -> [String] {
    try await connection.everything(["SELECT rowid, what FROM words WHERE words MATCH 'house' ORDER BY rowid"])
  }

  /// `3 added orders` and so on.
  private func words(_ effects: WritingStatement.Effects) -> [String] {
    effects.records.map { "\($0.count) \($0.deed) \($0.table)" }
  }

  @Test(
    "LSQ-15: a statement is rehearsed, makes one step, and undo takes it back",
    arguments: [
      ("INSERT INTO orders VALUES (20, 1, 4), (21, 2, 4)", ["2 added orders", "2 changed customers"]),
      ("INSERT INTO orders(customer, total) SELECT id, 1 FROM customers", ["3 added orders", "3 changed customers"]),
      ("UPDATE orders SET total = total + 1 WHERE customer = 1", ["2 changed orders"]),
      ("UPDATE orders SET total = total", []),
      ("UPDATE customers SET id = id + 100 WHERE id = 3", ["1 deleted customers", "1 added customers"]),
      ("DELETE FROM orders", ["2 deleted lines", "3 deleted orders", "3 added log", "1 deleted lines"]),
      (
        "DELETE FROM customers WHERE name = 'ada'",
        ["1 deleted customers", "2 deleted orders", "2 deleted lines", "2 added log"]
      ),
      (
        "REPLACE INTO customers(id, name) VALUES (1, 'Zoe')",
        ["1 changed customers", "2 deleted orders", "2 deleted lines", "2 added log"]
      ),
      ("INSERT OR IGNORE INTO customers(name) VALUES ('ADA'), ('New')", ["1 added customers"]),
      (
        "INSERT INTO customers(name) VALUES ('ADA') ON CONFLICT(name) DO UPDATE SET spent = 9",
        ["1 changed customers"]
      ),
      (
        "WITH old AS (SELECT id FROM orders WHERE total < 6) DELETE FROM lines WHERE orderid IN old",
        ["2 deleted lines"]
      ),
      ("DELETE FROM rich", ["2 changed customers"]),
      ("INSERT INTO words VALUES ('green house')", ["1 added words"]),
      ("DELETE FROM words WHERE words MATCH 'house'", ["2 deleted words"]),
      ("UPDATE customers SET name = 'Å' WHERE id = 2 -- a comment;\n;", ["1 changed customers"]),
      ("DELETE FROM log WHERE 0", []),
    ])
  func rehearsed(sql: String, effects: [String]) async throws {
    try await withShop { connection in
      try await connection.write { try $0.execute("UPDATE customers SET spent = 20 WHERE id = 2") }
      let before = try await everything(connection)
      let statement = try #require(try await WritingStatement.recognized(sql, on: connection))
      #expect(!statement.changesStructure)
      let rehearsed = try await statement.rehearse(on: connection)
      #expect(sorted(words(rehearsed)) == sorted(effects))
      #expect(rehearsed.canBeUndone && rehearsed.doubt == nil)
      #expect(try await everything(connection) == before)
      let outcome = try await statement.run(on: connection, expecting: rehearsed)
      #expect(outcome.effects == rehearsed)
      #expect((outcome.change == nil) == effects.isEmpty)
      guard let change = outcome.change else { return }
      let after = try await everything(connection)
      #expect(after != before)
      let undone = try await connection.write { try change.inverse.apply($0) }
      #expect(undone.left.isEmpty)
      #expect(try await everything(connection) == before)
      _ = try await connection.write { try undone.change.inverse.apply($0) }
      #expect(try await everything(connection) == after)
    }
  }

  /// Equal effects of one table count together: rows of a table need not come one after the other.
  private func sorted(_ effects: [String]) -> [String] {
    var counts: [String: Int] = [:]
    for effect in effects {
      let parts = effect.split(separator: " ", maxSplits: 1)
      counts[String(parts[1]), default: 0] += Int(parts[0]) ?? 0
    }
    return counts.map { "\($0.value) \($0.key)" }.sorted()
  }

  @Test("LSQ-15: what RETURNING returns")
  func returning() async throws {
    try await withShop { connection in
      let sql = "DELETE FROM orders WHERE customer = 1 RETURNING id AS gone, total"
      let statement = try #require(try await WritingStatement.recognized(sql, on: connection))
      #expect(statement.table == "orders")
      let outcome = try await statement.run(on: connection)
      #expect(outcome.columns == ["gone", "total"])
      #expect(outcome.rows == [[.integer(10), .integer(5)], [.integer(11), .real(7.5)]])
      #expect(outcome.rowCount == 2)
    }
  }

  @Test(
    "LSQ-15: a query is no statement that writes",
    arguments: [
      "SELECT 1", "WITH x AS (SELECT 1) SELECT * FROM x", "PRAGMA table_info(log)", "EXPLAIN DELETE FROM log",
      "VALUES(1)",
    ])
  func queries(sql: String) async throws {
    try await withShop { connection in
      let statement = try await WritingStatement.recognized(sql, on: connection)
      #expect(statement == nil)
    }
  }

  @Test(
    "LSQ-15: a change of the structure is done, without undo",
    arguments: [
      "CREATE TABLE new(a)", "CREATE TABLE new AS SELECT * FROM orders", "DROP TABLE log", "DROP TABLE words",
      "ALTER TABLE orders RENAME TO purchases", "ALTER TABLE orders RENAME total TO sum",
      "ALTER TABLE log ADD COLUMN at DEFAULT 5", "CREATE INDEX i ON orders(total)", "DROP VIEW rich", "ANALYZE",
      "REINDEX",
      "CREATE VIRTUAL TABLE more USING fts5(a)", "CREATE VIEW v AS SELECT 1",
      "CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM log; DELETE FROM orders; END",
    ])
  func structure(sql: String) async throws {
    try await withShop { connection in
      let statement = try #require(try await WritingStatement.recognized(sql, on: connection))
      #expect(statement.changesStructure && statement.table == nil)
      let effects = try await statement.rehearse(on: connection)
      #expect(!effects.canBeUndone && effects.doubt == "it changes the structure of the file")
      let before = try await connection.read { try $0.integers("PRAGMA schema_version") }
      let outcome = try await statement.run(on: connection)
      #expect(outcome.change == nil)
      let after = try await connection.read { try $0.integers("PRAGMA schema_version") }
      #expect(before != after || sql == "REINDEX")
      #expect(
        try await connection.read {
          try $0.integers("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'")
        } == [0])
    }
  }

  @Test("LSQ-15: what reaches beyond the file, or is no statement, is refused with a sentence")
  func refused() async throws {
    let limit = "a statement changes only this file"
    let refusals: [(sql: String, message: String)] = [
      ("ATTACH 'other.db' AS other", "ATTACH is refused: \(limit)"),
      ("DETACH main", "DETACH is refused: \(limit)"),
      ("PRAGMA journal_mode = DELETE", "PRAGMA journal_mode with a value is refused: \(limit)"),
      ("PRAGMA writable_schema = ON", "PRAGMA writable_schema with a value is refused: \(limit)"),
      ("INSERT INTO log SELECT load_extension('x')", "the function load_extension is refused: \(limit)"),
      ("UPDATE log SET what = writefile('x', 'y')", "no such function: writefile"),
      ("DELETE FROM lines WHERE fts3_tokenizer('simple') IS NULL", "the function fts3_tokenizer is refused: \(limit)"),
      ("CREATE TEMP TABLE x(a)", "a temporary table, index, view or trigger is refused: \(limit)"),
      (
        "CREATE TRIGGER temp.x AFTER INSERT ON log BEGIN SELECT 1; END", "a temporary trigger is refused: \(limit)"
      ),
      ("CREATE VIRTUAL TABLE x USING dbstat", "a table of the module dbstat is refused: \(limit)"),
      ("BEGIN", "BEGIN is refused: \(limit)"), ("COMMIT", "COMMIT is refused: \(limit)"),
      ("ROLLBACK", "ROLLBACK is refused: \(limit)"), ("SAVEPOINT x", "SAVEPOINT is refused: \(limit)"),
      ("DELETE FROM log; DELETE FROM orders", "there is more than one statement"),
      ("DELETE FROM nowhere", "no such table: nowhere"), ("DELET FROM log", #"near "DELET": syntax error"#),
      ("", "there is no statement"),
    ]
    try await withShop { connection in
      let before = try await everything(connection)
      for refusal in refusals {
        do {
          let statement = try await WritingStatement.recognized(refusal.sql, on: connection)
          _ = try await statement?.run(on: connection)
          Issue.record("\(refusal.sql) was not refused")
        } catch let error as QueryError {
          #expect(error.message == refusal.message, "\(refusal.sql)")
        }
      }
      #expect(try await everything(connection) == before)
    }
  }

  @Test("LSQ-15: Almanac's own temporary tables are refused, also in memory, where one connection does all")
  func temporaryTables() async throws {
    let connection = try await SQLiteConnection.open(storage: .memory)
    try await connection.write {
      try $0.execute("CREATE TEMP TABLE own(a); CREATE TABLE t(a); INSERT INTO t VALUES(1)")
    }
    for sql in ["DELETE FROM own", "INSERT INTO temp.own VALUES(1)"] {
      let refusal = QueryError(message: "a temporary table is refused: a statement changes only this file", place: nil)
      await #expect(throws: refusal) { try await WritingStatement.recognized(sql, on: connection) }
    }
    let statement = try #require(try await WritingStatement.recognized("UPDATE t SET a = 2", on: connection))
    let rehearsed = try await statement.rehearse(on: connection)
    let outcome = try await statement.run(on: connection, expecting: rehearsed)
    #expect(words(outcome.effects) == ["1 changed t"])
    let change = try #require(outcome.change)
    _ = try await connection.write { try change.inverse.apply($0) }
    #expect(try await connection.read { try $0.integers("SELECT a FROM t") } == [1])
    await connection.close()
  }

  @Test("LSQ-15: a trigger that loads code, and a rule of the file end the statement and nothing is changed")
  func failed() async throws {
    let failures: [(sql: String, message: String)] = [
      ("DELETE FROM customers", "Eve stays"),
      ("INSERT OR ROLLBACK INTO customers(name) VALUES ('Bob')", "UNIQUE constraint failed: customers.name"),
      ("INSERT OR FAIL INTO customers(name) VALUES ('Fay'), ('Bob')", "UNIQUE constraint failed: customers.name"),
      ("INSERT INTO orders VALUES (30, 77, 1)", "row 30 of orders would refer to rows of customers that are not there"),
    ]
    try await withShop { connection in
      let before = try await everything(connection)
      for failure in failures {
        let statement = try #require(try await WritingStatement.recognized(failure.sql, on: connection))
        for isRehearsal in [true, false] where !(isRehearsal && statement.changesStructure) {
          do {
            if isRehearsal {
              _ = try await statement.rehearse(on: connection)
            } else {
              _ = try await statement.run(on: connection)
            }
            Issue.record("\(failure.sql) did not fail")
          } catch let error as DatabaseError {
            #expect(error.message == failure.message)
          } catch let error as QueryError {
            #expect(error.message == failure.message)
          }
          #expect(try await everything(connection) == before)
        }
      }
      try await connection.write {
        try $0.execute("CREATE TRIGGER loads AFTER INSERT ON log BEGIN SELECT load_extension('x'); END")
      }
      let error = await #expect(throws: QueryError.self) {
        _ = try await WritingStatement.recognized("INSERT INTO log VALUES(1)", on: connection)
      }
      #expect(error?.message == "the function load_extension is refused: a statement changes only this file")
    }
  }

  @Test("LSQ-15: VACUUM is refused before anything is asked", arguments: ["VACUUM", " vacuum INTO 'copy.db'"])
  func vacuum(_ sql: String) async throws {
    try await withShop { connection in
      let refusal = QueryError(
        message: "VACUUM is refused: another program can run it, such as sqlite3", place: sql.hasPrefix(" ") ? 1 : 0)
      await #expect(throws: refusal) { try await WritingStatement.recognized(sql, on: connection) }
    }
  }

  @Test(
    "LSQ-15: a foreign key that refuses a statement is named with its rows and both tables",
    arguments: [
      ("INSERT INTO child VALUES (8, 5), (9, 1), (10, 6)", "rows 8, 10 of child would refer to rows of parent"),
      ("DELETE FROM parent WHERE id = 1", "row 1 of child would refer to rows of parent"),
      ("UPDATE parent SET id = 7 WHERE id = 2", "row 2 of strict_child would refer to rows of parent"),
      ("DELETE FROM parent WHERE id = 3", "row 30 of late would refer to rows of middle"),
      ("UPDATE late SET of = 99", "row 30 of late would refer to rows of middle"),
      ("DELETE FROM parent WHERE id = 4", "a row of keyed would refer to rows of parent"),
      ("DROP TABLE parent", "row 1 of child would refer to rows of parent"),
    ])
  func foreignKeys(_ sql: String, _ message: String) async throws {
    try await withShop { connection in
      // The row that refers to a missing one already is never meant.
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE parent(id INTEGER PRIMARY KEY);
          CREATE TABLE child(id INTEGER PRIMARY KEY, of INTEGER REFERENCES parent);
          CREATE TABLE strict_child(id INTEGER PRIMARY KEY, of INTEGER REFERENCES parent ON UPDATE RESTRICT);
          CREATE TABLE middle(id INTEGER PRIMARY KEY, of INTEGER REFERENCES parent ON DELETE CASCADE);
          CREATE TABLE late(id INTEGER PRIMARY KEY, of INTEGER REFERENCES middle DEFERRABLE INITIALLY DEFERRED);
          CREATE TABLE keyed(name TEXT PRIMARY KEY, of INTEGER REFERENCES parent) WITHOUT ROWID;
          INSERT INTO parent VALUES (1), (2), (3), (4);
          INSERT INTO child VALUES (1, 1);
          INSERT INTO strict_child VALUES (2, 2);
          INSERT INTO middle VALUES (20, 3), (21, 4);
          INSERT INTO late VALUES (30, 20);
          INSERT INTO keyed VALUES ('a', 4);
          """)
        try db.withoutForeignKeys(in: []) { try db.execute("INSERT INTO child VALUES (0, 77)") }
      }
      let before = try await everything(connection)
      let statement = try #require(try await WritingStatement.recognized(sql, on: connection))
      for isRehearsal in [true, false] where !(isRehearsal && statement.changesStructure) {
        let error = await #expect(throws: DatabaseError.self) {
          if isRehearsal {
            _ = try await statement.rehearse(on: connection)
          } else {
            _ = try await statement.run(on: connection)
          }
        }
        #expect(error?.message == message + " that are not there")
        #expect(try await everything(connection) == before)
      }
    }
  }

  @Test("LSQ-15: a file that is open for reading only")
  func readOnly() async throws {
    try await withShop(readOnly: true) { connection in
      let statement = try #require(try await WritingStatement.recognized("\n DELETE FROM orders", on: connection))
      let refusal = QueryError(message: "DELETE is refused: the file is open for reading only", place: 2)
      await #expect(throws: refusal) { try await statement.rehearse(on: connection) }
      await #expect(throws: refusal) { try await statement.run(on: connection) }
    }
  }

  @Test("LSQ-15: if the statement would change other rows than the person was asked about, it is rolled back")
  func otherEffects() async throws {
    try await withShop { connection in
      let statement = try #require(try await WritingStatement.recognized("DELETE FROM log", on: connection))
      let rehearsed = try await statement.rehearse(on: connection)
      #expect(words(rehearsed) == [])
      try await connection.write { try $0.execute("INSERT INTO log VALUES('new')") }
      let before = try await everything(connection)
      let error = await #expect(throws: WritingStatement.OtherEffects.self) {
        try await statement.run(on: connection, expecting: rehearsed)
      }
      #expect(error.map { words($0.effects) } == ["1 deleted log"])
      #expect(try await everything(connection) == before)
    }
  }

  @Test("LSQ-15: more than undo can keep is counted, and done only without undo")
  func large() async throws {
    try await withShop { connection in
      let sql = """
        INSERT INTO log WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70) SELECT zeroblob(1000000) FROM n
        """
      let statement = try #require(try await WritingStatement.recognized(sql, on: connection))
      let rehearsed = try await statement.rehearse(on: connection)
      #expect(words(rehearsed) == ["70 added log"])
      #expect(!rehearsed.canBeUndone && rehearsed.doubt == "undo keeps 64 MB at most")
      let count = "SELECT count(*) FROM log"
      await #expect(throws: ChangeTooLarge.self) { try await statement.run(on: connection, expecting: rehearsed) }
      #expect(try await connection.read { try $0.integers(count) } == [0])
      let outcome = try await statement.run(on: connection, expecting: rehearsed, keepsUndo: false)
      #expect(outcome.change == nil && outcome.effects.records == rehearsed.records)
      #expect(try await connection.read { try $0.integers(count) } == [70])
    }
  }

  @Test("LSQ-15: a statement that never ends can be stopped, and nothing is changed")
  func stopped() async throws {
    try await withShop { connection in
      let sql = "INSERT INTO log WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT NULL FROM n WHERE i < 0"
      let statement = try #require(try await WritingStatement.recognized(sql, on: connection))
      let interruption = WriteInterruption()
      async let rehearsed = statement.rehearse(on: connection, endedBy: interruption)
      interruption.interrupt()
      do {
        _ = try await rehearsed
        Issue.record("it has ended by itself")
      } catch let error as DatabaseError {
        #expect(error.isInterrupted)
      }
      #expect(try await connection.read { try $0.integers("SELECT count(*) FROM log") } == [0])
    }
  }
}
