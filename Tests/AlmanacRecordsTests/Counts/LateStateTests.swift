// The effect of commits on a late value, with every order of its read and the news of the commits.
import Databases
import Testing

@testable import AlmanacRecords

/// Counts the rows of a table.
private struct RowCount: LateQuery {
  var table: String { "facts" }
  var columns: [String] { [] }

  func fetch(_ db: Database, progress: (LateValue<Int>.Progress) -> Void) -> Int { 0 }

  func value(_ value: Int, after change: TableChange) -> Int? { value + change.inserted - change.deleted }
}

@Suite struct LateStateTests {
  /// The news of commits that have inserted one row each, the last of them numbered `commit`.
  private func news(_ commit: UInt32, count: Int = 1) -> ChangeBatch {
    ChangeBatch(
      origin: .outside, tables: ["facts": TableChange(inserted: count)], commitCount: count, commit: commit)
  }

  /// A state with a read under way.
  private func reading() -> LateState<RowCount> {
    var state = LateState(query: RowCount())
    _ = state.start(RowCount())
    state.task = Task {}
    state.readBegan()
    return state
  }

  private func found(_ value: Int, at commit: UInt32) -> LateState<RowCount>.Found {
    LateState.Found(value: value, work: .zero, commit: commit, spansCommits: false)
  }

  /// Whether the answer asks for another read.
  private func isRead(_ answer: LateState<RowCount>.Answer) -> Bool {
    if case .readAgain = answer { true } else { false }
  }

  @Test("CHG-12: commits that a count has seen are not added, whenever their news come")
  func seenCommits() {
    var state = reading()
    _ = state.answer(news(10))
    state.readFound(found(12, at: 12))
    _ = state.answer(news(11))
    #expect(state.readEnded() == nil)
    _ = state.answer(news(12))
    #expect(state.value == LateValue(value: 12, isCurrent: true))
    _ = state.answer(news(13))
    #expect(state.value == LateValue(value: 13, isCurrent: true))
  }

  @Test("CHG-12: news of commits around the moment of a count have it counted again, before its end and behind it")
  func commitsAround() {
    var state = reading()
    _ = state.answer(news(9, count: 2))
    state.readFound(found(8, at: 8))
    #expect(state.readEnded() == RowCount())

    state = reading()
    state.readFound(found(8, at: 8))
    #expect(state.readEnded() == nil)
    #expect(isRead(state.answer(news(9, count: 2))))
  }

  @Test("CHG-12: news of several commits are added where the count has seen all or none of them")
  func severalCommits() {
    var state = reading()
    _ = state.answer(news(8, count: 3))
    _ = state.answer(news(10, count: 2))
    state.readFound(found(8, at: 8))
    #expect(state.readEnded() == nil)
    #expect(state.value == LateValue(value: 10, isCurrent: true))
  }

  @Test("CHG-12: rows of many bytes are not kept until a count has ended: then it counts again")
  func manyBytes() {
    func news(_ commit: UInt32, _ bytes: Int) -> ChangeBatch {
      let row = ChangedRows.Row(rowID: 1, before: nil, after: [.blob(Array(repeating: 0, count: bytes))])
      let rows = ChangedRows(ChangedRows.Table("facts", columns: ["body"]), rows: [row])
      return ChangeBatch(
        origin: .outside, tables: ["facts": TableChange(inserted: 1, rows: rows)], commitCount: 1, commit: commit)
    }
    for (bytes, isCountedAgain) in [(1 << 20, false), (3 << 20, true)] {
      var state = reading()
      _ = state.answer(news(9, bytes))
      _ = state.answer(news(10, bytes))
      state.readFound(found(8, at: 8))
      #expect((state.readEnded() != nil) == isCountedAgain)
    }
  }

  @Test("news between the value and the end of its read are added")
  func newsAtTheEnd() {
    var state = reading()
    state.readFound(found(8, at: 8))
    _ = state.answer(news(9))
    #expect(state.readEnded() == nil)
    #expect(state.value == LateValue(value: 9, isCurrent: true))
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
