// From a row of a query's result to the record of a table that it comes from, and back.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct SourceScenes {
  private static let join =
    "SELECT c.name, o.amount, o.amount * 2 AS twice FROM customers c JOIN orders o ON o.customer = c.id ORDER BY o.id"

  @Test("LSQ-11: Enter opens the record of the current column's table, and Esc comes back to the row")
  func open() async throws {
    try await fileScene(shop) { scene in
      try await scene.query(Self.join)
      try await scene.press("Down,Down,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › customers 1 "), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(
        scene.result()
          == ["name amount twice", "Ada 30 60", "Bob 20 40", "▌ Ada 5 10", "Cy 10 20"].dropFirst().map(\.self))
      try await scene.press("L,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › orders 3 "), "\(scene.lines)")
      try await scene.press("Esc,L,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › Query 4 · live"), "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("│ :record of ") }, "\(scene.lines)")
      #expect(
        scene.lines[5...6].map { String($0.dropFirst(12)) } == [
          "│ ▌ record of customers 1                         open │",
          "│   record of orders 3                            open │",
        ], "\(scene.lines)")
      try await scene.press("Down,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › orders 3 "), "\(scene.lines)")
      try await scene.press("Esc")
      try await scene.outside("UPDATE orders SET id = 9 WHERE id = 3")
      try await scene.press("g,H,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › orders 1 "), "\(scene.lines)")
    }
  }

  @Test("LSQ-11: e edits a table's column in its form, with the old value compared; Esc comes back")
  func edit() async throws {
    try await fileScene(shop) { scene in
      try await scene.query(Self.join)
      try await scene.press("L,e")
      #expect(
        scene.lines.contains { $0.contains("┌ Edit order 1 ") || $0.contains("┌ Edit orders 1 ") }, "\(scene.lines)")
      try await scene.press("C-u,type:31,C-s")
      #expect(try scene.rows("SELECT amount FROM orders WHERE id = 1") == ["31"])
      try await scene.press("Esc")
      #expect(scene.result().first?.replacing("~", with: "") == "▌ Ada 31 62", "\(scene.lines)")
      try await scene.press("L,e")
      #expect(scene.said == "twice is no column of a table, so it can't be changed here.")
      try await scene.press("u")
      #expect(try scene.rows("SELECT amount FROM orders WHERE id = 1") == ["30"])
      #expect(scene.result().first?.replacing("~", with: "") == "▌ Ada 30 60", "\(scene.lines)")
    }
  }

  @Test("LSQ-11: a result that shows a table's key, of groups, of a view, of a query that runs again; none without it")
  func keys() async throws {
    let schema =
      shop + """
        CREATE TABLE stock(shelf TEXT, place INTEGER, what TEXT, PRIMARY KEY(shelf, place)) WITHOUT ROWID;
        INSERT INTO stock VALUES ('a', 1, 'cup'), ('b', 2, 'pot');
        CREATE VIEW places AS SELECT shelf AS s, place AS p, upper(what) AS w FROM stock;
        """
    try await fileScene(schema) { scene in
      for (sql, keys, title) in [
        (
          "SELECT count(*) AS n, c.id FROM customers c JOIN orders o ON o.customer = c.id GROUP BY c.id", "G",
          "customers 1"
        ),
        ("SELECT p, s, w FROM places", "G", "stock b 2"),
        ("SELECT what FROM stock", "", "stock a 1"),
        ("SELECT random() AS r, place, shelf FROM stock ORDER BY place DESC", "", "stock b 2"),
      ] {
        try await scene.query(sql)
        try await scene.press((keys.isEmpty ? "" : keys + ",") + "Enter")
        #expect(scene.line(0).hasPrefix(" music.db › \(title) "), "\(sql) \(scene.lines)")
        try await scene.press("Esc")
      }
      for (sql, said) in [
        ("SELECT name, count(*) FROM customers GROUP BY name", "The row has no key of a record of customers."),
        ("SELECT 1 AS one", "The row comes from no single record."),
        (
          "SELECT c.name, o.note FROM customers c LEFT JOIN orders o ON o.id = -c.id",
          "The row has no key of a record of customers."
        ),
      ] {
        try await scene.query(sql)
        if sql == "SELECT 1 AS one" {
          #expect(scene.line(0).hasPrefix(" music.db › Query 1 · constant  "), "\(scene.lines)")
          try await scene.press("C-x")
          let sentence = "│ Constant: no commit concerns it, because it reads no table. "
          #expect(scene.lines.contains { $0.contains(sentence) }, "\(scene.lines)")
          try await scene.press("Esc")
        }
        try await scene.press("Enter")
        #expect(scene.said.hasPrefix(said), "\(sql) \(scene.lines)")
      }
    }
  }

  @Test("LSQ-11: beside the list and opened with l, a row is one of the result")
  func row() async throws {
    try await fileScene(shop, size: Size(width: 200, height: 12)) { scene in
      try await scene.query("SELECT name, count(*) AS n FROM customers GROUP BY name ORDER BY name")
      #expect(scene.line(2).hasSuffix("│ A row of the result"), "\(scene.lines)")
      try await scene.press("l")
      #expect(scene.line(0).hasPrefix(" music.db › A row of the result  "), "\(scene.lines)")
    }
  }
}
