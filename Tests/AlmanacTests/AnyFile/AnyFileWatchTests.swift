// A watch of tables of another program, with every kind of identity.
import Foundation
import TestSupport
import Testing

@Suite("another program's records, watched", .serialized)
struct AnyFileWatchTests {
  @Test("ANY-32, ANY-33: records by a composite key: a line each with key, old and new", arguments: ["delete", "wal"])
  func compositeKey(_ journal: String) async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables(journal: journal)
    let watch = try await Watch.start(
      "order details", sandbox, file,
      gate: """
        "Order Details" VALUES (1, (SELECT 1 + max(ProductID) FROM "Order Details"), '%', 0)
        """)
    try await sandbox.sqlite(
      file,
      """
      BEGIN;
      UPDATE "Order Details" SET Quantity = NULL WHERE OrderID = 10248 AND ProductID = 11;
      UPDATE "Order Details" SET ProductID = 15 WHERE OrderID = 10249;
      DELETE FROM "Order Details" WHERE ProductID = 42;
      COMMIT
      """)
    let table = "\"table\":\"Order Details\""
    #expect(
      try await watch.lines(4) == [
        "{\"change\":\"delete\",\(table),\"key\":{\"OrderID\":10248,\"ProductID\":42},"
          + "\"old\":{\"OrderID\":10248,\"ProductID\":42,\"Quantity\":10,\"done\":0}}",
        "{\"change\":\"delete\",\(table),\"key\":{\"OrderID\":10249,\"ProductID\":14},"
          + "\"old\":{\"OrderID\":10249,\"ProductID\":14,\"Quantity\":9,\"done\":0}}",
        "{\"change\":\"update\",\(table),\"key\":{\"OrderID\":10248,\"ProductID\":11},"
          + "\"old\":{\"OrderID\":10248,\"ProductID\":11,\"Quantity\":12,\"done\":0},"
          + "\"new\":{\"OrderID\":10248,\"ProductID\":11,\"Quantity\":null,\"done\":0}}",
        "{\"change\":\"insert\",\(table),\"key\":{\"OrderID\":10249,\"ProductID\":15},"
          + "\"new\":{\"OrderID\":10249,\"ProductID\":15,\"Quantity\":9,\"done\":0}}",
      ])
    _ = try await sandbox.done(file, "delete", "Order Details", "10248", "11")
    #expect(
      try await watch.lines(1) == [
        "{\"change\":\"delete\",\(table),\"key\":{\"OrderID\":10248,\"ProductID\":11},"
          + "\"old\":{\"OrderID\":10248,\"ProductID\":11,\"Quantity\":null,\"done\":0}}"
      ])
    #expect(try await watch.end(SIGTERM).status == 128 + SIGTERM)
  }

  @Test("ANY-33: a table that gets another name is followed under that")
  func renamed() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables(journal: "wal")
    let watch = try await Watch.start("codes", sandbox, file, gate: "codes VALUES (hex(randomblob(8)), '%', NULL)")
    try await sandbox.sqlite(file, "ALTER TABLE codes RENAME TO \"Customer Codes\"")
    let lines = try await watch.lines(1)
    try await sandbox.sqlite(file, "DELETE FROM \"Customer Codes\" WHERE code = 'BONAP'")
    #expect(lines[0].hasPrefix("{\"change\":\"schema\",\"type\":\"table\",\"name\":\"Customer Codes\""))
    #expect(
      try await watch.lines(1)[0].hasPrefix(
        "{\"change\":\"delete\",\"table\":\"Customer Codes\",\"key\":{\"code\":\"BONAP\"}"))
    #expect(try await watch.end(SIGTERM).status == 128 + SIGTERM)
  }

  @Test("ANY-33: a text key beside rowids, and a descending key: the key is the one that show takes")
  func otherKeys() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables()
    let codes = try await Watch.start("codes", sandbox, file, gate: "codes VALUES (hex(randomblob(8)), '%', NULL)")
    try await sandbox.sqlite(file, "UPDATE codes SET code = 'ZZZ' WHERE code = 'BONAP'")
    let change = try await codes.lines(1)[0]
    #expect(
      change.hasPrefix(
        "{\"change\":\"update\",\"table\":\"codes\",\"key\":{\"code\":\"BONAP\"},\"old\":{\"code\":\"BONAP\","))
    #expect(change.contains(",\"new\":{\"code\":\"ZZZ\","))
    #expect(try await codes.end(SIGTERM).status == 128 + SIGTERM)
    let falling = try await Watch.start(
      "falling", sandbox, file, gate: "falling VALUES ('a', (SELECT 1 + count(*) FROM falling), '%')")
    try await sandbox.sqlite(file, "UPDATE falling SET v = 'new' WHERE b = 2; VACUUM")
    #expect(
      try await falling.lines(1) == [
        "{\"change\":\"update\",\"table\":\"falling\",\"key\":{\"a\":\"x\",\"b\":2},"
          + "\"old\":{\"a\":\"x\",\"b\":2,\"v\":\"x2\"},\"new\":{\"a\":\"x\",\"b\":2,\"v\":\"new\"}}"
      ])
    #expect(try await falling.end(SIGTERM).text == "")
  }

  @Test("ANY-33: a row that gets another rowid is deleted and inserted")
  func renumbered() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables()
    try await sandbox.sqlite(file, "CREATE TABLE shifted(a); INSERT INTO shifted VALUES ('one'), ('two'), ('three')")
    let watch = try await Watch.start("shifted", sandbox, file, gate: "shifted VALUES ('%')")
    // All in one commit, which VACUUM can't be part of.
    try await sandbox.sqlite(
      file,
      """
      BEGIN; DELETE FROM shifted WHERE a = 'one'; UPDATE shifted SET rowid = rowid + 1000; CREATE INDEX late ON shifted(a);
      COMMIT
      """)
    // Three rows, and those that showed that the watch had begun.
    let last = try await Int(sandbox.sqlite(file, "SELECT max(rowid) FROM shifted")) ?? 0
    let lines = try await watch.lines(2 * (last - 1000))
    #expect(
      lines.map { $0.components(separatedBy: "}").first }
        == (1...last - 1000).map { #"{"change":"delete","table":"shifted","key":{"rowid":\#($0)"# }
        + (1002...last).map { #"{"change":"insert","table":"shifted","key":{"rowid":\#($0)"# }
        + [
          #"{"change":"schema","type":"index","name":"late","table":"shifted","new":"CREATE INDEX late ON shifted(a)""#
        ])
    #expect(try await watch.end(SIGTERM).status == 128 + SIGTERM)
  }

  @Test("ANY-33: a view: a change is a delete and an insert, the key is null")
  func view() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.tables()
    try await sandbox.sqlite(file, "CREATE VIEW sums AS SELECT a, count(*) AS n FROM falling GROUP BY a ORDER BY a")
    let watch = try await Watch.start(
      "sums", sandbox, file,
      gate: "falling VALUES (replace('%', 'gate closed', 'gate~gate closed') || random(), 0, NULL)")
    try await sandbox.sqlite(file, "DELETE FROM falling WHERE a = 'x' AND b = 1")
    #expect(
      try await watch.lines(2) == [
        "{\"change\":\"delete\",\"table\":\"sums\",\"key\":null,\"old\":{\"a\":\"x\",\"n\":2}}",
        "{\"change\":\"insert\",\"table\":\"sums\",\"key\":null,\"new\":{\"a\":\"x\",\"n\":1}}",
      ])
    // A row that ends as it began is not reported.
    try await sandbox.sqlite(
      file, "BEGIN; DELETE FROM falling WHERE a = 'y'; INSERT INTO falling VALUES ('y', 9, 1); COMMIT")
    try await sandbox.sqlite(file, "DELETE FROM falling WHERE a = 'y'")
    #expect(
      try await watch.lines(1) == [
        "{\"change\":\"delete\",\"table\":\"sums\",\"key\":null,\"old\":{\"a\":\"y\",\"n\":1}}"
      ])
    // Dropping the view ends the watch, with a message.
    try await sandbox.sqlite(file, "DROP VIEW sums")
    let ending = try await offPool { try watch.process.end() }
    #expect(ending.status == 1 && ending.errors.contains("no such table: sums"), "\(ending.errors)")
  }
}
