// Reads, writes and transactions: their order, isolation and ends.

import Activities
import Dispatch
import Locks
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct ConnectionTests {
  /// An endless read that has begun.
  private func endlessRead(_ connection: SQLiteConnection) async -> Task<[Int], any Error> {
    let begun = Gate()
    let reading = Task {
      try await connection.read { db in
        begun.open()
        return try db.integers("WITH c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c) SELECT count(*) FROM c")
      }
    }
    await begun.opened()
    return reading
  }

  @Test(arguments: [false, true])
  func readsSeeCommittedRows(inMemory: Bool) async throws {
    try await withDatabase(inMemory: inMemory) { connection in
      try await connection.write { try $0.execute("CREATE TABLE t(n); INSERT INTO t VALUES(1)") }
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1])
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.read { try $0.execute("INSERT INTO t VALUES(2)") }
      }
      #expect(error?.isReadOnly == true)
      let inserted = try await connection.query("INSERT INTO t VALUES(?) RETURNING n", [3])
      #expect(inserted.map { $0["n"] } == [3])
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1, 3])
    }
  }

  @Test("SD-15: a read is one snapshot, whatever is written meanwhile")
  func snapshots() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE t(n); INSERT INTO t VALUES(1)") }
      let (begun, written) = (Gate(), Gate())
      async let counts = connection.read { db in
        let first = try db.integers("SELECT n FROM t")
        begun.open()
        written.waitBlocking()
        return (first, try db.integers("SELECT n FROM t"))
      }
      await begun.opened()
      try await connection.write { try $0.execute("INSERT INTO t VALUES(2)") }
      written.open()
      #expect(try await counts == ([1], [1]))
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1, 2])
    }
  }

  @Test func theClosureIsTheTransaction() async throws {
    try await withDatabase(inMemory: true) { connection in
      for sql in ["BEGIN", "COMMIT", "ROLLBACK", "END"] {
        let error = await #expect(throws: DatabaseError.self) { try await connection.write { try $0.execute(sql) } }
        #expect(
          error?.message == "the closure of read and write is the transaction; for a part of it use savepoint(_:)")
      }
    }
    let database = try DatabaseFile(.memory, mustExist: false).openWriter(SQLiteConnection.Configuration())
    #expect(throws: DatabaseError.self, "outside of one") { try database.execute("SAVEPOINT s") }
  }

  @Test(arguments: [false, true])
  func cancellingInterruptsAReadThatRuns(inMemory: Bool) async throws {
    try await withDatabase(inMemory: inMemory) { connection in
      let reading = await endlessRead(connection)
      reading.cancel()
      await #expect(throws: CancellationError.self) { try await reading.value }
      let next = try await connection.read { try $0.integers("SELECT 1") }
      #expect(next == [1])
    }
  }

  @Test func cancellationIsSeenBetweenStatements() async throws {
    try await withDatabase { connection in
      let (begun, cancelled) = (Gate(), Gate())
      let reading = Task {
        try await connection.read { db in
          begun.open()
          cancelled.waitBlocking()
          try db.checkCancellation()
          return 1
        }
      }
      await begun.opened()
      reading.cancel()
      cancelled.open()
      await #expect(throws: CancellationError.self) { try await reading.value }
    }
  }

  @Test func readersAreLentInOrderAndWaitersMayLeave() async throws {
    try await withDatabase {
      $0.readerCount = 1
    } _: { connection in
      let pool = try #require(connection.pool)
      let (begun, finish) = (Gate(), Gate())
      let order = TracedStatements()
      let first = Task {
        try await connection.read { _ in
          begun.open()
          finish.waitBlocking()
        }
      }
      await begun.opened()
      var waiting: [Task<Void, any Error>] = []
      for number in 0..<3 {
        waiting.append(Task { try await connection.read { _ in order.append("\(number)") } })
        await pool.turns.waiting(number + 1)
      }
      waiting[1].cancel()
      // It leaves the queue while the only reader is still in use.
      await #expect(throws: CancellationError.self) { try await waiting[1].value }
      finish.open()
      try await first.value
      try await waiting[0].value
      try await waiting[2].value
      #expect(order.all == ["0", "2"])
      #expect(pool.madeCount == 1)
    }
  }

  @Test func readersAreOpenedWhenTheyAreNeeded() async throws {
    try await withDatabase { connection in
      let pool = try #require(connection.pool)
      #expect(pool.madeCount == 0)
      for _ in 0..<3 { _ = try await connection.read { try $0.integers("SELECT 1") } }
      #expect(pool.madeCount == 1)
    }
  }

  @Test func aWriteThatHasBegunIsNotInterrupted() async throws {
    try await withDatabase { connection in
      let (begun, cancelled) = (Gate(), Gate())
      let writing = Task {
        try await connection.write { db in
          begun.open()
          cancelled.waitBlocking()
          try db.execute("CREATE TABLE t(n)")
          try db.execute(
            "INSERT INTO t WITH c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c WHERE n<5000) SELECT n FROM c")
        }
      }
      await begun.opened()
      writing.cancel()
      cancelled.open()
      try await writing.value
      #expect(try await connection.read { try $0.integers("SELECT count(*) FROM t") } == [5_000])
    }
  }

  @Test func subscribersHearBeforeTheWriteReturnsAndInOrder() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE t(n)") }
      #expect(connection.generation == 1)
      let heard = TracedStatements()
      let first = connection.subscribe { heard.append("first \($0.generation)") }
      let second = connection.subscribe { heard.append("second \($0.generation)") }
      try await connection.write { try $0.execute("INSERT INTO t VALUES(1)") }
      #expect(heard.all == ["first 2", "second 2"])
      first.cancel()
      try await connection.query("INSERT INTO t VALUES(2)")
      #expect(heard.all == ["first 2", "second 2", "second 3"])
      withExtendedLifetime(second) {}
      #expect(connection.generation == 3)
    }
  }

  @Test("a commit that a read has seen before it was published is waited for", arguments: ["write", "query", "async"])
  func visibleBeforeItIsPublished(form: String) async throws {
    try await withDatabase { connection in
      try await connection.query("CREATE TABLE t(n)")
      let (committed, finish) = (Gate(), Gate())
      let heard = TracedStatements()
      let subscription = connection.subscribe { batch in
        committed.open()
        finish.waitBlocking()
        heard.append("published \(batch.generation)")
      }
      let writing = Task {
        switch form {
        case "write": try await connection.write { try $0.execute("INSERT INTO t VALUES(1)") }
        case "query": try await connection.query("INSERT INTO t VALUES(1)")
        default: try await connection.transaction { _ = try await $0.query("INSERT INTO t VALUES(1)") }
        }
      }
      await committed.opened()
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1])
      #expect(!connection.commits.isSettled)
      finish.open()
      await connection.ownCommitsPublished()
      heard.append("nothing is on the way")
      #expect(heard.all == ["published 2", "nothing is on the way"])
      try await writing.value
      // A write that is rolled back leaves no task waiting.
      await #expect(throws: ExpectedFailure.self) {
        try await connection.write { db in
          try db.execute("INSERT INTO t VALUES(2)")
          throw ExpectedFailure()
        }
      }
      await connection.ownCommitsPublished()
      subscription.cancel()
    }
  }

  @Test func transactionsAwaitAndOthersWaitTheirTurn() async throws {
    try await withDatabase { connection in
      try await connection.query("CREATE TABLE t(n)")
      let collector = BatchCollector(connection)
      let (begun, finish) = (Gate(), Gate())
      async let transaction: Void = connection.transaction { transaction in
        try await transaction.query("INSERT INTO t VALUES(1)")
        begun.open()
        await finish.opened()
        try await transaction.query("INSERT INTO t VALUES(2)")
      }
      await begun.opened()
      let write = Task { try await connection.write { try $0.execute("INSERT INTO t VALUES(3)") } }
      await connection.turns.waiting(1)
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [])
      #expect(collector.batches.isEmpty)
      finish.open()
      try await transaction
      try await write.value
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1, 2, 3])
      #expect(collector.batches.map { $0.tables["t"]?.inserted } == [2, 1])
    }
  }

  @Test("NIO-05: an asynchronous transaction that throws takes all back")
  func transactionThrows() async throws {
    try await withDatabase(inMemory: true) { connection in
      try await connection.query("CREATE TABLE users(name)")
      let collector = BatchCollector(connection)
      await #expect(throws: ExpectedFailure.self) {
        try await connection.transaction { conn in
          try await conn.query("INSERT INTO users (name) VALUES (?)", [.text("Ada")])
          try await conn.query("INSERT INTO users (name) VALUES (?)", [.text("Alan")])
          throw ExpectedFailure()
        }
      }
      #expect(try await connection.query("SELECT count(*) FROM users").map(\.values) == [[0]])
      #expect(collector.batches.isEmpty)
    }
  }

  @Test func cancellingATransactionTakesItBack() async throws {
    try await withDatabase { connection in
      try await connection.query("CREATE TABLE t(n)")
      let (begun, cancelled) = (Gate(), Gate())
      let escaped = Lock<SQLiteTransaction?>(nil)
      let transaction = Task {
        try await connection.transaction { conn in
          escaped.withLock { $0 = conn }
          try await conn.query("INSERT INTO t VALUES(1)")
          begun.open()
          await cancelled.opened()
        }
      }
      await begun.opened()
      transaction.cancel()
      cancelled.open()
      await #expect(throws: CancellationError.self) { try await transaction.value }
      #expect(try await connection.query("SELECT n FROM t") == [])
      let late = try #require(escaped.withLock { $0 })
      await #expect(throws: DatabaseError.self) { try await late.query("INSERT INTO t VALUES(2)") }
    }
  }

  @Test("what is asked of a transaction that has ended is done in no other's, nor by itself")
  func lateInTheNextTransaction() async throws {
    try await withDatabase { connection in
      try await connection.query("CREATE TABLE t(n)")
      let escaped = Lock<SQLiteTransaction?>(nil)
      try await connection.transaction { first in escaped.withLock { $0 = first } }
      let late = try #require(escaped.withLock { $0 })
      await #expect(throws: DatabaseError.self) { try await late.query("INSERT INTO t VALUES(1)") }
      try await connection.transaction { second in
        await #expect(throws: DatabaseError.self) { try await late.query("INSERT INTO t VALUES(2)") }
        try await second.query("INSERT INTO t VALUES(3)")
      }
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [3])
    }
  }

  @Test func aWriteInsideItsOwnTransactionIsMisuse() async {
    await #expect(processExitsWith: .failure) {
      let connection = try await SQLiteConnection.open(storage: .memory)
      try await connection.transaction { _ in
        _ = try await connection.query("SELECT 1")
      }
    }
  }

  @Test("a task that outlives the transaction in which it was started may write, and so may the tasks that it starts")
  func outlivingTask() async {
    await #expect(processExitsWith: .success) {
      let connection = try await SQLiteConnection.open(storage: .memory)
      let ended = AsyncStream<Void>.makeStream()
      // The transaction's task ends, and a later task may get its identity.
      let outliving = try await Task {
        try await connection.transaction { _ in
          Task {
            for await _ in ended.stream {}
            for _ in 1...1000 {
              try await Task { _ = try await connection.query("SELECT 1") }.value
            }
          }
        }
      }.value
      ended.continuation.finish()
      try await outliving.value
    }
  }

  @Test("a task that a transaction starts waits for its end with a write of its own")
  func childOfATransaction() async throws {
    try await withDatabase { connection in
      try await connection.query("CREATE TABLE t(n)")
      let child = try await connection.transaction { transaction in
        let child = Task { _ = try await connection.query("INSERT INTO t VALUES(2)") }
        try await transaction.query("INSERT INTO t VALUES(1)")
        return child
      }
      try await child.value
      #expect(try await connection.read { try $0.integers("SELECT n FROM t") } == [1, 2])
    }
  }

  @Test("a new file that was written before its first commit failed is written by the next")
  func theFirstCommitFails() async throws {
    try await withDatabase {
      $0.journal = .kept
      // Pages are written into the file before the commit.
      $0.prepare = { try $0.execute("PRAGMA cache_size=1") }
    } _: { connection in
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.write { db in
          try db.execute("CREATE TABLE t(n REFERENCES t(id) DEFERRABLE INITIALLY DEFERRED, id PRIMARY KEY)")
          for _ in 1...100 { try db.execute("INSERT INTO t VALUES(1, zeroblob(1000) || random())") }
        }
      }
      #expect(error?.isConstraint == true)
      try await connection.write { try $0.execute("CREATE TABLE t(n)") }
      #expect(try await connection.read { try $0.integers("SELECT count(*) FROM t") } == [0])
    }
  }

  @Test func afterClosingNothingGoes() async throws {
    try await withDatabase { connection in
      let reading = await endlessRead(connection)
      // A running read does not delay the close.
      await connection.close()
      await #expect(throws: DatabaseError.closed) { try await reading.value }
      await #expect(throws: DatabaseError.closed) { try await connection.read { try $0.integers("SELECT 1") } }
      await #expect(throws: DatabaseError.closed) { try await connection.write { try $0.execute("CREATE TABLE t(n)") } }
      await connection.close()
      #expect(connection.activity.isSettled)
    }
  }

  @Test func manyReadersAndWritersAtOnce() async throws {
    try await withDatabase { connection in
      try await connection.query("CREATE TABLE t(n)")
      let collector = BatchCollector(connection)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask { try await connection.write { try $0.execute("INSERT INTO t VALUES(?)", [.integer(number)]) } }
          group.addTask {
            try await connection.read { db in
              let first = try db.integers("SELECT count(*) FROM t")
              let second = try db.integers("SELECT count(*) FROM t")
              if first != second { throw ExpectedFailure() }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(collector.batches.map(\.generation) == Array(2...41))
      #expect(connection.activity.isSettled)
    }
  }
}
