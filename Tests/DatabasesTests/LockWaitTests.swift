// Another program's lock: the wait for it, its status, giving up.

import Activities
import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct LockWaitTests {
  @Test func aWriteThatWaitsIsToldAndGoesOnWhenTheLockGoes() async throws {
    try await withDatabase { connection in
      connection.waitForLocks(atMost: nil)
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN IMMEDIATE; INSERT INTO t VALUES(1);")
      let writing = Task { try await connection.write { try $0.execute("INSERT INTO t VALUES(2)") } }
      await connection.until { $0.waiting == .write }
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [], "reads go on beside it")
      try await shell.run("COMMIT;")
      try await writing.value
      #expect(connection.status == FileStatus())
      #expect(try await connection.read { try $0.integers("SELECT n FROM t ORDER BY n") } == [1, 2])
    }
  }

  @Test("a query that only reads waits for no lock and takes none")
  func readingQuery() async throws {
    try await withDatabase { connection in
      // On a busy machine the lock is released late.
      connection.waitForLocks(atMost: nil)
      try await connection.query("CREATE TABLE t(n)")
      try await connection.query("INSERT INTO t VALUES(1) RETURNING n")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN IMMEDIATE; INSERT INTO t VALUES(2);")
      #expect(try await connection.query("SELECT n FROM t WHERE n < ?", [5]).map(\.values) == [[1]])
      #expect(try await connection.query("WITH a AS (SELECT 3 AS n) SELECT n FROM a").map(\.values) == [[3]])
      let writing = Task { try await connection.query("WITH a AS (SELECT 3 AS n) INSERT INTO t SELECT n FROM a") }
      await connection.until { $0.waiting == .write }
      try await shell.run("COMMIT;")
      _ = try await writing.value
      #expect(try await connection.query("SELECT n FROM t").map(\.values) == [[1], [2], [3]])
      let error = await #expect(throws: DatabaseError.self) { try await connection.query("SELECT n FROM missing") }
      #expect(error?.message == "no such table: missing")
    }
  }

  @Test("a write that waits holds up no look for commits", arguments: ["write", "query", "async"])
  func waitingIsNoCommit(_ form: String) async throws {
    try await withDatabase { connection in
      connection.waitForLocks(atMost: nil)
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN IMMEDIATE;")
      let writing = Task {
        switch form {
        case "write": try await connection.insert(1)
        case "query": try await connection.query("INSERT INTO t VALUES(1)")
        default: try await connection.transaction { _ = try await $0.query("INSERT INTO t VALUES(1)") }
        }
      }
      await connection.until { $0.waiting == .write }
      #expect(connection.commits.isSettled)
      try await shell.run("COMMIT;")
      try await writing.value
    }
  }

  @Test("giving up takes back the write that waits and those behind it; what is asked for later is done")
  func givingUp() async throws {
    try await withDatabase { connection in
      connection.waitForLocks(atMost: .seconds(600))
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN IMMEDIATE;")
      let writing = Task { try await connection.write { try $0.execute("INSERT INTO t VALUES(1)") } }
      await connection.until { $0.waiting == .write }
      let behind = Task { try await connection.transaction { try await $0.query("INSERT INTO t VALUES(2)") } }
      await connection.turns.waiting(1)
      connection.giveUpWaiting()
      for error in [await error(of: writing), await error(of: behind)] { #expect(error?.isBusy == true) }
      #expect(connection.status.waiting.isEmpty)
      try await shell.run("ROLLBACK;")
      try await connection.write { try $0.execute("INSERT INTO t VALUES(3)") }
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [3])
    }
  }

  @Test("behind a write that waits without end another one waits in its turn")
  func waitingInTurn() async throws {
    try await withDatabase { connection in
      connection.waitForLocks(atMost: nil)
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN IMMEDIATE;")
      let writing = Task { try await connection.write { try $0.execute("INSERT INTO t VALUES(1)") } }
      await connection.until { $0.waiting == .write }
      let second = Task { try await connection.write { try $0.execute("INSERT INTO t SELECT max(n) + 1 FROM t") } }
      try await shell.run("COMMIT;")
      try await writing.value
      try await second.value
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1, 2])
    }
  }

  @Test("a commit that waits for another program's read can be given up: all is taken back")
  func givingUpACommit() async throws {
    try await withDatabase {
      $0.journal = .kept
    } _: { connection in
      connection.waitForLocks(atMost: nil)
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN; SELECT count(*) FROM t;")
      let collector = BatchCollector(connection)
      let writing = Task { try await connection.write { try $0.execute("INSERT INTO t VALUES(1)") } }
      await connection.until { $0.waiting == .write }
      connection.giveUpWaiting()
      #expect(await error(of: writing)?.isBusy == true)
      #expect(connection.status.waiting.isEmpty && connection.status.failure?.isBusy == true)
      #expect(collector.batches.isEmpty)
      try await shell.run("COMMIT;")
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [])
    }
  }

  @Test("a read that waits is told, goes on when the lock goes, and leaves when it is cancelled")
  func reads() async throws {
    try await withDatabase {
      $0.journal = .kept
    } _: { connection in
      connection.waitForLocks(atMost: nil)
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN EXCLUSIVE; INSERT INTO t VALUES(1);")
      let cancelled = Task { try await connection.read { try $0.integers("SELECT n FROM t") } }
      await connection.until { $0.waiting == .read }
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      #expect(connection.status == FileStatus())
      let reading = Task { try await connection.read { try $0.integers("SELECT n FROM t") } }
      await connection.until { $0.waiting == .read }
      connection.giveUpWaiting()
      try await shell.run("COMMIT;")
      #expect(try await reading.value == [1], "giving up is for writes")
      #expect(connection.status == FileStatus())
    }
  }

  @Test("leaving ends the read that waits, and waits for the write")
  func leaving() async throws {
    try await withDatabase {
      $0.journal = .kept
    } _: { connection in
      connection.waitForLocks(atMost: nil)
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN EXCLUSIVE;")
      let reading = Task { try await connection.numbers() }
      let writing = Task { try await connection.insert(1) }
      await connection.until { $0.waiting == [.read, .write] }
      await connection.endReads()
      #expect(await error(of: reading)?.message == "the connection is closed")
      #expect(connection.status.waiting == .write)
      try await shell.run("COMMIT;")
      try await writing.value
      await connection.activity.settled()
      #expect(connection.status == FileStatus())
    }
  }

  @Test("a wait that is under way is measured by what locks are waited for now")
  func patience() async throws {
    try await withDatabase { connection in
      connection.waitForLocks(atMost: nil)
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN IMMEDIATE;")
      let writing = Task { try await connection.write { try $0.execute("INSERT INTO t VALUES(1)") } }
      await connection.until { $0.waiting == .write }
      connection.waitForLocks(atMost: .milliseconds(1))
      #expect(await error(of: writing)?.isBusy == true)
      try await shell.run("COMMIT;")
    }
  }

  private func error<R>(of task: Task<R, any Error>) async -> DatabaseError? {
    do {
      _ = try await task.value
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  @Test(
    "REAL-46: however many steps wait for a lock that never comes, they wait no longer in all than the first and a half"
  )
  func inVain() {
    let patience = Duration.milliseconds(20)
    let waits = LockWaits(patience: patience, board: StatusBoard())
    func pauses() -> Duration {
      let wait = LockWait(waits, .read)
      var total = Duration.zero
      while let pause = wait.nextPause() {
        usleep(UInt32(pause.components.attoseconds / 1_000_000_000_000))
        total += pause
      }
      return total
    }
    let start = ContinuousClock.now
    #expect(pauses() > .zero)
    let total = (0..<50).reduce(into: Duration.zero) { total, _ in total += pauses() + waits.sleep(patience) }
    // Time between the waits counts in favour of later ones.
    #expect(total * 2 <= patience * 3 + (ContinuousClock.now - start))
    waits.patience = nil
    // This wait gets its lock after a pause.
    _ = LockWait(waits, .read).nextPause()
    waits.patience = patience
    #expect(pauses() > .zero)
  }
}
