// Q1 to Q3: the answer of a query that follows another program's commits, against running the query again.
import CSQLite
import Databases
import Glibc
import Harnesses
import LiveResults
import Locks

extension Measurement {
  static let queryResults = Measurement(ids: ["Q1", "Q2", "Q3"]) { bench in
    let orders = try Orders(rows: bench.book.rows, in: bench.folder)
    var lines: [ReportLine] = []
    for query in queries { lines += try await follow(query, orders) }
    return lines + [try await wholeTable(orders)]
  }

  /// A query, and whether a changed order may leave its result as it is.
  private struct Query {
    var name: String
    var sql: String
    var mayStay = false
  }

  /// The queries, by the way in which their results are kept.
  private static let queries: [Query] = [
    Query(name: "distinct", sql: "SELECT DISTINCT customer_id FROM orders WHERE total > 9900", mayStay: true),
    Query(
      name: "filter",
      sql: "SELECT id, customer_id, total FROM orders WHERE status = 'open' AND total > 9000 ORDER BY total DESC, id"),
    Query(
      name: "join",
      sql: "SELECT o.id, c.name, o.total FROM orders o JOIN customers c ON c.id = o.customer_id "
        + "WHERE c.country = 'DE' AND o.total > 9000"),
    Query(name: "group", sql: "SELECT status, count(*) FROM orders GROUP BY status", mayStay: true),
    Query(
      name: "group with join",
      sql: "SELECT c.country, sum(o.total), count(*) FROM orders o JOIN customers c ON c.id = o.customer_id "
        + "GROUP BY c.country"),
    Query(name: "top 20", sql: "SELECT id, total FROM orders ORDER BY total DESC, id LIMIT 20"),
    Query(
      name: "top 20 of groups",
      sql: "SELECT customer_id, sum(total) AS amount FROM orders GROUP BY customer_id ORDER BY amount DESC, 1 LIMIT 20",
      mayStay: true),
    Query(
      name: "least and greatest", sql: "SELECT customer_id, min(total), max(total) FROM orders GROUP BY customer_id"),
    Query(
      name: "left join",
      sql: "SELECT c.id, c.name, sum(o.total) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id"
    ),
    Query(
      name: "not exists",
      sql: "SELECT c.id, c.name FROM customers c "
        + "WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.total > 9000)", mayStay: true),
  ]

  private static func follow(_ query: Query, _ orders: Orders) async throws -> [ReportLine] {
    let followed = try await FollowedQuery(query.sql, orders.path)
    let (writer, reader) = (try PlainDatabase(orders.path), try PlainDatabase(orders.path))
    // A commit of more than 1,000 pages would be moved into the file at once, and its rows would be unknown.
    try writer.run("PRAGMA wal_autocheckpoint = 100000")
    var (answer, one) = (Figures(), Pair())
    for _ in 0..<5 {
      let work = usedTime()
      _ = try reader.copyRows(query.sql)
      one.floor.values.append(usedTime() - work)
    }
    // The first steps compile the statements.
    for round in 0..<60 {
      try orders.change(1, writer)
      let (start, work) = (nanoseconds(), usedTime())
      let isChanged = try await followed.step()
      guard round >= 10 else { continue }
      guard isChanged || query.mayStay else { throw Trouble("A commit has not changed \(query.name).") }
      answer.values.append(Double(nanoseconds() - start))
      one.product.values.append(usedTime() - work)
    }
    var many: [Pair] = []
    for count in [1_000, 10_000] {
      var pair = Pair(floor: one.floor)
      for _ in 0..<3 {
        try orders.change(count, writer)
        let work = usedTime()
        guard try await followed.step() || query.mayStay else {
          throw Trouble("\(count) changes have not changed \(query.name).")
        }
        pair.product.values.append(usedTime() - work)
      }
      many.append(pair)
    }
    await followed.close()
    return [
      ReportLine(
        id: "Q1", subject: "one changed row: commit to answer, and processor time against a run: \(query.name)",
        goal: "<= 2 ms; <= 1/1,000", floor: milliseconds(one.floor.median),
        product: "\(milliseconds(answer.median)); \(milliseconds(one.product.median))",
        checks: [
          .init(name: "answer", value: answer.median / 1_000_000, limit: 2),
          .init(name: "processor time, in thousandths", value: one.medianRatio * 1000, limit: 1),
        ]),
      ReportLine(
        id: "Q2", subject: "processor time of 1,000 changed rows, and of 10,000, against a run: \(query.name)",
        goal: "<= 1/2, or it runs", floor: milliseconds(one.floor.median),
        product: "\(milliseconds(many[0].product.median)); \(milliseconds(many[1].product.median))",
        checks: [
          .init(name: "1,000", value: many[0].medianRatio, limit: 0.5),
          // A run also reads what it keeps.
          .init(name: "10,000", value: many[1].medianRatio, limit: 1.5),
        ]),
    ]
  }

