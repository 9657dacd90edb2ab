// A query by verb: its rows, and how they change.
import Foundation
import Harnesses
import TestSupport
import Testing

@Suite("almanac query")
struct QueryCommandTests {
  private func shop(_ sandbox: Sandbox) async throws -> String {
    let file = sandbox["shop.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INT, total REAL, note TEXT);
      INSERT INTO customers VALUES (1, 'Ann'), (2, 'Bob|x');
      INSERT INTO orders VALUES (1, 1, 10, 'a'), (2, 2, 20.5, NULL), (3, 1, 30, 'x<y');
      """)
    return file
  }

  private let sql =
    "SELECT o.id, c.name, total, note, c.id FROM orders o JOIN customers c ON c.id = customer ORDER BY 3"

  @Test("rows in each format", arguments: ["", "--json", "--jsonl", "--csv", "--tsv", "--markdown"])
  func formats(_ format: String) async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    let expected = [
      "": "1\tAnn\t10.0\ta\t1\n2\tBob|x\t20.5\t\t2\n3\tAnn\t30.0\tx<y\t1\n",
      "--json": """
      [
      {"id":1,"name":"Ann","total":10.0,"note":"a","id:1":1},
      {"id":2,"name":"Bob|x","total":20.5,"note":null,"id:1":2},
      {"id":3,"name":"Ann","total":30.0,"note":"x<y","id:1":1}
      ]

      """,
      "--jsonl": """
      {"id":1,"name":"Ann","total":10.0,"note":"a","id:1":1}
      {"id":2,"name":"Bob|x","total":20.5,"note":null,"id:1":2}
      {"id":3,"name":"Ann","total":30.0,"note":"x<y","id:1":1}

      """,
      "--csv": "id,name,total,note,id:1\r\n1,Ann,10.0,a,1\r\n2,Bob|x,20.5,,2\r\n3,Ann,30.0,x<y,1\r\n",
      "--tsv": "id\tname\ttotal\tnote\tid:1\n1\tAnn\t10.0\ta\t1\n2\tBob|x\t20.5\t\t2\n3\tAnn\t30.0\tx<y\t1\n",
      "--markdown": """
      | id | name | total | note | id:1 |
      | --- | --- | --- | --- | --- |
      | 1 | Ann | 10.0 | a | 1 |
      | 2 | Bob\\|x | 20.5 |  | 2 |
      | 3 | Ann | 30.0 | x&lt;y | 1 |

      """,
    ]
    let ending = try await sandbox.run([Sandbox.binary, file, "query", sql] + (format.isEmpty ? [] : [format]))
    #expect(ending.text == expected[format] && ending.status == 0 && ending.errors.isEmpty)
  }

  @Test("a query without rows has its headings")
  func headings() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    let query = "SELECT id, total FROM orders WHERE id > 9"
    #expect(try await sandbox.almanac(file, "query", query, "--csv").text == "id,total\r\n")
    #expect(try await sandbox.almanac(file, "query", query, "--json").text == "[]\n")
    #expect(try await sandbox.almanac(file, "query", query, "--markdown").text == "| id | total |\n| --- | --- |\n")
  }

  @Test("LSQ-19: query --plan prints the plan as a tree, and how the result is kept")
  func plan() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    try await sandbox.sqlite(
      file,
      """
      INSERT INTO orders(customer, total) WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 11997)
      SELECT 1, i FROM n;
      """)
    let plans = [
      sql: """
      SCAN o: the whole table, 12,000 rows
      SEARCH c USING INTEGER PRIMARY KEY (rowid=?)
      USE TEMP B-TREE FOR ORDER BY
      Live at the cost of each change (linear): each row comes from one row of each table.

      """,
      "SELECT id FROM orders WHERE total > 5 EXCEPT SELECT id FROM customers": """
      COMPOUND QUERY
        LEFT-MOST SUBQUERY
          SCAN orders: the whole table, 12,000 rows
        EXCEPT USING TEMP B-TREE
          SCAN customers
      Runs again after each commit that concerns it, because of EXCEPT.

      """,
    ]
    for (query, plan) in plans { #expect(try await sandbox.almanac(file, "query", "--plan", query).text == plan) }
    let mistake = try await sandbox.almanac(file, "query", "--plan", "SELECT nope FROM orders")
    #expect(mistake.errors == "almanac query: The query can't run: no such column: nope, at byte 8 of the query.\n")
    let both = try await sandbox.almanac(file, "query", "--plan", "--json", sql)
    #expect(both.status == 2 && both.text.isEmpty)
  }

  @Test("LSQ-13, LSQ-14: a mistake and a write are refused with a sentence, and the file stays as it is")
  func mistakes() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    let before = try Data(contentsOf: URL(filePath: file))
    let sentences = [
      "SELECT nope FROM orders": "The query can't run: no such column: nope, at byte 8 of the query.",
      "SELECT 1; SELECT 2": "The query can't run: there is more than one statement, at byte 11 of the query.",
      "DELETE FROM orders":
        "The query can't run: DELETE is refused: a query only reads the file, at byte 1 of the query.",
      "PRAGMA journal_mode = wal":
        "The query can't run: PRAGMA journal_mode with a value is refused: a query only reads the file.",
    ]
    for (query, sentence) in sentences {
      let ending = try await sandbox.almanac(file, "query", query)
      #expect(ending.status == 1 && ending.text.isEmpty && ending.errors == "almanac query: \(sentence)\n")
    }
    #expect(try Data(contentsOf: URL(filePath: file)) == before)
  }

  @Test("LSQ-24: --param has the values of parameters; a missing, unknown or repeated one is a sentence")
  func parameters() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    func query(_ arguments: String...) async throws -> Ending {
      try await sandbox.run([Sandbox.binary, file, "query"] + arguments)
    }
    let sql = "SELECT id, :tag AS tag, typeof(:tag) AS type FROM orders WHERE total > @least AND id < ?"
    #expect(
      try await query(sql, "--param", "tag=it's", "--param", "least=15", "--param", "3:=3", "--csv").text
        == "id,tag,type\r\n2,it's,text\r\n")
    #expect(
      try await query(sql, "--param", "tag:=null", "--param", "least:=15", "--param", "3=9", "--csv").text
        == "id,tag,type\r\n2,,null\r\n3,,null\r\n")
    let sentences: [([String], String)] = [
      (["--param", "tag=1"], "@least has no value: add --param least=VALUE."),
      (["--param", "to=1"], "The query has no parameter 'to'; it has :tag, @least and ?3."),
      (["--param", "tag=1", "--param", "tag:=2"], "tag is given twice."),
      (["--param", "tag"], "'tag' is neither NAME=TEXT nor NAME:=JSON."),
      (["--param", "tag:=[1]"], "tag:= takes a value in JSON, and '[1]' is an array;"),
    ]
    for (arguments, sentence) in sentences {
      let ending = try await sandbox.run([Sandbox.binary, file, "query", sql] + arguments)
      #expect(ending.status == 2 && ending.text.isEmpty && ending.errors.contains(sentence), "\(ending.errors)")
    }
    #expect(
      try await query("SELECT id FROM orders WHERE total > :least", "--plan", "--param", "least=5").text == """
        SCAN orders
        Live at the cost of each change (linear): each row comes from one row of each table.

        """)
  }

  @Test("LSQ-24: watch --query with --param follows the result for this value")
  func watchedParameters() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    let watch = try await Watch.start(
      ["--query", "SELECT id, note FROM orders WHERE total > :least", "--param", "least:=5"], sandbox, file,
      gate: "orders(customer, total, note) VALUES (1, 6, '%')")
    try await sandbox.sqlite(file, "INSERT INTO orders VALUES (1001, 2, 7, 'n'), (1002, 2, 3, 'too cheap')")
    #expect(try await watch.lines(1) == [#"{"change":"insert","new":{"id":1001,"note":"n"}}"#])
    let ending = try await watch.end(SIGTERM)
    #expect(ending.status == 128 + 15 && ending.text == "" && ending.errors == "")
    let alone = try await sandbox.almanac(file, "watch", "--param", "a=1")
    #expect(alone.status == 2 && alone.errors.contains("--param is for --query."))
  }

  @Test("watch --query prints how the result changes", arguments: ["wal", "delete"])
  func watch(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    try await sandbox.sqlite(file, "PRAGMA journal_mode=\(journal)")
    let query = "SELECT o.id, name, total, note FROM orders o JOIN customers c ON c.id = customer WHERE total > 5"
    let watch = try await Watch.start(
      ["--query", query], sandbox, file, gate: "orders(customer, total, note) VALUES (1, 6, '%')")
    try await sandbox.sqlite(file, "INSERT INTO orders VALUES (1001, 2, 7, 'n'), (1002, 2, 3, 'too cheap')")
    #expect(
      try await watch.lines(1) == [
        #"{"change":"insert","new":{"id":1001,"name":"Bob|x","total":7.0,"note":"n"}}"#
      ])
    try await sandbox.sqlite(
      file,
      """
      UPDATE orders SET total = total;
      BEGIN; UPDATE customers SET name = 'Bo' WHERE id = 2; DELETE FROM orders WHERE id = 2;
      UPDATE orders SET total = 1 WHERE id = 1001; UPDATE orders SET note = 'b' WHERE id = 1; COMMIT;
      """)
    #expect(
      try await watch.lines(3) == [
        #"{"change":"delete","old":{"id":2,"name":"Bob|x","total":20.5,"note":null}}"#,
        #"{"change":"delete","old":{"id":1001,"name":"Bob|x","total":7.0,"note":"n"}}"#,
        #"{"change":"update","old":{"id":1,"name":"Ann","total":10.0,"note":"a"},"#
          + #""new":{"id":1,"name":"Ann","total":10.0,"note":"b"}}"#,
      ])
    let ending = try await watch.end(SIGTERM)
    #expect(ending.status == 128 + 15 && ending.text == "" && ending.errors == "")
  }

  @Test("LSQ-03: watch --query tells each change of a query that runs again and rests between")
  func again() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    let watch = try await Watch.start(
      ["--query", "SELECT id, note FROM orders WHERE note LIKE '%e%' EXCEPT SELECT 0, name FROM customers"], sandbox,
      file,
      gate: "orders(customer, total, note) VALUES (1, 6, '%')")
    try await sandbox.sqlite(file, "INSERT INTO orders VALUES (1001, 2, 7, 'one')")
    #expect(try await watch.lines(1) == [#"{"change":"insert","new":{"id":1001,"note":"one"}}"#])
    // These come while it rests, perhaps.
    for number in ["three", "seven", "eleven"] {
      try await sandbox.sqlite(file, "UPDATE orders SET note = '\(number)' WHERE id = 1001")
    }
    var lines: [String] = []
    while !lines.contains(#"{"change":"insert","new":{"id":1001,"note":"eleven"}}"#) {
      lines += try await watch.lines(1)
    }
    let ending = try await watch.end(SIGTERM)
    #expect(ending.status == 128 + 15 && ending.text == "" && ending.errors == "")
  }

  @Test("LSQ-05: watch --query goes on when a column of its rows is dropped, with the titles of before and after")
  func droppedColumn() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    let watch = try await Watch.start(
      ["--query", "SELECT * FROM orders WHERE id = 1 OR note LIKE 'gate%'"], sandbox, file,
      gate: "orders(customer, total, note) VALUES (1, 6, '%')")
    try await sandbox.sqlite(file, "ALTER TABLE orders DROP COLUMN total")
    try await watch.wait(
      for: #"{"change":"delete","old":{"id":1,"customer":1,"total":10.0,"note":"a"}}"#,
      #"{"change":"insert","new":{"id":1,"customer":1,"note":"a"}}"#)
    let ending = try await watch.end(SIGTERM)
    #expect(ending.status == 128 + 15 && ending.errors == "")
  }

  @Test("LSQ-05: watch --query says why the query can't run, and goes on when a later commit mends that")
  func madeAgain() async throws {
    let sandbox = try Sandbox()
    let file = try await shop(sandbox)
    let watch = try await Watch.start(
      ["--query", "SELECT note FROM orders WHERE note <> 'b'"], sandbox, file,
      gate: "orders(customer, total, note) VALUES (1, 6, '%')")
    try await sandbox.sqlite(file, "DROP TABLE orders")
    try await watch.wait(for: #"{"change":"unknown","reason":"no such table: orders"}"#)
    try await sandbox.sqlite(
      file, "CREATE TABLE orders(id INTEGER PRIMARY KEY, note); INSERT INTO orders VALUES (99, 'new')")
    try await watch.wait(for: #"{"change":"delete","old":{"note":"a"}}"#, #"{"change":"insert","new":{"note":"new"}}"#)
    let ending = try await watch.end(SIGTERM)
    #expect(ending.status == 128 + 15 && ending.errors == "")
  }
}
