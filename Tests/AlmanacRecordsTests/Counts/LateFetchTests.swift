// Slow queries that follow every commit, with a delay.
import Activities
import AlmanacRecords
import Containers
import Databases
import Dispatch
import LiveQueries
import Locks
import Observing
import TestSupport
import Testing

/// Sums up the lengths of facts; a test can hold it back.
private struct GatedQuery: LateQuery {
  /// Holds the reads back, and counts those that have begun.
  final class Gate: Hashable, Sendable {
    let began = DispatchSemaphore(value: 0)
    let open = DispatchSemaphore(value: 0)
    let isHeld = Lock(false)
    let count = Lock(0)
    /// The beginning and end of each read, and its processor time.
    let times = Lock<[(began: ContinuousClock.Instant, ended: ContinuousClock.Instant, work: Duration)]>([])

    static func == (a: Gate, b: Gate) -> Bool { a === b }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  let gate: Gate

  var table: String { "facts" }
  var columns: [String] { ["body"] }

  func fetch(_ db: Database, progress: (LateValue<Int>.Progress) -> Void) throws -> Int {
    gate.count.withLock { $0 += 1 }
    let (began, before) = (ContinuousClock.now, ThreadTime.now)
    defer { gate.times.withLock { $0.append((began, .now, ThreadTime.now - before)) } }
    // A snapshot begins with the first statement.
    _ = try db.withStatement("SELECT 1 FROM facts") { try $0.step() }
    if gate.isHeld.withLock({ $0 }) {
      gate.began.signal()
      gate.open.wait()
    }
    try db.checkCancellation()
    // A long read does this between its parts.
    try db.renewSnapshot()
    return try db.withStatement("SELECT ifnull(sum(length(body)), 0) FROM facts") { statement in
      try statement.step() ? statement.integer(0) : 0
    }
  }
}

@Suite struct LateFetchTests {
  private static func add(_ body: String, to book: TemporaryBook) async throws {
    try await book.connection.write { db in
      try db.execute("INSERT INTO facts(body) VALUES (?)", [.text(body)])
    }
  }

