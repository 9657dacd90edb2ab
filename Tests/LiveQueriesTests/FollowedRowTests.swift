// Which row `@FetchOne` without a statement follows.

import Activities
import Containers
import Databases
import StructuredQueries
import TestSupport
import Testing

@testable import LiveQueries

@Table("records") private struct Keyless: Hashable, Sendable {
  @Column(primaryKey: false) var id: Int
  var name: String?
}

@Suite(.recordsIssues, .container) struct FollowedRowTests {
  @Test("LIB-03: a default row is followed by its key")
  func key() async throws {
    try await Fixture.run { fixture in
      try await fixture.write("UPDATE records SET name = 'r' || id")
      @FetchOne(database: fixture.connection) var second = Record(id: 2)
      @FetchOne(connection: fixture.connection) var third = Record(id: 3)
      @FetchOne(database: fixture.connection) var optional: Record? = Record(id: 2)
      @FetchOne(connection: fixture.connection) var first: Record?
      await fixture.activity.settled()
      #expect(second == Record(id: 2, name: "r2"))
      #expect(third == Record(id: 3, name: "r3"))
      #expect(optional == Record(id: 2, name: "r2"))
      #expect(first == Record(id: 1, name: "r1"))
      try await fixture.write("UPDATE records SET name = 'x' WHERE id = 2")
      #expect([second, third, first].map { $0?.name } == ["x", "r3", "r1"])
      try await fixture.write("DELETE FROM records WHERE id = 2")
      #expect(second == Record(id: 2, name: "x"))
      #expect($second.loadError is RowNotFoundError)
      #expect(optional == nil)
    }
  }

  @Test("LIB-03: of a table without a key, and without a default row, it is the first row")
  func firstRow() async throws {
    try await Fixture.run { fixture in
      try await fixture.write("UPDATE records SET name = 'r' || id")
      @FetchOne(database: fixture.connection) var keyless = Keyless(id: 2)
      await fixture.activity.settled()
      #expect(keyless == Keyless(id: 1, name: "r1"))
    }
  }

  @Test("LIB-09: a property may be declared bare, in a function too")
  func bare() async throws {
    try await Fixture.run { fixture in
      Container.shared.defaultDatabase.register { fixture.connection }
      @FetchOne var record: Record?
      @FetchAll var records: [Record]
      await fixture.activity.settled()
      #expect(record?.id == 1)
      #expect(records.map(\.id) == [1, 2, 3])
    }
  }
}
