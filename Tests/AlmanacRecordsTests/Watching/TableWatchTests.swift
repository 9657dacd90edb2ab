// A watch reports other programs' commits, from its beginning on, and in time.
import Databases
import Locks
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct TableWatchTests {
  /// Runs `body` while a watch follows the facts; `next` waits for its next report.
  private static func watching(
    _ book: TemporaryBook, _ table: any SeenContents = SeenRecords(.facts),
    _ body: (_ next: () async -> [RecordEvent]) async throws -> Void
  ) async throws {
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    let (told, tell) = AsyncStream.makeStream(of: [RecordEvent].self)
    let task = Task {
      try await TableWatch(book.connection, table).run {
        begin.finish()
      } _: { events in
        tell.yield(events)
      }
    }
    for await _ in began {}
    var iterator = told.makeAsyncIterator()
    try await body { await iterator.next() ?? [] }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func everyCommitOfOthersIsToldFromTheBeginningOn() async throws {
    try await withTemporaryBook(watches: true) { book in
      let other = try RawConnection(book.path)
      try other.run("INSERT INTO facts(id, body, createdAt) VALUES (1, 'before', 't')")
      try await Self.watching(book) { next in
        try other.run("INSERT INTO facts(id, body, createdAt) VALUES (2, 'after', 't')")
        #expect(
          await next() == [
            RecordEvent(change: .insert, id: 2, new: [.integer(2), .text("after"), .text("t")])
          ])
        try other.run("UPDATE facts SET body = 'then' WHERE id = 1")
        #expect(
          await next() == [
            RecordEvent(
              change: .update, id: 1, old: [.integer(1), .text("before"), .text("t")],
              new: [.integer(1), .text("then"), .text("t")])
          ])
        // Writes without effect, and writes to other tables, are not reported.
        try other.run("UPDATE facts SET body = body; INSERT INTO users(name, email) VALUES ('a', 'b')")
        try other.run("BEGIN; DELETE FROM facts; ROLLBACK; DELETE FROM facts WHERE id = 1")
        #expect(await next().map(\.change) == [.delete])
      }
    }
  }

  @Test func oursAreToldToo() async throws {
    try await withTemporaryBook(watches: true) { book in
      try await Self.watching(book) { next in
        _ = try await book.connection.write { db in try ListedTable.facts.add(["body": .text("ours")], db) }
        #expect(await next().map(\.id) == [1])
      }
    }
  }

  @Test func whatOneLookFindsIsToldByPortions() async throws {
    try await withTemporaryBook(watches: true) { book in
      let other = try RawConnection(book.path)
      var table = SeenRecords(.facts)
      table.bytesOfALook = 200
      try await Self.watching(book, table) { next in
        try other.run("INSERT INTO facts(body) VALUES ('1'), ('2'), ('3'), ('4'), ('5'), ('6'), ('7')")
        var ids: [Int] = []
        while ids.count < 7 {
          let events = await next()
          #expect(events.count < 4)
          ids += events.map(\.id).rowIDs
        }
        #expect(ids == [1, 2, 3, 4, 5, 6, 7])
        try other.run("DELETE FROM facts WHERE id <> 4; UPDATE facts SET body = 'four'")
        var changes: [RecordEvent.Change] = []
        while changes.count < 7 { changes += await next().map(\.change) }
        #expect(changes.count { $0 == .update } == 1 && changes.count { $0 == .delete } == 6)
      }
    }
  }

  /// A table whose changes are reported in ten looks.
  private struct Portions: SeenContents {
    let table = ListedTable.facts
    private var looks = 0
    var isWhole: Bool { looks.isMultiple(of: 10) }
    mutating func begin(_ db: Database) {}
    mutating func look(_ db: Database) -> [RecordEvent] {
      looks += 1
      return [RecordEvent(change: .delete, id: 1)]
    }
  }

  @Test("looks that tell one change in portions are as far apart as others")
  func portionsArePaced() async throws {
    try await withTemporaryBook(watches: true) { book in
      let other = try RawConnection(book.path)
      try await Self.watching(book, Portions()) { next in
        let start = ContinuousClock.now
        try other.run("INSERT INTO facts(body) VALUES ('1')")
        for _ in 0..<10 { _ = await next() }
        #expect(ContinuousClock.now - start >= .milliseconds(9 * 16))
      }
    }
  }

  @Test(
    "a table that gets other columns ends the watch, after what has changed in the columns that it still has",
    arguments: [
      ("ALTER TABLE facts ADD COLUMN c; UPDATE facts SET c = 'new'", []),
      (
        "INSERT INTO facts(body) VALUES ('2'); ALTER TABLE facts ADD COLUMN c; INSERT INTO facts(body) VALUES ('3')",
        [2, 3]
      ),
      ("ALTER TABLE facts RENAME COLUMN body TO text", []),
    ])
  func otherColumns(_ sql: String, _ told: [Int]) async throws {
    try await withTemporaryBook(watches: true) { book in
      let other = try RawConnection(book.path)
      try other.run("INSERT INTO facts(body) VALUES ('1')")
      let ids = Lock<[Int]>([])
      var table = SeenRecords(.facts)
      table.bytesOfALook = 1
      let error = await #expect(throws: TableAltered.self) {
        try await TableWatch(book.connection, table).run {
          #expect(throws: Never.self) { try other.run("BEGIN; \(sql); COMMIT") }
        } _: { events in
          ids.withLock { $0 += events.map(\.id).rowIDs }
        }
      }
      #expect(ids.withLock { $0 } == told)
      #expect(
        error?.description
          == "facts has other columns now, and changes in those are not known. The watch ends: start it again.")
    }
  }

  @Test func aWatchEndsWithTheErrorOfWhoIsTold() async throws {
    struct Full: Error {}
    try await withTemporaryBook(watches: true) { book in
      let other = try RawConnection(book.path)
      await #expect(throws: Full.self) {
        try await TableWatch(book.connection, SeenRecords(.facts)).run {
          #expect(throws: Never.self) { try other.run("INSERT INTO facts(body) VALUES ('1')") }
        } _: { _ in
          throw Full()
        }
      }
    }
  }

  @Test func aLargeTableIsLookedAtForAFifthOfTheTimeAtMost() {
    #expect(LookPace.wait(afterLookOf: .zero) == .milliseconds(16))
    #expect(LookPace.wait(afterLookOf: .milliseconds(3)) == .milliseconds(16))
    #expect(LookPace.wait(afterLookOf: .milliseconds(200)) == .milliseconds(1000))
  }
}
