// The result of a query as a chart.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct ChartScenes {
  @Test("LSQ-20: v shows a label and a number as bars, which follow other programs; v and Esc show the list again")
  func bars() async throws {
    try await fileScene(shop, size: Size(width: 60, height: 12)) { scene in
      try await scene.query(
        "SELECT name, sum(amount) AS total FROM customers c JOIN orders o ON o.customer = c.id GROUP BY c.id ORDER BY 1"
      )
      try await scene.press("v")
      scene.shows(
        """
         music.db › Query 3 · live                             live
         ! SELECT name, sum(amount) AS total FROM customers c JOIN…

          Ada ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 35
          Bob ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 20
          Cy  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 10





         Esc as a list  ! query text  : jump  ? help  q quit
        """)
      try await scene.outside("INSERT INTO orders VALUES (9, 3, 60, NULL)")
      #expect(scene.lines.contains { $0.hasSuffix("▇ 70") }, "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.result().map { $0.replacing("~", with: "") } == ["▌ Ada 35", "Bob 20", "Cy 70"])
      try await scene.press("v,v")
      #expect(scene.lines.contains { $0.contains("▌ Ada") }, "\(scene.lines)")
    }
  }

  @Test("CIT-14: v in a list shows its column beside the labels, as it is filtered and sorted; b is the list")
  func column() async throws {
    try await fileScene(shop, size: Size(width: 60, height: 12)) { scene in
      try await scene.press("2,L,L,L,v")
      #expect(scene.said == "v shows a column with numbers: go to one first.")
      try await scene.press("H,s,v")
      scene.shows(
        """
         music.db › Query 4 · live                             live
         ! SELECT note, amount
           FROM orders
           ORDER BY amount, id
          milk  ▇▇▇▇▇▇▇▇ 5
          bread ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 10
          NULL  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 20
          tea   ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 30



         Esc as a list  ! query text  : jump  ? help  q quit
        """)
      try await scene.outside("UPDATE orders SET amount = 60 WHERE id = 1")
      #expect(scene.lines.contains { $0.hasSuffix("▇ 60") }, "\(scene.lines)")
      try await scene.press("b")
      #expect(
        scene.result().suffix(4).map { $0.replacing("~", with: "") } == ["▌ milk 5", "bread 10", "NULL 20", "tea 60"])
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db  customers 3  orders 4 "))
    }
  }

  @Test("LSQ-20: a time and a number are a line; other columns are no chart, and a sentence says so")
  func line() async throws {
    try await fileScene(shop, size: Size(width: 60, height: 14)) { scene in
      try await scene.query("SELECT '2026-11-0' || id AS day, amount FROM orders")
      try await scene.press("v")
      scene.shows(
        """
         music.db › Query 4 · live                             live
         ! SELECT '2026-11-0' || id AS day, amount FROM orders

          30 ⠉⠒⠢⠤⣀⣀
                   ⠉⠑⠒⠤⢄⣀
                         ⠉⠉⠒⠢⠤⣀⡀
                               ⠈⠑⠢⢄⡀
                                   ⠈⠉⠒⠤⣀
                                        ⠉⠒⠤⢄⡀               ⢀⣀⣀⣀⠤⠤
           5                                ⠈⠑⠢⢄⣀⣀⠤⠤⠤⠔⠒⠒⠒⠉⠉⠉⠁
             2026-11-01                                 2026-11-04


         Esc as a list  ! query text  : jump  ? help  q quit
        """)
      try await scene.query("SELECT name, city FROM customers")
      try await scene.press("v")
      #expect(scene.said == "A chart needs a label and numbers, or a time and numbers.")
      #expect(scene.lines.contains { $0.contains("▌ Ada") }, "\(scene.lines)")
    }
  }
}
