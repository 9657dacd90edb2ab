// How observations are shared, combined and paused.

import Activities
import Databases
import Locks
import StructuredQueries
import TestSupport
import Testing

@testable import LiveQueries

@Suite(.recordsIssues, .container) struct ObservationTests {
  @Test("equal declarations share one observation; a later one has the rows at once")
  func shared() async throws {
    try await Fixture.run { fixture in
      let one = FetchAll(Record.order(by: \.id), connection: fixture.connection)
      await fixture.activity.settled()
      _ = fixture.takeStatements()
      let two = FetchAll(Record.order(by: \.id), connection: fixture.connection)
      #expect(two.wrappedValue.count == 3)
      #expect(!two.projectedValue.isLoading)
      try await fixture.write("INSERT INTO records(id) VALUES (4)")
      #expect(fixture.takeStatements().count == 2)
      #expect(one.wrappedValue.count == 4)
      #expect(two.wrappedValue.count == 4)
      #expect(one == two)
    }
  }

  @Test("however many commits come while a fetch runs, one more is owed")
  func oneOwed() async throws {
    try await Fixture.run { fixture in
      let gate = Gate()
      @Fetch(Gated(gate: gate), connection: fixture.connection) var ids = [Int]()
      await gate.reached()
      for id in 4...9 {
        try await fixture.connection.write { try $0.execute("INSERT INTO records(id) VALUES (\(id))") }
      }
      _ = fixture.takeStatements()
      gate.open()
      await fixture.activity.settled()
      #expect(fixture.takeStatements() == ["SELECT id FROM records ORDER BY id"])
      #expect(ids == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    }
  }

  @Test("what a run reads is recorded again: a table that only the running fetch came to read is followed")
  func readsRecordedAnew() async throws {
    struct Switching: FetchKeyRequest {
      var gate: Gate
      func fetch(_ db: Database) throws -> Int {
        let size = try SQLQuery("SELECT size FROM records WHERE id = 1", as: Int.self).fetchOne(db) ?? 0
        guard size > 0 else { return -1 }
        let count = try SQLQuery("SELECT count(*) FROM users", as: Int.self).fetchOne(db) ?? 0
        gate.pass()
        return count
      }
      static func == (left: Self, right: Self) -> Bool { left.gate === right.gate }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(gate)) }
    }
    try await Fixture.run { fixture in
      let gate = Gate()
      @Fetch(Switching(gate: gate), connection: fixture.connection) var count = 0
      await fixture.activity.settled()
      #expect(count == -1)
      try await fixture.connection.write { try $0.execute("UPDATE records SET size = 1 WHERE id = 1") }
      await gate.reached()
      // The earlier run did not read users. The present one does, and its snapshot is older than this commit.
      try await fixture.connection.write { try $0.execute("INSERT INTO users(name, email) VALUES ('Ada', 'a')") }
      gate.open()
      await fixture.activity.settled()
      #expect(count == 1)
    }
  }

  @Test(
    "rows of commits that concern no query are kept while it runs, as far as they are few; otherwise it runs once more",
    arguments: [("1000 of 100", 2), ("4 of 2000000", 3)])
  func manyMissedBytes(texts: String, runs: Int) async throws {
    struct Counting: FetchKeyRequest {
      var gate: Gate
      let runs = Lock(0)
      func fetch(_ db: Database) throws -> Int {
        runs.withLock { $0 += 1 }
        let size = try SQLQuery("SELECT max(size) FROM records", as: Int.self).fetchOne(db) ?? 0
        if size > 0 { gate.pass() }
        return size
      }
      static func == (left: Self, right: Self) -> Bool { left.gate === right.gate }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(gate)) }
    }
    try await Fixture.run { fixture in
      let request = Counting(gate: Gate())
      @Fetch(request, connection: fixture.connection) var size = 0
      try await fixture.connection.lookForOutsideChanges()
      await fixture.activity.settled()
      try await fixture.connection.write { try $0.execute("UPDATE records SET size = 1 WHERE id = 1") }
      await request.gate.reached()
      let (count, length) = (texts.prefix { $0 != " " }, texts.split(separator: " ").last ?? "")
      let shell = try SQLiteShell(fixture.path)
      for part in 1...2 {
        try await shell.run(
          """
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count) / 2)
          INSERT INTO users(name, email) SELECT printf('%*s', \(length), ''), \(part) FROM n
          """)
        try await fixture.connection.lookForOutsideChanges()
      }
      request.gate.open()
      await fixture.activity.settled()
      #expect(request.runs.withLock(\.self) == runs)
      #expect(size == 1)
    }
  }

  @Test("a request tests the rows of a commit, as far as they are few bytes: of more it does not get the rows")
  func rowsToTest() async throws {
    struct RowTesting: FetchKeyRequest {
      let seen = Lock<[Bool]>([])
      func fetch(_ db: Database) throws -> Int {
        try SQLQuery("SELECT count(*) FROM users WHERE active = 0", as: Int.self).fetchOne(db) ?? 0
      }
      func isConcerned(by change: TableChange, of table: String) -> Bool {
        seen.withLock { $0.append(change.rows != nil) }
        return change.rows == nil
      }
      static func == (left: Self, right: Self) -> Bool { left.seen === right.seen }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(seen)) }
    }
    try await Fixture.run { fixture in
      let request = RowTesting()
      @Fetch(request, connection: fixture.connection) var count = 0
      try await fixture.connection.lookForOutsideChanges()
      await fixture.activity.settled()
      _ = fixture.takeStatements()
      let shell = try SQLiteShell(fixture.path)
      for (length, runs) in [(100, 0), (5_000_000, 1)] {
        try await shell.run("INSERT INTO users(name, email) SELECT printf('%*s', \(length), ''), \(length)")
        try await fixture.connection.lookForOutsideChanges()
        await fixture.activity.settled()
        #expect(fixture.takeStatements().count == runs)
      }
      #expect(request.seen.withLock(\.self) == [true, false])
      #expect(count == 0)
    }
  }

  @Test("the quick queries of a commit read one snapshot and arrive in one turn of the main actor")
  func oneTurn() async throws {
    try await Fixture.run { fixture in
      let rows = FetchAll(Record.order(by: \.id), connection: fixture.connection)
      let count = FetchOne(wrappedValue: 0, Record.count(), connection: fixture.connection)
      await fixture.activity.settled()
      let turns = Lock<[[Int]]>([])
      let note: @MainActor @Sendable () -> Void = {
        let state = [rows.wrappedValue.count, count.wrappedValue]
        turns.withLock { $0.append(state) }
      }
      // Requested in the turn of the delivery, run in the turn after it.
      let recorder = Recorder {
        _ = rows.wrappedValue
        Task { @MainActor in note() }
      }
      try await fixture.write("INSERT INTO records(id) VALUES (4)")
      await MainActor.run {}
      #expect(recorder.values.count == 2)
      #expect(turns.withLock { $0 }.last == [4, 4])
    }
  }

  @Test("a run takes what it takes of the processor: what it waits for stretches no pause")
  func work() async throws {
    try await Fixture.run { fixture in
      let gate = Gate()
      let rows = Fetch(wrappedValue: [], Gated(gate: gate), database: fixture.connection)
      await gate.reached()
      let start = ContinuousClock.now
      for number in 1...200 {
        try await fixture.connection.write { db in
          try db.execute("INSERT INTO users(name, email) VALUES ('', '\(number)')")
        }
      }
      let held = ContinuousClock.now - start
      gate.open()
      await fixture.activity.settled()
      #expect(rows.wrappedValue == [1, 2, 3])
      let work = ConnectionObserver.of(fixture.connection).withLock { $0.queries.values.compactMap(\.lastRun.work) }
      #expect(work.count == 1 && work[0] > .zero && work[0] < held)
    }
  }

  @Test("a paused scope runs nothing, and catches up when it is resumed")
  func paused() async throws {
    try await Fixture.run { fixture in
      let scope = FetchScope()
      let covered = FetchScope.$current.withValue(scope) {
        FetchAll(Record.order(by: \.id), connection: fixture.connection)
      }
      await fixture.activity.settled()
      scope.pause()
      _ = fixture.takeStatements()
      try await fixture.write("INSERT INTO records(id) VALUES (4)")
      try await fixture.write("INSERT INTO records(id) VALUES (5)")
      #expect(fixture.takeStatements().count == 2)
      #expect(covered.wrappedValue.count == 3)
      // Nothing is delivered in this turn.
      await MainActor.run {
        scope.resume()
        #expect(covered.projectedValue.isLoading, "it catches up")
      }
      await fixture.activity.settled()
      #expect(fixture.takeStatements().count == 1)
      #expect(covered.wrappedValue.count == 5)
      scope.pause()
      await MainActor.run {
        scope.resume()
        #expect(!covered.projectedValue.isLoading, "nothing was missed")
      }
    }
  }

  /// The benchmark X1 measures the duration, up to the screen.
  @Test("SD-26: another process's commit is followed", arguments: ["wal", "delete"])
  func otherProcess(journal: String) async throws {
    try await Fixture.run(journal: journal, watches: true) { fixture in
      @FetchAll(Record.order(by: \.id), connection: fixture.connection) var records
      var values = $records.values.makeAsyncIterator()
      #expect(await values.next()?.count == 3)
      let shell = try SQLiteShell(fixture.path)
      for count in 4...8 {
        try await shell.run("INSERT INTO records(id) VALUES (\(count))")
        // No other notice comes: the value arrives by itself.
        #expect(await values.next()?.count == count)
      }
      await fixture.activity.settled()
      #expect(records.count == 8)
    }
  }

  @Test("after a change from outside equal rows are silence")
  func outsideSilence() async throws {
    try await Fixture.run { fixture in
      @FetchAll(Record.where { $0.id > 1 }.order(by: \.id), connection: fixture.connection) var records
      await fixture.activity.settled()
      let recorder = Recorder { [_records] in _records.wrappedValue.count }
      let other = try await SQLiteConnection.open(storage: .file(path: fixture.path))
      try await other.write { try $0.execute("UPDATE records SET size = 5 WHERE id = 1") }
      await other.close()
      _ = fixture.takeStatements()
      try await fixture.connection.lookForOutsideChanges()
      await fixture.activity.settled()
      #expect(fixture.takeStatements().count == 1)
      #expect(recorder.values == [2])
      #expect(records.count == 2)
    }
  }

  @Test("wrappers stand in value state: copies and equal values are equal")
  func valueState() async throws {
    struct State: Equatable, Sendable {
      @FetchAll var records: [Record]
      @FetchOne var count = 0
      var title = ""

      init(_ connection: SQLiteConnection) {
        _records = FetchAll(Record.order(by: \.id), connection: connection)
        _count = FetchOne(wrappedValue: 0, Record.count(), connection: connection)
      }
    }
    try await Fixture.run { fixture in
      let state = State(fixture.connection)
      var copy = state
      #expect(copy == state)
      await fixture.activity.settled()
      #expect(copy == state)
      #expect(copy.records.count == 3)
      copy.title = "x"
      #expect(copy != state)
    }
  }
}
