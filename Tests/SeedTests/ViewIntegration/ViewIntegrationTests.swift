// Document 000 runs.

import Containers
import Observing
import Stores
import TestSupport
import Testing

@MainActor
@Suite(.recordsIssues, .container, .timeLimit(.minutes(10)))
struct ViewIntegrationTests {
  nonisolated static let facts = """
    CREATE TABLE facts(id INTEGER PRIMARY KEY, body TEXT NOT NULL);
    INSERT INTO facts VALUES (1, 'A group of cats is a clowder'), (2, 'Crows remember'), (3, 'Cats sleep');
    """

  nonisolated static let items = """
    CREATE TABLE items(id INTEGER PRIMARY KEY, title TEXT, createdAt INTEGER, isArchived INTEGER);
    CREATE TABLE itemDetails(id INTEGER PRIMARY KEY, title TEXT);
    CREATE TABLE bundles(id INTEGER PRIMARY KEY, isActive INTEGER);
    INSERT INTO items VALUES (1, '', 10, 0), (2, '', 30, 0), (3, '', 20, 1), (4, '', 40, 0);
    INSERT INTO itemDetails VALUES (1, 'Tea'), (2, 'Milk'), (3, 'Salt');
    INSERT INTO bundles VALUES (1, 0), (2, 1);
    """

  @Test("NAV-15: UIKit Integration: observe draws at once and after a change; the object keeps the token by itself")
  func viewController() async throws {
    try await Book.run(Self.facts) { book in
      Container.shared.defaultDatabase.register(value: book.connection)
      let scheduler = FrameScheduler(activity: book.connection.activity)
      let controller = UIKitCaseStudyViewController()
      scheduler.perform { controller.viewDidLoad() }
      await book.settled()
      #expect(controller.lines == ["Cats sleep", "Crows remember", "A group of cats is a clowder"])
      #expect(
        book.takeStatements() == [#"SELECT "facts"."id", "facts"."body" FROM "facts" ORDER BY "facts"."id" DESC"#])
      try await controller.database.write { db in
        try Fact.insert { Fact.Draft(body: "Bees dance") }.execute(db)
        try Fact.find(2).delete().execute(db)
      }
      await book.settled()
      #expect(controller.lines == ["Bees dance", "Cats sleep", "A group of cats is a clowder"])
    }
  }

  @Test("Dynamic Query Loading: each new text loads its request, and the rows are followed")
  func dynamicQuery() async throws {
    try await Book.run(Self.facts) { book in
      Container.shared.defaultDatabase.register(value: book.connection)
      let demo = DynamicQueryDemo()
      var lines: [String] = []
      let token = observe(scheduler: nil, activity: book.connection.activity) { lines = demo.draw() }
      await until { demo.draw().count == 3 }
      demo.query = "cats"
      await until { demo.draw() == ["A group of cats is a clowder", "Cats sleep"] }
      try await book.write("INSERT INTO facts VALUES (4, 'Big cats roar')")
      #expect(lines == ["A group of cats is a clowder", "Cats sleep", "Big cats roar"])
      withExtendedLifetime(token) {}
    }
  }

  @Test("Manual Refresh: a model loads the request of its text")
  func searchModel() async throws {
    try await Book.run(Self.facts) { book in
      Container.shared.defaultDatabase.register(value: book.connection)
      let model = SearchModel()
      await book.settled()
      #expect(model.results.facts.map(\.id) == [1, 2, 3])
      _ = book.takeStatements()
      model.searchText = "Cr"
      await until { model.results.facts.map(\.id) == [2] }
      #expect(
        book.takeStatements() == [
          #"SELECT "facts"."id", "facts"."body" FROM "facts" WHERE "facts"."body" LIKE ? ESCAPE '\'"#
        ])
    }
  }

  @Test("TCA Integration: a join of two tables and an optional row in a state follow by themselves")
  func state() async throws {
    try await Book.run(Self.items) { book in
      Container.shared.defaultDatabase.register(value: book.connection)
      let store = TestStore(initialState: Bundles.State()) { Bundles() }
      store.timeout = .seconds(60)
      await book.settled()
      #expect(store.state.items.map(\.title) == ["Milk", "Tea"])
      #expect(store.state.items.map(\.createdAt) == [30, 10])
      #expect(store.state.activeBundle?.id == 2)
      #expect(
        book.takeStatements() == [
          #"SELECT "bundles"."id", "bundles"."isActive" FROM "bundles" WHERE "bundles"."isActive""#,
          """
          SELECT "items"."id", "itemDetails"."title", "items"."createdAt", ? FROM "items" \
          JOIN "itemDetails" ON "itemDetails"."id" = "items"."id" WHERE "items"."isArchived" = ? \
          ORDER BY "items"."createdAt" DESC
          """,
        ])
      try await book.write("UPDATE bundles SET isActive = 0; INSERT INTO itemDetails VALUES (4, 'Rice')")
      #expect(store.state.activeBundle == nil)
      #expect(store.state.items.map(\.title) == ["Rice", "Milk", "Tea"])
    }
  }

  @Test("Anti-Pattern: what is fetched by hand comes by an action, and misses another's change")
  func imperative() async throws {
    try await Book.run(Self.items) { book in
      Container.shared.defaultDatabase.register(value: book.connection)
      let store = TestStore(initialState: ImperativeItems.State()) { ImperativeItems() }
      store.timeout = .seconds(60)
      let (milk, tea) = (Item(id: 2, title: "Milk", createdAt: 30), Item(id: 1, title: "Tea", createdAt: 10))
      await store.send(.view(.onAppear))
      await store.receive(\.itemsLoaded) { $0.items = [milk, tea] }
      await store.send(.view(.onItemDeleted(2)))
      await store.receive(\.itemsLoaded) { $0.items = [tea] }
      await store.finish()
      try await book.write("DELETE FROM items")
      #expect(store.state.items == [tea])
    }
  }

  @Test("RIGHT: the state follows a deletion without an action")
  func live() async throws {
    try await Book.run(Self.items) { book in
      Container.shared.defaultDatabase.register(value: book.connection)
      let store = TestStore(initialState: LiveItems.State()) { LiveItems() }
      store.timeout = .seconds(60)
      await book.settled()
      await store.send(.view(.onAppear))
      await store.send(.view(.onItemDeleted(2)))
      await store.finish()
      await book.settled()
      #expect(store.state.items.map(\.title) == ["Tea"])
      try await book.write("DELETE FROM items")
      #expect(store.state.items == [])
    }
  }
}
