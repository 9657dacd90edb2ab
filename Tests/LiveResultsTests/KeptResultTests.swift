// What is kept how, when it is read again, and what names a row.

import Databases
import TestSupport
import Testing

@testable import LiveResults

@Suite struct KeptResultTests {
  private static let schema = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE, n INT, u);
    CREATE TABLE w(k TEXT PRIMARY KEY, n INT) WITHOUT ROWID;
    CREATE TABLE l(n INT);
    CREATE VIRTUAL TABLE f USING fts5(body);
    CREATE VIEW today AS SELECT id FROM t WHERE date('now') > '2000-01-01';
    CREATE VIEW running AS SELECT id, sum(n) OVER (ORDER BY id) AS s FROM t;
    INSERT INTO t VALUES(1, 'one', 1, 1), (2, 'two', 2, 2.0), (3, 'TWO', 3, '3'), (4, NULL, NULL, NULL);
    INSERT INTO w VALUES('a', 1), ('b', 2);
    INSERT INTO l VALUES(1), (1), (2);
    INSERT INTO f VALUES('honey keeps');
    """

  private func check(_ result: LiveResult, _ following: Following) async throws {
    let kept = await result.rows.map(\.values)
    #expect(
      Agreement(kept, try following.oracle(result.sql), isTotal: false) != .none,
      "\(result.sql)\n\(kept)")
  }

  @Test(
    "LSQ-03: what is not understood runs again, and says why",
    arguments: [
      (
        "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 3) SELECT i, a FROM c, t",
        "again: a recursive query"
      ),
      ("SELECT t.id, w.k FROM t RIGHT JOIN w ON w.n = t.n", "again: a RIGHT or FULL JOIN"),
      ("SELECT t.id, w.k FROM t FULL JOIN w ON w.n = t.n", "again: a RIGHT or FULL JOIN"),
      ("SELECT n FROM t EXCEPT SELECT n FROM w", "again: EXCEPT"),
      ("SELECT n FROM t INTERSECT SELECT n FROM w", "again: INTERSECT"),
      ("SELECT id, sum(n) OVER (ORDER BY id) FROM t", "again: a window over all rows"),
      ("SELECT s FROM running", "again: a window function in FROM"),
      ("SELECT id FROM t WHERE random() IS NOT NULL", "again: random()"),
      ("SELECT id FROM t ORDER BY n LIMIT 9223372036854775807 OFFSET 1", "again: a LIMIT of more than 100,000"),
      ("SELECT id FROM t ORDER BY n LIMIT -1 OFFSET 2", "again: OFFSET without LIMIT"),
      ("SELECT rowid FROM f WHERE f MATCH 'honey'", "again: the table f"),
      ("SELECT name FROM pragma_table_info('t')", "again: the table function pragma_table_info"),
      ("SELECT id FROM today", "again: date()"),
      ("SELECT id FROM t LIMIT 2", "again: LIMIT without ORDER BY"),
      ("VALUES(1), (2)", "constant"),
      ("SELECT 1", "constant"),
      ("SELECT \"nothing\" FROM t", "again: a form that Almanac does not understand"),
    ])
  func again(sql: String, upkeep: String) async throws {
    try await Following.run(Self.schema) { following in
      let result = try await following.follow(sql)
      let kept = await result.upkeep?.description
      #expect(kept == upkeep)
      try await check(result, following)
      for statement in [
        "INSERT INTO t VALUES(5, 'five', 5, 5)", "UPDATE w SET n = 3",
        "INSERT INTO f VALUES('honey')",
        "DELETE FROM t WHERE id = 2",
      ] {
        try following.other.run(statement)
        _ = try await following.step(result, try await following.looked())
        try await check(result, following)
      }
    }
  }

  @Test(
    "LSQ-03: it runs again only if a commit touches columns that it reads, and rests between runs")
  func seldom() async throws {
    try await Following.run(Self.schema) { following in
      let sql = "SELECT id, sum(n) OVER (ORDER BY id) FROM t"
      let result = try await following.follow(sql)
      #expect(following.runs(sql) == 1)
      try following.other.run("UPDATE t SET a = 'x'; UPDATE w SET n = 9; INSERT INTO l VALUES(3)")
      _ = try await following.step(result, try await following.looked())
      #expect(following.runs(sql) == 1)
      try following.other.run("UPDATE t SET n = 7 WHERE id = 1")
      let change = try await following.step(result, try await following.looked())
      #expect(following.runs(sql) == 2 && change.rows.count == 8)
      // Tables joined by names: SQLite does not report that it reads their columns.
      let joined = "SELECT count(*) FROM t JOIN l USING(n) WHERE random() IS NOT NULL"
      let second = try await following.follow(joined)
      try following.other.run("UPDATE l SET n = 7")
      _ = try await following.step(second, try await following.looked())
      #expect(await second.rows.map(\.values) == [[.integer(4)]])
    }
  }

  @Test("LSQ-03: a run that is owed stays due when the query has rested enough")
  func owedRun() async throws {
    try await Following.run(Self.schema) { following in
      let result = LiveResult("SELECT n FROM t EXCEPT SELECT 1", on: following.connection)
      _ = try await following.looked()
      try await result.begin()
      // A slow machine may take longer than the query rests.
      for number in 1_000..<1_100 {
        try following.other.run("INSERT INTO t(n) VALUES(\(number))")
        let change = try await following.step(result, try await following.looked())
        if change.rows.isEmpty { break }
      }
      let due = try #require(await result.due)
      while ContinuousClock.now < due {}
      #expect(await result.due == due)
      #expect(await result.isOwed)
      #expect(try await following.step(result, []).rows.count == 1)
      #expect(await result.due == nil)
    }
  }

  @Test(
    "LSQ-09: the first rows of a result that is too large are kept, or read again",
    arguments: [
      ("SELECT v FROM t ORDER BY v DESC", Upkeep.live(.top)),
      ("SELECT DISTINCT v FROM t ORDER BY v DESC", .again(reason: "the size of the result")),
    ])
  func firstRows(sql: String, upkeep: Upkeep) async throws {
    try await Following.run("CREATE TABLE t(v INTEGER PRIMARY KEY); INSERT INTO t VALUES(1), (2), (3), (4)") {
      following in
      var configuration = LiveResult.Configuration()
      (configuration.rowLimit, configuration.restsBetweenRuns) = (2, false)
      let result = LiveResult(sql, on: following.connection, configuration)
      _ = try await following.looked()
      try await result.begin()
      #expect(await result.upkeep == upkeep)
      #expect(await result.rows.map(\.values) == [[.integer(4)], [.integer(3)]])
      try following.other.run("DELETE FROM t WHERE v = 3")
      let change = try await following.step(result, try await following.looked())
      #expect(change.rows.count == 2 && change.moves.isEmpty)
      #expect(await result.rows.map(\.values) == [[.integer(4)], [.integer(2)]])
    }
  }

  @Test("LSQ-04: a result is read again when a moment in its query has passed")
  func moments() async throws {
    try await Following.run(Self.schema) { following in
      let sql =
        "SELECT id, strftime('%f', 'now') AS now FROM t WHERE id = 1 AND date('now') > '2000-01-01'"
      let result = try await following.follow(sql)
      #expect(await result.upkeep == .live(.linear))
      #expect(await result.due != nil)
      var change = ResultChange(PlacedChange())
      // At most a millisecond passes.
      for _ in 0..<100_000 where change.rows.isEmpty {
        change = try await following.step(result, [])
      }
      #expect(change.rows.count == 1 && change.rows[0].before != nil && change.rows[0].after != nil)
    }
  }

  @Test(
    "LSQ-05: rows that are not known, another schema, VACUUM, checkpoints, other journal modes",
    arguments: ["wal", "delete", "persist"])
  func readAgain(journal: String) async throws {
    try await Following.run(Self.schema, journal: journal) { following in
      var results: [LiveResult] = []
      for sql in [
        "SELECT * FROM t ORDER BY n", "SELECT a, count(*), sum(n) FROM t GROUP BY a",
        "SELECT rowid, n FROM l",
        "SELECT t.id, w.k FROM t LEFT JOIN w ON w.n = t.n",
        "SELECT id, sum(n) OVER (ORDER BY id) FROM t",
      ] { results.append(try await following.follow(sql)) }
      for statements in [
        "INSERT INTO t VALUES(5, 'two', 5, 5)", "ALTER TABLE t ADD COLUMN c DEFAULT 7",
        "DELETE FROM l WHERE n = 2",
        "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE); UPDATE t SET n = n + 1",
        "CREATE INDEX tn ON t(n)",
        "PRAGMA wal_checkpoint(RESTART); DELETE FROM t WHERE id = 1; PRAGMA wal_checkpoint(TRUNCATE); UPDATE w SET n = 3",
        "DROP INDEX tn; ALTER TABLE t DROP COLUMN u", "UPDATE t SET c = 8 WHERE id = 2",
        "DROP TABLE l; CREATE TABLE l(n INT); INSERT INTO l VALUES(9)", "INSERT INTO l VALUES(10)",
      ] {
        try following.other.run(statements)
        let batches = try await following.looked()
        for result in results {
          let before = await result.rows.map(\.values)
          let change = try await following.step(result, batches)
          try await check(result, following)
          let kept = await result.rows.map(\.values)
          #expect(DailyQueryTests.changed(before, by: change) == DailyQueryTests.counts(kept))
        }
      }
    }
  }

  @Test(
    "LSQ-03: a query whose values can't be kept runs again: an infinite number, and bytes in a sum of a UTF-16 file",
    arguments: [("UTF-8", "1e999", "an infinite number"), ("UTF-16le", "x'3500'", "bytes in a sum, in UTF-16")])
  func values(encoding: String, value: String, reason: String) async throws {
    let schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, a, n); INSERT INTO t VALUES(1, 'x', 1), (2, 'y', 2)"
    try await Following.run(schema, encoding: encoding) { following in
      let sql = "SELECT a, sum(n) FROM t GROUP BY a"
      let result = try await following.follow(sql)
      #expect(await result.upkeep == .live(.groups))
      try following.other.run("INSERT INTO t VALUES(3, 'x', \(value)); UPDATE t SET a = 'z' WHERE id = 2")
      let before = await result.rows.map(\.values)
      let change = try await following.step(result, try await following.looked())
      #expect(await result.upkeep == .again(reason: reason))
      let kept = await result.rows.map(\.values)
      #expect(DailyQueryTests.changed(before, by: change) == DailyQueryTests.counts(kept))
      let again = try following.oracle(sql)
      #expect(Agreement(kept, again, isTotal: false) == .exact)
      let other = try await following.follow(sql)
      #expect(await other.upkeep == .again(reason: reason))
      #expect(await other.rows.map(\.values).count == 2)
    }
  }

  @Test("LSQ-03: a change has only the changed rows when the values of a subquery can't be kept any more")
  func valuesOfSubquery() async throws {
    let schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, a, n); INSERT INTO t VALUES(1, 'x', 1), (2, 'y', 2)"
    try await Following.run(schema) { following in
      let result = try await following.follow(
        "WITH q AS (SELECT a, count(*) AS c, sum(n) AS s FROM t GROUP BY a) SELECT a, sum(c) OVER (ORDER BY a) FROM q")
      #expect(await result.upkeep == .live(.stackedAgain))
      try following.other.run("INSERT INTO t VALUES(3, 'y', 1e999)")
      let change = try await following.step(result, try await following.looked())
      #expect(await result.upkeep == .again(reason: "an infinite number"))
      #expect(
        change.rows.map { [$0.before?.values, $0.after?.values] } == [
          [[.text("y"), .integer(2)], nil], [nil, [.text("y"), .integer(3)]],
        ])
    }
  }

  @Test("LSQ-06: a kept result is compared with a run of its query when nothing happens, and a wrong one is corrected")
  func check() async throws {
    try await Following.run(Self.schema) { following in
      var configuration = LiveResult.Configuration()
      (configuration.checksAfter, configuration.trust) = (.zero, TruthCheck.Trust())
      for sql in [
        "SELECT t.id, w.k FROM t LEFT JOIN w ON w.n = t.n", "SELECT id, n FROM t",
        "SELECT a, sum(n) FROM t GROUP BY a", "SELECT DISTINCT u FROM t",
        "SELECT n, id FROM t ORDER BY n DESC LIMIT 2",
        "SELECT a, sum(n) AS s FROM t GROUP BY a ORDER BY s, count(*) LIMIT 1",
        // Of "two" and "TWO" SQLite may choose either.
        "SELECT a FROM t UNION ALL SELECT a FROM t ORDER BY a DESC LIMIT 1",
      ] {
        let result = LiveResult(sql, on: following.connection, configuration)
        try await result.begin()
        #expect(await result.due != nil)
        try following.other.run("UPDATE t SET n = n + 1, u = u + 1; UPDATE w SET n = n + 2")
        _ = try await following.step(result, try await following.looked())
        #expect(await result.due != nil)
        let runs = following.runs(sql)
        let change = try await following.step(result, [])
        #expect(following.runs(sql) == runs + 1 && change.rows.isEmpty)
        let (corrections, due) = (await result.corrections, await result.due)
        #expect(corrections == 0 && due == nil)
        await result.close()
      }
      let result = LiveResult("SELECT id, n FROM t", on: following.connection, configuration)
      try await result.begin()
      await result.spoil()
      try following.other.run("UPDATE t SET n = n + 1 WHERE id = 1")
      _ = try await following.step(result, try await following.looked())
      #expect(await result.rows.count == 5)
      let change = try await following.step(result, [])
      // The query is now kept in another way, in which its rows have no identity.
      #expect(change.rows.map { $0.before?.values } == [[.integer(99), .integer(99)]])
      let upkeep = await result.upkeep?.description
      #expect(upkeep == "again: a wrong result of a query that was kept in the same way")
      #expect(await result.corrections == 1)
      try await check(result, following)
      // Another query of the same kind is not kept so either.
      let other = LiveResult("SELECT k FROM w", on: following.connection, configuration)
      try await other.begin()
      #expect(await other.upkeep?.description == upkeep)
      let third = LiveResult("SELECT DISTINCT k FROM w", on: following.connection, configuration)
      try await third.begin()
      #expect(await third.upkeep == .live(.distinct))
      // Of the rows of a LIMIT only the order is compared. This one is wrong there.
      let first = LiveResult("SELECT n, a FROM t ORDER BY n DESC LIMIT 2", on: following.connection, configuration)
      try await first.begin()
      await first.spoil()
      try following.other.run("UPDATE t SET n = n + 1 WHERE id = 1")
      _ = try await following.step(first, try await following.looked())
      _ = try await following.step(first, [])
      #expect(await first.corrections == 1)
      try await check(first, following)
    }
  }

  @Test(
    "LSQ-12: a group is named by its key, a row by the rows that it comes from, others by their content"
  )
  func identity() async throws {
    try await Following.run(Self.schema) { following in
      let (update, undo) = ("UPDATE t SET n = 5 WHERE id = 2", "UPDATE t SET n = 2 WHERE id = 2")
      typealias Change = [ExactValue]?
      let cases: [(sql: String, statements: String, undo: String, expected: [[Change]])] = [
        (
          "SELECT n, a FROM t", update, undo,
          [[[.integer(2), .text("two")], [.integer(5), .text("two")]]]
        ),
        (
          "SELECT a, sum(n) FROM t GROUP BY a", update, undo,
          [[[.text("two"), .integer(5)], [.text("two"), .integer(8)]]]
        ),
        (
          "SELECT count(*), max(n) FROM t", update, undo,
          [[[.integer(4), .integer(3)], [.integer(4), .integer(5)]]]
        ),
        ("SELECT DISTINCT n FROM t", update, undo, [[[.integer(2)], nil], [nil, [.integer(5)]]]),
        // Of two equal rows one is gone.
        (
          "SELECT n FROM l UNION ALL SELECT n FROM w", "DELETE FROM l WHERE rowid = 1",
          "INSERT INTO l(rowid, n) VALUES(1, 1)", [[[.integer(1)], nil]]
        ),
        // What changes and changes back, and what the query does not show, is no change.
        ("SELECT n FROM t", "UPDATE t SET n = 9; UPDATE t SET n = iif(id < 4, id, NULL)", "", []),
        ("SELECT n FROM t", "UPDATE t SET a = 'x'", "", []),
      ]
      for (sql, statements, undo, expected) in cases {
        let result = try await following.follow(sql)
        try following.other.run(statements)
        let change = try await following.step(result, try await following.looked())
        try await check(result, following)
        #expect(change.rows.map { [$0.before?.values, $0.after?.values] } == expected, "\(sql)")
        await result.close()
        try following.other.run(undo)
        _ = try await following.looked()
      }
    }
  }
}

extension LiveResult {
  /// Adds a row that no table has.
  fileprivate func spoil() {
    guard let query = open?.plan.query as? any RowKeeping, let row = query.rows.tuples().first else { return }
    try? query.rows.add(row.map { _ in .integer(99) }, 1)
    _ = query.takeChanges()
  }
}
