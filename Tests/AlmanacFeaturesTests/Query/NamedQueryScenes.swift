// Queries with a name: tabs behind the tables and views, kept in the state folder.
import Containers
import Locks
import Terminals
import TestSupport
import Stores
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct NamedQueryScenes {
  private static let rich = "SELECT name FROM customers WHERE id < 3"

  /// A store in memory.
  private static func keep(_ kept: Lock<[NamedQuery]>) {
    Container.shared.keptQueries.register {
      KeptQueries(named: { kept.withLock(\.self) }, keepNamed: { queries in kept.withLock { $0 = queries } })
    }
  }

  @Test("LSQ-21: Ctrl-N names a query, which becomes a tab; : finds it, and it comes back as it was left")
  func tabs() async throws {
    let kept = Lock<[NamedQuery]>([])
    Self.keep(kept)
    try await fileScene(shop, size: Size(width: 80, height: 12)) { scene in
      try await scene.query(Self.rich)
      try await scene.press("C-n")
      #expect(scene.lines.contains { $0.contains("│ :name ") }, "\(scene.lines)")
      try await scene.press("type:Best,Enter")
      #expect(scene.said == "The query is a tab now: Best.")
      #expect(kept.withLock(\.self) == [NamedQuery(name: "Best", sql: Self.rich)])
      try await scene.press("Down,1")
      scene.shows(
        """
         music.db  customers 3  orders 4  Best                                     live
         / search                                                                   1/3
         id ▲  name    city
         ▌  1  Ada     Paris
            2  Bob     Rome
            3  Cy      Oslo





         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help  q quit
        """)
      try await scene.press(":,type:bes,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › Best 2 · live"), "\(scene.lines)")
      try await scene.outside("UPDATE customers SET name = 'Bea' WHERE id = 2")
      #expect(scene.result().map { $0.replacing("~", with: "") } == ["Ada", "▌Bea"], "\(scene.lines)")
      try await scene.press("1,!")
      #expect(scene.session.store.query?.name == nil && scene.session.store.query?.text.text == "")
      try await scene.press("Esc,:,type:bes,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › Best 2 · live"), "\(scene.lines)")
    }
  }

  @Test("LSQ-21: a name can be changed and taken away, which asks; a taken or empty name is refused")
  func names() async throws {
    let kept = Lock([NamedQuery(name: "One", sql: Self.rich), NamedQuery(name: "Two", sql: "SELECT 2 AS two")])
    Self.keep(kept)
    try await fileScene(shop, size: Size(width: 80, height: 12)) { scene in
      #expect(scene.line(0).hasPrefix(" music.db  customers 3  orders 4  One  Two "), "\(scene.lines)")
      try await scene.press("4")
      #expect(scene.line(0).hasPrefix(" music.db › Two 1 · constant "), "\(scene.lines)")
      try await scene.press("C-n,type:one,Enter")
      #expect(scene.said == "One is the name of another query: choose another name, or remove that one.")
      try await scene.press("C-n,type:Deux,Enter")
      #expect(scene.said == "The tab of the query is Deux now.")
      #expect(kept.withLock { $0.map(\.name) } == ["One", "Deux"])
      try await scene.press("Tab")
      #expect(scene.line(0).hasPrefix(" music.db  customers 3 "), "\(scene.lines)")
      try await scene.press("BTab,BTab")
      #expect(scene.line(0).hasPrefix(" music.db › One 2 · live "), "\(scene.lines)")
      try await scene.press(":,type:remove query One,Enter")
      #expect(scene.lines.contains { $0.contains("┌ Remove the query One? ") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("│  Its text stays in the history. ") }, "\(scene.lines)")
      #expect(scene.line(11) == " ⏎ remove  Esc keep it")
      try await scene.press("Esc")
      #expect(kept.withLock { $0.map(\.name) } == ["One", "Deux"])
      try await scene.press(":,type:remove query One,Enter,y")
      #expect(scene.said == "One is removed: the text stays in the history.")
      #expect(kept.withLock { $0.map(\.name) } == ["Deux"])
      #expect(scene.line(0).hasPrefix(" music.db › Query 2 · live "), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db  customers 3  orders 4  Deux "), "\(scene.lines)")
    }
  }

  @Test("LSQ-21: named queries that can't be read or kept are a sentence, and the program works")
  func unreadable() async throws {
    struct Damaged: Error, CustomStringConvertible { let description = "The named queries can't be read." }
    Container.shared.keptQueries.register {
      KeptQueries(named: { throw Damaged() }, keepNamed: { _ in throw Damaged() })
    }
    try await fileScene(shop, size: Size(width: 80, height: 12)) { scene in
      #expect(scene.said == "The named queries can't be read.")
      try await scene.query(Self.rich)
      try await scene.press("C-n,type:Best,Enter")
      #expect(scene.lines.suffix(3).joined().contains("It lasts until you quit"), "\(scene.lines)")
      try await scene.press("1,3")
      #expect(scene.line(0).hasPrefix(" music.db › Best 2 · live"), "\(scene.lines)")
    }
  }
}
