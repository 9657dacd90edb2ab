// The spellings of the seeds, as written there.

import Activities
import Containers
import Databases
import StructuredQueries
import TestSupport
import Testing

@testable import LiveQueries

@Suite(.recordsIssues, .container) struct SeedSpellingTests {
  @Table struct Fact: Equatable, Sendable {
    let id: Int
    var body: String
  }

  struct Facts: FetchKeyRequest {
    var query = ""
    struct Value {
      var facts: [Fact] = []
    }
    func fetch(_ db: Database) throws -> Value {
      try Value(
        facts: Fact.where { $0.body.contains(query) }.fetchAll(db)
      )
    }
  }

  struct ItemsRequest: FetchKeyRequest {
    typealias Value = [Fact]
    func fetch(_ db: Database) throws -> [Fact] { try Fact.order { $0.id.desc() }.fetchAll(db) }
  }

  struct Item: Equatable, Sendable {
    @Fetch(ItemsRequest()) var items: [Fact] = []
    @FetchOne(User.where { $0.active == true }) var activeUser: User?
  }

  @MainActor final class Model {
    @FetchAll(Fact.order { $0.id.desc() }, animation: .default)
    var facts

    @Fetch(Facts(), animation: .default)
    var found = Facts.Value()

    @FetchAll(User.filter { $0.active == true }) var activeUsers
    @FetchAll(User.order(by: \.createdAt, .descending).limit(10)) var recentUsers
    @FetchOne(User.count) var userCount = 0
    @FetchOne(User.where { $0.active == true }.count) var activeUserCount = 0

    @Dependency(\.defaultDatabase) var database

    func search(_ text: String) async throws {
      try await $found.load(Facts(query: text), animation: .default)
    }
  }

  @Test("the declarations of the seeds compile as they stand, and follow")
  @MainActor func declarations() async throws {
    try await Fixture.run { fixture in
      try await fixture.write(
        """
        CREATE TABLE facts(id INTEGER PRIMARY KEY, body TEXT NOT NULL);
        INSERT INTO facts VALUES (1, 'A group of cats is a clowder'), (2, 'Crows remember');
        """)
      Container.shared.defaultDatabase.register(value: fixture.connection)
      let model = Model()
      let state = Item()
      await fixture.activity.settled()
      #expect(await model.facts.map(\.id) == [2, 1])
      #expect(await model.found.facts.count == 2)
      #expect(state.items.map(\.id) == [2, 1])
      #expect(state.activeUser == nil)
      try await model.search("clow")
      #expect(await model.found.facts.map(\.id) == [1])
      try await model.database.write { db in
        try User.insert { User.Draft(name: "Ada", email: "a", active: true, createdAt: 1) }.execute(db)
      }
      await fixture.activity.settled()
      #expect(await model.userCount == 1)
      #expect(await model.activeUserCount == 1)
      #expect(await model.activeUsers == model.recentUsers)
      #expect(state.activeUser?.name == "Ada")
    }
  }
}