  /// The first build and the memory of a result that is as long as the table.
  private static func wholeTable(_ orders: Orders) async throws -> ReportLine {
    let sql = "SELECT id, total FROM orders ORDER BY total DESC, id"
    let reader = try PlainDatabase(orders.path)
    var start = nanoseconds()
    _ = try reader.copyRows(sql)
    let run = Double(nanoseconds() - start)
    // What others have freed would hide what the result takes.
    almanac_return_free_pages()
    let before = memoryOfProcess("self", "RssAnon")
    start = nanoseconds()
    let followed: FollowedQuery
    do {
      followed = try await FollowedQuery(sql, orders.path)
    } catch let error as QueryError {
      return ReportLine(
        id: "Q3", subject: "first build and memory of all \(short(orders.rows)) orders",
        goal: "<= 1.5 x a run; <= 24 MB",
        floor: milliseconds(run), product: error.message,
        checks: [.init(name: "refused", value: 1, limit: 0)])
    }
    let build = Double(nanoseconds() - start)
    let memory = Double(memoryOfProcess("self", "RssAnon") - before) / 1024
    await followed.close()
    return ReportLine(
      id: "Q3", subject: "first build and memory of all \(short(orders.rows)) orders", goal: "<= 1.5 x a run; <= 24 MB",
      floor: milliseconds(run), product: "\(milliseconds(build)); \(decimal(memory, 1)) MB",
      checks: [
        .init(name: "build", value: Pair.ratio(build, run), limit: 1.5),
        .init(name: "memory", value: memory, limit: 24),
      ])
  }

  /// The processor time of this process, in nanoseconds.
  private static func usedTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// A query whose result follows a file, without a screen.
private struct FollowedQuery {
  private let connection: SQLiteConnection
  private let result: LiveResult
  private let batches = Lock<[ChangeBatch]>([])
  private let subscription: ChangeSubscription

  /// Opens the file, and reads the result for the first time.
  init(_ sql: String, _ path: String) async throws {
    var configuration = SQLiteConnection.Configuration()
    configuration.watchesOtherProcesses = false
    connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
    subscription = connection.subscribe { [batches] batch in batches.withLock { $0.append(batch) } }
    try await connection.lookForOutsideChanges()
    batches.withLock { $0 = [] }
    var options = LiveResult.Configuration()
    options.checksAfter = nil
    result = LiveResult(sql, on: connection, options)
    do {
      try await result.begin()
    } catch {
      await connection.close()
      throw error
    }
  }

  /// Takes in the commits since the last step. Returns whether the answer has changed.
  func step() async throws -> Bool {
    try await connection.lookForOutsideChanges()
    let taken = batches.withLock { batches in
      defer { batches = [] }
      return batches
    }
    let count = Lock(0)
    try await result.step(taken) { _, change in count.withLock { $0 = change.rows.count } }
    return count.withLock { $0 } > 0
  }

  func close() async {
    subscription.cancel()
    await result.close()
    await connection.close()
  }
}

/// A file of orders and a tenth as many customers, removed when it is no longer needed.
private final class Orders {
  let path: String
  let rows: Int
  /// The number of orders that have been changed.
  private var changedCount = 0

  deinit { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }

  /// Changes orders of customers in DE: each enters every result, and has the highest total so far.
  func change(_ count: Int, _ writer: PlainDatabase) throws {
    try writer.run("BEGIN")
    for _ in 0..<count {
      changedCount += 1
      // Every eighth order is of such a customer.
      let id = changedCount * 7919 % max(1, rows / 8) * 8 + 1
      try writer.run(
        "UPDATE orders SET status = 'open', total = 9990 + \(changedCount) * 0.0001 WHERE id = \(id)")
    }
    try writer.run("COMMIT")
  }

  init(rows: Int, in folder: String) throws {
    (path, self.rows) = ("\(folder)/orders.db", rows)
    for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    let database = try PlainDatabase(path)
    try database.run(
      """
      PRAGMA journal_mode = off; PRAGMA synchronous = off; BEGIN;
      CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT, country TEXT);
      CREATE TABLE orders(id INTEGER PRIMARY KEY, customer_id INTEGER, status TEXT, total NUMERIC);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(max(1, rows / 10)))
      INSERT INTO customers
      SELECT i, 'Customer ' || i, substr('DEITATFRSEPLESNO', i * 7 % 8 * 2 + 1, 2) FROM n;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
      INSERT INTO orders
      SELECT i, i * 7919 % \(max(1, rows / 10)) + 1, substr('paidsentlost', i * 31 % 3 * 4 + 1, 4),
        i * 104729 % 990000 / 100.0 FROM n;
      CREATE INDEX orders_customer ON orders(customer_id);
      COMMIT; PRAGMA journal_mode = wal;
      """)
  }
}
