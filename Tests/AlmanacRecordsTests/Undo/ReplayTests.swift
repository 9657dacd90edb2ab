// Changes of a write that are undone and redone, or refused.

import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite struct ReplayTests: RecordedChanges {
  // MARK: Restored rows

  @Test func rowsThatACascadeRemovedComeBack() async throws {
    let schema = """
      CREATE TABLE parents(id INTEGER PRIMARY KEY, name);
      CREATE TABLE children(id INTEGER PRIMARY KEY, parent REFERENCES parents ON DELETE CASCADE);
      CREATE TABLE friends(id INTEGER PRIMARY KEY, parent REFERENCES parents ON DELETE SET NULL);
      INSERT INTO parents VALUES (1, 'Ada'), (2, 'Bob');
      INSERT INTO children VALUES (10, 1), (11, 2), (12, 1);
      INSERT INTO friends VALUES (20, 1);
      """
    try await recorded(schema, "DELETE FROM parents WHERE id = 1") { connection, log in
      #expect(try await rows("SELECT id FROM children", connection) == [[11]])
      #expect(try await rows("SELECT parent FROM friends", connection) == [[nil]])
      try await replay(log.inverse, connection)
      #expect(try await rows("SELECT * FROM parents", connection) == [[1, "Ada"], [2, "Bob"]])
      #expect(try await rows("SELECT * FROM children", connection) == [[10, 1], [11, 2], [12, 1]])
      #expect(try await rows("SELECT * FROM friends", connection) == [[20, 1]])
      // Foreign keys are enforced again.
      try await connection.write { db in try db.execute("DELETE FROM parents WHERE id = 1") }
      #expect(try await rows("SELECT id FROM children", connection) == [[11]])
    }
  }

  @Test func generatedColumnsAreLeftToSQLite() async throws {
    let schema = """
      CREATE TABLE t(twice AS (x * 2) VIRTUAL, id INTEGER PRIMARY KEY, x REAL, square AS (x * x) STORED, y);
      INSERT INTO t(id, x, y) VALUES (7, 3, 'a'), (8, 4, 'b');
      """
    try await recorded(schema, "DELETE FROM t WHERE id = 7; UPDATE t SET x = 5") { connection, log in
      try await replay(log.inverse, connection)
      #expect(try await rows("SELECT * FROM t", connection) == [[6.0, 7, 3.0, 9.0, "a"], [8.0, 8, 4.0, 16.0, "b"]])
    }
  }

  @Test func rowsOlderThanAColumnHaveItsDefaultAgain() async throws {
    let schema = """
      CREATE TABLE t(id INTEGER PRIMARY KEY);
      INSERT INTO t VALUES (1), (2);
      ALTER TABLE t ADD COLUMN x DEFAULT 5;
      UPDATE t SET x = NULL WHERE id = 2;
      """
    try await recorded(schema, "DELETE FROM t") { connection, log in
      try await replay(log.inverse, connection)
      #expect(try await rows("SELECT * FROM t", connection) == [[1, 5], [2, nil]])
    }
  }

  @Test func whatTriggersWroteGoesAndTheyDoNotFireTwice() async throws {
    let schema = """
      CREATE TABLE t(x);
      CREATE TABLE log(what);
      INSERT INTO t VALUES ('a');
      CREATE TRIGGER gone AFTER DELETE ON t BEGIN INSERT INTO log VALUES ('gone ' || old.x); END;
      CREATE TRIGGER came AFTER INSERT ON t BEGIN INSERT INTO log VALUES ('came ' || new.x); END;
      """
    try await recorded(schema, "DELETE FROM t") { connection, log in
      #expect(try await rows("SELECT what FROM log", connection) == [["gone a"]])
      try await replay(log.inverse, connection)
      #expect(try await rows("SELECT x FROM t", connection) == [["a"]])
      #expect(try await rows("SELECT what FROM log", connection) == [])
      try await replay(log, connection)
      #expect(try await rows("SELECT what FROM log", connection) == [["gone a"]])
      // Triggers are enabled again.
      try await connection.write { db in try db.execute("INSERT INTO t VALUES ('b')") }
      #expect(try await rows("SELECT what FROM log", connection) == [["gone a"], ["came b"]])
    }
  }

  @Test func rowsMayExchangeUniqueValues() async throws {
    let schema = "CREATE TABLE t(name, place UNIQUE); INSERT INTO t VALUES ('a', 1), ('b', 2), ('c', 3)"
    let change = """
      UPDATE t SET place = -place;
      UPDATE t SET place = 2 WHERE name = 'a';
      UPDATE t SET place = 3 WHERE name = 'b';
      UPDATE t SET place = 1 WHERE name = 'c';
      """
    try await recorded(schema, change) { connection, log in
      try await replay(log.inverse, connection)
      #expect(try await rows("SELECT * FROM t", connection) == [["a", 1], ["b", 2], ["c", 3]])
      try await replay(log, connection)
      #expect(try await rows("SELECT * FROM t", connection) == [["a", 2], ["b", 3], ["c", 1]])
    }
  }

  @Test func whatASavepointTookBackIsNoChange() async throws {
    let change = "SAVEPOINT s; DELETE FROM t; ROLLBACK TO s; RELEASE s; UPDATE t SET x = 2 WHERE x = 1"
    try await recorded("CREATE TABLE t(x); INSERT INTO t VALUES (1), (5)", change) { _, log in
      #expect(
        log.rows == [
          RowChange(table: "t", id: .rowID(1), before: ["x": .integer(1)], after: ["x": .integer(2)])
        ])
    }
  }

  // MARK: Search indexes

  @Test(
    arguments: [
      // The mark and the space before it are one Character.
      "CREATE TRIGGER \u{301}moved AFTER UPDATE ON notes BEGIN UPDATE search SET text = new.text WHERE rowid = new.id; END",
      // The trigger's own conflict clause also acts in an undo.
      "CREATE TRIGGER moved AFTER UPDATE ON notes BEGIN REPLACE INTO search(rowid, text) VALUES (new.id, new.text); END",
    ])
  func anIndexFollowsAsItsTriggerSays(_ trigger: String) async throws {
    let schema = """
      CREATE TABLE notes(id INTEGER PRIMARY KEY, text);
      CREATE VIRTUAL TABLE search USING fts5(text);
      INSERT INTO notes VALUES (1, 'honey');
      INSERT INTO search(rowid, text) VALUES (1, 'honey');
      \(trigger);
      """
    try await recorded(schema, "UPDATE notes SET text = 'tea'") { connection, log in
      let search = "SELECT rowid FROM search WHERE search MATCH 'honey'"
      let changed = try await rows(search, connection)
      #expect(changed == [])
      try await replay(log.inverse, connection)
      let undone = try await rows(search, connection)
      #expect(undone == [[1]])
    }
  }

  private static let notes = """
    CREATE TABLE notes(id INTEGER PRIMARY KEY, text);
    CREATE VIRTUAL TABLE search USING fts5(text, content='notes', content_rowid='id');
    CREATE TRIGGER notes_insert AFTER INSERT ON notes BEGIN
      INSERT INTO search(rowid, text) VALUES (new.id, new.text); END;
    CREATE TRIGGER notes_delete AFTER DELETE ON notes BEGIN
      INSERT INTO search(search, rowid, text) VALUES ('delete', old.id, old.text); END;
    CREATE TABLE log(what);
    INSERT INTO notes VALUES (1, 'honey'), (2, 'bees');
    """

  @Test func aSearchIndexFollows() async throws {
    try await recorded(Self.notes, "DELETE FROM notes WHERE id = 1; INSERT INTO notes VALUES (3, 'tea')") {
      connection, log in
      let search = "SELECT rowid FROM search WHERE search MATCH 'honey OR tea'"
      #expect(log.virtualTables == [TableKey(schema: nil, name: "search")])
      #expect(try await rows(search, connection) == [[3]])
      try await replay(log.inverse, connection)
      #expect(try await rows(search, connection) == [[1]])
      // A second undo is refused, and changes nothing.
      let again = log.inverse
      let refused = try await connection.write { db in caught { try db.replay(again) } is RowConflict }
      #expect(refused)
      #expect(try await rows(search, connection) == [[1]])
      try await connection.write { db in
        try db.execute("INSERT INTO search(search, rank) VALUES ('integrity-check', 1)")
        let copies = try db.integers("SELECT count(*) FROM sqlite_temp_schema")
        #expect(copies == [0])
      }
    }
  }

  @Test(
    arguments: [
      // A trigger that writes the index and another table can't be fired for the index alone.
      """
      CREATE TRIGGER both AFTER DELETE ON notes BEGIN
        DELETE FROM search WHERE rowid = -1; INSERT INTO log VALUES (old.id); END
      """,
      // The other table may have had other rows at that time.
      """
      CREATE TRIGGER reads AFTER DELETE ON notes BEGIN
        DELETE FROM search WHERE rowid = -1 AND (SELECT count(*) FROM log) = 0; END;
      CREATE TRIGGER logs AFTER DELETE ON notes BEGIN INSERT INTO log VALUES (old.id); END
      """,
      // No trigger shows how the index was filled.
      "DROP TRIGGER notes_delete; DROP TRIGGER notes_insert",
    ])
  func anIndexIsWhatItWasWhateverWroteIt(_ trigger: String) async throws {
    let change = "INSERT INTO search(rowid, text) VALUES (9, 'salt'); DELETE FROM notes WHERE id = 1"
    try await recorded("\(Self.notes) \(trigger)", change) { connection, log in
      try await replay(log.inverse, connection)
      let found = try await rows("SELECT rowid FROM search WHERE search MATCH 'honey OR salt'", connection)
      #expect(found == [[1]])
    }
  }

  /// Such an index writes no row of its own before the commit unless asked to.
  @Test func anIndexThatKeepsNoSizesIsRecordedToo() async throws {
    let schema = """
      CREATE TABLE notes(id INTEGER PRIMARY KEY, text);
      CREATE VIRTUAL TABLE search USING fts5(text, content='notes', content_rowid='id', columnsize=0);
      CREATE TABLE log(what);
      INSERT INTO notes VALUES (1, 'honey');
      INSERT INTO search(rowid, text) VALUES (1, 'honey');
      CREATE TRIGGER moved AFTER UPDATE ON notes BEGIN
        INSERT INTO search(search, rowid, text) VALUES ('delete', old.id, old.text);
        INSERT INTO search(rowid, text) VALUES (new.id, new.text);
        INSERT INTO log VALUES (new.id); END;
      """
    try await recorded(schema, "UPDATE notes SET text = 'tea'") { connection, log in
      try await replay(log.inverse, connection)
      let found = try await rows("SELECT rowid FROM search WHERE search MATCH 'honey'", connection)
      #expect(found == [[1]])
      // After another row has been indexed, it is unknown which entries of this index belong to a row.
      try await replay(log, connection)
      _ = try await connection.query("INSERT INTO search(rowid, text) VALUES (5, 'salt')")
      await #expect(throws: ReplayRefused(reason: "the search index search has changed since, and could not follow")) {
        try await replay(log.inverse, connection)
      }
      let left = try await rows("SELECT text FROM notes", connection)
      #expect(left == [["tea"]])
    }
  }

  @Test func anIndexThatHasGoneSinceNeedNotFollow() async throws {
    try await recorded(Self.notes, "DELETE FROM notes WHERE id = 1") { connection, log in
      try await connection.write { db in
        try db.execute("DROP TRIGGER notes_insert; DROP TRIGGER notes_delete; DROP TABLE search")
      }
      try await replay(log.inverse, connection)
      #expect(try await rows("SELECT * FROM notes", connection) == [[1, "honey"], [2, "bees"]])
    }
  }

  // MARK: Refusals

  @Test func aRowThatAnotherProgramHasChangedIsNotOverwritten() async throws {
    let schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, x, y); INSERT INTO t VALUES (1, 'a', 'b'), (2, 'c', 'd')"
    try await recorded(schema, "UPDATE t SET x = 'new'") { connection, log in
      try await connection.write { db in
        try db.execute("UPDATE t SET y = 'theirs'; UPDATE t SET x = 'theirs' WHERE id = 2")
      }
      let conflict = RowConflict(table: "t", id: .rowID(2), reason: .changed)
      await #expect(throws: conflict) { try await replay(log.inverse, connection) }
      #expect(try await rows("SELECT x FROM t", connection) == [["new"], ["theirs"]])
      let outcome = try await connection.write { db in try db.replay(log.inverse, leaving: { _ in }) }
      #expect(outcome.left == [conflict])
      #expect(outcome.made.rows.map(\.id) == [.rowID(1)])
      #expect(try await rows("SELECT * FROM t", connection) == [[1, "a", "theirs"], [2, "theirs", "theirs"]])
    }
  }

  @Test(arguments: ["REPLACE", "IGNORE", "ROLLBACK"])
  func aRowThatAnotherProgramHasAddedStaysWhateverTheTableSaysOfConflicts(_ clause: String) async throws {
    let schema = """
      CREATE TABLE users(id INTEGER PRIMARY KEY);
      CREATE TABLE seats(
        id INTEGER PRIMARY KEY, user REFERENCES users ON DELETE CASCADE, place UNIQUE ON CONFLICT \(clause));
      INSERT INTO users VALUES (1), (2);
      INSERT INTO seats VALUES (10, 1, 'front'), (20, 2, 'back');
      """
    try await recorded(schema, "DELETE FROM users WHERE id = 1") { connection, log in
      try await connection.write { db in try db.execute("INSERT INTO seats VALUES (30, 2, 'front')") }
      let thrown = try await connection.write { db in
        let thrown = caught { try db.replay(log.inverse) } as? RowConflict
        // The transaction is still usable.
        try db.execute("INSERT INTO users VALUES (3)")
        return thrown
      }
      #expect(
        thrown
          == RowConflict(table: "seats", id: 10, reason: .taken(rule: "another record of seats has the same place")))
      let seats = try await rows("SELECT * FROM seats", connection)
      #expect(seats == [[20, 2, "back"], [30, 2, "front"]])
      let users = try await rows("SELECT id FROM users", connection)
      #expect(users == [[2], [3]])
    }
    try await recorded(schema, "UPDATE seats SET place = 'middle' WHERE id = 10") { connection, log in
      try await connection.write { db in try db.execute("INSERT INTO seats VALUES (30, 2, 'front')") }
      let thrown = try await connection.write { db in
        let thrown = caught { try db.replay(log.inverse) } as? RowConflict
        try db.execute("INSERT INTO users VALUES (3)")
        return thrown
      }
      #expect(
        thrown
          == RowConflict(table: "seats", id: 10, reason: .taken(rule: "another record of seats has the same place")))
      let seats = try await rows("SELECT * FROM seats", connection)
      #expect(seats == [[10, 1, "middle"], [20, 2, "back"], [30, 2, "front"]])
    }
  }

  @Test func aRowToWhichOthersReferByNowStays() async throws {
    let schema = """
      CREATE TABLE parents(id INTEGER PRIMARY KEY);
      CREATE TABLE children(id INTEGER PRIMARY KEY, parent REFERENCES parents ON DELETE CASCADE);
      CREATE TRIGGER kept AFTER DELETE ON parents BEGIN SELECT RAISE(ABORT, 'kept'); END;
      """
    try await recorded(schema, "INSERT INTO parents VALUES (1)") { connection, log in
      try await connection.write { db in try db.execute("INSERT INTO children VALUES (5, 1)") }
      await #expect(throws: RowConflict(table: "parents", id: 1, reason: .referenced)) {
        try await replay(log.inverse, connection)
      }
      #expect(try await rows("SELECT * FROM parents", connection) == [[1]])
      #expect(try await rows("SELECT * FROM children", connection) == [[5, 1]])
      // Foreign keys and triggers are enabled again.
      await #expect(throws: DatabaseError.self) {
        try await connection.write { db in try db.execute("INSERT INTO children VALUES (6, 2)") }
      }
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.write { db in try db.execute("DELETE FROM parents") }
      }
      #expect(error?.message == "kept")
    }
  }

  @Test(
    arguments: [
      ("CREATE TABLE t(rowid, _rowid_, oid)", "INSERT INTO t VALUES (1, 2, 3)", "no name finds the rows of t"),
      (
        "CREATE TABLE t(g AS (k) VIRTUAL, k PRIMARY KEY) WITHOUT ROWID", "INSERT INTO t(k) VALUES (1)",
        "no name finds the rows of t"
      ),
      ("CREATE TABLE t(x)", "INSERT INTO t VALUES (1); CREATE TABLE u(x)", "the schema was changed with it"),
    ])
  func whatIsNotKnownWholeIsNotUndone(_ schema: String, _ change: String, _ reason: String) async throws {
    try await recorded(schema, change) { connection, log in
      await #expect(throws: ReplayRefused(reason: reason)) { try await replay(log.inverse, connection) }
      let count = try await rows("SELECT count(*) FROM t", connection)
      #expect(count == [[1]])
    }
  }

  @Test func aTableThatHasGoneSinceIsNamed() async throws {
    try await recorded("CREATE TABLE t(x)", "INSERT INTO t VALUES (1)") { connection, log in
      try await connection.write { db in try db.execute("DROP TABLE t") }
      await #expect(throws: ReplayRefused(reason: "t is not the table any more that it was")) {
        try await replay(log.inverse, connection)
      }
    }
  }

  @Test func aRowThatWouldNotComeOutExactlyIsNotWritten() async throws {
    try await recorded("CREATE TABLE t(x); INSERT INTO t VALUES ('007')", "DELETE FROM t") { connection, log in
      try await connection.write { db in try db.execute("DROP TABLE t; CREATE TABLE t(x INTEGER)") }
      await #expect(throws: ReplayRefused(reason: "a row of t would not be exactly what it was")) {
        try await replay(log.inverse, connection)
      }
      #expect(try await rows("SELECT * FROM t", connection) == [])
    }
  }

  /// Two rows exchange a unique value, so one of them is written whole, and a column would convert its value.
  @Test func aRowThatStepsAsideIsWhatItWasInAllItsColumns() async throws {
    let schema = "CREATE TABLE t(u UNIQUE, x); INSERT INTO t VALUES ('a', '007'), ('b', '008')"
    let change = """
      UPDATE t SET u = 'c' WHERE u = 'a'; UPDATE t SET u = 'a' WHERE u = 'b'; UPDATE t SET u = 'b' WHERE u = 'c'
      """
    try await recorded(schema, change) { connection, log in
      try await connection.write { db in
        try db.execute(
          """
          PRAGMA writable_schema = ON;
          UPDATE sqlite_schema SET sql = 'CREATE TABLE t(u UNIQUE, x INTEGER)' WHERE name = 't';
          PRAGMA writable_schema = RESET;
          """)
      }
      await #expect(throws: ReplayRefused(reason: "a row of t would not be exactly what it was")) {
        try await replay(log.inverse, connection)
      }
      let left = try await rows("SELECT * FROM t", connection)
      #expect(left == [["b", "007"], ["a", "008"]])
    }
  }
}
