// The commits that a slow reader gets.
import Databases
import Locks
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct CommitStreamTests {
  @Test("CHG-14: a slow reader gets what finds room, and then how many commits it has lost")
  func slowReader() async throws {
    try await withTemporaryBook(watches: true) { book in
      let (told, tell) = AsyncStream.makeStream(of: ChangeBatch.self)
      let (began, begin) = AsyncStream.makeStream(of: Void.self)
      let gate = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        try await CommitStream(book.connection, byteLimit: 3_000).run {
          begin.finish()
        } _: { batches in
          for batch in batches { tell.yield(batch) }
          // The reader keeps the first commit until the test has made all others.
          for await _ in gate.stream {}
        }
      }
      for await _ in began {}
      var commits = told.makeAsyncIterator()
      try await book.add("first")
      #expect(await commits.next()?.tables["facts"]?.inserted == 1)
      for number in 1...9 { try await book.add(String(repeating: "word ", count: 100) + String(number)) }
      gate.continuation.finish()
      var counts: [Int] = []
      var gap: String?
      while counts.reduce(0, +) < 9, let batch = await commits.next() {
        counts.append(batch.commitCount)
        gap = batch.gap
      }
      #expect(gap == "they came faster than they were read")
      #expect(counts.reduce(0, +) == 9 && (counts.last ?? 0) > 1, "\(counts)")
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}

extension TemporaryBook {
  fileprivate func add(_ body: String) async throws {
    try await connection.write { db in
      _ = try db.recordingRows { _ = try ListedTable.facts.add(["body": .text(body)], db) }
    }
  }
}
