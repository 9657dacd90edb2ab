// Orders by several columns: SQLite's order, an index where one has it, and what a key makes of an order.
import Databases
import LiveQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct SeveralColumnOrderTests {
  /// The terms of an order: `a`, `b-` for a descending one.
  private static func terms(_ text: String) -> [ListOrder.Term] {
    text.split(separator: " ").map { ListOrder.Term(String($0.prefix(1)), isDescending: $0.hasSuffix("-")) }
  }

  private static func text(_ order: ListOrder?) -> String {
    order?.terms.map { $0.column + ($0.isDescending ? "-" : "") }.joined(separator: " ") ?? "none"
  }

  private static func table(_ schema: String, _ connection: SQLiteConnection) async throws -> ListedTable {
    try await connection.write { db in try db.execute(schema) }
    return try await connection.read { db in ListedTable(try #require(try TableShape(named: "t", db))) }
  }

  @Test(
    "CIT-03: each record once in SQLite's order, from each record on and back; an index is used where one fits",
    arguments: [
      ("CREATE TABLE t(i INTEGER PRIMARY KEY, a, b, c); CREATE INDEX x ON t(a, b DESC)", "a b-", "a b- i", true),
      ("CREATE TABLE t(i INTEGER PRIMARY KEY, a, b, c); CREATE INDEX x ON t(a, b DESC)", "a- b", "a- b i-", true),
      ("CREATE TABLE t(i INTEGER PRIMARY KEY, a, b, c); CREATE INDEX x ON t(a, b DESC)", "a b", "a b i", false),
      ("CREATE TABLE t(i INTEGER PRIMARY KEY, a, b, c); CREATE INDEX x ON t(a, b DESC)", "b a", "b a i", false),
      ("CREATE TABLE t(i INTEGER PRIMARY KEY, a, b, c); CREATE INDEX x ON t(a DESC, b)", "a- b", "a- b i", true),
      ("CREATE TABLE t(i INTEGER PRIMARY KEY, a, b, c); CREATE INDEX x ON t(a, c, b)", "a b", "a b i", false),
      ("CREATE TABLE t(i INTEGER PRIMARY KEY, a, b, c); CREATE INDEX x ON t(a, b) WHERE c > 1", "a b", "a b i", false),
      (
        "CREATE TABLE t(i INTEGER PRIMARY KEY, a, b, c); CREATE INDEX x ON t(a, b COLLATE NOCASE)", "a b", "a b i",
        false
      ),
      ("CREATE TABLE t(i INTEGER PRIMARY KEY, a, b, c); CREATE INDEX x ON t(a, b)", "a i- b", "a i-", false),
      ("CREATE TABLE t(a, b, c PRIMARY KEY) WITHOUT ROWID; CREATE INDEX x ON t(b, a)", "b- a-", "b- a- c-", true),
      (
        "CREATE TABLE t(a, b, c PRIMARY KEY) WITHOUT ROWID; CREATE INDEX x ON t(b DESC, a DESC)", "b- a-", "b- a- c",
        true
      ),
    ])
  func pages(_ schema: String, _ sorted: String, _ expected: String, _ isIndexed: Bool) async throws {
    try await withDatabase { connection in
      let table = try await Self.table(schema, connection)
      try await connection.write { db in
        try db.execute(
          """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
          INSERT INTO t(a, b, c) SELECT nullif(i % 4, 3), iif(i % 5, i % 3, NULL), i FROM n
          """)
      }
      let order = table.order(by: Self.terms(sorted))
      #expect(Self.text(order) == expected && order.isIndexed == isIndexed)
      let sql = order.terms.map { $0.column + ($0.isDescending ? " DESC" : "") }.joined(separator: ", ")
      try await connection.read { db in
        let wanted = try db.integers("SELECT c FROM t ORDER BY \(sql)")
        let plan = try db.rows("EXPLAIN QUERY PLAN SELECT * FROM t ORDER BY \(sql) LIMIT 10")
        #expect(plan.allSatisfy { !"\($0.values)".contains("TEMP B-TREE") } == isIndexed, "\(plan.map(\.values))")
        for (order, wanted) in [(order, wanted), (order.reversed, wanted.reversed())] {
          let scan = RecordScan(list: ListQuery(table, order: order), db: db)
          func numbers(_ page: RecordScan.Page) -> [Int] {
            page.rows.map { Int($0.cells[table.cell(of: "c")].shown) ?? -1 }
          }
          let all = try scan.rows(.down, from: nil, limit: 100)
          #expect(numbers(all) == wanted)
          for (index, key) in all.keys.enumerated() {
            #expect(numbers(try scan.rows(.down, from: key, limit: 7)) == Array(wanted[(index + 1)...].prefix(7)))
            #expect(numbers(try scan.rows(.up, from: key, limit: 7)) == wanted[..<index].suffix(7).reversed())
          }
        }
      }
    }
  }

  @Test(
    "CIT-03: a key adds a column, turns it round, and takes it away; the usual order has no columns of the person's")
  func key() async throws {
    try await withDatabase { connection in
      let table = try await Self.table("CREATE TABLE t(i INTEGER PRIMARY KEY, a, b, c)", connection)
      var order = table.order
      func press(_ column: String) -> String {
        order = table.order(order, with: column) ?? order
        return Self.text(order) + " " + order.chosen.map(\.column).joined(separator: "+")
      }
      #expect(press("b") == "b i b")
      #expect(press("a") == "b a i b+a")
      #expect(press("a") == "b a- i b+a")
      #expect(press("b") == "b- a- i- b+a")
      #expect(press("c") == "b- a- c i- b+a+c")
      #expect(press("a") == "b- c i- b+c")
      #expect(press("b") == "c i c")
      order = order.reversed
      #expect(press("c") == "i i", "off: the usual order again")
      #expect(press("a") == "a i a")
      #expect(press("i") == "a i a+i")
      #expect(table.order(order, with: "b") == nil, "no two records are equal in a and i")
      #expect(press("i") == "a i- a+i")
      #expect(press("i") == "a i a")
      #expect(table.order(order, with: "nothing") == nil)
    }
  }

  @Test("CIT-03: after a change of the table the order has the columns that are left, under their present names")
  func alteredTable() async throws {
    try await withDatabase { connection in
      let old = try await Self.table("CREATE TABLE t(i INTEGER PRIMARY KEY, a, b, c)", connection)
      let list = ListQuery(old, order: old.order(by: Self.terms("a b- c")))
      let renamed = try await Self.table("ALTER TABLE t RENAME COLUMN b TO d", connection)
      #expect(Self.text(list.over(renamed, renamed: ColumnRename(from: old, to: renamed)).order) == "a d- c i")
      let fewer = try await Self.table("ALTER TABLE t DROP COLUMN a; CREATE INDEX x ON t(d DESC, c)", connection)
      let order = list.over(renamed, renamed: ColumnRename(from: old, to: renamed)).over(fewer).order
      #expect(Self.text(order) == "d- c i" && order.isIndexed)
    }
  }
}
