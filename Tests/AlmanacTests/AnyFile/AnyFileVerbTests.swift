// Verbs that read, on another program's database.
import Foundation
import TestSupport
import Testing

@Suite("another program's database")
struct AnyFileVerbTests {
  /// An order book: composite keys, names with spaces, a view, NULLs, a table without rowids, a boolean.
  private func orders(_ sandbox: Sandbox, journal: String = "delete") async throws -> String {
    let file = sandbox["orders.db"]
    try await sandbox.sqlite(
      file,
      """
      PRAGMA journal_mode = \(journal);
      CREATE TABLE "Order Details"(
        OrderID INTEGER NOT NULL, ProductID INTEGER NOT NULL, Quantity INTEGER, Note,
        PRIMARY KEY (OrderID, ProductID)) WITHOUT ROWID;
      INSERT INTO "Order Details" VALUES (10248, 42, 10, NULL), (10248, 11, 12, 'Käse'), (10249, 14, 9, x'00ff');
      CREATE TABLE customers(code TEXT PRIMARY KEY, name TEXT, isActive BOOLEAN);
      INSERT INTO customers VALUES ('ALFKI', 'Alfreds', 1), ('BONAP', 'Bon appetit', 0), (NULL, 'No code', NULL);
      CREATE VIEW large AS SELECT OrderID, sum(Quantity) AS pieces FROM "Order Details" GROUP BY OrderID;
      """)
    return file
  }

  @Test(
    "ANY-32: list and show, by composite keys given value by value, views and NULLs too", arguments: ["delete", "wal"])
  func reading(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let file = try await orders(sandbox, journal: journal)
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    func list(_ words: String...) async throws -> String {
      try await sandbox.run([Sandbox.binary, "list"] + words + ["--file", file]).text
    }
    #expect(
      try await list("order details", "--json") == """
        [
        {"OrderID":10248,"ProductID":11,"Quantity":12,"Note":"Käse"},
        {"OrderID":10248,"ProductID":42,"Quantity":10,"Note":null},
        {"OrderID":10249,"ProductID":14,"Quantity":9,"Note":"x'00ff'"}
        ]

        """)
    #expect(
      try await sandbox.almanac("show", "Order Details", "10249", "14", "10248", "42", "--json", "--file", file).text
        == """
        {"OrderID":10249,"ProductID":14,"Quantity":9,"Note":"x'00ff'"}
        {"OrderID":10248,"ProductID":42,"Quantity":10,"Note":null}

        """)
    #expect(
      try await list("customers", "--csv")
        == "code,name,isActive\r\nALFKI,Alfreds,1\r\nBONAP,Bon appetit,0\r\n,No code,\r\n")
    #expect(
      try await list("customers", "--sort", "name:desc", "--limit", "2") == "\tNo code\t\nBONAP\tBon appetit\t0\n")
    #expect(try await list("customers", "--where", "isactive=1") == "ALFKI\tAlfreds\t1\n")
    #expect(try await list("customers", "--where", "code:=null") == "\tNo code\t\n")
    #expect(try await list("customers", "--where", "isActive:=null", "--where", "name:=\"No code\"") == "\tNo code\t\n")
    #expect(try await list("order details", "--where", "Note:=x'00ff'") == "10249\t14\t9\tx'00ff'\n")
    // A number does not equal the text that looks like it.
    #expect(try await list("customers", "--where", "name:=1") == "")
    try await sandbox.refuses(
      2, "almanac list: Note:= takes a value in JSON, and '[1]' is an array; COLUMN=TEXT stores it as a text.", "list",
      "order details", "--where", "Note:=[1]", "--file", file)
    #expect(try await list("customers", "--search", "bon 0") == "BONAP\tBon appetit\t0\n")
    #expect(try await list("large", "--sort", "pieces") == "10249\t9\n10248\t22\n")
    #expect(try await list("large", "--search", "10248") == "10248\t22\n")
    let files = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder).filter { $0.hasPrefix("orders") }
    #expect(files == ["orders.db"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
  }

  @Test("what can't be named or found is said, with status 2; what is not there, with status 1")
  func refusals() async throws {
    let sandbox = try Sandbox()
    let file = try await orders(sandbox)
    try await sandbox.refuses(
      2, "almanac list: There is no table 'cats'; almanac schema lists the tables.", "list", "cats",
      "--file", file)
    try await sandbox.refuses(
      2, "almanac show: A record of Order Details is named by 2 values, its OrderID and ProductID, and you gave 1.",
      "show",
      "Order Details", "10248", "--file", file)
    try await sandbox.refuses(
      2, "almanac show: large is a view, without a key: name a record with --where COLUMN=VALUE.", "show", "large", "1",
      "--file", file)
    try await sandbox.refuses(
      1, "almanac show: There is no record 1 2 in Order Details.", "show", "Order Details", "1", "2", "--file", file)
    try await sandbox.refuses(
      2, "almanac delete: There is no table 'facts'; almanac schema lists the tables.", "delete", "facts",
      "1",
      "--file", file)
  }

  @Test("ANY-32: a negative real is a key; a hexadecimal number or one in words names no other record")
  func numbersAsKeys() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["numbers.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE TABLE k(k PRIMARY KEY) WITHOUT ROWID; INSERT INTO k VALUES (16), (9e999), (-0.25), (-3);
      CREATE TABLE r(k REAL PRIMARY KEY, v) WITHOUT ROWID; INSERT INTO r VALUES (-1.5, 'a'), (-1000.0, 'b');
      """)
    for word in ["0x10", "0X1p4", "infinity", "nan"] {
      #expect(
        try await sandbox.refusal(file, "delete", "k", word) == "Nothing was deleted: there is no record \(word) in k.")
    }
    #expect(try await sandbox.done(file, "show", "r", "-1.5", "-1e3") == "k\t-1.5\nv\ta\n\nk\t-1000.0\nv\tb\n")
    #expect(try await sandbox.done(file, "delete", "k", "-0.25", "-3", "16") == "-0.25\n-3\n16\n")
    #expect(try await sandbox.refusal(file, "show", "r", "-e", status: 2).hasPrefix("There is no option -e; "))
  }

  @Test("a long view is written out page by page, each row once")
  func longView() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["long.db"]
    try await sandbox.sqlite(
      file,
      """
      CREATE VIEW numbers AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i FROM n
      """)
    let listed = try await sandbox.almanac("list", "numbers", "--file", file).text
    #expect(listed == (1...20000).map { "\($0)\n" }.joined())
    let found = try await sandbox.almanac("list", "numbers", "--search", "99", "--limit", "30", "--file", file).text
    #expect(found == (1...20000).filter { "\($0)".contains("99") }.prefix(30).map { "\($0)\n" }.joined())
  }
}
