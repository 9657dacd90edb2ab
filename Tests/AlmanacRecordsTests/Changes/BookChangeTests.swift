// Changes that are made, undone and refused.
import Databases
import LiveQueries
import Locks
import StructuredQueries
import Testing

@testable import AlmanacRecords

@Suite struct BookChangeTests {
  private static let contents = """
    SELECT id || '|' || quote(CAST(body AS BLOB)) || '|' || typeof(body) || '|' || quote(createdAt) || '|' || typeof(createdAt)
    FROM facts ORDER BY id
    """

  private static func facts(_ connection: SQLiteConnection) async throws -> [String] {
    try await connection.read { db in try SQLQuery<String>("\(raw: contents)").fetchAll(db) }
  }

  @Test func anAdditionKnowsItsRow() async throws {
    try await withBook { connection in
      let change = try await connection.write { db in
        try ListedTable.users.add(["name": .text("Ada"), "email": .text("ada@example.org")], db)
      }
      let row = try #require(change.rows.first)
      #expect(change.rows.count == 1)
      #expect((row.table, row.id) == ("users", 1))
      #expect(row.before == nil)
      #expect(row.after?["name"] == .text(Array("Ada".utf8)))
      #expect(row.after?["active"] == .integer(1))
      #expect(row.after?.columns.sorted() == ["active", "createdAt", "email", "id", "name"])
    }
  }

