// Changes in a book to which another program has added triggers and tables.
import Databases
import LiveQueries
import StructuredQueries
import Testing

@testable import AlmanacRecords

@Suite struct TriggeredChangeTests {
  /// A book of two users and a table that references them, with triggers.
  private func withBook<Result>(
    _ sql: String = "", _ body: (SQLiteConnection) async throws -> Result
  ) async throws -> Result {
    try await AlmanacRecordsTests.withBook { connection in
      try await connection.write { db in
        _ = try ListedTable.users.add(["name": .text("Ada"), "email": .text("ada@example.org")], db)
        _ = try ListedTable.users.add(["name": .text("Bob"), "email": .text("bob@example.org")], db)
        try db.execute(
          """
          CREATE TABLE orders(id INTEGER PRIMARY KEY, user REFERENCES users ON DELETE CASCADE, what);
          INSERT INTO orders VALUES (1, 1, 'tea'), (2, 2, 'salt'), (3, 1, 'honey');
          CREATE TABLE log(what);
          \(sql)
          """)
      }
      return try await body(connection)
    }
  }

  private static let orders = "SELECT id || ' ' || what FROM orders ORDER BY id"

  private func texts(_ sql: String, _ connection: SQLiteConnection) async throws -> [String] {
    try await connection.read { db in try SQLQuery<String>("\(raw: sql)").fetchAll(db) }
  }

  @Test func aChangeNamesTheRecordsThatWereAskedForAndKeepsTheRest() async throws {
    try await withBook("CREATE TRIGGER logs AFTER DELETE ON users BEGIN INSERT INTO log VALUES (old.name); END") {
      connection in
      let change = try await connection.write { db in try ListedTable.users.delete([1], db) }
      #expect(change.rows.map(\.id) == [1])
      #expect(try await texts(Self.orders, connection) == ["2 salt"])
      #expect(try await texts("SELECT what FROM log", connection) == ["Ada"])
      _ = try await connection.write { db in try change.inverse.apply(db) }
      #expect(try await texts(Self.orders, connection) == ["1 tea", "2 salt", "3 honey"])
      #expect(try await texts("SELECT what FROM log", connection) == [])
      #expect(try await texts("SELECT name FROM users ORDER BY id", connection) == ["Ada", "Bob"])
      let found = try await connection.read { db in
        try RecordsWindow(ListQuery(.users, search: SearchQuery("ada")), anchor: .start).fetch(db)
      }
      #expect(found.rows.map(\.id) == [1])
    }
  }

  @Test("ANY-16: a count tells each record once, whatever its table's key, and leaves out those that were asked for")
  func counted() async throws {
    let sql = """
      CREATE TABLE t(a TEXT, b INT, v, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO t VALUES ('x', 1, 0), ('y', 2, 0);
      CREATE TRIGGER twice AFTER INSERT ON t BEGIN
        UPDATE t SET v = v + 1; UPDATE t SET v = v + 1; INSERT INTO log VALUES ('came'); DELETE FROM log; END;
      CREATE TABLE hidden(rowid, oid, _rowid_); INSERT INTO hidden VALUES (1, 2, 3);
      CREATE TRIGGER unnamed AFTER DELETE ON t BEGIN UPDATE hidden SET oid = 5; UPDATE hidden SET oid = 6; END;
      """
    try await withBook(sql) { connection in
      let (added, deleted) = try await connection.write { db in
        let t = try ListedTable.named("t", db)!
        let added = try db.countingRows { try t.addForGood(["a": .text("z"), "b": .integer(3)], db)! }
        let deleted = try db.countingRows { try t.deleteForGood([added.value], db) }
        return (
          added.touched.others(than: [added.value], of: "t"),
          [deleted.touched.others(than: [added.value], of: "t"), deleted.touched.others(than: [], of: "t")]
        )
      }
      #expect(added == [OtherRecords(.changed, 2, of: "t")])
      // The rows of that table can't be told apart.
      let hidden = OtherRecords(.changed, 2, of: "hidden")
      #expect(deleted == [[hidden], [OtherRecords(.deleted, 1, of: "t"), hidden]])
    }
  }

