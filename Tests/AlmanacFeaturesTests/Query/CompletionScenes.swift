// Tab in the text of the query screen, and the plan of a query.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct CompletionScenes {
  @Test("LSQ-18: Tab lists what can be written; typing narrows the list; Enter writes the chosen one, Esc closes it")
  func list() async throws {
    try await fileScene(shop, size: Size(width: 80, height: 14)) { scene in
      try await scene.press("!,type:SELECT * FROM ,Tab")
      scene.shows(
        """
         music.db › Query                                                          live
         ! SELECT * FROM
                     ┌ 1/3 ───────────────────┐
           Type a SEL│ ▌ customers      table │s result stays live.
                     │   orders         table │
                     │   sqlite_schema  table │
                     └────────────────────────┘






         ⏎ write it  Tab next  Shift-Tab previous  Esc close
        """)
      try await scene.press("Tab,Enter,type: o WHERE o.,Tab")
      scene.shows(
        """
         music.db › Query                                                          live
         ! SELECT * FROM orders o WHERE o.
                                      ┌ 1/4 ───────────────┐
           Type a SELECT. Enter runs i│ ▌ id        column │s live.
                                      │   customer  column │
                                      │   amount    column │
                                      │   note      column │
                                      └────────────────────┘





         ⏎ write it  Tab next  Shift-Tab previous  Esc close
        """)
      try await scene.press("type:n")
      #expect(
        scene.lines.contains { $0.contains("┌ 1/1 ") && $0.hasPrefix("                              ┌") },
        "\(scene.lines)")
      #expect(scene.line(13) == " ⏎ write it  Esc close")
      try await scene.press("Tab")
      #expect(scene.line(1) == " ! SELECT * FROM orders o WHERE o.note", "the only one is written")
      try await scene.press("Tab")
      #expect(scene.said == "This name is whole.")
      try await scene.press("BSpace,BSpace,BSpace,BSpace,Tab,BTab,Enter")
      #expect(scene.line(1) == " ! SELECT * FROM orders o WHERE o.note")
      try await scene.press("Tab,type: AND cust,Tab,type:>1,Enter")
      #expect(scene.line(1) == " ! SELECT * FROM orders o WHERE o.note AND customer>1")
      #expect(scene.line(0).hasPrefix(" music.db › Query 0 · live"))
    }
  }

  @Test("LSQ-18: nothing to write, a list that Esc closes, names that need quotation marks, a table that has just come")
  func others() async throws {
    try await fileScene(shop, size: Size(width: 80, height: 14)) { scene in
      try await scene.press("!,type:SELECT 'na,Tab")
      #expect(scene.said == "Nothing completes this.")
      try await scene.press("C-u,type:SELECT * FROM c,Tab")
      #expect(scene.line(1) == " ! SELECT * FROM customers")
      try await scene.shell(
        "CREATE TABLE \"current list\"(a); CREATE VIEW cheap AS SELECT * FROM orders WHERE amount < 9")
      try await scene.press("C-w,type:c,Tab,Tab")
      #expect(scene.lines.contains { $0.contains("▌ \"current list\"") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("cheap") && $0.contains("view") }, "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(1) == " ! SELECT * FROM c")
      #expect(!scene.lines.contains { $0.contains("┌") }, "\(scene.lines)")
      try await scene.press("Tab,Tab,Enter")
      #expect(scene.line(1) == " ! SELECT * FROM \"current list\"")
    }
  }

  @Test("LSQ-19: Ctrl-X shows the plan as a tree, whole large tables marked, and how the result is kept and why")
  func plan() async throws {
    let large =
      shop + """
        WITH n(i) AS (SELECT 5 UNION ALL SELECT i + 1 FROM n WHERE i < 10500) INSERT INTO orders(id, customer) SELECT i, 1 FROM n;
        """
    try await fileScene(large, size: Size(width: 80, height: 14)) { scene in
      try await scene.press("!")
      scene.terminal.send(
        .paste("SELECT name, count(*) FROM orders JOIN customers c ON c.id = customer GROUP BY name"))
      try await scene.press("C-x")
      #expect(
        scene.lines[3...9] == [
          "┌ Plan of the query ───────────────────────────────────────────────────────────┐",
          "│ SCAN orders: the whole table, 10,500 rows                                    │",
          "│ SEARCH c USING INTEGER PRIMARY KEY (rowid=?)                                 │",
          "│ USE TEMP B-TREE FOR GROUP BY                                                 │",
          "│                                                                              │",
          "│ Live at the cost of each change (groups): the groups are kept by arithmetic. │",
          "└──────────────────────────────────────────────────────────────────────────────┘",
        ], "\(scene.lines)")
      #expect(scene.line(13) == " Esc close", "nothing scrolls: all lines are in sight")
      try await scene.press("Esc")
      #expect(scene.line(1).hasSuffix("GROUP BY name"))
      try await scene.query("SELECT random() > 0 AS lucky FROM customers")
      try await scene.press(":,type:plan,Enter")
      let words = scene.lines.joined(separator: "\n")
      #expect(words.contains("│ SCAN customers "), "\(scene.lines)")
      #expect(
        words.contains("Runs again after each commit that concerns it, because of random()."),
        "\(scene.lines)")
      #expect(words.contains(/The last run of the whole query took \d+ ms\./), "\(scene.lines)")
      try await scene.press("C-x,!,C-u,type:SELEC,C-x")
      #expect(scene.lines.contains { $0.contains("│ near \"SELEC\": syntax error. ") }, "\(scene.lines)")
    }
  }
}