  @Test func whatWasDeletedComesBackToTheByte() async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute(
          """
          INSERT INTO facts(id, body, createdAt) VALUES
            (1, CAST(x'61ff00e963' AS TEXT), 'now'), (2, x'00ff00', x''), (3, '', 3.25), (4, 1e300, 12),
            (9007199254740993, 'big', ''), (-5, char(0), char(0, 0));
          """)
      }
      let before = try await Self.facts(connection)
      let ids: [RecordID] = [1, 2, 3, 4, 9_007_199_254_740_993, -5]
      let change = try await connection.write { db in try ListedTable.facts.delete(ids + [77], db) }
      #expect(change.rows.map(\.id) == ids, "77 was not there")
      #expect(try await Self.facts(connection) == [])
      try await connection.write { db in _ = try change.inverse.apply(db) }
      #expect(try await Self.facts(connection) == before)
      try await connection.write { db in _ = try change.apply(db) }
      #expect(try await Self.facts(connection) == [])
      #expect(change.inverse.inverse == change)
    }
  }

  @Test(
    "W1: deleting, toggling and undoing take the same few statements for many records and for five times as many",
    arguments: [200, 1000])
  func setWise(_ count: Int) async throws {
    try await withTemporaryBook { book in
      try await book.connection.write { db in
        try db.execute(
          """
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
          INSERT INTO users(name, email) SELECT 'User ' || i, i || '@example.org' FROM n
          """)
      }
      let before = try await book.connection.query("SELECT * FROM users")
      let ids = (1...count).map { RecordID.rowID($0 * 2) }
      func statements(
        _ body: @escaping @Sendable (Database) throws -> BookChange
      ) async throws -> ([String], BookChange) {
        book.statements.withLock { $0 = [] }
        let change = try await book.connection.write { db in try body(db) }
        // The change writes each table of its index at most three times.
        let own = book.statements.withLock { $0.filter { !$0.hasPrefix("--") } }
        #expect(own.count <= 10)
        return (own.filter { !$0.contains("users_search") }, change)
      }
      let users = ListedTable.users
      let (deletion, deleted) = try await statements { db in try users.delete(ids, db) }
      #expect(deletion == ["DELETE FROM main.`users` WHERE `id` IN (SELECT rowid FROM temp.almanac_rows)"])
      #expect(deleted.rows.map(\.id) == ids)
      #expect(try await book.connection.query("SELECT count(*) FROM users").map(\.values) == [[.integer(2000 - count)]])
      let (undo, _) = try await statements { db in try deleted.inverse.apply(db).change }
      #expect(
        undo == [
          """
          INSERT OR IGNORE INTO main.`users`(`id`, `name`, `email`, `active`, `createdAt`) SELECT c0, c1, c2, c3, c4 \
          FROM temp.almanac_rows ORDER BY rowid
          """
        ])
      #expect(try await book.connection.query("SELECT * FROM users") == before)
      let (toggle, toggled) = try await statements { db in try users.toggle("active", of: ids, db) }
      #expect(
        toggle == [
          """
          UPDATE main.`users` SET `active` = NOT coalesce(`active`, 0) WHERE `id` IN (SELECT rowid FROM temp.almanac_rows)
          """
        ])
      #expect(toggled.rows.map(\.id) == ids)
      let (back, _) = try await statements { db in try toggled.inverse.apply(db).change }
      #expect(
        back == [
          """
          UPDATE OR IGNORE main.`users` AS changed SET `active` = given.c0 FROM temp.almanac_rows AS given \
          WHERE changed.`id` = +given.rowid
          """
        ])
      #expect(try await book.connection.query("SELECT * FROM users") == before)
    }
  }

  @Test(
    "only 0, 1 and NULL are toggled: all of the records or none",
    arguments: [("'t'", "the text 't'"), ("5", "5"), ("1.5", "1.5"), ("x'01'", "x'01'"), ("' 1'", "the text ' 1'")])
  func flags(_ sql: String, _ held: String) async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE t(code TEXT PRIMARY KEY, done, "a b" TEXT);
          INSERT INTO t VALUES ('p', 0, 1), ('q', 1, NULL), ('r', NULL, NULL), ('s', \(sql), NULL);
          """)
      }
      let (table, toggled) = try await connection.write { db in
        let table = try ListedTable.named("t", db)!
        return (table, try table.toggle("done", of: [1, 2, 3], db))
      }
      #expect(toggled.rows.map(\.after?["done"]) == [.integer(1), .integer(0), .integer(1)])
      for isForGood in [false, true] {
        let error = await #expect(throws: NeitherYesNorNo.self) {
          try await connection.write { db in
            if isForGood {
              _ = try table.toggleForGood("done", of: [1, 4], db)
            } else {
              _ = try table.toggle("done", of: [1, 4], db)
            }
          }
        }
        #expect(error?.description == "done of record s is neither 0 nor 1: it is \(held).")
      }
      // A text is neither 0 nor 1.
      await #expect(throws: NeitherYesNorNo.self) {
        try await connection.write { try table.toggleForGood("a b", of: [1], $0) }
      }
      #expect(
        try await connection.query("SELECT done FROM t LIMIT 3").map(\.values) == [
          [.integer(1)], [.integer(0)], [.integer(1)],
        ])
    }
  }

  @Test(
    "undo works with any column names, and with any case of the table's name",
    arguments: [
      "ALTER TABLE facts ADD COLUMN rowid; ALTER TABLE facts ADD COLUMN _rowid_; ALTER TABLE facts ADD COLUMN oid",
      "ALTER TABLE facts RENAME TO f; ALTER TABLE f RENAME TO Facts",
    ])
  func everyName(_ alteration: String) async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute("INSERT INTO facts(body) VALUES ('Honey keeps.'), ('Bees dance.')")
        try db.execute(alteration)
      }
      let before = try await connection.query("SELECT * FROM facts")
      let deleted = try await connection.write { db in try ListedTable.facts.delete([2], db) }
      #expect(deleted.rows.map(\.id) == [2])
      let edited = try await connection.write { db in try ListedTable.facts.edit(1, ["body": .text("x")], db) }
      #expect(edited.rows.map(\.id) == [1])
      try await connection.write { db in
        _ = try edited.inverse.apply(db)
        _ = try deleted.inverse.apply(db)
      }
      #expect(try await connection.query("SELECT * FROM facts") == before)
    }
  }

  @Test func nullIsKeptApartFromEmpty() async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute(
          "ALTER TABLE facts ADD COLUMN note TEXT; INSERT INTO facts(body, note) VALUES ('a', NULL), ('b', '')")
      }
      let change = try await connection.write { db in try ListedTable.facts.delete([1, 2], db) }
      try await connection.write { db in _ = try change.inverse.apply(db) }
      let notes = try await connection.read { db in
        try SQLQuery<String>("SELECT quote(note) FROM facts ORDER BY id").fetchAll(db)
      }
      #expect(notes == ["NULL", "''"])
    }
  }

  @Test func onlyTheColumnsThatWereChangedAreComparedAndWritten() async throws {
    try await withBook { connection in
      let toggle = try await connection.write { db in
        _ = try ListedTable.users.add(["name": .text("Ada"), "email": .text("ada@example.org")], db)
        return try ListedTable.users.toggle("active", of: [1], db)
      }
      // Another program renames her: that is no conflict with the toggle.
      try await connection.write { db in try db.execute("UPDATE users SET name = 'Countess'") }
      try await connection.write { db in _ = try toggle.inverse.apply(db) }
      let user = try await connection.read { db in try User.find(1).fetchOne(db) }
      #expect(user?.name == "Countess")
      #expect(user?.active == true)
    }
  }

  @Test(
    arguments: [
      ("toggle", "UPDATE users SET active = 5 WHERE id = 1"), ("toggle", "DELETE FROM users WHERE id = 1"),
      ("toggle", "UPDATE users SET id = 9 WHERE id = 1"), ("add", "UPDATE users SET name = 'x' WHERE id = 1"),
      ("add", "DELETE FROM users WHERE id = 1"),
      ("delete", "INSERT INTO users(id, name, email) VALUES (1, 'x', 'x@y')"),
      ("toggle", "UPDATE users SET active = NULL WHERE id = 1"),
    ])
  func someoneElsesChangeIsNotOverwritten(_ what: String, _ theirs: String) async throws {
    try await withBook { connection in
      let change = try await connection.write { db in
        // A schema by another program may allow NULL.
        try db.execute("PRAGMA writable_schema = ON")
        try db.execute("UPDATE sqlite_schema SET sql = replace(sql, 'active INTEGER NOT NULL', 'active INTEGER')")
        try db.execute("PRAGMA writable_schema = RESET")
        let add = try ListedTable.users.add(["name": .text("Ada"), "email": .text("ada@example.org")], db)
        return switch what {
        case "add": add
        case "toggle": try ListedTable.users.toggle("active", of: [1], db)
        default: try ListedTable.users.delete([1], db)
        }
      }
      try await connection.write { db in try db.execute(theirs) }
      func contents() async throws -> [[SQLiteValue]] {
        try await connection.read { db in try db.rows("SELECT * FROM users ORDER BY id").map(\.values) }
      }
      let before = try await contents()
      let isNew = theirs.hasPrefix("INSERT")
      let isGone = theirs.hasPrefix("DELETE") || theirs.hasPrefix("UPDATE users SET id")
      await #expect(throws: RowConflict(table: "users", id: 1, reason: isGone ? .deleted : isNew ? .added : .changed)) {
        try await connection.write { db in _ = try change.inverse.apply(db) }
      }
      #expect(try await contents() == before)
    }
  }

  private static let bodies = "SELECT id || ' ' || body FROM facts ORDER BY id"

  private static func deletion(_ connection: SQLiteConnection) async throws -> BookChange {
    try await connection.write { db in
      for number in 1...3 { _ = try ListedTable.facts.add(["body": .text("Fact \(number)")], db) }
      return try ListedTable.facts.delete([1, 2, 3], db)
    }
  }

  @Test func ofSeveralRecordsThoseThatSomeoneElseHasChangedAreLeft() async throws {
    try await withBook { connection in
      func bodies() async throws -> [String] {
        try await connection.read { db in try SQLQuery<String>("\(raw: Self.bodies)").fetchAll(db) }
      }
      let change = try await Self.deletion(connection)
      try await connection.write { db in try db.execute("INSERT INTO facts(id, body) VALUES (2, 'theirs')") }
      let undone = try await connection.write { db in try change.inverse.apply(db) }
      #expect(undone.left == [RowConflict(table: "facts", id: 2, reason: .added)])
      #expect(try await bodies() == ["1 Fact 1", "2 theirs", "3 Fact 3"])
      // The redo covers exactly the changes that the undo made.
      let redone = try await connection.write { db in try undone.change.inverse.apply(db) }
      #expect(redone.left == [])
      #expect(redone.change.rows.map(\.id) == [1, 3])
      #expect(try await bodies() == ["2 theirs"])
    }
  }

  @Test func whereNoRecordIsLeftToChangeTheChangeIsRefused() async throws {
    try await withBook { connection in
      let change = try await Self.deletion(connection)
      try await connection.write { db in
        try db.execute("INSERT INTO facts(id, body) VALUES (1, 'theirs'), (2, 'theirs'), (3, 'theirs')")
      }
      await #expect(throws: RowConflict(table: "facts", id: 3, reason: .added)) {
        try await connection.write { db in try change.inverse.apply(db) }
      }
    }
  }

  @Test func aUserWhoseAddressAnotherHasByNowStaysAwayAndASingleOneIsRefusedByName() async throws {
    try await withBook { connection in
      let change = try await connection.write { db in
        for name in ["ada", "bob"] {
          _ = try ListedTable.users.add(["name": .text(name), "email": .text("\(name)@example.org")], db)
        }
        return try ListedTable.users.delete([1, 2], db)
      }
      try await connection.write { db in
        try db.execute("INSERT INTO users(id, name, email) VALUES (7, 'Other', 'ada@example.org')")
      }
      let made = try await connection.write { db in try change.inverse.apply(db) }
      let rule = "another record of users has the same email"
      #expect(made.left == [RowConflict(table: "users", id: 1, reason: .taken(rule: rule))])
      #expect(
        try await connection.read { db in try SQLQuery<Int>("SELECT id FROM users ORDER BY id").fetchAll(db) } == [
          2, 7,
        ])
      let single = try await connection.write { db in
        let single = try ListedTable.users.delete([2], db)
        try db.execute("UPDATE users SET email = 'bob@example.org'")
        return single
      }
      await #expect(throws: RowConflict(table: "users", id: 2, reason: .taken(rule: rule))) {
        try await connection.write { db in try single.inverse.apply(db) }
      }
      #expect(try await connection.read { db in try SQLQuery<Int>("SELECT id FROM users").fetchAll(db) } == [7])
    }
  }

  @Test func aChangeThatIsTooLargeToBeTakenBackIsNotMade() async throws {
    try await withBook { connection in
      try await connection.write { db in
        for number in 1...3 { _ = try ListedTable.facts.add(["body": .text("Fact \(number)")], db) }
        _ = try ListedTable.users.add(["name": .text("Ada"), "email": .text("ada@example.org")], db)
      }
      let before = try await Self.facts(connection)
      await #expect(throws: ChangeTooLarge()) {
        try await connection.write { db in try ListedTable.facts.delete([1, 2, 3], byteLimit: 800, db) }
      }
      await #expect(throws: ChangeTooLarge()) {
        try await connection.write { db in try ListedTable.facts.edit(1, ["body": .text("other")], byteLimit: 300, db) }
      }
      await #expect(throws: ChangeTooLarge()) {
        try await connection.write { db in try ListedTable.users.toggle("active", of: [1], byteLimit: 300, db) }
      }
      #expect(try await Self.facts(connection) == before)
      #expect(try await connection.read { db in try User.find(1).fetchOne(db) }?.active == true)
      let change = try await connection.write { db in try ListedTable.facts.delete([1, 2], byteLimit: 800, db) }
      #expect(change.rows.map(\.id) == [1, 2])
    }
  }

  @Test func whatIsDeletedForGoodIsNotKept() async throws {
    try await withBook { connection in
      let deleted = try await connection.write { db in
        for number in 1...3 { _ = try ListedTable.facts.add(["body": .text("Fact \(number)")], db) }
        return try ListedTable.facts.deleteForGood([3, 9, 1], db)
      }
      #expect(deleted == [3, 1])
      #expect(try await connection.read { db in try SQLQuery<Int>("SELECT id FROM facts").fetchAll(db) } == [2])
    }
  }

  @Test func whatIsGoneAlreadyIsNoChange() async throws {
    try await withBook { connection in
      let changes = try await connection.write { db in
        (try ListedTable.facts.delete([4], db), try ListedTable.users.toggle("active", of: [4], db))
      }
      #expect(changes.0.rows == [])
      #expect(changes.1.rows == [])
    }
  }
}
