// Other connections' commits are distinguished from our own.

import Activities
import CSQLite
import Dispatch
import Locks
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct OutsideChangeDetectionTests {
  /// Two connections to one file; the second is an outsider to the first.
  private func withTwo(
    _ journal: SQLiteConnection.Journal, _ body: (SQLiteConnection, SQLiteConnection) async throws -> Void
  ) async throws {
    try await withDatabase {
      $0.journal = journal
    } _: { ours in
      try await ours.query("CREATE TABLE t(id INTEGER PRIMARY KEY, n)")
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      let theirs = try await SQLiteConnection.open(storage: .file(path: ours.path ?? ""), configuration: configuration)
      do {
        try await body(ours, theirs)
      } catch {
        await theirs.close()
        throw error
      }
      await theirs.close()
    }
  }

  @Test(
    "SD-26: nothing is missed, nothing of ours is taken for another's",
    arguments: [SQLiteConnection.Journal.wal, .kept])
  func ownAndOutside(journal: SQLiteConnection.Journal) async throws {
    try await withTwo(journal) { ours, theirs in
      let collector = BatchCollector(ours)
      // Our own commits, with a look after each and after several.
      for count in [1, 1, 3] {
        for _ in 0..<count { try await ours.query("INSERT INTO t(n) VALUES(1)") }
        try await ours.lookForOutsideChanges()
      }
      #expect(collector.take().map(\.origin) == [.own, .own, .own, .own, .own])
      // Their commit.
      try await theirs.query("INSERT INTO t(n) VALUES(2)")
      try await ours.lookForOutsideChanges()
      #expect(collector.take().map(\.origin) == [.outside])
      // Our commit after theirs was reported.
      try await ours.query("INSERT INTO t(n) VALUES(3)")
      try await ours.lookForOutsideChanges()
      #expect(collector.take().map(\.origin) == [.own])
      // Their and our commits between two looks, in both orders.
      try await theirs.query("INSERT INTO t(n) VALUES(4)")
      try await ours.query("INSERT INTO t(n) VALUES(5)")
      try await ours.lookForOutsideChanges()
      #expect(Set(collector.take().map(\.origin)) == [.own, .outside])
      try await ours.query("INSERT INTO t(n) VALUES(6)")
      try await theirs.query("INSERT INTO t(n) VALUES(7)")
      try await ours.lookForOutsideChanges()
      #expect(collector.take().map(\.origin) == [.own, .outside])
      try await ours.lookForOutsideChanges()
      #expect(collector.take().isEmpty)
    }
  }

  @Test(arguments: [SQLiteConnection.Journal.wal, .kept])
  func ownRollbacksAndReadsAreNobodysChange(journal: SQLiteConnection.Journal) async throws {
    try await withTwo(journal) { ours, theirs in
      let collector = BatchCollector(ours)
      for _ in 0..<3 {
        await #expect(throws: ExpectedFailure.self) {
          try await ours.write { db in
            try db.execute("INSERT INTO t(n) VALUES(1)")
            throw ExpectedFailure()
          }
        }
        _ = try await ours.read { try $0.integers("SELECT n FROM t") }
        try await ours.query("INSERT INTO t(n) VALUES(1)")
        try await ours.lookForOutsideChanges()
      }
      #expect(collector.take().map(\.origin) == [.own, .own, .own])
      try await theirs.query("UPDATE t SET n = n + 1")
      try await ours.lookForOutsideChanges()
      #expect(collector.take().map(\.origin) == [.outside])
    }
  }

  @Test(arguments: 0..<12)
  func randomOrders(seed: Int) async throws {
    try await withTwo(seed % 2 == 0 ? .wal : .kept) { ours, theirs in
      var random = SeededGenerator(seed: UInt64(seed) + 100)
      let collector = BatchCollector(ours)
      var expected = false
      var own = 0
      for _ in 0..<60 {
        switch random.next(below: 4) {
        case 0:
          try await ours.query("INSERT INTO t(n) VALUES(1)")
          own += 1
        case 1:
          try await theirs.query("INSERT INTO t(n) VALUES(1)")
          expected = true
        case 2:
          try await ours.lookForOutsideChanges()
          let batches = collector.take()
          #expect(batches.contains { $0.origin == .outside } == expected, "seed \(seed)")
          #expect(batches.count { $0.origin == .own } == own, "seed \(seed)")
          (expected, own) = (false, 0)
        default:
          // The same call as the monitor's.
          _ = ours.detector?.look()
        }
      }
    }
  }

  @Test("CHG-09: our commits and another's, one after the other, are told apart")
  func alternating() async throws {
    try await withTwo(.wal) { ours, theirs in
      let collector = BatchCollector(ours)
      for round in 1...2000 {
        try await ours.query("INSERT INTO t(n) VALUES(1)")
        try await theirs.query("INSERT INTO t(n) VALUES(1)")
        try await ours.lookForOutsideChanges()
        #expect(Set(collector.take().map(\.origin)) == [.own, .outside], "round \(round)")
      }
    }
  }

  @Test func theMonitorsRaceWithOurWriter() async throws {
    try await withTwo(.wal) { ours, theirs in
      let collector = BatchCollector(ours)
      let (looking, stopped) = (Lock(true), Gate())
      let detector = try #require(ours.detector)
      DispatchQueue(label: "looks").async {
        while looking.withLock(\.self) { _ = detector.look() }
        stopped.open()
      }
      for _ in 0..<200 { try await ours.query("INSERT INTO t(n) VALUES(1)") }
      looking.withLock { $0 = false }
      await stopped.opened()
      try await ours.lookForOutsideChanges()
      await ours.activity.settled()
      #expect(collector.outsideCount == 0)
      #expect(collector.take().count == 200)
      try await theirs.query("INSERT INTO t(n) VALUES(1)")
      try await ours.lookForOutsideChanges()
      #expect(collector.outsideCount == 1)
    }
  }

  @Test func theirCommitIsSeenWhileOurWriterWaitsForTheLock() async throws {
    try await withDatabase {
      // Longer than any test: the result must come while the writer waits.
      $0.busyTimeout = .seconds(600)
    } _: { ours in
      try await ours.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(ours.path ?? "")
      try await shell.run("INSERT INTO t(n) VALUES(2); BEGIN IMMEDIATE;")
      let heard = Gate()
      let subscription = ours.subscribe { if $0.origin == .outside { heard.open() } }
      let writing = Task { try await ours.query("INSERT INTO t(n) VALUES(3)") }
      await ours.until { $0.waiting == .write }
      #expect(ours.detector?.look() == .changed)
      await heard.opened()
      try await shell.run("COMMIT;")
      _ = try await writing.value
      subscription.cancel()
    }
  }

  @Test(
    "CHG-07: what others have committed is read before our writer takes the lock, for which they would wait",
    arguments: [SQLiteConnection.Journal.wal, .kept])
  func lookBeforeTheLock(journal: SQLiteConnection.Journal) async throws {
    try await withTwo(journal) { ours, theirs in
      try await ours.lookForOutsideChanges()
      let path = ours.path ?? ""
      let found = Lock<[Int32]>([])
      let subscription = ours.subscribe { batch in
        guard batch.origin == .outside else { return }
        let other = try? Database.openHandle(path, flags: SQLITE_OPEN_READWRITE)
        let code = sqlite3_exec(other, "BEGIN IMMEDIATE", nil, nil, nil)
        sqlite3_close_v2(other)
        found.withLock { $0.append(code) }
      }
      try await theirs.query("INSERT INTO t(n) VALUES(1)")
      try await ours.query("INSERT INTO t(n) VALUES(2)")
      #expect(found.withLock(\.self) == [SQLITE_OK])
      subscription.cancel()
    }
  }

  @Test("a look during our own write says so, also where a state is held", arguments: [false, true])
  func lookDuringOwnWrite(isHeld: Bool) async throws {
    try await withTwo(.wal) { ours, theirs in
      try await ours.lookForOutsideChanges()
      if !isHeld { ours.detector?.letGo() }
      try await ours.write { _ in #expect(ours.detector?.look() == .writing) }
      withExtendedLifetime(theirs) {}
    }
  }

  @Test("the last reference to a connection may go in the handler of an outside batch")
  func lastReferenceInAHandler() async throws {
    try await withTwo(.wal) { _, theirs in
      var configuration = SQLiteConnection.Configuration()
      configuration.watchesOtherProcesses = false
      let last = Lock<SQLiteConnection?>(nil)
      let (detector, subscription, heard) = try await opened(theirs.path ?? "", configuration, last)
      try await theirs.query("INSERT INTO t(n) VALUES(1)")
      DispatchQueue(label: "look").async { _ = detector.look() }
      await heard.opened()
      #expect(detector.look() == .unchanged)
      subscription.cancel()
    }
  }

  /// Opens a connection whose only reference is `last`, which is cleared at the first batch.
  private func opened(
    _ path: String, _ configuration: SQLiteConnection.Configuration, _ last: Lock<SQLiteConnection?>
  ) async throws -> (OutsideChangeDetector, ChangeSubscription, Gate) {
    let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
    let heard = Gate()
    let subscription = connection.subscribe { _ in
      _ = last.withLock { last in
        defer { last = nil }
        return last
      }
      heard.open()
    }
    last.withLock { $0 = connection }
    return (try #require(connection.detector), subscription, heard)
  }

  @Test func aLockedFileIsLeftAloneUntilSomethingIsCommitted() async throws {
    try await withTwo(.kept) { ours, theirs in
      try await ours.lookForOutsideChanges()
      let collector = BatchCollector(ours)
      let detector = try #require(ours.detector)
      let shell = try SQLiteShell(ours.path ?? "")
      try await shell.run("BEGIN EXCLUSIVE; INSERT INTO t(n) VALUES(1);")
      #expect(detector.look() == .unchanged)
      #expect(collector.batches.isEmpty)
      try await shell.run("COMMIT;")
      #expect(detector.look() == .changed)
      #expect(collector.batches.map(\.origin) == [.outside])
      withExtendedLifetime(theirs) {}
    }
  }

  /// A checkpoint copies no page into the file that is newer than the oldest snapshot in use.
  @Test("X1: the rows of a commit are given out before the state before it is let go")
  func batchesComeBeforeSettling() async throws {
    try await withTwo(.wal) { ours, theirs in
      let path = ours.path ?? ""
      let copiesAll = { @Sendable () -> Bool in
        var (logged, copied, handle) = (CInt(0), CInt(0), OpaquePointer?.none)
        sqlite3_open(path, &handle)
        defer { sqlite3_close(handle) }
        // Opens the log.
        sqlite3_exec(handle, "PRAGMA schema_version", nil, nil, nil)
        sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, &logged, &copied)
        return logged > 0 && logged == copied
      }
      try await ours.lookForOutsideChanges()
      try await theirs.query("INSERT INTO t(n) VALUES(1)")
      try await ours.lookForOutsideChanges()
      try await theirs.query("INSERT INTO t(n) VALUES(2)")
      let seen = Lock<[Bool]>([])
      let subscription = ours.subscribe { _ in seen.withLock { $0.append(copiesAll()) } }
      try await ours.lookForOutsideChanges()
      #expect(seen.withLock(\.self) == [false])
      #expect(copiesAll())
      subscription.cancel()
    }
  }

  @Test("SD-26: a commit of another process comes by itself", arguments: [SQLiteConnection.Journal.wal, .kept])
  func anotherProcess(journal: SQLiteConnection.Journal) async throws {
    try await withDatabase {
      $0.journal = journal
      $0.watchesOtherProcesses = true
    } _: { connection in
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      for round in 0..<3 {
        let heard = Gate()
        let subscription = connection.subscribe { if $0.origin == .outside { heard.open() } }
        try await shell.run("INSERT INTO t VALUES(\(round));")
        await heard.opened()
        #expect(try await connection.read { try $0.integers("SELECT max(n) FROM t") } == [round])
        subscription.cancel()
      }
    }
  }
}
