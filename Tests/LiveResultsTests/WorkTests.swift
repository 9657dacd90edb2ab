// What a step costs: operations of SQLite's virtual machine, compared with a run of the query.

import Databases
import TestSupport
import Testing

@testable import LiveResults

@Suite struct WorkTests {
  private static let queries = [
    "SELECT id, customer_id, total FROM orders WHERE status = 'open' AND total > 9000 ORDER BY total DESC, id",
    """
    SELECT o.id, c.name, o.total FROM orders o JOIN customers c ON c.id = o.customer_id
    WHERE c.country = 'DE' AND o.total > 5000
    """,
    "SELECT status, count(*) FROM orders GROUP BY status",
    """
    SELECT c.country, sum(o.total) AS amount, count(*) FROM orders o JOIN customers c ON c.id = o.customer_id
    GROUP BY c.country ORDER BY amount DESC
    """,
    "SELECT id, total FROM orders ORDER BY total DESC, id LIMIT 20",
    "SELECT customer_id, sum(total) AS amount FROM orders GROUP BY customer_id ORDER BY amount DESC, 1 LIMIT 20",
    "SELECT DISTINCT customer_id FROM orders WHERE total > 9000",
    "SELECT customer_id, min(total), max(total) FROM orders GROUP BY customer_id",
    """
    SELECT c.id, c.name, count(o.id) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id
    """,
    """
    SELECT c.id, c.name FROM customers c
    WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.total > 9000)
    """,
  ]

  /// A file with so many orders, ten for each customer.
  private static func schema(orders count: Int) -> String {
    """
    CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT, country TEXT);
    CREATE TABLE orders(id INTEGER PRIMARY KEY, customer_id INTEGER, status TEXT, total INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count / 10))
    INSERT INTO customers SELECT i, 'Customer ' || i, substr('DEITATFRSEPLESNO', i * 7 % 8 * 2 + 1, 2) FROM n;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
    INSERT INTO orders
    SELECT i, i * 7919 % \(count / 10) + 1, substr('paidsentlost', i * 31 % 3 * 4 + 1, 4), i * 1047 % 9900 FROM n;
    CREATE INDEX orders_customer ON orders(customer_id);
    """
  }

  /// Changes orders from `first` on: they enter every result.
  private static func change(_ count: Int, from first: Int) -> String {
    "UPDATE orders SET status = 'open', total = 9900 + (id + \(first)) % 90 WHERE id BETWEEN \(first) AND \(first + count - 1)"
  }

  private static func check(_ result: LiveResult, _ following: Following) async throws {
    let kept = await result.rows.map(\.values)
    #expect(Agreement(kept, try following.oracle(result.sql), isTotal: false) != .none, "\(result.sql)")
  }

  /// The work of a run, and that of one changed order once all statements are compiled.
  private static func work(_ sql: String, orders: Int) async throws -> (run: Int, step: Int) {
    var (run, step) = (0, 0)
    try await Following.run(schema(orders: orders)) { following in
      let result = try await following.follow(sql, reserve: 50)
      run = await result.work
      for round in 1...4 {
        let before = await result.work
        try following.other.run(change(1, from: 1 + round * 17))
        _ = try await following.step(result, try await following.looked())
        step = max(round > 2 ? step : 0, await result.work - before)
      }
      try await check(result, following)
    }
    return (run, step)
  }

  @Test(
    "LSQ-07: the work of one changed row does not depend on the number of rows, and a run of a million takes over a thousand times as much",
    arguments: queries)
  func one(_ sql: String) async throws {
    let (small, large) = (try await Self.work(sql, orders: 2_000), try await Self.work(sql, orders: 20_000))
    #expect(large.step <= 2 * small.step + 100, "\(small), \(large)")
    // A run of a million rows takes fifty times as much as one of 20,000.
    #expect(large.step * 1_000 <= large.run * 50, "\(small), \(large)")
  }

  @Test(
    "LSQ-08: a commit of many rows takes half the work of a run at most, otherwise the query runs", arguments: queries)
  func many(_ sql: String) async throws {
    try await Following.run(Self.schema(orders: 20_000)) { following in
      let result = try await following.follow(sql, reserve: 50, leastWork: 0)
      for (count, first) in [(1_000, 1), (10_000, 2_001), (10_000, 4_001), (1_000, 12_001)] {
        let before = await result.work
        try following.other.run(Self.change(count, from: first))
        _ = try await following.step(result, try await following.looked())
        let step = await result.work - before
        try await Self.check(result, following)
        let again = try await following.follow(sql)
        let run = await again.work
        await again.close()
        // What was tried before the run is at most another half, and one statement more.
        #expect(step <= run * 2, "\(count): \(step) of \(run)")
        if count == 1_000 { #expect(step <= run / 2 || step >= run * 9 / 10, "\(count): \(step) of \(run)") }
      }
    }
  }
}