  @Test("REAL-01: with rows of triggers, a conflict leaves the whole, or just the rows that the caller names")
  func conflictsOfTriggeredRows() async throws {
    try await withBook("CREATE TRIGGER logs AFTER UPDATE ON users BEGIN INSERT INTO log VALUES (new.name); END") {
      connection in
      let change = try await connection.write { db in try ListedTable.users.toggle("active", of: [1, 2], db) }
      try await connection.write { db in try db.execute("UPDATE log SET what = 'theirs' WHERE what = 'Bob'") }
      let theirs = RowConflict(table: "log", id: .rowID(2))
      await #expect(throws: PartOnly(left: [theirs])) {
        try await connection.write { db in try change.inverse.apply(db) }
      }
      try await connection.write { db in
        try db.execute("UPDATE log SET what = 'Bob' WHERE what = 'theirs'; UPDATE users SET active = 5 WHERE id = 2")
        try db.execute("DELETE FROM log WHERE rowid > 2")
      }
      let bob = RowConflict(table: "users", id: 2)
      for leaving in [[], [theirs], [theirs, bob]] {
        await #expect(throws: PartOnly(left: [bob])) {
          try await connection.write { db in try change.inverse.apply(db, leaving: leaving) }
        }
      }
      #expect(try await texts("SELECT id || ' ' || active FROM users ORDER BY id", connection) == ["1 0", "2 5"])
      let made = try await connection.write { db in try change.inverse.apply(db, leaving: [bob]) }
      #expect(made.left == [bob])
      #expect(made.change.rows.map(\.id) == [1])
      #expect(try await texts("SELECT id || ' ' || active FROM users ORDER BY id", connection) == ["1 1", "2 5"])
      #expect(try await texts("SELECT what FROM log", connection) == [])
      _ = try await connection.write { db in try made.change.inverse.apply(db) }
      #expect(try await texts("SELECT id || ' ' || active FROM users ORDER BY id", connection) == ["1 0", "2 5"])
      #expect(try await texts("SELECT what FROM log ORDER BY rowid", connection) == ["Ada", "Bob"])
    }
  }

  @Test("REAL-01, REAL-02: a row that is left has no part in a search index of records with the same number")
  func indexOfOtherRecordsThanTheOneLeft() async throws {
    let sql = """
      CREATE VIRTUAL TABLE found USING fts5(name);
      CREATE TABLE counts(id INTEGER PRIMARY KEY, n); INSERT INTO counts VALUES (1, 2);
      INSERT INTO found(rowid, name) SELECT id, name FROM users;
      CREATE TRIGGER gone AFTER DELETE ON users BEGIN
        DELETE FROM found WHERE rowid = old.id; UPDATE counts SET n = n - 1; END
      """
    try await withBook(sql) { connection in
      let change = try await connection.write { db in try ListedTable.users.delete([1], db) }
      try await connection.write { db in
        try db.execute("UPDATE counts SET n = 9; INSERT INTO found(rowid, name) VALUES (7, 'Other')")
      }
      let left = [RowConflict(table: "counts", id: 1)]
      await #expect(throws: PartOnly(left: left)) {
        try await connection.write { db in try change.inverse.apply(db) }
      }
      _ = try await connection.write { db in try change.inverse.apply(db, leaving: left) }
      #expect(try await texts("SELECT id || ' ' || name FROM users ORDER BY id", connection) == ["1 Ada", "2 Bob"])
      #expect(try await texts("SELECT rowid || ' ' || name FROM found('ada')", connection) == ["1 Ada"])
      #expect(try await texts("SELECT n || '' FROM counts", connection) == ["9"])
      try await connection.write { db in try db.execute("INSERT INTO found(found) VALUES ('integrity-check')") }
    }
  }

  @Test(
    arguments: [
      "CREATE TRIGGER keep BEFORE DELETE ON users BEGIN SELECT RAISE(IGNORE); END",
      "CREATE TRIGGER mark BEFORE DELETE ON users BEGIN UPDATE users SET active = -1; SELECT RAISE(IGNORE); END",
      """
      CREATE TRIGGER renew AFTER DELETE ON users WHEN old.name = 'Ada' BEGIN
        INSERT INTO users VALUES (old.id, old.name, old.email, old.active, old.createdAt); END
      """,
    ])
  func whatATriggerKeepsFromBeingDeletedIsSaid(_ trigger: String) async throws {
    try await withBook(trigger) { connection in
      let before = try await connection.query("SELECT * FROM users")
      let error = RefusedByTrigger(outcome: .notDeleted, table: "users", id: 1)
      await #expect(throws: error) { try await connection.write { db in try ListedTable.users.delete([1, 7], db) } }
      await #expect(throws: error) { try await connection.write { db in try ListedTable.users.deleteForGood([1], db) } }
      #expect("\(error)" == "A trigger of the file keeps record 1 of users from being deleted.")
      let after = try await connection.query("SELECT * FROM users")
      #expect(after == before)
      let orders = try await texts(Self.orders, connection)
      #expect(orders == ["1 tea", "2 salt", "3 honey"])
    }
  }

  @Test func whatATriggerDeletesItselfIsDeleted() async throws {
    try await withBook(
      "CREATE TRIGGER first BEFORE DELETE ON users BEGIN DELETE FROM users WHERE id = old.id; END"
    ) { connection in
      let deleted = try await connection.write { db in
        (try ListedTable.users.deleteForGood([1, 7], db), try ListedTable.users.delete([2, 7], db).rows.map(\.id))
      }
      #expect(deleted == ([1], [2]))
    }
  }

  @Test func aRecordThatATriggerDeletesWithAnotherWasThere() async throws {
    try await withBook(
      "CREATE TRIGGER chain AFTER DELETE ON users BEGIN DELETE FROM users WHERE id = old.id + 1; END"
    ) { connection in
      let deleted = try await connection.write { db in try ListedTable.users.deleteForGood([1, 2, 7], db) }
      #expect(deleted == [1, 2])
    }
  }

  @Test(
    arguments: [
      "CREATE TRIGGER keep BEFORE UPDATE ON users BEGIN SELECT RAISE(IGNORE); END",
      """
      CREATE TRIGGER reset AFTER UPDATE ON users BEGIN
        UPDATE users SET active = old.active, name = old.name WHERE id = old.id; END
      """,
      "CREATE TRIGGER away BEFORE UPDATE ON users BEGIN DELETE FROM users WHERE id = old.id; END",
    ])
  func whatATriggerKeepsFromBeingChangedIsSaid(_ trigger: String) async throws {
    try await withBook(trigger) { connection in
      let before = try await connection.query("SELECT * FROM users")
      let error = RefusedByTrigger(outcome: .notChanged, table: "users", id: 1)
      await #expect(throws: error) {
        try await connection.write { db in try ListedTable.users.edit(1, ["name": .text("Eve")], db) }
      }
      if !trigger.contains("away") {
        await #expect(throws: error) {
          try await connection.write { db in try ListedTable.users.toggle("active", of: [1], db) }
        }
      }
      let after = try await connection.query("SELECT * FROM users")
      #expect(after == before)
    }
  }

  @Test func aTriggerMaySetWhatIsSavedRight() async throws {
    try await withBook(
      "CREATE TRIGGER tidy AFTER UPDATE OF name ON users BEGIN UPDATE users SET name = trim(name) WHERE id = new.id; END"
    ) { connection in
      let change = try await connection.write { db in try ListedTable.users.edit(1, ["name": .text("  Eve ")], db) }
      #expect(change.rows[0].after?["name"] == .text("Eve"))
      _ = try await connection.write { db in try change.inverse.apply(db) }
      #expect(try await texts("SELECT name FROM users WHERE id = 1", connection) == ["Ada"])
    }
  }

  @Test(
    arguments: [
      "CREATE TRIGGER keep BEFORE INSERT ON facts BEGIN SELECT RAISE(IGNORE); END",
      "CREATE TRIGGER away AFTER INSERT ON facts BEGIN DELETE FROM facts WHERE id = new.id; END",
      """
      CREATE TRIGGER elsewhere BEFORE INSERT ON facts BEGIN
        INSERT INTO log VALUES (new.body); SELECT RAISE(IGNORE); END
      """,
    ])
  func whatATriggerKeepsOutIsSaid(_ trigger: String) async throws {
    try await withBook(trigger) { connection in
      let error = RefusedByTrigger(outcome: .notAdded, table: "facts")
      await #expect(throws: error) {
        try await connection.write { db in try ListedTable.facts.add(["body": .text("Honey")], db) }
      }
      #expect("\(error)" == "A trigger of the file keeps the record out of facts.")
      let log = try await texts("SELECT what FROM log", connection)
      #expect(log == [])
    }
  }

  @Test(
    "ANY-16, ANY-32: a record whose toggled value a trigger puts back, or that a trigger deletes, is not called toggled",
    arguments: ["UPDATE users SET active = old.active WHERE id = old.id", "DELETE FROM users WHERE id = old.id"])
  func toggledForGood(_ deed: String) async throws {
    let trigger = "CREATE TRIGGER back AFTER UPDATE OF active ON users WHEN new.id = 2 BEGIN \(deed); END"
    try await withBook(trigger) { connection in
      await #expect(throws: RefusedByTrigger.self) {
        try await connection.write { db in try ListedTable.users.toggleForGood("active", of: [1, 2], db) }
      }
      let kept = try await texts("SELECT id || ' ' || active FROM users ORDER BY id", connection)
      #expect(kept == ["1 1", "2 1"])
    }
  }
}
