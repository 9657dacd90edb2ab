// How SQLite runs a query, and how its result is kept.

import Databases
import TestSupport
import Testing

@testable import LiveResults

@Suite struct QueryPlanTests {
  private static let schema = """
    CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INT, total REAL);
    CREATE TABLE analyzed(id INTEGER PRIMARY KEY, n INT);
    CREATE INDEX some ON analyzed(n) WHERE n = 1;
    CREATE TABLE "odd [x] AS y"(a);
    CREATE VIEW large AS SELECT * FROM orders o WHERE total > 5;
    INSERT INTO customers VALUES (1, 'Ann'), (2, 'Bob');
    INSERT INTO orders WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) SELECT i, 1, i FROM n;
    INSERT INTO "odd [x] AS y" SELECT id FROM orders;
    INSERT INTO analyzed VALUES(1, 1), (2, 2);
    ANALYZE analyzed;
    UPDATE sqlite_stat1 SET stat = '2000000 1' WHERE idx IS NULL;
    INSERT INTO sqlite_stat1 VALUES('analyzed', NULL, '3000000'), ('analyzed', 'some', 'x');
    """

  private func lines(_ sql: String, _ following: Following) async throws -> [String] {
    try await QueryRun(sql, on: following.connection).plan().steps.map { step in
      "\(step.depth) \(step.text)" + (step.scanned.map { " <\($0)>" } ?? "")
    }
  }

  @Test("LSQ-19: scans of large tables have their number of rows")
  func scans() async throws {
    try await Following.run(Self.schema) { following in
      let plans: [(sql: String, steps: [String])] = [
        ("SELECT * FROM customers", ["0 SCAN customers"]),
        ("SELECT * FROM orders", ["0 SCAN orders <exactly(10000)>"]),
        ("SELECT * FROM orders AS x -- all\n;", ["0 SCAN x <exactly(10000)>"]),
        ("SELECT * FROM main.[orders] o WHERE total > 5", ["0 SCAN o <exactly(10000)>"]),
        (
          "SELECT 1 FROM customers NATURAL JOIN orders",
          ["0 SCAN customers", "0 SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)"]
        ),
        ("SELECT * FROM orders WHERE id = 7", ["0 SEARCH orders USING INTEGER PRIMARY KEY (rowid=?)"]),
        ("SELECT * FROM large WHERE id <> 3", ["0 SCAN o <exactly(10000)>"]),
        ("SELECT * FROM analyzed WHERE id <> 3", ["0 SCAN analyzed <about(3000000)>"]),
        (#"SELECT * FROM "odd [x] AS y""#, ["0 SCAN odd [x] AS y <exactly(10000)>"]),
        (
          "SELECT * FROM orders o JOIN customers c ON c.id = o.customer ORDER BY total",
          [
            "0 SCAN o <exactly(10000)>", "0 SEARCH c USING INTEGER PRIMARY KEY (rowid=?)",
            "0 USE TEMP B-TREE FOR ORDER BY",
          ]
        ),
        (
          "SELECT id FROM customers UNION ALL SELECT id FROM orders",
          [
            "0 COMPOUND QUERY", "1 LEFT-MOST SUBQUERY", "2 SCAN customers", "1 UNION ALL",
            "2 SCAN orders <exactly(10000)>",
          ]
        ),
        (
          "WITH orders AS (SELECT 1 AS a) SELECT * FROM orders",
          ["0 CO-ROUTINE orders", "1 SCAN CONSTANT ROW", "0 SCAN orders"]
        ),
        ("SELECT value FROM json_each('[1]')", ["0 SCAN json_each VIRTUAL TABLE INDEX 1:"]),
      ]
      for plan in plans {
        let steps = try await lines(plan.sql, following)
        #expect(steps == plan.steps, "\(plan.sql)")
      }
    }
  }

  @Test("LSQ-19: a table without statistics is counted up to 100,000 rows")
  func bound() async throws {
    let schema = """
      CREATE TABLE t(a);
      INSERT INTO t WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001) SELECT i FROM n;
      """
    try await Following.run(schema) { following in
      #expect(try await lines("SELECT * FROM t", following) == ["0 SCAN t <moreThan(100000)>"])
      try following.other.run("DELETE FROM t WHERE a = 1")
      #expect(try await lines("SELECT * FROM t", following) == ["0 SCAN t <exactly(100000)>"])
    }
  }

  @Test("LSQ-19: how the result is kept")
  func upkeep() async throws {
    try await Following.run(Self.schema) { following in
      let queries: [(sql: String, upkeep: Upkeep)] = [
        ("SELECT * FROM orders WHERE total > 5", .live(.linear)),
        ("SELECT customer, sum(total) FROM orders GROUP BY 1", .live(.groups)),
        ("SELECT id FROM orders EXCEPT SELECT id FROM customers", .again(reason: "EXCEPT")),
      ]
      for query in queries {
        let plan = try await QueryRun(query.sql, on: following.connection).plan()
        #expect(plan.upkeep == query.upkeep, "\(query.sql)")
      }
    }
  }

  @Test("LSQ-19: what has no plan")
  func mistakes() async throws {
    try await Following.run(Self.schema) { following in
      let mistakes: [(sql: String, error: QueryError)] = [
        ("EXPLAIN SELECT 1", QueryError(message: "EXPLAIN has no plan", place: 0)),
        ("PRAGMA table_info(t)", QueryError(message: "PRAGMA has no plan", place: 0)),
        ("SELECT nope FROM orders", QueryError(message: "no such column: nope", place: 7)),
        ("DELETE FROM orders", QueryError(message: "DELETE is refused: a query only reads the file", place: 0)),
      ]
      for mistake in mistakes {
        await #expect(throws: mistake.error, "\(mistake.sql)") { try await lines(mistake.sql, following) }
      }
    }
  }
}
