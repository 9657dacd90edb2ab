// The effect of commits on a late value, with every order of its read and the news of the commits.
import Activities
import Databases
import Testing

@testable import LiveQueries

/// Counts the rows of a table.
private struct RowCount: LateQuery {
  var table: String { "facts" }
  var columns: [String] { [] }

  func fetch(_ db: Database, progress: (LateValue<Int>.Progress) -> Void) -> Int { 0 }

  func value(_ value: Int, after change: TableChange) -> Int? { value + change.inserted - change.deleted }
}

@Suite struct LateObservedQueryTests {
  /// A query in a paused scope: the test is its reads.
  private struct Reading {
    let query: LateObservedQuery<RowCount>
    var value: LateValue<Int> { query.untracked }
    /// Whether another read is owed.
    var isOwed: Bool { query.observer.withLock { _ in query.owed != nil } }

    func hear(_ batch: ChangeBatch) { query.observer.noteBatch(batch) }

    /// The read under way has found a value.
    func find(_ value: Int, at commit: UInt32, work: Duration = .zero) {
      let number = query.observer.withLock { _ in query.number }
      query.observer.finish(
        RunOutcome(run: .init(query: query, number: number), result: .success(value), work: work, commit: commit))
    }
  }

  /// The news of commits that have inserted one row each, the last of them numbered `commit`.
  private func news(_ commit: UInt32, count: Int = 1) -> ChangeBatch {
    ChangeBatch(
      origin: .outside, tables: ["facts": TableChange(inserted: count)], commitCount: count, commit: commit)
  }

  /// Calls `body` with a query whose read is under way.
  private func reading(_ body: (Reading) -> Void) async throws {
    let connection = try await SQLiteConnection.open(storage: .memory)
    let scope = FetchScope()
    scope.pause()
    let query = LateObservedQuery<RowCount>(connection, scope: scope)
    query.load(RowCount())
    query.observer.withLock { _ in
      connection.activity.begin()
      (query.phase, query.owed) = (.running, nil)
    }
    body(Reading(query: query))
    query.end()
    await connection.close()
  }

  @Test("CHG-12: commits that a count has seen are not added, whenever their news come")
  func seenCommits() async throws {
    try await reading { reading in
      reading.hear(news(10))
      reading.find(12, at: 12)
      reading.hear(news(11))
      #expect(!reading.isOwed)
      reading.hear(news(12))
      #expect(reading.value == LateValue(value: 12, isCurrent: true))
      reading.hear(news(13))
      #expect(reading.value == LateValue(value: 13, isCurrent: true))
    }
  }

  @Test("CHG-12: news of commits around the moment of a count have it counted again, before its end and behind it")
  func commitsAround() async throws {
    try await reading { reading in
      reading.hear(news(9, count: 2))
      reading.find(8, at: 8)
      #expect(reading.isOwed)
    }
    try await reading { reading in
      reading.find(8, at: 8)
      #expect(!reading.isOwed)
      reading.hear(news(9, count: 2))
      #expect(reading.isOwed)
    }
  }

  @Test("CHG-12: news of several commits are added where the count has seen all or none of them")
  func severalCommits() async throws {
    try await reading { reading in
      reading.hear(news(8, count: 3))
      reading.hear(news(10, count: 2))
      reading.find(8, at: 8)
      #expect(!reading.isOwed)
      #expect(reading.value == LateValue(value: 10, isCurrent: true))
    }
  }

  @Test("CHG-12: rows of many bytes are not kept until a count has ended: then it counts again")
  func manyBytes() async throws {
    func news(_ commit: UInt32, _ bytes: Int) -> ChangeBatch {
      let row = ChangedRows.Row(rowID: 1, before: nil, after: [.blob(Array(repeating: 0, count: bytes))])
      let rows = ChangedRows(ChangedRows.Table("facts", columns: ["body"]), rows: [row])
      return ChangeBatch(
        origin: .outside, tables: ["facts": TableChange(inserted: 1, rows: rows)], commitCount: 1, commit: commit)
    }
    for (bytes, isCountedAgain) in [(1 << 20, false), (3 << 20, true)] {
      try await reading { reading in
        reading.hear(news(9, bytes))
        reading.hear(news(10, bytes))
        reading.find(8, at: 8)
        #expect(reading.isOwed == isCountedAgain)
      }
    }
  }

  @Test("news between the value and the end of its read are added")
  func newsAtTheEnd() async throws {
    try await reading { reading in
      reading.find(8, at: 8)
      reading.hear(news(9))
      #expect(!reading.isOwed)
      #expect(reading.value == LateValue(value: 9, isCurrent: true))
    }
  }

  @Test("a value on a hidden screen is not current as soon as only a read can tell the effect of a commit")
  func hidden() async throws {
    try await reading { reading in
      reading.find(8, at: 8)
      reading.hear(news(9))
      #expect(reading.value == LateValue(value: 9, isCurrent: true))
      reading.hear(ChangeBatch(origin: .outside, commit: 10, gap: "the log was restarted"))
      #expect(reading.value == LateValue(value: 9, isCurrent: false))
      #expect(reading.isOwed)
    }
  }

  @Test("a read waits ten times as long as the one before took of the processor; another query does not wait")
  func pace() async throws {
    try await reading { reading in
      func due() -> ContinuousClock.Instant? { reading.query.observer.withLock { _ in reading.query.earliestStart } }
      let before = ContinuousClock.now
      reading.find(8, at: 8, work: .seconds(1_000))
      #expect(due().map { $0 >= before + .seconds(10_000) } == true)
      reading.query.load(nil)
      #expect(due().map { $0 < before + .seconds(10_000) } == true)
    }
  }

  @Test("SQLite's count of commits goes on from 0")
  func greatestCount() {
    let range = CommitRange(before: .max - 1, last: 1)
    #expect(range.position(.max - 1) == .after)
    #expect(range.position(.max) == .around)
    #expect(range.position(0) == .around)
    #expect(range.position(1) == .before)
  }
}
