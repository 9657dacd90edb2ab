// Loading on demand: subscriptions, cancellation, and the newest load wins.

import Activities
import Databases
import Foundation
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
      // Settles only after the endless read has been interrupted.
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

  @Test(
    "while a load is under way the shown rows are followed; cancelled, it leaves them current and runs nothing more")
  func followedMeanwhile() async throws {
    try await Fixture.run { fixture in
      @FetchAll(SQLQuery("SELECT id FROM records", as: Int.self), connection: fixture.connection) var ids
      await fixture.activity.settled()
      let projection = $ids
      var values = projection.values.makeAsyncIterator()
      #expect(await values.next() == [1, 2, 3])
      let gate = Gate()
      let load = Task { try await projection.load(Gated(gate: gate, query: "SELECT 42 FROM records LIMIT 1")) }
      await gate.reached()
      try await fixture.connection.write { try $0.execute("INSERT INTO records(id) VALUES (4)") }
      #expect(await values.next() == [1, 2, 3, 4])
      #expect(projection.isLoading)
      _ = fixture.takeStatements()
      load.cancel()
      await #expect(throws: CancellationError.self) { _ = try await load.value }
      #expect(!projection.isLoading)
      gate.open()
      await fixture.activity.settled()
      #expect(fixture.takeStatements() == [])
      #expect(ids == [1, 2, 3, 4])
      try await fixture.write("INSERT INTO records(id) VALUES (5)")
      #expect(ids == [1, 2, 3, 4, 5])
    }
  }

  @Test("a load whose task was cancelled before it began takes no place")
  func cancelledBeforeItBegan() async throws {
    try await Fixture.run { fixture in
      @FetchAll(SQLQuery("SELECT id FROM records", as: Int.self), connection: fixture.connection) var ids
      await fixture.activity.settled()
      let projection = $ids
      let gate = Gate()
      let newer = Task { try await projection.load(Gated(gate: gate, query: "SELECT 42")) }
      await gate.reached()
      let older = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await projection.load(SQLQuery("SELECT 41", as: Int.self))
      }
      await #expect(throws: CancellationError.self) { try await older.value }
      gate.open()
      _ = try await newer.value
      #expect(ids == [42])
    }
  }

  @Test("loads that follow one another run each query once, and never the one from before")
  func supersededLoads() async throws {
    try await Fixture.run { fixture in
      @FetchAll(SQLQuery("SELECT id FROM records", as: Int.self), connection: fixture.connection) var ids
      await fixture.activity.settled()
      let projection = $ids
      _ = fixture.takeStatements()
      for key in 1...5 {
        let gate = Gate()
        let load = Task { try await projection.load(Gated(gate: gate, query: "SELECT \(key)")) }
        await gate.reached()
        load.cancel()
        await #expect(throws: CancellationError.self) { _ = try await load.value }
        gate.open()
      }
      try await projection.load(SQLQuery("SELECT 6", as: Int.self))
      await fixture.activity.settled()
      #expect(fixture.takeStatements() == (1...6).map { "SELECT \($0)" })
      #expect(ids == [6])
    }
  }

  @Test("a late answer of the query from before is not taken for that of a load")
  func crossingDeliveries() async throws {
    /// A number whose comparison waits at a gate, once.
    struct Compared: Equatable, Sendable {
      static let gate = Gate()
      var number = 0
      static func == (left: Self, right: Self) -> Bool {
        if left.number == 1 || right.number == 1 { gate.pass() }
        return left.number == right.number
      }
    }
    struct Numbered: FetchKeyRequest {
      var number: Int
      var gate: Gate?
      func fetch(_ db: Database) throws -> Compared {
        gate?.pass()
        return Compared(number: number)
      }
      static func == (left: Self, right: Self) -> Bool { left.number == right.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    try await Fixture.run { fixture in
      let wrapper = Fetch(wrappedValue: Compared(), Numbered(number: 1), connection: fixture.connection)
      let projection = wrapper.projectedValue
      // The main actor compares the first result with the shown value.
      await Compared.gate.reached()
      let gate = Gate()
      let load = Task.detached { try await projection.load(Numbered(number: 2, gate: gate)) }
      await gate.reached()
      Compared.gate.open()
      await MainActor.run {}
      #expect(wrapper.wrappedValue.number == 1)
      #expect(projection.isLoading)
      gate.open()
      _ = try await load.value
      #expect(wrapper.wrappedValue.number == 2)
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

  @Test("what a killed program left in a file without a log is taken back before a query reads it")
  func repaired() async throws {
    try await Fixture.run(journal: "delete", watches: true) { fixture in
      let count = FetchOne(wrappedValue: -1, Self.counted, database: fixture.connection)
      let names = FetchAll(wrappedValue: [], Record.select(\.name).order(by: \.id), database: fixture.connection)
      await fixture.activity.settled()
      let killed = try SQLiteShell(fixture.path)
      // With hardly any cache, the unfinished transaction is in the file and the journal is next to it.
      try await killed.run("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN;")
      try await killed.run("DELETE FROM records; CREATE TABLE filler AS SELECT randomblob(500000);")
      try await killed.kill()
      try await count.projectedValue.load()
      try await names.projectedValue.load()
      #expect(count.wrappedValue == 3 && names.wrappedValue.count == 3)
      #expect(count.projectedValue.loadError == nil)
      #expect(!FileManager.default.fileExists(atPath: fixture.path + "-journal"))
    }
  }
}
