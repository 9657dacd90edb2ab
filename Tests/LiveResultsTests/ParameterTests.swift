// Parameters of a query: their values are bound, and the result is kept as without them.

import Databases
import TestSupport
import Testing

@testable import LiveResults

@Suite struct ParameterTests {
  private static let schema = """
    CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INT, day TEXT, total NUMERIC);
    CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, zip TEXT);
    INSERT INTO customers VALUES (1, 'Ada', '075'), (2, 'Bob', '12'), (3, 'Cy', '1');
    INSERT INTO orders VALUES (1, 1, '2026-01-01', 10), (2, 1, '2026-02-01', 20), (3, 2, '2026-03-01', 30.5);
    """

  /// A query, the same with literals, and how both are kept.
  private static let queries: [(sql: String, literal: String, values: QueryParameters, upkeep: String)] = [
    (
      "SELECT id FROM orders WHERE total > :least AND day >= @since",
      "SELECT id FROM orders WHERE total > '15' AND day >= '2026-01-15'",
      ["least": .text("15"), "since": .text("2026-01-15")], "linear"
    ),
    (
      "SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer WHERE c.name = $name ORDER BY o.id",
      "SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer WHERE c.name = 'ADA' ORDER BY o.id",
      ["name": .text("ADA")], "linear"
    ),
    (
      "SELECT id FROM customers WHERE zip = ?", "SELECT id FROM customers WHERE zip = 12", ["1": .integer(12)], "linear"
    ),
    (
      "SELECT customer, count(*), sum(total) * ?2 FROM orders WHERE id <> ?1 GROUP BY customer HAVING count(*) >= ?3",
      "SELECT customer, count(*), sum(total) * 2 FROM orders WHERE id <> 3 GROUP BY customer HAVING count(*) >= 1",
      ["1": .integer(3), "2": .integer(2), "3": .integer(1)], "groups"
    ),
    (
      "SELECT customer, sum(total * :x) FROM orders GROUP BY customer",
      "SELECT customer, sum(total * 0.1) FROM orders GROUP BY customer", ["x": .real(0.1)], "groups"
    ),
    (
      "SELECT id, total FROM orders ORDER BY total DESC, id LIMIT :n OFFSET :n - 1",
      "SELECT id, total FROM orders ORDER BY total DESC, id LIMIT 2 OFFSET 1", ["n": .integer(2)], "top"
    ),
    (
      "SELECT DISTINCT customer, :tag FROM orders WHERE :tag <> ''", "SELECT DISTINCT customer, 'it''s' FROM orders",
      ["tag": .text("it's")], "distinct"
    ),
    (
      "SELECT c.name, o.id FROM customers c LEFT JOIN orders o ON o.customer = c.id AND o.total > :least",
      "SELECT c.name, o.id FROM customers c LEFT JOIN orders o ON o.customer = c.id AND o.total > 15",
      ["least": .integer(15)], "outer join"
    ),
    (
      "SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer = c.id AND o.total > :least)",
      "SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer = c.id AND o.total > 15)",
      ["least": .integer(15)], "subquery"
    ),
    (
      "SELECT n, count(*) FROM (SELECT customer, count(*) AS n FROM orders WHERE total > :a GROUP BY customer) "
        + "WHERE n < :b GROUP BY n",
      "SELECT n, count(*) FROM (SELECT customer, count(*) AS n FROM orders WHERE total > 15 GROUP BY customer) "
        + "WHERE n < 5 GROUP BY n", ["a": .integer(15), "b": .integer(5)], "stacked"
    ),
    (
      "SELECT id FROM orders WHERE day > date('now', '-' || :days || ' days')",
      "SELECT id FROM orders WHERE day > date('now', '-3650 days')", ["days": .integer(3650)], "linear"
    ),
    (
      "SELECT id FROM orders WHERE total < :a EXCEPT SELECT :b",
      "SELECT id FROM orders WHERE total < 25 EXCEPT SELECT 1",
      ["a": .integer(25), "b": .integer(1)], "again: EXCEPT"
    ),
    (
      "SELECT id FROM orders WHERE day < date(:day)", "SELECT id FROM orders WHERE day < date('now')",
      ["day": .text("now")], "linear"
    ),
  ]

  private static let commits = [
    "INSERT INTO orders VALUES (4, 3, '2026-04-01', 40), (5, 2, '2025-12-01', 5)",
    "UPDATE orders SET total = total + 10 WHERE customer = 1",
    "UPDATE customers SET name = 'ada', zip = 12 WHERE id = 3",
    "DELETE FROM orders WHERE id IN (2, 3)", "UPDATE orders SET customer = 1, day = '2026-05-01'",
  ]

  @Test("LSQ-24: a query with parameters is kept as the same query with literals, and right after each commit")
  func kept() async throws {
    try await Following.run(Self.schema) { following in
      var results: [(literal: String, result: LiveResult)] = []
      for query in Self.queries {
        let result = try await following.follow(query.sql, with: query.values)
        results.append((query.literal, result))
        #expect("\(try #require(await result.upkeep))" == query.upkeep, "\(query.sql)")
        if query.literal.contains("'now'") { #expect(await result.due != nil, "the moment passes") }
        #expect(
          Agreement(await result.rows.map(\.values), try following.oracle(query.literal), isTotal: false) == .exact)
      }
      for commit in Self.commits {
        try following.other.run(commit)
        let batches = try await following.looked()
        for (literal, result) in results {
          _ = try await following.step(result, batches)
          let agreement = Agreement(await result.rows.map(\.values), try following.oracle(literal), isTotal: false)
          #expect(agreement == .exact, "\(commit): \(literal)")
        }
      }
    }
  }

  @Test("LSQ-24: the numbers of parameters are SQLite's; a missing value and an unknown form are sentences")
  func numbers() async throws {
    #expect(
      QueryParameter.all(in: "SELECT :a, ?, ?7, @a, ?, $b, :a").map(\.text) == [":a", "?2", "?7", "?9", "$b"])
    #expect(QueryParameter.all(in: "SELECT ':a', \"?\" -- :b").isEmpty)
    #expect(QueryParameter.all(in: "SELECT ?9223372036854775807, ?, ?0, a : b").map(\.text) == ["?1"])
    let sql = "SELECT :a, ?, ?7, @a, ?, $b, :a"
    let values: QueryParameters = [
      "a": .integer(1), "2": .text("two"), "7": .null, "9": .blob([8]), "b": .real(0.5),
    ]
    try await Following.run("CREATE TABLE t(a)") { following in
      let result = try await following.follow(sql, with: values)
      #expect(
        await result.rows.map(\.values)
          == [[.integer(1), .text("two"), .null, .integer(1), .blob([8]), .real(0.5), .integer(1)]])
      await #expect(throws: QueryError(message: "the parameter :b has no value", place: 11)) {
        _ = try await following.follow("SELECT :a, :b", with: values.filter { $0.key == "a" })
      }
      await #expect(throws: QueryError(message: "a parameter has a form that Almanac does not know", place: nil)) {
        _ = try await following.follow("SELECT $a::b(c)", with: values)
      }
      // A view of the file can't read the values.
      try following.other.run("CREATE VIEW v AS SELECT almanac_parameter(1) AS x")
      _ = try await following.looked()
      await #expect(throws: QueryError.self) { _ = try await following.follow("SELECT x, :a FROM v", with: values) }
    }
  }
}
