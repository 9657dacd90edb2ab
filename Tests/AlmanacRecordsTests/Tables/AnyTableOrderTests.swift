// Every kind of key and every kind of order, paged through from each row, against SQLite's own ORDER BY.
import Databases
import LiveQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct AnyTableOrderTests {
  /// Tables with a column `m` that has a different number in each row.
  private static let tables: [(schema: String, key: String)] = [
    ("CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c COLLATE RTRIM, m)", "id"),
    ("CREATE TABLE t(id INTEGER PRIMARY KEY, a COLLATE NOCASE, b COLLATE NOCASE, c, m)", "id"),
    ("CREATE TABLE t(a, b, c, m)", "rowid"),
    ("CREATE TABLE t(rowid TEXT, a, b, c, m)", "_rowid_"),
    ("CREATE TABLE t(id INTEGER PRIMARY KEY DESC, a, b, c, m)", "rowid"),
    ("CREATE TABLE t(m TEXT PRIMARY KEY, a, b, c)", "rowid"),
    ("CREATE TABLE t(m TEXT PRIMARY KEY COLLATE NOCASE, a, b, c) WITHOUT ROWID", "m"),
    ("CREATE TABLE t(x INTEGER, m REAL, a, b, c, PRIMARY KEY (x, m DESC)) WITHOUT ROWID", "x, m"),
    ("CREATE TABLE t(a, m, b, c, PRIMARY KEY (a, m)) WITHOUT ROWID", "a, m"),
    ("CREATE TABLE t(rowid, _rowid_, oid, a NOT NULL, m NOT NULL, b, c, PRIMARY KEY (a, m))", "a, m"),
    // The key may contain NULL.
    ("CREATE TABLE t(rowid, _rowid_, oid, m INTEGER NOT NULL, a, b, c, PRIMARY KEY (m, rowid))", ""),
  ]

  private static let values = [
    "NULL", "1", "2", "2.5", "-0.0", "'a'", "'A'", "'b '", "'b'", "'B'", "''", "x''", "x'61'", "CAST(x'ff' AS TEXT)",
    "'😀'",
    "'日本'", "'a' || char(0) || 'b'",
  ]

  /// Makes a table and fills it.
  private static func fill(_ schema: String, _ random: inout some RandomNumberGenerator, _ db: Database) throws {
    try db.execute(schema)
    let named = try #require(try TableShape(named: "t", db)).columns.map(\.name)
    for number in 1...60 {
      let row = named.map { name -> String in
        switch name {
        case "m": String(number)
        case "id": String((number * 37) % 61)
        case "x": String(number % 3)
        default: values.randomElement(using: &random)!
        }
      }
      try db.execute("INSERT OR IGNORE INTO t VALUES (\(row.joined(separator: ", ")))")
    }
  }

  /// An order by one to three columns, each with its direction and collation, and by the key.
  private static func order(_ table: ListedTable, _ random: inout some RandomNumberGenerator) -> (ListOrder, String) {
    let columns = ["a", "b", "c"].shuffled(using: &random).prefix(.random(in: 0...3, using: &random))
    var terms = columns.map { column in
      ListOrder.Term(
        column, collation: [nil, "BINARY", "NOCASE", "RTRIM"].randomElement(using: &random)!,
        isDescending: .random(using: &random))
    }
    terms += table.identity.columns.map {
      ListOrder.Term($0, isDescending: .random(using: &random), isNullable: false)
    }
    let sql = terms.map { term in
      "\"\(term.column)\"\(term.collation.map { " COLLATE \($0)" } ?? "")\(term.isDescending ? " DESC" : "")"
    }
    return (ListOrder(terms), sql.joined(separator: ", "))
  }

  @Test(
    "ANY-02, ANY-03, ANY-04, ANY-05: each record once, in SQLite's order, from each record on and back",
    arguments: tables.indices)
  func pages(_ kind: Int) async throws {
    for round in 0..<6 {
      var random = SeededGenerator(seed: UInt64(kind * 10 + round))
      let encoding = ["UTF-8", "UTF-16le", "UTF-16be"][round % 3]
      try await withDatabase({ $0.prepare = { db in try db.execute("PRAGMA encoding = '\(encoding)'") } }) {
        connection in
        let (schema, key) = Self.tables[kind]
        try await connection.write { db in
          var random = SeededGenerator(seed: UInt64(kind * 10 + round))
          try Self.fill(schema, &random, db)
        }
        let shape = try #require(try await connection.read { db in try TableShape(named: "t", db) })
        #expect(shape.identity.columns.joined(separator: ", ") == key)
        let table = ListedTable(shape)
        // These rows differ only in their content and their place.
        if key.isEmpty { return try await connection.read { db in try Self.pagesByPlace(table, db) } }
        let (order, sql) = Self.order(table, &random)
        let example = round % 2 == 0 ? nil : Int.random(in: 1...60, using: &random)
        try await connection.read { db in
          var list = ListQuery(table, order: order)
          var condition = ""
          if let example, let value = try Self.value(ofA: example, db) {
            list.filter = RecordFilter(column: "a", value: value)
            let same = "(SELECT a FROM t WHERE m = \(example))"
            condition = " WHERE a IS \(same) AND typeof(a) = typeof(\(same))"
          }
          let expected = try db.integers("SELECT m FROM t\(condition) ORDER BY \(sql)")
          let scan = RecordScan(list: list, db: db)
          func numbers(_ page: RecordScan.Page) -> [Int] {
            page.rows.map { Int($0.cells[table.cell(of: "m")].shown.prefix { $0 != "." }) ?? -1 }
          }
          let all = try scan.rows(.down, from: nil, limit: 1000)
          #expect(numbers(all) == expected, "\(schema): \(sql)")
          #expect(numbers(try scan.rows(.up, from: nil, limit: 1000)) == expected.reversed(), "\(schema): \(sql)")
          for (index, key) in all.keys.enumerated() {
            let below = try scan.rows(.down, from: key, inclusive: true, limit: 7)
            #expect(numbers(below) == Array(expected[index...].prefix(7)), "\(schema): \(sql), from \(index)")
            let above = try scan.rows(.up, from: key, limit: 7)
            #expect(numbers(above) == expected[..<index].suffix(7).reversed(), "\(schema): \(sql), above \(index)")
            let place = try list.place(of: all.rows[index].id, db)
            #expect(place == key, "\(schema): \(sql), \(index)")
          }
        }
      }
    }
  }

  /// The value of a record in `a`; `nil` if there is no such record.
  private static func value(ofA number: Int, _ db: Database) throws -> ExactValue? {
    try db.withStatement("SELECT a FROM t WHERE m = \(number)") { try $0.step() ? $0.exactValue(0) : nil }
  }

  /// Pages through each order of a list, down and up, and looks up the place of each record.
  private static func pagesByPlace(_ table: ListedTable, _ db: Database) throws {
    for order in table.style.orders + table.style.orders.map(\.reversed) {
      let terms = order.terms.map { "\"\($0.column)\"\($0.isDescending ? " DESC" : "")" }
      let sql = terms.isEmpty ? "" : "ORDER BY \(terms.joined(separator: ", ")) LIMIT -1"
      let expected = try db.integers("SELECT m FROM t \(sql)")
      let list = ListQuery(table, order: order)
      func numbers(_ value: RecordsWindow.Value) -> [Int] {
        value.rows.map { Int($0.cells[table.cell(of: "m")].shown) ?? -1 }
      }
      let start = try RecordsWindow(list, anchor: .start, after: 1000).fetch(db)
      #expect(numbers(start) == expected && start.reachesEnd, "\(sql)")
      let end = try RecordsWindow(list, anchor: .end, after: 9).fetch(db)
      #expect(numbers(end) == expected.suffix(9) && !end.reachesStart && end.reachesEnd, "\(sql)")
      for (index, key) in start.keys.enumerated() {
        let value = try RecordsWindow(list, anchor: .around(key), before: 5, after: 7).fetch(db)
        let rows = max(0, index - 5)..<min(expected.count, index + 7)
        #expect(numbers(value) == Array(expected[rows]), "\(sql), \(index)")
        #expect(value.reachesStart == (rows.lowerBound == 0) && value.reachesEnd == (rows.upperBound == expected.count))
        #expect(value.above == max(0, index - 5), "\(sql), \(index)")
        #expect(try list.place(of: start.rows[index].id, db) == key, "\(sql), \(index)")
      }
    }
  }

  @Test(
    "ANY-04: only an index that gives the whole order counts as one: SQLite sorts nothing then",
    arguments: [
      ("CREATE TABLE t(st, b); CREATE INDEX i ON t(st)", true),
      ("CREATE TABLE t(st, b); CREATE INDEX i ON t(st, b)", false),
      ("CREATE TABLE t(st, b); CREATE INDEX i ON t(st DESC)", false),
      ("CREATE TABLE t(st, b); CREATE INDEX i ON t(st COLLATE NOCASE)", false),
      ("CREATE TABLE t(st, b); CREATE INDEX i ON t(st) WHERE b", false),
      ("CREATE TABLE t(st, rowid, _rowid_, oid, k NOT NULL PRIMARY KEY); CREATE INDEX i ON t(st)", false),
      ("CREATE TABLE t(st, id INTEGER PRIMARY KEY); CREATE INDEX i ON t(st, id)", true),
      ("CREATE TABLE t(st, id INTEGER PRIMARY KEY); CREATE INDEX i ON t(st DESC, id DESC)", true),
      ("CREATE TABLE t(st, id INTEGER PRIMARY KEY); CREATE INDEX i ON t(st DESC, id)", false),
      ("CREATE TABLE t(st, k PRIMARY KEY) WITHOUT ROWID; CREATE INDEX i ON t(st)", true),
      ("CREATE TABLE t(st, k PRIMARY KEY) WITHOUT ROWID; CREATE INDEX i ON t(st DESC)", false),
      ("CREATE TABLE t(st, k PRIMARY KEY) WITHOUT ROWID; CREATE INDEX i ON t(st DESC, k DESC)", true),
      ("CREATE TABLE t(st, b, k PRIMARY KEY) WITHOUT ROWID; CREATE INDEX i ON t(st, b)", false),
    ])
  func indexedOrder(_ schema: String, _ isIndexed: Bool) async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(schema) }
      try await connection.read { db in
        let order = ListedTable(try #require(try TableShape(named: "t", db))).style.orders.first { $0.column == "st" }
        let found = try #require(order)
        #expect(found.isIndexed == isIndexed)
        let terms = found.terms.map(\.column.quotedName).joined(separator: ", ")
        let plan = try db.rows("EXPLAIN QUERY PLAN SELECT * FROM t ORDER BY \(terms) LIMIT 10")
        #expect(plan.allSatisfy { !"\($0.values)".contains("TEMP B-TREE") } == isIndexed, "\(plan.map(\.values))")
      }
    }
  }
}
