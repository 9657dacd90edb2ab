// Queries whose words mean another thing than they seem to: the kept result is SQLite's, from the first row on.

import Databases
import TestSupport
import Testing

@testable import LiveResults

@Suite struct MeaningTests {
  struct Case: CustomTestStringConvertible {
    let sql: String
    let schema: String
    let commits: [String]
    var testDescription: String { sql }

    init(_ sql: String, _ schema: String, _ commits: String...) {
      (self.sql, self.schema, self.commits) = (sql, schema, commits)
    }
  }

  private static let pairs = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, c); CREATE TABLE u(id INTEGER PRIMARY KEY, t);
    CREATE TABLE w(id INTEGER PRIMARY KEY, u, p);
    INSERT INTO t VALUES(1, 1), (2, 2); INSERT INTO u VALUES(5, 1), (6, 2), (7, 2);
    INSERT INTO w VALUES(20, 5, 0), (21, 6, 0), (22, 7, 0), (23, 1, 22)
    """
  private static let tables = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, k); CREATE TABLE u(id, c, d); CREATE TABLE u2(id, k);
    INSERT INTO t VALUES(1, 1, 3, 1), (2, 5, 2, 2), (3, 3, 1, 5);
    INSERT INTO u VALUES(1, 1, 1); INSERT INTO u2 VALUES(2, 1), (3, 0)
    """
  private static let groups = """
    CREATE TABLE t(g, h, text text, "null"); INSERT INTO t VALUES(10, 'x', '7', 1), (11, 'y', '8', 2), (12, 'x', '7', 1)
    """
  private static let joined = """
    CREATE TABLE n(a INTEGER, r); CREATE TABLE s(a TEXT, v); INSERT INTO n VALUES(1, 1), (2, 2);
    INSERT INTO s VALUES('1', 'x'), ('2.0', 'y'), ('1.0', 'z')
    """
  private static let mixed = """
    CREATE TABLE n(id INTEGER PRIMARY KEY, code TEXT, r REAL); INSERT INTO n VALUES(1, '007', 1.0), (2, '2', 2.5)
    """

  private static let albums = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, n); CREATE TABLE a(id INTEGER PRIMARY KEY, t, x);
    CREATE TABLE b(id INTEGER PRIMARY KEY, a REFERENCES a(id) ON DELETE CASCADE, y);
    CREATE VIEW v AS SELECT a.t, a.x, b.y FROM a JOIN b ON b.a = a.id;
    INSERT INTO t VALUES(1, 'p'), (2, 'q'); INSERT INTO a VALUES(1, 1, 'a1'), (2, 2, 'a2');
    INSERT INTO b VALUES(10, 1, 'b1'), (11, 2, 'b2')
    """
  private static let named = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, n); CREATE TABLE s(id INTEGER PRIMARY KEY, v);
    CREATE TABLE u(id INTEGER PRIMARY KEY, t); INSERT INTO t VALUES(1, 'p'), (2, 'q');
    INSERT INTO s VALUES(1, 's1'), (2, 's2'); INSERT INTO u VALUES(77, 1)
    """
  private static let falling =
    "CREATE TABLE t(id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES(1, 9), (2, 8), (3, 7), (4, 6)"
  private static let lists = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); CREATE TABLE u(id INTEGER PRIMARY KEY, k);
    INSERT INTO t VALUES(1, 1, 2), (2, 5, 5), (3, 0, 7); INSERT INTO u VALUES(1, 9)
    """

  private static let cases = [
    // Two tables of one entry of FROM behind an outer join, which change together.
    Case(
      "SELECT t.id, v.x, v.y FROM t LEFT JOIN v ON v.t = t.id ORDER BY 1", albums,
      "PRAGMA foreign_keys = ON; DELETE FROM a WHERE id = 1",
      "PRAGMA foreign_keys = OFF; BEGIN; UPDATE a SET id = 30 WHERE id = 2; UPDATE b SET a = 30 WHERE a = 2; COMMIT"),
    Case(
      "SELECT t.id, count(v.y) FROM t LEFT JOIN v ON v.t = t.id GROUP BY t.id ORDER BY 1", albums,
      "PRAGMA foreign_keys = ON; DELETE FROM a WHERE id = 1", "INSERT INTO b VALUES(12, 2, 'b3')"),
    // A subquery, whose tables have the columns of a join by names.
    Case(
      "SELECT t.id, s.v FROM t JOIN s USING(id) WHERE EXISTS(SELECT 1 FROM u WHERE u.t = t.id) ORDER BY 1", named,
      "INSERT INTO u VALUES(88, 2)"),
    Case(
      "SELECT t.n, count(*) FROM t NATURAL JOIN s WHERE NOT EXISTS(SELECT 1 FROM u WHERE u.t = t.id) GROUP BY t.n",
      named,
      "INSERT INTO u VALUES(88, 2)"),
    // SQLite's own table of numbers.
    Case(
      "SELECT a.id, s.seq FROM a JOIN sqlite_sequence s ON s.name = 'a' ORDER BY 1",
      "CREATE TABLE a(id INTEGER PRIMARY KEY AUTOINCREMENT, n); INSERT INTO a(n) VALUES('x'), ('y')",
      "INSERT INTO a(n) VALUES('w')"),
    // Aliases: in parentheses with COLLATE, and in single quotes.
    // SQLite pushes the condition into each part, or not.
    Case(
      "SELECT id, x FROM (SELECT id, i AS x FROM n UNION ALL SELECT id, s FROM n WHERE s = '') WHERE x > '1' ORDER BY 1, 2",
      "CREATE TABLE n(id INTEGER PRIMARY KEY, i INTEGER, s TEXT); INSERT INTO n VALUES(1, 5, '')",
      "INSERT INTO n VALUES(2, 7, '')"),
    Case("SELECT id, -b AS b FROM t ORDER BY (b COLLATE NOCASE), id LIMIT 2", falling, "INSERT INTO t VALUES(5, 10)"),
    Case("SELECT id, b FROM t ORDER BY (2 COLLATE NOCASE) DESC, 1 LIMIT 2", falling, "INSERT INTO t VALUES(5, 10)"),
    Case("SELECT id, -b 'b' FROM t ORDER BY b, id LIMIT 2", falling, "INSERT INTO t VALUES(5, 10)"),
    // What is before IN.
    Case("SELECT id FROM t WHERE a IS NOT b IN (SELECT k FROM u) ORDER BY 1", lists, "INSERT INTO u VALUES(2, 1)"),
    Case(
      "SELECT id, a BETWEEN (a AND b) AND b IN (SELECT k FROM u) FROM t ORDER BY 1", lists, "INSERT INTO u VALUES(2, 1)"
    ),
    // An aggregate whose FILTER alone names the outer query.
    Case(
      "SELECT t.id, (SELECT count(*) FILTER (WHERE t.a > 1) FROM u WHERE u.k = t.id) FROM t", lists,
      "INSERT INTO u VALUES(3, 3)"),
    // Columns with the names of operators.
    Case(
      "SELECT NOT x, count(*) FROM t GROUP BY \"not\", x ORDER BY 1",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, \"not\", x); INSERT INTO t VALUES(1, 10, 1), (2, 20, 0), (3, 30, NULL)",
      "INSERT INTO t VALUES(4, 40, 1)"),
    // A subquery in a join's condition.
    Case(
      "SELECT t.id, u.id FROM t JOIN u ON u.t = t.id AND EXISTS(SELECT 1 FROM w WHERE w.u = u.id) ORDER BY 1, 2", pairs,
      "DELETE FROM w WHERE id = 20", "DELETE FROM w WHERE id = 21"),
    Case(
      "SELECT t.id, x.id FROM t LEFT JOIN w x ON x.u = t.id AND EXISTS(SELECT 1 FROM w y WHERE y.id = x.p) ORDER BY 1, 2",
      pairs, "DELETE FROM w WHERE id = 22", "INSERT INTO w VALUES(22, 9, 9)"),
    // Common tables with the names of tables.
    Case(
      "WITH u AS (SELECT id FROM u2 WHERE k = 1) SELECT id FROM t WHERE a IN (SELECT id FROM u) ORDER BY id", tables,
      "INSERT INTO u2 VALUES(1, 1)", "DELETE FROM u2"),
    Case(
      "WITH t AS (SELECT * FROM u), u AS (SELECT id, k FROM u2) SELECT * FROM t ORDER BY id", tables,
      "INSERT INTO u VALUES(9, 9, 9)", "INSERT INTO u2 VALUES(9, 9)"),
    // Columns with the names of types, of values, and of what Almanac once called its own.
    Case("SELECT h, g, count(*) FROM t GROUP BY h ORDER BY h", groups, "INSERT INTO t VALUES(13, 'z', '7', 1)"),
    Case("SELECT g, max(h) FROM t", groups, "INSERT INTO t VALUES(13, 'z', '7', 1)"),
    Case("SELECT *, count(*) FROM t GROUP BY h ORDER BY h", groups, "INSERT INTO t VALUES(13, 'z', '7', 1)"),
    Case(
      "SELECT h, count(*) FROM t GROUP BY h HAVING g > 10 ORDER BY h", groups, "INSERT INTO t VALUES(13, 'z', '7', 1)"),
    Case(
      "SELECT text, CAST(count(*) AS text) FROM t GROUP BY text ORDER BY 1", groups,
      "INSERT INTO t VALUES(1, 2, '9', 1)"),
    Case(
      "SELECT \"null\", coalesce(g, NULL), count(*) FROM t GROUP BY \"null\", g ORDER BY 2", groups,
      "INSERT INTO t VALUES(NULL, 2, '9', 3)"),
    // Columns that USING makes one, and that stay two.
    Case(
      "SELECT s.a, typeof(s.a), count(*) FROM n JOIN s USING(a) GROUP BY a ORDER BY 1", joined,
      "DELETE FROM s WHERE v = 'x'"),
    Case(
      "SELECT a, typeof(a), count(*) FROM n NATURAL JOIN s GROUP BY s.a ORDER BY s.a", joined,
      "INSERT INTO s VALUES('2', 'w')"),
    // Values of another type than their column.
    Case(
      "SELECT code FROM (SELECT id AS code FROM n UNION SELECT code FROM n) ORDER BY code", mixed,
      "INSERT INTO n VALUES(3, '03', 1)"),
    Case(
      "SELECT code, count(*) FROM (SELECT id AS code FROM n UNION ALL SELECT code FROM n) GROUP BY code ORDER BY 1",
      mixed,
      "INSERT INTO n VALUES(7, '1e1', 1)"),
    Case(
      "SELECT CAST(r AS NUMERIC) AS x, count(*) FROM n GROUP BY x ORDER BY x", mixed,
      "INSERT INTO n VALUES(7, '1e1', 4)"),
    // Names and aggregates of another SELECT.
    Case(
      "SELECT id, k FROM t WHERE EXISTS(SELECT u.c AS k FROM u WHERE k = 5) ORDER BY id", tables,
      "INSERT INTO u VALUES(5, 5, 5)", "DELETE FROM u WHERE c = 5"),
    Case("SELECT (SELECT max(t.a)) FROM t", tables, "INSERT INTO t VALUES(4, 0, 0, 0)", "DELETE FROM t WHERE a = 5"),
    Case(
      "SELECT (SELECT count(t.id) FROM u WHERE u.c = t.a) FROM t", tables, "INSERT INTO u VALUES(5, 5, 5)"),
    // What no table tells.
    Case("SELECT user_version FROM pragma_user_version", tables, "PRAGMA user_version = 7"),
    Case("PRAGMA page_count", tables, "INSERT INTO u VALUES(zeroblob(9000), 1, 1)"),
    // What ORDER BY means.
    Case("SELECT id, -b AS a FROM t ORDER BY +a", tables, "INSERT INTO t VALUES(4, 2, 9, 0)"),
    Case("SELECT a, b FROM t ORDER BY 0x2, a LIMIT 2", tables, "INSERT INTO t VALUES(4, 9, 0, 0)"),
    Case("SELECT a, b FROM t ORDER BY -(-2), a LIMIT 2", tables, "INSERT INTO t VALUES(4, 9, 0, 0)"),
    Case(
      "SELECT b, a AS b FROM t UNION ALL SELECT b, a FROM t ORDER BY b LIMIT 2", tables,
      "INSERT INTO t VALUES(4, 0, 9, 0)"),
    Case("SELECT rowid, x FROM (SELECT DISTINCT a AS x FROM t) ORDER BY x", tables, "INSERT INTO t VALUES(4, 9, 0, 0)"),
    Case(
      "SELECT id, a BETWEEN 0 AND a IN (SELECT id FROM u2) FROM t ORDER BY id", tables, "INSERT INTO u2 VALUES(1, 1)"),
    Case(
      "SELECT json_object('a', json(j), 'n', count(*)) FROM j GROUP BY json(j)",
      "CREATE TABLE j(j); INSERT INTO j VALUES('[1]')", "INSERT INTO j VALUES('[1]'), ('[2]')"),
    Case(
      "SELECT json_object('a', j->'$.a', 'n', count(*)) FROM j GROUP BY j->'$.a'",
      "CREATE TABLE j(j); INSERT INTO j VALUES('{\"a\":[1]}')", "INSERT INTO j VALUES('{\"a\":[1]}'), ('{\"a\":2}')"),
    Case(
      "SELECT text, CAST('07' AS long text), count(*) FROM t GROUP BY text ORDER BY 1", groups,
      "INSERT INTO t VALUES(1, 2, '9', 1)"),
    Case(
      "SELECT a, count(*) FROM live_groups_2 GROUP BY a ORDER BY a",
      "CREATE TABLE live_groups_2(a); CREATE TABLE live_groups_1(a)",
      "INSERT INTO live_groups_2 VALUES(1), (1), (2)"),
    Case("SELECT count(*) > 2 FROM dbstat", tables, "INSERT INTO u VALUES(zeroblob(90000), 1, 1)"),
  ]

  @Test("LSQ-01, LSQ-03: the rows are those of SQLite, from the first on and after each commit", arguments: cases)
  func meaning(_ test: Case) async throws {
    try await Following.run(test.schema) { following in
      let result = try await following.follow(test.sql)
      for commit in [nil] + test.commits.map(Optional.init) {
        if let commit {
          try following.other.run(commit)
          _ = try await following.step(result, try await following.looked())
        }
        let rows = await result.rows.map(\.values)
        let again = try following.oracle(test.sql)
        #expect(rows == again, "\(commit ?? "at first")")
      }
    }
  }

  @Test("LSQ-06: a missed change is found, though the commit seems to change nothing")
  func missedChange() async throws {
    try await Following.run(Self.tables) { following in
      var configuration = LiveResult.Configuration()
      (configuration.checksAfter, configuration.trust) = (.zero, TruthCheck.Trust())
      let result = LiveResult("SELECT a FROM t WHERE a > 4", on: following.connection, configuration)
      _ = try await following.looked()
      try await result.begin()
      _ = try await following.step(result, [])
      #expect(await result.due == nil, "the first run was checked")
      try following.other.run("UPDATE t SET a = 0 WHERE id = 1")
      let change = try await following.step(result, try await following.looked())
      #expect(change.rows.isEmpty)
      #expect(await result.due != nil)
    }
  }

  @Test(
    "LSQ-04: a query that reads the clock in a view, or by way of a column, runs without a commit",
    arguments: [
      "SELECT * FROM v", "SELECT strftime('%s', 'now', '+' || a || ' seconds') FROM t", "SELECT time(\"now\") FROM t",
    ])
  func clock(sql: String) async throws {
    try await Following.run(Self.tables + "; CREATE VIEW v AS SELECT a, strftime('%s', 'now') AS s FROM t") {
      following in
      let result = try await following.follow(sql)
      let due = try #require(await result.due)
      while ContinuousClock.now < due {}
      #expect(try await !following.step(result, []).rows.isEmpty)
      #expect(await result.due != nil)
    }
  }

  @Test("LSQ-04, LSQ-06: a clock behind a value is no mistake: the query runs again, and others are kept as before")
  func hiddenClock() async throws {
    try await Following.run("CREATE TABLE n(m); INSERT INTO n VALUES('now')") { following in
      var configuration = LiveResult.Configuration()
      (configuration.checksAfter, configuration.trust) = (.zero, TruthCheck.Trust())
      let result = LiveResult("SELECT strftime('%f', m) FROM n", on: following.connection, configuration)
      _ = try await following.looked()
      try await result.begin()
      #expect(await result.upkeep == .live(.linear))
      let first = await result.rows.map(\.values)
      // At most a millisecond passes.
      while try following.oracle(result.sql) == first {}
      let change = try await following.step(result, [])
      #expect(!change.rows.isEmpty)
      #expect(await result.upkeep == .again(reason: "the present moment"))
      #expect(await result.corrections == 0)
      #expect(await result.due != nil)
      let other = LiveResult("SELECT m FROM n", on: following.connection, configuration)
      try await other.begin()
      #expect(await other.upkeep == .live(.linear))
    }
  }

  @Test(
    "LSQ-14: Almanac's own tables are none of the file's",
    arguments: ["SELECT * FROM sqlite_stat1", "SELECT count(*) FROM sqlite_stat1"])
  func ownTables(sql: String) async throws {
    try await Following.run(Self.tables + "; ANALYZE; CREATE TABLE live_probe(q); INSERT INTO live_probe VALUES(1)") {
      following in
      await #expect(throws: QueryError.self) { try await following.follow(sql) }
      let statistics = try await following.follow("SELECT * FROM main.sqlite_stat1")
      #expect(await statistics.rows.count == 3)
      let probe = try await following.follow("SELECT * FROM live_probe")
      #expect(await probe.rows.map(\.values) == [[.integer(1)]])
    }
  }

  @Test(
    "what a column would convert",
    arguments: [
      ("1", Affinity.integer, true), (" -1.5e+3 ", .numeric, true), (".5", .real, true), ("5.", .integer, true),
      ("", .integer, false), (".", .integer, false), ("1e", .integer, false), ("2024-01-01", .numeric, false),
      ("0x10", .integer, false), ("1 2", .integer, false), ("1", .text, false), ("1", .blob, false),
    ])
  func conversion(text: String, affinity: Affinity, isConverted: Bool) {
    #expect(ExactValue.text(Array(text.utf8)).isConverted(by: affinity) == isConverted)
  }
}
