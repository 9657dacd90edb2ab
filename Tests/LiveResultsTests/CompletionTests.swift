// Tab in the text of a query.

import Databases
import Foundation
import TestSupport
import Testing

@testable import LiveResults

private let allTables = ["city_totals", "customers", #""order items""#, "orders", #""select""#]

@Suite struct CompletionTests {
  private static let ddl = #"""
    CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT, city TEXT);
    CREATE TABLE orders(id INTEGER PRIMARY KEY, customer_id INTEGER, total REAL, day TEXT);
    CREATE TABLE "order items"(order_id INTEGER, "unit price" REAL, "Größe" TEXT, "group" TEXT);
    CREATE TABLE "select"(a, "from", "say ""hi""");
    CREATE VIEW city_totals AS SELECT city, sum(total) AS total FROM customers JOIN orders ON customer_id = customers.id
      GROUP BY city;
    CREATE VIEW broken AS SELECT * FROM missing;
    """#

  private static let schema = CompletionSchema(
    tables: [
      CompletionSchema.Table("customers", columns: ["id", "name", "city"]),
      CompletionSchema.Table("orders", columns: ["id", "customer_id", "total", "day"]),
      CompletionSchema.Table("order items", columns: ["order_id", "unit price", "Größe", "group"]),
      CompletionSchema.Table("select", columns: ["a", "from", #"say "hi""#]),
      CompletionSchema.Table("city_totals", columns: ["city", "total"], isView: true),
    ], functions: ["count", "sum", "substr", "total", "upper"])

  /// Completes a text at the mark ¦.
  private func complete(_ marked: String, _ schema: CompletionSchema = schema) -> Completion {
    let parts = marked.split(separator: "¦", omittingEmptySubsequences: false)
    return Completion(parts.joined(), at: parts[0].utf8.count, in: schema)
  }

  /// The names that are offered, without functions and keywords.
  private func names(_ marked: String, _ schema: CompletionSchema = schema) -> [String] {
    complete(marked, schema).candidates.filter { ![.function, .keyword].contains($0.kind) }.map(\.text)
  }

  @Test(
    "LSQ-18: names of tables and views after FROM, JOIN, INTO and UPDATE",
    arguments: [
      ("SELECT * FROM ¦", allTables),
      ("SELECT * FROM cu¦", ["customers"]),
      ("SELECT * FROM CU¦", ["customers"]),
      ("SELECT * FROM ord¦", [#""order items""#, "orders"]),
      ("SELECT * FROM main.o¦", [#""order items""#, "orders"]),
      (#"SELECT * FROM "ord¦"#, [#""order items""#, #""orders""#]),
      ("SELECT * FROM [ord¦", ["[order items]", "[orders]"]),
      ("SELECT * FROM `ord¦ WHERE `id` = 1", ["`order items`", "`orders`"]),
      ("SELECT * FROM customers c JOIN o¦", [#""order items""#, "orders"]),
      ("SELECT * FROM customers c LEFT JOIN o¦ ON c.id = 1", [#""order items""#, "orders"]),
      ("SELECT * FROM customers, o¦ WHERE 1", [#""order items""#, "orders"]),
      ("SELECT * FROM customers AS c NATURAL JOIN orders, c¦", ["city_totals", "customers"]),
      ("SELECT * FROM (customers JOIN o¦", [#""order items""#, "orders"]),
      ("SELECT * FROM customers JOIN orders ON orders.id = customers.id, s¦", [#""select""#]),
      ("SELECT (SELECT max(id) FROM o¦) FROM customers", [#""order items""#, "orders"]),
      ("SELECT * FROM customers WHERE id IN (SELECT customer_id FROM o¦", [#""order items""#, "orders"]),
      ("INSERT INTO c¦", ["city_totals", "customers"]),
      ("INSERT OR REPLACE INTO c¦ VALUES(1)", ["city_totals", "customers"]),
      ("REPLACE INTO c¦", ["city_totals", "customers"]),
      ("UPDATE c¦", ["city_totals", "customers"]),
      ("UPDATE OR IGNORE c¦ SET a = 1", ["city_totals", "customers"]),
      ("DELETE FROM c¦", ["city_totals", "customers"]),
      ("DROP TABLE c¦", ["city_totals", "customers"]),
      ("SELECT 1; SELECT * FROM c¦; SELECT 2", ["city_totals", "customers"]),
      ("WITH recent AS (SELECT * FROM orders) SELECT * FROM r¦", ["recent"]),
      ("WITH a(x) AS (SELECT 1), b AS (SELECT * FROM ¦) SELECT * FROM b", ["a", "b"] + allTables),
      ("WITH recent AS (SELECT 1) DELETE FROM r¦", []),
      ("SELECT * FROM customers ¦", []),
      ("SELECT * FROM customers AS ¦", []),
      ("SELECT a IS DISTINCT FROM c¦ FROM customers", ["city", "customers"]),
    ])
  func tables(text: String, expected: [String]) { #expect(names(text) == expected) }

  @Test(
    "LSQ-18: columns of the tables in FROM, with the alias",
    arguments: [
      ("SELECT ¦ FROM customers", ["id", "name", "city", "customers"]),
      ("SELECT na¦ FROM customers", ["name"]),
      ("SELECT na¦", ["name"]), ("SELECT id, c¦", ["city", "customer_id"]), ("SELECT id WHERE ¦", []),
      ("SELECT NA¦ FROM customers", ["name"]),
      ("SELECT na¦me FROM customers", ["name"]),
      ("SELECT c.¦ FROM customers c", ["id", "name", "city"]),
      ("SELECT c.n¦ FROM customers AS c WHERE 1", ["name"]),
      ("SELECT C.n¦ FROM customers AS c", ["name"]),
      ("SELECT * FROM customers c JOIN orders o ON o.¦ = c.id", ["id", "customer_id", "total", "day"]),
      ("SELECT * FROM customers c JOIN orders o ON o.cust¦", ["customer_id"]),
      ("SELECT i¦ FROM customers c, orders o", ["c.id", "o.id"]),
      ("SELECT d¦ FROM customers c, orders o", ["day"]),
      ("SELECT * FROM customers c JOIN orders o USING (¦", ["id"]),
      ("SELECT * FROM main.orders WHERE main.orders.d¦", ["day"]),
      ("SELECT orders.¦", ["id", "customer_id", "total", "day"]),
      (#"SELECT "order items".¦"#, ["order_id", #""unit price""#, "Größe", #""group""#]),
      ("SELECT * FROM [order items] i WHERE i.gro¦", [#""group""#]),
      ("SELECT * FROM [order items] i WHERE i.[u¦", ["[unit price]"]),
      (#"SELECT "u¦ FROM "order items""#, [#""unit price""#]),
      ("SELECT gr¦ FROM [order items]", ["Größe", #""group""#]),
      ("SELECT GRÖ¦ FROM [order items]", []),
      ("SELECT grö¦ FROM [order items]", ["Größe"]),
      ("SELECT s¦ FROM [select]", [#""say ""hi""""#, #""select""#]),
      ("SELECT * FROM customers WHERE c¦", ["city", "customers"]),
      ("SELECT * FROM customers ORDER BY n¦", ["name"]),
      ("SELECT count(*) AS number FROM customers GROUP BY city HAVING n¦", ["name", "number"]),
      ("SELECT upper(n¦ FROM customers", ["name"]),
      ("SELECT upper(n¦) FROM customers", ["name"]),
      ("SELECT sum(total) OVER (PARTITION BY d¦) FROM orders", ["day"]),
      ("SELECT c¦ FROM customers UNION SELECT d FROM orders", ["city", "customers"]),
      ("SELECT c FROM customers UNION ALL SELECT d¦ FROM orders", ["day"]),
      ("INSERT INTO orders(t¦", ["total"]),
      ("INSERT INTO orders(id, ¦) VALUES(1, 2)", ["id", "customer_id", "total", "day"]),
      ("INSERT INTO orders SELECT c¦ FROM customers", ["city", "customers"]),
      ("INSERT INTO orders VALUES(t¦", []),
      ("INSERT INTO orders VALUES(1) ON CONFLICT(i¦) DO NOTHING", ["id"]),
      ("INSERT INTO orders VALUES(1) ON CONFLICT(id) DO UPDATE SET t¦", ["total"]),
      ("INSERT INTO orders VALUES(1) ON CONFLICT(id) DO UPDATE SET total = excluded.t¦", ["total"]),
      ("INSERT INTO orders VALUES(1) RETURNING t¦", ["total"]),
      ("UPDATE orders SET t¦", ["total"]),
      ("UPDATE orders SET total = 1, d¦ = 2", ["day"]),
      ("UPDATE orders SET (total, d¦) = (1, 2)", ["day"]),
      ("UPDATE orders SET total = t¦ WHERE 1", ["total"]),
      ("UPDATE orders AS o SET total = 1 WHERE o.d¦", ["day"]),
      ("UPDATE orders SET total = 1 FROM customers c WHERE c¦", ["customer_id", "city", "c"]),
      ("DELETE FROM orders WHERE d¦", ["day"]),
    ])
  func columns(text: String, expected: [String]) { #expect(names(text) == expected) }

  @Test(
    "LSQ-18: subqueries, and tables that WITH defines",
    arguments: [
      ("WITH r(a, b) AS (SELECT 1, 2) SELECT ¦ FROM r", ["a", "b", "r"]),
      ("WITH r AS (SELECT id, total * 2 AS twice FROM orders) SELECT r.¦ FROM r", ["id", "twice"]),
      ("WITH r AS (SELECT * FROM orders), s AS (SELECT r.*, 1 one FROM r) SELECT x.o¦ FROM s x", ["one"]),
      ("WITH r AS (SELECT d¦ FROM orders) SELECT 1", ["day"]),
      ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT n.¦ FROM n) SELECT i FROM n", ["i"]),
      ("WITH n AS (SELECT * FROM n) SELECT ¦ FROM n", ["n"]),
      ("SELECT q.¦ FROM (SELECT id, name AS title FROM customers) q", ["id", "title"]),
      ("SELECT ¦ FROM (SELECT * FROM customers)", ["id", "name", "city"]),
      ("SELECT v.c¦ FROM (VALUES(1, 2), (3, 4)) AS v", ["column1", "column2"]),
      ("SELECT * FROM (SELECT na¦ FROM customers) JOIN orders", ["name"]),
      ("SELECT * FROM orders JOIN (SELECT t¦ FROM customers)", []),
      ("SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM customers c WHERE c.id = o.c¦)", ["customer_id"]),
      ("SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM customers c WHERE t¦)", ["total"]),
      ("SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM customers c WHERE id¦)", ["id", "o.id"]),
      ("SELECT * FROM orders WHERE id IN (SELECT c¦ FROM customers WHERE", ["city", "customer_id", "customers"]),
      ("SELECT (SELECT t¦ FROM customers LIMIT 1) FROM orders", ["total"]),
      ("SELECT j.value, d¦ FROM orders, json_each(orders.day) AS j", ["day"]),
    ])
  func subqueries(text: String, expected: [String]) { #expect(names(text) == expected) }

  @Test(
    "LSQ-18: nothing inside a text in quotes, a comment, a number or a parameter",
    arguments: [
      "SELECT 'na¦", "SELECT 'na¦me' FROM customers", "SELECT 'it''s na¦", "SELECT x'0¦", "SELECT -- na¦",
      "SELECT -- na¦\n FROM customers", "SELECT /* na¦ */ FROM customers", "SELECT /* na¦", "SELECT 12¦ FROM customers",
      "SELECT 12e¦", "SELECT :na¦ FROM customers", "SELECT ?1¦", "SELECT name AS na¦ FROM customers", "WITH na¦ AS (",
      "WITH r(na¦) AS (SELECT 1)", "SELECT name COLLATE N¦ FROM customers", "CREATE TABLE x(na¦",
    ])
  func nowhere(text: String) { #expect(names(text) == []) }

  @Test("LSQ-18: keywords and functions keep the case of what is typed")
  func words() {
    func words(_ text: String, _ kind: Completion.Candidate.Kind) -> [String] {
      complete(text).candidates.filter { $0.kind == kind }.map(\.text)
    }
    #expect(words("SEL¦", .keyword) == ["SELECT"])
    #expect(words("sel¦", .keyword) == ["select"])
    #expect(words("Sel¦", .keyword) == ["Select"])
    #expect(words("SELECT name FR¦", .keyword) == ["FROM"])
    #expect(words("SELECT name fr¦", .keyword) == ["from"])
    #expect(words("SELECT * FROM customers WH¦", .keyword) == ["WHEN", "WHERE"])
    #expect(words("SELECT * FROM customers WHERE name LI¦", .keyword) == ["LIKE", "LIMIT"])
    #expect(words("SELECT * FROM (S¦", .keyword) == ["SELECT"])
    #expect(words("SELECT * FROM S¦", .keyword) == [])
    #expect(words("SELECT su¦ FROM orders", .function) == ["substr(", "sum("])
    #expect(words("SELECT SU¦ FROM orders", .function) == ["SUBSTR(", "SUM("])
    #expect(words("SELECT su¦(1) FROM orders", .function) == ["substr", "sum"])
    #expect(words("SELECT ¦ FROM orders", .function) == ["count(", "substr(", "sum(", "total(", "upper("])
    #expect(words("SELECT name, # su¦ FROM orders", .function) == ["substr(", "sum("])
    #expect(words("SELECT `su¦ FROM orders", .function) == [])
    #expect(words("select ¦", .keyword).contains("distinct"))
    #expect(words("SELECT ¦", .keyword).contains("DISTINCT"))
    #expect(words("SELECT 'text' ¦", .function) == [])
  }

  @Test("LSQ-18: what a candidate replaces")
  func replaced() {
    #expect(complete("SELECT na¦ FROM customers").replaced == 7..<9)
    #expect(complete("SELECT na¦me FROM customers").replaced == 7..<11)
    #expect(complete("SELECT ¦name FROM customers").replaced == 7..<7)
    #expect(complete("SELECT c.¦ FROM customers c").replaced == 9..<9)
    #expect(complete("SELECT * FROM [ord¦").replaced == 14..<18)
    #expect(complete("SELECT * FROM [ord¦ers] WHERE 1").replaced == 14..<22)
    #expect(complete("SELECT * FROM `ord¦ WHERE `id` = 1").replaced == 14..<18)
    #expect(complete(#"SELECT * FROM "orders"¦"#).replaced == 14..<22)
    #expect(complete("SELECT 'Größe', grö¦ FROM [order items]").replaced == 18..<22)
    #expect(Completion("SELECT ö", at: 8, in: Self.schema).replaced == 7..<7)
    #expect(Completion("SELECT", at: 99, in: Self.schema).replaced == 0..<6)
  }

  @Test("LSQ-18: the schema of a file, and each name that is offered compiles")
  func compiles() async throws {
    try await Following.run(Self.ddl) { following in
      let schema = try await following.connection.read { try CompletionSchema($0) }
      let offered = complete("SELECT * FROM ¦", schema).candidates
      #expect(
        offered.map(\.text)
          == ["broken", "city_totals", "customers", #""order items""#, "orders", #""select""#, "sqlite_schema"])
      #expect(offered.map(\.kind) == [.view, .view, .table, .table, .table, .table, .table])
      let functions = complete("SELECT l¦", schema).candidates.filter { $0.kind == .function }.map(\.text)
      #expect(functions.contains("length(") && !functions.contains("load_extension("))
      let texts = [
        "SELECT ¦ FROM customers, orders", "SELECT * FROM customers c JOIN orders o ON ¦",
        "SELECT * FROM [select] WHERE ¦",
        "SELECT x.¦ FROM [select] x", "SELECT [¦ FROM [select] x", "SELECT \"¦ FROM [order items]",
        "UPDATE orders SET ¦ = 1",
        "INSERT INTO [order items](¦) VALUES(1)", "SELECT total AS x FROM orders GROUP BY ¦",
        "SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM customers c WHERE ¦)", "SELECT ¦ FROM city_totals",
        "SELECT * FROM customers JOIN orders USING (¦)", "WITH r AS (SELECT * FROM [select]) SELECT ¦ FROM r",
      ]
      for text in texts {
        let completion = complete(text, schema)
        let columns = completion.candidates.filter { $0.kind == .column }
        #expect(!columns.isEmpty, "\(text)")
        for column in columns {
          var bytes = Array(text.replacing("¦", with: "").utf8)
          bytes.replaceSubrange(completion.replaced, with: Array(column.text.utf8))
          let completed = String(decoding: bytes, as: UTF8.self)
          #expect(throws: Never.self) { _ = try following.other.rows("EXPLAIN " + completed) }
        }
      }
    }
  }

  @Test("LSQ-18: an unfinished text of any form is completed, at each of its places")
  func anyText() throws {
    var generator = SystemRandomNumberGenerator()
    let parts = [
      "SELECT", "FROM", "WITH", "AS", "(", ")", ",", ".", "JOIN", "ON", "UNION", "ALL", "INSERT", "INTO", "VALUES",
      "UPDATE",
      "SET", "orders", "o", "'", "\"", "`", "[", "]", "--", "/*", "*/", "*", ";", "\n", "ö", "1", "x'", "ORDER", "BY",
      "#", "RECURSIVE",
    ]
    for _ in 0..<300 {
      let text = (0..<12).map { _ in parts.randomElement(using: &generator)! }.joined(
        separator: Bool.random() ? " " : "")
      for place in 0...text.utf8.count {
        let completion = Completion(text, at: place, in: Self.schema)
        #expect(completion.replaced.upperBound <= text.utf8.count, "\(text)")
      }
    }
  }

  @Test("LSQ-18: 5,000 tables with 20 columns each")
  func many() {
    let tables = (0..<5_000).map { number in
      CompletionSchema.Table("table_\(number)", columns: (0..<20).map { "column_\(number)_\($0)" })
    }
    let schema = CompletionSchema(tables: tables, functions: ["count"])
    #expect(complete("SELECT * FROM table_123¦", schema).candidates.count == 11)
    #expect(complete("SELECT * FROM ¦", schema).candidates.count == 5_000)
    #expect(complete("SELECT t.column_¦ FROM table_4999 t", schema).candidates.count == 20)
    #expect(names("SELECT colu¦ FROM table_4999 t, table_1 u", schema).count == 40)
  }
}
