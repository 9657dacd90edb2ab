// A watch tells what others commit, once it has begun, and how soon.
import Databases
import Locks
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct TableWatchTests {
  /// Runs `body` while a watch follows the facts; `next` waits for what it tells.
  private static func watching(
    _ book: TemporaryBook, _ table: SeenTable = SeenTable(.facts),
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
        // What changes nothing, and what concerns others, is not told.
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
      var table = SeenTable(.facts)
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
        #expect(changes == [.delete, .delete, .delete, .update, .delete, .delete, .delete])
      }
    }
  }

  @Test func aWatchEndsWithTheErrorOfWhoIsTold() async throws {
    struct Full: Error {}
    try await withTemporaryBook(watches: true) { book in
      let other = try RawConnection(book.path)
      await #expect(throws: Full.self) {
        try await TableWatch(book.connection, SeenTable(.facts)).run {
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
