// Rows that a replay can't change by now, and what it does with the others.

import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite struct ReplayConflictTests: RecordedChanges {
  @Test("REAL-01: rows that keys or unique values forbid by now are left, and the others come back")
  func rowsThatRulesForbidAreLeft() async throws {
    let schema = """
      CREATE TABLE parents(id INTEGER PRIMARY KEY, code TEXT COLLATE NOCASE UNIQUE);
      CREATE TABLE children(
        id INTEGER PRIMARY KEY, parent REFERENCES parents, code TEXT REFERENCES parents(code), place UNIQUE);
      INSERT INTO parents VALUES (1, 'a'), (2, 'b'), (3, 'c');
      INSERT INTO children VALUES (10, 1, 'a', 1), (11, 2, 'b', 2), (12, NULL, NULL, 3), (13, NULL, 'C', 4);
      """
    // Deleted children, whose parent goes afterwards, or whose place is taken.
    try await recorded(schema, "DELETE FROM children WHERE id < 13") { connection, log in
      try await connection.write { db in
        try db.execute("DELETE FROM parents WHERE id = 1; INSERT INTO children VALUES (20, 3, NULL, 3)")
      }
      let outcome = try await connection.write { db in try db.replay(log.inverse, leaving: { _ in }) }
      #expect(
        outcome.left == [
          RowConflict(
            table: "children", id: 12, reason: .taken(rule: "another record of children has the same place")),
          RowConflict(table: "children", id: 10, reason: .parentGone),
        ])
      #expect(try await rows("SELECT id FROM children ORDER BY id", connection) == [[11], [13], [20]])
    }
    // Added parents, one of which has a child by now; and a changed code, which a child has by now.
    let change = "INSERT INTO parents VALUES (4, 'd'), (5, 'e'); UPDATE parents SET code = 'f' WHERE id = 2"
    let lax = schema.split(separator: "(11, 2, 'b', 2)").joined(separator: "(11, 2, NULL, 2)")
    try await recorded(lax, change) { connection, log in
      try await connection.write { db in
        try db.execute("INSERT INTO children VALUES (21, 4, NULL, 5), (22, NULL, 'F', 6)")
      }
      let outcome = try await connection.write { db in try db.replay(log.inverse, leaving: { _ in }) }
      #expect(
        Set(outcome.left) == [
          RowConflict(table: "parents", id: 4, reason: .referenced),
          RowConflict(table: "parents", id: 2, reason: .referenced),
        ])
      #expect(try await rows("SELECT * FROM parents", connection) == [[1, "a"], [2, "f"], [3, "c"], [4, "d"]])
    }
  }

  @Test("REAL-01: keys of a table without rowids, and rows that hinder each other, are left together")
  func conflictsThatFollowFromOthersAreLeft() async throws {
    let schema = """
      CREATE TABLE parents(code TEXT PRIMARY KEY, seat UNIQUE) WITHOUT ROWID;
      CREATE TABLE children(a, b, code TEXT REFERENCES parents ON DELETE CASCADE, PRIMARY KEY(a, b)) WITHOUT ROWID;
      INSERT INTO parents VALUES ('x', 1), ('y', 2);
      INSERT INTO children VALUES (1, 1, 'x'), (1, 2, 'y'), (2, 1, 'x');
      """
    try await recorded(schema, "DELETE FROM parents") { connection, log in
      try await connection.write { db in try db.execute("INSERT INTO parents VALUES ('z', 1)") }
      let outcome = try await connection.write { db in try db.replay(log.inverse, leaving: { _ in }) }
      #expect(
        outcome.left.map { "\($0.table) \($0.id) \($0.reason)" }.sorted() == [
          "children 1 1 parentGone", "children 2 1 parentGone",
          "parents x taken(rule: \"another record of parents has the same seat\")",
        ])
      #expect(try await rows("SELECT * FROM parents", connection) == [["y", 2], ["z", 1]])
      #expect(try await rows("SELECT * FROM children", connection) == [[1, 2, "y"]])
    }
  }

  @Test("REAL-01: a step whose column has another name by now is refused with its name")
  func aColumnThatHasGoneIsNamed() async throws {
    try await recorded("CREATE TABLE t(x NOT NULL, y); INSERT INTO t VALUES (1, 2)", "DELETE FROM t") {
      connection, log in
      try await connection.write { db in try db.execute("ALTER TABLE t RENAME COLUMN x TO z") }
      await #expect(throws: ReplayRefused(reason: "t has no column x any more")) {
        try await replay(log.inverse, connection)
      }
    }
  }

  @Test("REAL-01: places that all move by one come back in two statements, whatever the order")
  func placesThatAllMoveComeBack() async throws {
    let schema = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, place INTEGER UNIQUE);
      WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < 5000) INSERT INTO t SELECT x, x FROM n;
      """
    for change in [
      "UPDATE t SET place = -place; UPDATE t SET place = 1 - place",
      "UPDATE t SET place = -place; UPDATE t SET place = -1 - place",
    ] {
      try await recorded(schema, change) { connection, log in
        let before = try await connection.write { db in db.changeCount }
        try await replay(log.inverse, connection)
        let written = try await connection.write { db in db.changeCount - before }
        // Each row at most once by UPDATE, once by DELETE, once by INSERT, and as often in the temporary tables.
        #expect(written <= 6 * 5000)
        #expect(try await rows("SELECT count(*) FROM t WHERE id = place", connection) == [[5000]])
      }
    }
  }

  @Test("REAL-01: a chain of rows that wait for one that is left takes two rounds, not one for each row")
  func chains() async throws {
    let places = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, place INTEGER UNIQUE);
      WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < 2000) INSERT INTO t SELECT x, x FROM n;
      """
    let list = """
      CREATE TABLE roots(id INTEGER PRIMARY KEY); INSERT INTO roots VALUES (1);
      CREATE TABLE t(id INTEGER PRIMARY KEY, previous REFERENCES t, root REFERENCES roots); INSERT INTO t VALUES (1, NULL, 1);
      WITH RECURSIVE n(x) AS (VALUES (2) UNION ALL SELECT x + 1 FROM n WHERE x < 2000)
      INSERT INTO t SELECT x, x - 1, NULL FROM n;
      """
    let chains = [
      (places, "UPDATE t SET place = -place; UPDATE t SET place = 1 - place", "INSERT INTO t VALUES (9999, 1)"),
      (list, "DELETE FROM t", "DELETE FROM roots"),
    ]
    for (schema, change, theirs) in chains {
      try await recorded(schema, change) { connection, log in
        try await connection.write { db in try db.execute(theirs) }
        let rows = try await rows("SELECT * FROM t", connection)
        let (left, written) = try await connection.write { db in
          let before = db.changeCount
          return (try db.replay(log.inverse, leaving: { _ in }).left, db.changeCount - before)
        }
        #expect(left.count == 2000)
        #expect(written <= 10 * 2000)
        #expect(try await self.rows("SELECT * FROM t", connection) == rows)
      }
    }
  }

  @Test("REAL-01: each row that is left has its own reason, and a rule that is no conflict refuses the whole")
  func reasons() async throws {
    let schema = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, email UNIQUE, seat UNIQUE, name);
      INSERT INTO t VALUES (1, 'a', 1, 'x'), (2, 'b', 2, NULL), (3, 'c', 3, 'y')
      """
    let theirs = "INSERT INTO t VALUES (8, 'a', 8, ''), (9, 'z', 3, '')"
    try await recorded(schema, "DELETE FROM t") { connection, log in
      try await connection.write { db in try db.execute(theirs) }
      let left = try await connection.write { db in try db.replay(log.inverse, leaving: { _ in }) }.left
      #expect(
        left.sorted { "\($0.id)" < "\($1.id)" } == [
          RowConflict(table: "t", id: 1, reason: .taken(rule: "another record of t has the same email")),
          RowConflict(table: "t", id: 3, reason: .taken(rule: "another record of t has the same seat")),
        ])
    }
    try await recorded(schema, "DELETE FROM t") { connection, log in
      try await connection.write { db in
        try db.execute(
          "DROP TABLE t; CREATE TABLE t(id INTEGER PRIMARY KEY, email UNIQUE, seat UNIQUE, name NOT NULL); \(theirs)")
      }
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.write { db in try db.replay(log.inverse, leaving: { _ in }) }
      }
      #expect(error?.message == "NOT NULL constraint failed: t.name")
      #expect(try await rows("SELECT count(*) FROM t", connection) == [[2]])
    }
  }
}