  /// Waits for the semaphore on a thread that may be blocked.
  private static func wait(for semaphore: DispatchSemaphore) async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        semaphore.wait()
        continuation.resume()
      }
    }
  }

  /// Waits until the value is as expected.
  private static func wait(
    for fetch: LateFetch<GatedQuery>, until isRight: @escaping @Sendable (LateValue<Int>) -> Bool
  ) async {
    let right = AsyncStream<Void>.makeStream()
    let token = await MainActor.run {
      observe { if isRight(fetch.wrappedValue) { right.continuation.yield() } }
    }
    for await _ in right.stream { break }
    withExtendedLifetime(token) {}
  }

  @Test func everyCommitThatMattersIsFollowed() async throws {
    try await withTemporaryBook { book in
      let gate = GatedQuery.Gate()
      let fetch = LateFetch(GatedQuery(gate: gate), connection: book.connection)
      #expect(fetch.wrappedValue == .unknown)
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue == LateValue(value: 0, isCurrent: true))
      try await Self.add("four", to: book)
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue == LateValue(value: 4, isCurrent: true))
      try RawConnection(book.path).run("UPDATE facts SET body = 'sixsix'")
      try await book.connection.lookForOutsideChanges()
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue == LateValue(value: 6, isCurrent: true))
      #expect(gate.count.withLock { $0 } == 3)
      try await book.connection.write { db in
        try db.execute("UPDATE facts SET createdAt = 'x'; INSERT INTO users(name, email) VALUES ('', '')")
      }
      await book.connection.activity.settled()
      #expect(gate.count.withLock { $0 } == 3, "nothing that is read has changed")
    }
  }

  @Test("ANY-20: a long read is current although we have written to another table meanwhile")
  func writtenMeanwhile() async throws {
    try await withTemporaryBook { book in
      let gate = GatedQuery.Gate()
      gate.isHeld.withLock { $0 = true }
      let fetch = LateFetch(GatedQuery(gate: gate), connection: book.connection)
      await Self.wait(for: gate.began)
      try await book.connection.write { db in try db.execute("INSERT INTO users(name, email) VALUES ('', '')") }
      gate.isHeld.withLock { $0 = false }
      gate.open.signal()
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue == LateValue(value: 0, isCurrent: true))
      #expect(gate.count.withLock { $0 } == 1)
      gate.isHeld.withLock { $0 = true }
      try await Self.add("four", to: book)
      await Self.wait(for: gate.began)
      try RawConnection(book.path).run("UPDATE facts SET body = 'sixsix'")
      gate.isHeld.withLock { $0 = false }
      gate.open.signal()
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue == LateValue(value: 6, isCurrent: true))
      #expect(gate.count.withLock { $0 } == 3)
    }
  }

  @Test func aValueThatIsLateIsToldToBe() async throws {
    try await withTemporaryBook { book in
      let gate = GatedQuery.Gate()
      let fetch = LateFetch(GatedQuery(gate: gate), connection: book.connection)
      await book.connection.activity.settled()
      gate.isHeld.withLock { $0 = true }
      try await Self.add("four", to: book)
      await Self.wait(for: gate.began)
      await Self.wait(for: fetch) { !$0.isCurrent }
      #expect(fetch.wrappedValue == LateValue(value: 0, isCurrent: false), "the old value stays")
      gate.isHeld.withLock { $0 = false }
      gate.open.signal()
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue == LateValue(value: 4, isCurrent: true))
    }
  }

  @Test("leaving ends a read that waits for another program's lock, and no other follows it")
  func leaving() async throws {
    try await withTemporaryBook { book in
      await book.connection.close()
      try RawConnection(book.path).run("PRAGMA journal_mode = DELETE")
      var options = Book.Options()
      options.patience = nil
      let connection = try await Book.open(path: book.path, options)
      // With a reader already open, the query does the waiting.
      try await connection.read { _ in }
      let holder = try RawConnection(book.path)
      try holder.run("BEGIN EXCLUSIVE")
      let (changes, heard) = AsyncStream<Void>.makeStream()
      let observation = connection.observeStatus { heard.yield() }
      let gate = GatedQuery.Gate()
      let fetch = LateFetch(GatedQuery(gate: gate), connection: connection)
      for await _ in changes where connection.status.waiting == .read { break }
      await connection.endReads()
      await connection.activity.settled()
      #expect(fetch.wrappedValue == .unknown)
      #expect(gate.count.withLock { $0 } == 0)
      #expect(connection.status == FileStatus())
      try holder.run("COMMIT")
      await connection.close()
      withExtendedLifetime(observation) {}
    }
  }

  @Test func aReadIsFollowedByAnotherAfterTenTimesWhatItTookOfTheProcessor() async throws {
    try await withTemporaryBook { book in
      let gate = GatedQuery.Gate()
      gate.isHeld.withLock { $0 = true }
      let fetch = LateFetch(GatedQuery(gate: gate), connection: book.connection)
      await Self.wait(for: gate.began)
      // The read lasts as long as a hundred commits, without work, as on a busy machine.
      for number in 1...100 {
        try await book.connection.write { db in
          try db.execute("INSERT INTO users(name, email) VALUES ('', '\(number)')")
        }
      }
      gate.isHeld.withLock { $0 = false }
      gate.open.signal()
      await book.connection.activity.settled()
      try await Self.add("four", to: book)
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue == LateValue(value: 4, isCurrent: true))
      let times = gate.times.withLock { $0 }
      let pause = times[1].began - times[0].ended
      #expect(pause >= times[0].work * 10)
      #expect(pause < (times[0].ended - times[0].began) * 10)
    }
  }

  @Test func aPausedScopeDropsTheReadAndOwesIt() async throws {
    try await withTemporaryBook { book in
      let gate = GatedQuery.Gate()
      let scope = FetchScope()
      let fetch = FetchScope.$current.withValue(scope) {
        LateFetch(GatedQuery(gate: gate), connection: book.connection)
      }
      await book.connection.activity.settled()
      gate.isHeld.withLock { $0 = true }
      try await Self.add("four", to: book)
      await Self.wait(for: gate.began)
      scope.pause()
      gate.isHeld.withLock { $0 = false }
      gate.open.signal()
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue.value == 0, "what no screen waits for is dropped")
      #expect(gate.count.withLock { $0 } == 2)
      try await Self.add("four", to: book)
      try RawConnection(book.path).run("INSERT INTO facts(body) VALUES ('four')")
      try await book.connection.lookForOutsideChanges()
      await book.connection.activity.settled()
      #expect(gate.count.withLock { $0 } == 2, "nothing is read while it is hidden")
      gate.isHeld.withLock { $0 = true }
      scope.resume()
      #expect(fetch.wrappedValue == LateValue(value: 0, isCurrent: false), "known to be old from the first moment on")
      await Self.wait(for: gate.began)
      gate.isHeld.withLock { $0 = false }
      gate.open.signal()
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue == LateValue(value: 12, isCurrent: true))
      #expect(gate.count.withLock { $0 } == 3)
      scope.pause()
      scope.resume()
      #expect(fetch.wrappedValue == LateValue(value: 12, isCurrent: true))
      await book.connection.activity.settled()
      #expect(gate.count.withLock { $0 } == 3, "what was missed was nothing")
    }
  }

  @Test func declaredInAPausedScopeNothingIsReadUntilItIsResumed() async throws {
    try await withTemporaryBook { book in
      let gate = GatedQuery.Gate()
      let scope = FetchScope()
      scope.pause()
      let fetch = FetchScope.$current.withValue(scope) {
        LateFetch(GatedQuery(gate: gate), connection: book.connection)
      }
      try await Self.add("four", to: book)
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue == .unknown)
      #expect(gate.count.withLock { $0 } == 0)
      scope.resume()
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue == LateValue(value: 4, isCurrent: true))
    }
  }

  @Test func commitsWhileAReadRunsAreAnsweredByOneMore() async throws {
    try await withTemporaryBook { book in
      let gate = GatedQuery.Gate()
      gate.isHeld.withLock { $0 = true }
      let fetch = LateFetch(GatedQuery(gate: gate), connection: book.connection)
      await Self.wait(for: gate.began)
      for _ in 0..<2 { try await Self.add("four", to: book) }
      gate.isHeld.withLock { $0 = false }
      gate.open.signal()
      await book.connection.activity.settled()
      #expect(fetch.wrappedValue == LateValue(value: 8, isCurrent: true))
      #expect(gate.count.withLock { $0 } == 2)
    }
  }

  @Test(
    "ANY-20: a read that a lock has ended begins again: by itself after a while, at once with a commit", .container,
    arguments: [true, false])
  func lock(isRolledBack: Bool) async throws {
    let clock = TestClock()
    Container.shared.lateClock.register { clock }
    try await withTemporaryBook { book in
      await book.connection.close()
      try RawConnection(book.path).run("PRAGMA journal_mode = DELETE")
      var options = Book.Options()
      options.patience = .zero
      let connection = try await Book.open(path: book.path, options)
      let holder = try RawConnection(book.path)
      try holder.run("BEGIN EXCLUSIVE; INSERT INTO facts(body) VALUES ('four')")
      let fetch = LateFetch(GatedQuery(gate: GatedQuery.Gate()), connection: connection)
      await clock.sleepers(1)
      await connection.activity.settled()
      #expect((fetch.loadError as? DatabaseError)?.isBusy == true)
      try holder.run(isRolledBack ? "ROLLBACK" : "COMMIT")
      if isRolledBack { clock.advance(by: .seconds(2)) } else { try await connection.lookForOutsideChanges() }
      await Self.wait(for: fetch) { $0.isCurrent }
      #expect(fetch.wrappedValue.value == (isRolledBack ? 0 : 4))
      #expect(fetch.loadError == nil)
      await connection.close()
    }
  }
}
