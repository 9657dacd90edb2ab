// A write that its requester ends.

import Locks
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct WriteInterruptionTests {
  @Test func whatHasBeenWrittenIsTakenBackWhole() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE t(n)") }
      let collector = BatchCollector(connection)
      let (interruption, begun) = (WriteInterruption(), AsyncStream<Void>.makeStream())
      let writing = Task {
        try await connection.write(endedBy: interruption) { db in
          try db.execute("INSERT INTO t VALUES(1)")
          begun.continuation.yield()
          // Endless without the interruption.
          for n in 2... where n > 0 { try db.execute("INSERT INTO t VALUES(?)", [.integer(n)]) }
        }
      }
      for await _ in begun.stream { break }
      interruption.interrupt()
      let error = await #expect(throws: DatabaseError.self) { try await writing.value }
      #expect(error?.isInterrupted == true)
      #expect(try await connection.read { try $0.integers("SELECT count(*) FROM t") } == [0])
      #expect(collector.batches.isEmpty)
      try await connection.write { try $0.execute("INSERT INTO t VALUES(3)") }
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [3])
    }
  }

  @Test func aStatementWithoutEndIsEnded() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE t(n)") }
      let (interruption, begun) = (WriteInterruption(), AsyncStream<Void>.makeStream())
      let writing = Task {
        try await connection.write(endedBy: interruption) { db in
          begun.continuation.yield()
          try db.execute(
            "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT 1 FROM r) INSERT INTO t SELECT max(n) FROM r")
        }
      }
      for await _ in begun.stream { break }
      interruption.interrupt()
      let error = await #expect(throws: DatabaseError.self) { try await writing.value }
      #expect(error?.isInterrupted == true)
      try await connection.write { try $0.execute("INSERT INTO t VALUES(3)") }
    }
  }

  @Test func oneThatIsEndedWhenAllIsWrittenIsTakenBack() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE t(n)") }
      let interruption = WriteInterruption()
      await #expect(throws: DatabaseError.stopped) {
        try await connection.write(endedBy: interruption) { db in
          try db.execute("INSERT INTO t VALUES(1)")
          // No further statement runs that would notice it.
          interruption.interrupt()
        }
      }
      #expect(try await connection.numbers() == [])
    }
  }

  @Test func oneThatIsEndedBeforeItBeginsDoesNothing() async throws {
    try await withDatabase { connection in
      let interruption = WriteInterruption()
      interruption.interrupt()
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.write(endedBy: interruption) { _ in Issue.record("it began") }
      }
      #expect(error?.isInterrupted == true)
    }
  }

  @Test("one that waits for another program's read is ended, before its commit or in it", arguments: [1, 100])
  func waiting(_ count: Int) async throws {
    try await withDatabase {
      $0.journal = .kept
      // The pages of many rows are written into the file before the commit.
      $0.prepare = { try $0.execute("PRAGMA cache_size=1") }
    } _: { connection in
      connection.waitForLocks(atMost: nil)
      try await connection.query("CREATE TABLE t(n)")
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN; SELECT count(*) FROM t;")
      let (collector, interruption) = (BatchCollector(connection), WriteInterruption())
      let hasEnded = Lock(false)
      let writing = Task {
        try await connection.write(endedBy: interruption) { db in
          for _ in 1...count { try db.execute("INSERT INTO t VALUES(zeroblob(1000))") }
          hasEnded.withLock { $0 = true }
        }
      }
      await connection.until { $0.waiting == .write }
      #expect(hasEnded.withLock(\.self) == (count == 1))
      interruption.interrupt()
      await #expect(throws: DatabaseError.stopped) { try await writing.value }
      #expect(connection.status == FileStatus())
      #expect(collector.batches.isEmpty)
      try await shell.run("COMMIT;")
      #expect(try await connection.numbers() == [])
      try await connection.insert(3)
      #expect(try await connection.numbers() == [3])
    }
  }

  @Test func whatWentWrongBeforeTheInterruptionIsSaid() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE t(n UNIQUE); INSERT INTO t VALUES(1)") }
      let interruption = WriteInterruption()
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.write(endedBy: interruption) { db in
          defer { interruption.interrupt() }
          try db.execute("INSERT INTO t VALUES(1)")
        }
      }
      #expect(error?.message == "UNIQUE constraint failed: t.n")
    }
  }

  @Test func oneThatHasCommittedStays() async throws {
    try await withDatabase { connection in
      let interruption = WriteInterruption()
      try await connection.write(endedBy: interruption) { try $0.execute("CREATE TABLE t(n)") }
      interruption.interrupt()
      try await connection.write { try $0.execute("INSERT INTO t VALUES(1)") }
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1])
    }
  }
}
