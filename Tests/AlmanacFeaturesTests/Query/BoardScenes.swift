// The board: all named queries side by side, live.
import Containers
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct BoardScenes {
  private static func keep(_ queries: KeyValuePairs<String, String>) {
    let named = queries.map { NamedQuery(name: $0.key, sql: $0.value) }
    Container.shared.keptQueries.register { KeptQueries(named: { named }) }
  }

  @Test("LSQ-21: :board shows a number, bars, lines and rows, live; Enter opens one, and Esc comes back")
  func board() async throws {
    Self.keep([
      "Sales": "SELECT sum(amount) FROM orders",
      "By customer":
        "SELECT name, sum(amount) AS total FROM customers c JOIN orders o ON o.customer = c.id GROUP BY c.id ORDER BY 2 DESC",
      "Notes": "SELECT id, customer, note FROM orders ORDER BY id",
      "Broken": "SELECT nothing FROM nowhere",
    ])
    try await fileScene(shop) { scene in
      try await scene.press(":,type:board,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › Board · 4 queries "), "\(scene.lines)")
      #expect(scene.line(1).contains("▌ Sales") && scene.line(1).contains("By customer"), "\(scene.lines)")
      #expect(scene.line(2).hasPrefix("   65 "), "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("The query did not run: ") }, "\(scene.lines)")
      try await scene.outside("INSERT INTO orders VALUES (5, 2, 100, 'pot')")
      #expect(scene.line(1).contains("▌ Sales ~") && scene.line(1).contains("By customer ~"), "\(scene.lines)")
      #expect(scene.line(2).hasPrefix("  ~165~ "), "\(scene.lines)")
      #expect(scene.line(2).contains(" ▇") && scene.lines.contains { $0.contains("▇~120~") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("+ 5   2         pot") }, "\(scene.lines)")
      await scene.wait(1)
      #expect(scene.line(2).hasPrefix("   165 ") && !scene.lines.contains { $0.contains("~") }, "\(scene.lines)")
      try await scene.outside("UPDATE orders SET note = 'jar' WHERE id = 1")
      #expect(scene.lines.contains { $0.contains("  1   1        ~jar~") }, "\(scene.lines)")
      try await scene.press("j,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › By customer 3 · live"), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db › Board · 4 queries "), "\(scene.lines)")
      #expect(scene.line(1).contains("▌ By customer"), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db  customers 3  orders 5 "), "\(scene.lines)")
    }
  }

  @Test("LSQ-21: a tile follows its query when a column goes, and when its run ended because the board was hidden")
  func runAgain() async throws {
    Self.keep(["Notes": "SELECT * FROM orders ORDER BY id"])
    try await fileScene(shop) { scene in
      @MainActor func shows(_ titles: String, _ first: String) {
        #expect(scene.line(2).hasPrefix("   \(titles)") && scene.line(3).hasPrefix("   \(first)"), "\(scene.lines)")
      }
      try await scene.press(":,type:board,Enter")
      shows("id  customer  amount  note", "1   1         30      tea")
      try await scene.outside("ALTER TABLE orders DROP COLUMN amount")
      shows("id  customer  note", "1   1         tea")
      let store = scene.session.store
      let queries = store.withState { $0.board?.tiles.map(\.query) ?? [] }
      // The run has only begun when the board is hidden.
      store.send(.board(.runNeeded(queries[0])))
      store.send(.board(.hidden))
      await scene.run.settle()
      try await scene.outside("DELETE FROM orders WHERE id = 1")
      store.send(.board(.shown(queries)))
      await scene.run.settle()
      shows("id  customer  note", "2   2         NULL")
      try await scene.outside("DELETE FROM orders WHERE id = 2")
      shows("id  customer  note", "3   1         milk")
    }
  }

  @Test("LSQ-21: a query that could not run runs after the commit that mends it")
  func mended() async throws {
    Self.keep(["Broken": "SELECT count(*) FROM teas"])
    try await fileScene(shop) { scene in
      try await scene.press(":,type:board,Enter")
      #expect(scene.line(2).contains("no such table: teas"), "\(scene.lines)")
      try await scene.outside("CREATE TABLE teas(name)")
      #expect(scene.line(2) == "   0", "\(scene.lines)")
    }
  }

  @Test("LSQ-21: a board without queries says how one gets a name")
  func empty() async throws {
    try await fileScene(shop) { scene in
      try await scene.press(":,type:board,Enter")
      #expect(
        scene.lines[2...3] == ["   No query has a name yet.", "   ! opens the query screen; Ctrl-N names its query."])
    }
  }

  @Test("LSQ-21: tiles are in as many columns as fit, the next one in the shortest, and are cut before they scroll")
  func layout() {
    let wide = BoardLayout(in: Size(width: 80, height: 20), wanted: [2, 8, 4])
    #expect(
      wide.tiles == [
        Rect(column: 1, row: 0, width: 38, height: 2), Rect(column: 41, row: 0, width: 38, height: 8),
        Rect(column: 1, row: 3, width: 38, height: 4),
      ])
    let narrow = BoardLayout(in: Size(width: 40, height: 16), wanted: [2, 30, 30])
    #expect(narrow.tiles.map(\.width) == [38, 38, 38])
    #expect(narrow.tiles.map(\.height) == [2, 6, 6])
    #expect(narrow.height == 16)
    #expect(BoardLayout(in: Size(width: 40, height: 6), wanted: [30, 30]).height == 11)
  }
}
