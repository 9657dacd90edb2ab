// Loading on demand: subscriptions, cancellation, the newest wins.

import Activities
import Databases
import IssueReporting
import Locks
import StructuredQueries
import TestSupport
import Testing

@testable import LiveQueries

@Suite(.recordsIssues, .container) struct LoadTests {
  static let counted = SQLQuery("SELECT count(*) FROM records", as: Int.self)

  @Test("SD-11: a subscription tied to a task ends with it, and the value stays as it was")
  func subscriptionOfTask() async throws {
    try await Fixture.run { fixture in
      let count = FetchOne(wrappedValue: -1, database: fixture.connection)
      let projection = count.projectedValue
      let (started, signal) = AsyncStream<Void>.makeStream()
      let task = Task {
        let subscription = try await projection.load(Self.counted)
        signal.yield()
        try await subscription.task
      }
      for await _ in started { break }
      #expect(count.wrappedValue == 3)
      try await fixture.write("INSERT INTO records(id) VALUES (4)")
      #expect(count.wrappedValue == 4)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      _ = fixture.takeStatements()
      try await fixture.write("INSERT INTO records(id) VALUES (5)")
      #expect(count.wrappedValue == 4)
      #expect(fixture.takeStatements() == ["INSERT INTO records(id) VALUES (5)"])
      try await projection.load()
      #expect(count.wrappedValue == 5)
    }
  }

  @Test("SD-13: of two subscriptions to one query the cancelled one stays, the other follows")
  func twoSubscriptions() async throws {
    try await Fixture.run { fixture in
      let one = FetchOne(wrappedValue: -1, database: fixture.connection)
      let two = FetchOne(wrappedValue: -1, database: fixture.connection)
      let first = try await one.projectedValue.load(Self.counted)
      let second = try await two.projectedValue.load(Self.counted)
      first.cancel()
      try await fixture.write("INSERT INTO records(id) VALUES (4)")
      #expect(one.wrappedValue == 3)
      #expect(two.wrappedValue == 4)
      try await first.task
      second.cancel()
    }
  }

  @Test("the newest load wins: an older one is cancelled, and its rows never arrive")
  func newestWins() async throws {
    try await Fixture.run { fixture in
      @Fetch(database: fixture.connection) var ids = [Int]()
      let projection = $ids
      let recorder = Recorder { [_ids] in _ids.wrappedValue }
      let gate = Gate()
      let older = Task { try await projection.load(Gated(gate: gate)) }
      await gate.reached()
      try await projection.load(SQLQuery("SELECT id FROM records WHERE id = 2", as: Int.self))
      await #expect(throws: CancellationError.self) { _ = try await older.value }
      gate.open()
      await fixture.activity.settled()
      #expect(recorder.values == [[], [2]])
      #expect(!projection.isLoading)
    }
  }

  @Test("a new load interrupts the older one's read within SQLite")
  func interrupts() async throws {
    try await Fixture.run { fixture in
      let endless = SQLQuery(
        """
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0
        """, as: Int.self)
      @FetchAll(endless, connection: fixture.connection) var ids
      #expect($ids.isLoading)
      try await $ids.load(SQLQuery("SELECT id FROM records", as: Int.self))
      #expect(ids == [1, 2, 3])
      // Settles only when the endless read has been interrupted.
      await fixture.activity.settled()
    }
  }

  @Test("a load whose task is cancelled leaves the wrapper with the query from before")
  func cancelledLoad() async throws {
    try await Fixture.run { fixture in
      @FetchAll(SQLQuery("SELECT id FROM records", as: Int.self), connection: fixture.connection) var ids
      await fixture.activity.settled()
      let projection = $ids
      let gate = Gate()
      let load = Task { try await projection.load(Gated(gate: gate, query: "SELECT 42")) }
      await gate.reached()
      load.cancel()
      await #expect(throws: CancellationError.self) { _ = try await load.value }
      gate.open()
      await fixture.activity.settled()
      #expect(ids == [1, 2, 3])
      try await fixture.write("INSERT INTO records(id) VALUES (4)")
      #expect(ids == [1, 2, 3, 4])
      #expect(!projection.isLoading)
    }
  }

  @Test("the old rows stay until the new ones are there, and an error keeps them")
  func oldRowsStay() async throws {
    try await Fixture.run { fixture in
      @FetchAll(SQLQuery("SELECT id FROM records", as: Int.self), connection: fixture.connection) var ids
      await fixture.activity.settled()
      let recorder = Recorder { [_ids] in _ids.wrappedValue }
      let projection = $ids
      let gate = Gate()
      let load = Task { try await projection.load(Gated(gate: gate, query: "SELECT 42")) }
      await gate.reached()
      #expect(ids == [1, 2, 3])
      gate.open()
      _ = try await load.value
      #expect(ids == [42])
      await #expect(throws: DatabaseError.self) {
        try await projection.load(SQLQuery("SELECT x FROM nowhere", as: Int.self))
      }
      #expect(ids == [42])
      #expect(projection.loadError is DatabaseError)
      try await projection.load(SQLQuery("SELECT 7", as: Int.self))
      #expect(projection.loadError == nil)
      #expect(recorder.values == [[1, 2, 3], [42], [7]])
    }
  }

  @Test("an error of a load may be left to the reporting of issues; a cancelled one is none")
  func reportedError() async throws {
    try await Fixture.run { fixture in
      @FetchAll(SQLQuery("SELECT id FROM records", as: Int.self), connection: fixture.connection) var ids
      let issues = Lock<[String]>([])
      let projection = $ids
      await IssueReporters.$current.withValue(IssueHandler { message, _ in issues.withLock { $0.append(message) } }) {
        await withErrorReporting { try await projection.load(SQLQuery("SELECT x FROM nowhere", as: Int.self)) }
        await withErrorReporting { throw CancellationError() }
        await withErrorReporting { try await projection.load(SQLQuery("SELECT 7", as: Int.self)) }
      }
      #expect(issues.withLock { $0 } == ["no such table: nowhere (SQLite 1) in: SELECT x FROM nowhere"])
      #expect(ids == [7])
    }
  }

  @Test("the animation travels with a change, not with the first rows")
  func animation() async throws {
    try await Fixture.run { fixture in
      @FetchAll(Record.order(by: \.id), connection: fixture.connection, animation: .default) var records
      await fixture.activity.settled()
      #expect($records.animation == .none)
      try await fixture.write("INSERT INTO records(id) VALUES (4)")
      #expect($records.animation == .default)
      try await $records.load(Record.where { $0.id > 1 }, animation: FetchAnimation.none)
      #expect($records.animation == .none)
      #expect(records.count == 3)
    }
  }

  @Test("the values come as a sequence that ends with the last copy")
  func sequence() async throws {
    try await Fixture.run { fixture in
      var count: FetchOne<Int>? = FetchOne(wrappedValue: -1, Self.counted, connection: fixture.connection)
      let values = try #require(count?.projectedValue.values)
      var iterator = values.makeAsyncIterator()
      #expect(await iterator.next() == 3)
      try await fixture.write("INSERT INTO records(id) VALUES (4)")
      #expect(await iterator.next() == 4)
      count = nil
      #expect(await iterator.next() == nil)
    }
  }
}
