// What once made a kept result wrong, or would: each by a query, commits, and the rows after each.

import Databases
import TestSupport
import Testing

@testable import LiveResults

@Suite struct PitfallTests {
  /// Follows a query through commits. `expected`: its rows after each, with `|` between values.
  private func follow(
    _ sql: String, _ upkeep: String, _ schema: String,
    _ commits: [(statements: String, rows: [String])]
  ) async throws {
    try await Following.run(schema) { following in
      let result = try await following.follow(sql, reserve: 2)
      let kept = await result.upkeep?.description
      #expect(kept == upkeep)
      for (statements, expected) in commits {
        try following.other.run(statements)
        _ = try await following.step(result, try await following.looked())
        let rows = await result.rows.map { $0.values.map(Self.text).joined(separator: "|") }
        #expect(rows == expected, "\(statements)")
      }
    }
  }

  private static func text(_ value: ExactValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let bytes): String(decoding: bytes, as: UTF8.self)
    case .utf16, .blob: "bytes"
    }
  }

  @Test(
    "a shadow has the affinities of its table: a text equals the number that it is compared with")
  func affinity() async throws {
    try await follow(
      "SELECT id, typeof(s), typeof(r) FROM t WHERE s = 5 AND id = '1'", "linear",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, s TEXT, r REAL)",
      [
        ("INSERT INTO t VALUES(1, 5, 3), (2, 5, 3)", ["1|text|real"]),
        ("UPDATE t SET s = '05'", []),
      ])
  }

  @Test("a name in double quotes is a column or nothing, never a text")
  func quotedNames() async throws {
    let schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, \"City\" TEXT, n INT)"
    try await follow(
      "SELECT \"city\", count(*) FROM t GROUP BY n", "groups asked again", schema,
      [
        ("INSERT INTO t VALUES(1, 'Rome', 7)", ["Rome|1"]),
        ("INSERT INTO t VALUES(2, 'Oslo', 8)", ["Oslo|1", "Rome|1"]),
      ])
    try await follow(
      "SELECT \"nothing\", id FROM t", "again: a form that Almanac does not understand", schema,
      [("INSERT INTO t VALUES(1, 'Rome', 7)", ["nothing|1"])])
  }

  @Test("a column without an affinity stays without one in a subquery that is kept")
  func noAffinity() async throws {
    try await follow(
      "SELECT x.c, t.s FROM (SELECT n + 0 AS c, count(*) FROM t GROUP BY n + 0) x JOIN t ON t.s = x.c",
      "stacked",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, n, s TEXT)",
      [
        ("INSERT INTO t VALUES(1, 5, '5')", ["5|5"]),
        ("INSERT INTO t VALUES(2, 5.0, '5.0')", ["5|5"]),
        ("DELETE FROM t WHERE id = 1", ["5.0|5.0"]),
      ])
  }

  @Test("1 and 1.0 have one place in an order, and are two rows")
  func equalNumbers() async throws {
    try await follow(
      "SELECT u FROM t ORDER BY u", "linear", "CREATE TABLE t(id INTEGER PRIMARY KEY, u)",
      [
        ("INSERT INTO t VALUES(1, 1), (2, 1.0), (3, 2)", ["1", "1.0", "2"]),
        ("DELETE FROM t WHERE id = 2", ["1", "2"]),
        ("UPDATE t SET u = 1.0 WHERE id = 1", ["1.0", "2"]),
      ])
  }

  @Test(
    "ORDER BY a number in parentheses or an alias is a column of the result; in an expression a table's column wins"
  )
  func orderTerms() async throws {
    let schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, n INT); INSERT INTO t VALUES(1, 3), (2, 1)"
    let commit = [("INSERT INTO t VALUES(3, 2)", ["2|1", "3|2", "1|3"])]
    for order in ["(2)", "+2", "2", "m", "m COLLATE NOCASE"] {
      try await follow("SELECT id, n AS m FROM t ORDER BY \(order)", "linear", schema, commit)
    }
    // n + 0 is the table's n, though the alias n means id.
    try await follow(
      "SELECT id AS n, n AS id FROM t ORDER BY n + 0", "linear", schema,
      [("INSERT INTO t VALUES(3, 2)", ["2|1", "3|2", "1|3"])])
    // In parentheses alone it is the alias.
    try await follow(
      "SELECT id AS n, n AS id FROM t ORDER BY (n)", "linear", schema,
      [("INSERT INTO t VALUES(3, 2)", ["1|3", "2|1", "3|2"])])
    // GROUP BY takes the table's column first, ORDER BY the alias.
    try await follow(
      "SELECT n % 2 AS n, count(*) FROM t GROUP BY n ORDER BY n, 2", "groups", schema,
      [("INSERT INTO t VALUES(3, 2), (4, 3)", ["0|1", "1|1", "1|2"])])
  }

  @Test("the collation of a UNION is that of its first part that has one")
  func unionCollation() async throws {
    try await follow(
      "SELECT a FROM t UNION SELECT b FROM t ORDER BY 1", "distinct",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE, b TEXT)",
      [
        ("INSERT INTO t VALUES(1, 'x', 'X')", ["X"]), ("UPDATE t SET b = 'y'", ["x", "y"]),
        ("UPDATE t SET b = 'W'", ["W", "x"]),
      ])
  }

  @Test("a group shows a spelling of its key that still exists")
  func spellings() async throws {
    try await follow(
      "SELECT a, count(*) FROM t GROUP BY a", "groups",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE)",
      [
        ("INSERT INTO t VALUES(1, 'X')", ["X|1"]), ("INSERT INTO t VALUES(2, 'x')", ["X|2"]),
        ("DELETE FROM t WHERE id = 1", ["x|1"]),
      ])
  }

  @Test("a collation inside an aggregate is that of its value")
  func collationInAggregate() async throws {
    try await follow(
      "SELECT n, max(a COLLATE NOCASE) FROM t GROUP BY n ORDER BY 2", "groups asked again",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, n INT, a TEXT); INSERT INTO t VALUES(1, 1, 'b'), (2, 2, 'C')",
      [("INSERT INTO t VALUES(3, 3, 'a')", ["3|a", "1|b", "2|C"])])
  }

  @Test("a change of an argument alone touches its group")
  func arguments() async throws {
    try await follow(
      "SELECT a, group_concat(n) FROM t GROUP BY a", "groups asked again",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INT); INSERT INTO t VALUES(1, 'x', 1), (2, 'y', 2)",
      [("UPDATE t SET n = 5 WHERE id = 1", ["x|5", "y|2"])])
  }

  @Test("a NULL in the list of NOT IN, and its becoming empty, concern every row")
  func notIn() async throws {
    try await follow(
      "SELECT id FROM t WHERE n NOT IN (SELECT m FROM u)", "subquery",
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, n INT); CREATE TABLE u(id INTEGER PRIMARY KEY, m INT);
      INSERT INTO t VALUES(1, 1), (2, 2), (3, NULL);
      """,
      [
        ("INSERT INTO u VALUES(1, 2)", ["1"]), ("INSERT INTO u VALUES(2, NULL)", []),
        ("DELETE FROM u WHERE id = 2", ["1"]),
        ("DELETE FROM u", ["1", "2", "3"]),
      ])
  }

  @Test("sums of real numbers are exact, and take away what they have added")
  func sums() async throws {
    try await follow(
      "SELECT sum(x), total(x), avg(x) FROM t", "groups",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, x)",
      [
        ("INSERT INTO t VALUES(1, 1e300), (2, 1.0), (3, -1e300)", ["1.0|1.0|0.3333333333333333"]),
        ("DELETE FROM t WHERE id <> 2", ["1.0|1.0|1.0"]),
        (
          "UPDATE t SET x = 0.1; INSERT INTO t VALUES(4, 0.2)",
          ["0.30000000000000004|0.30000000000000004|0.15000000000000002"]
        ),
        ("DELETE FROM t", ["NULL|0.0|NULL"]),
        (
          "INSERT INTO t VALUES(1, 9223372036854775807), (2, -1)",
          [
            "9223372036854775806|9.223372036854776e+18|4.611686018427388e+18"
          ]
        ),
        ("UPDATE t SET x = '12x'", ["24.0|24.0|12.0"]),
        ("UPDATE t SET x = ' 12'", ["24|24.0|12.0"]),
        ("UPDATE t SET x = 5e-324", ["1e-323|1e-323|5e-324"]),
      ])
  }

  @Test("the least value of a group comes back when a lesser one goes")
  func extremes() async throws {
    try await follow(
      "SELECT a, min(n), max(n) FROM t GROUP BY a", "groups",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INT); INSERT INTO t VALUES(1, 'x', 1), (2, 'x', 2), (3, 'x', 3)",
      [
        ("DELETE FROM t WHERE id = 1", ["x|2|3"]), ("UPDATE t SET n = 9 WHERE id = 2", ["x|3|9"]),
        ("DELETE FROM t WHERE id = 2", ["x|3|3"]), ("DELETE FROM t", []),
      ])
  }

  @Test("rows that tie with the last kept one, and rows that come up from behind it")
  func top() async throws {
    let rows = (1...9).map { "(\($0), \($0 / 2))" }.joined(separator: ", ")
    try await follow(
      "SELECT n FROM t ORDER BY n LIMIT 2", "top",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, n INT); INSERT INTO t VALUES\(rows)",
      [
        ("DELETE FROM t WHERE id = 1", ["1", "1"]), ("DELETE FROM t WHERE n = 1", ["2", "2"]),
        ("DELETE FROM t WHERE n = 2", ["3", "3"]),
        ("INSERT INTO t VALUES(20, -1), (21, 3)", ["-1", "3"]),
        ("DELETE FROM t WHERE n < 4", ["4", "4"]), ("DELETE FROM t WHERE id = 8", ["4"]),
        ("DELETE FROM t", []),
      ])
  }

  @Test("one commit that changes both sides of a join, and both uses of one table")
  func severalSides() async throws {
    try await follow(
      "SELECT x.id, y.id, u.m FROM t x JOIN t y ON y.n = x.n JOIN u ON u.id = x.id", "linear",
      "CREATE TABLE t(id INTEGER PRIMARY KEY, n INT); CREATE TABLE u(id INTEGER PRIMARY KEY, m INT)",
      [
        (
          "BEGIN; INSERT INTO t VALUES(1, 7), (2, 7); INSERT INTO u VALUES(1, 10), (2, 20); COMMIT",
          ["1|1|10", "1|2|10", "2|1|20", "2|2|20"]
        ),
        (
          "BEGIN; UPDATE t SET n = 8 WHERE id = 2; UPDATE u SET m = m + 1; COMMIT",
          ["1|1|11", "2|2|21"]
        ),
        (
          "BEGIN; DELETE FROM t WHERE id = 1; UPDATE u SET m = 0; INSERT INTO t VALUES(3, 8); COMMIT",
          ["2|2|0", "2|3|0"]
        ),
      ])
  }
}
