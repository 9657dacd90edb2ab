// How much can be taken back.
import Testing

@testable import AlmanacFeatures
@testable import AlmanacRecords

@Suite struct ChangeHistoryTests {
  private func step(_ number: Int, byteCount: Int = 0) -> ChangeHistory.Step {
    let row: ExactRow = ["body": .text(Array(repeating: 0x78, count: byteCount))]
    return ChangeHistory.Step(
      label: "Step \(number)",
      change: BookChange(rows: [RowChange(table: "facts", id: number, before: nil, after: row)]))
  }

  private func labels(_ take: () -> ChangeHistory.Step?) -> [String] {
    var labels: [String] = []
    while let step = take() { labels.append(step.label) }
    return labels
  }

  @Test("10,000 steps are kept: one more, and the oldest is forgotten")
  func steps() {
    var history = ChangeHistory()
    for number in 1...10_001 { history.record(step(number)) }
    let undone = labels { history.undo() }
    #expect(undone.count == 10_000)
    #expect(undone.first == "Step 10001" && undone.last == "Step 2")
    #expect(!history.canUndo)
    #expect(labels { history.redo() } == undone.reversed())
  }

  @Test("64 MB are kept: with more, the oldest steps are forgotten, and the latest is not, however large")
  func bytes() {
    var history = ChangeHistory()
    for number in 1...64 { history.record(step(number, byteCount: 1 << 20)) }
    // Each takes a little more than what is in it.
    #expect(labels { history.undo() }.last == "Step 2")
    #expect(labels { history.redo() }.count == 63)
    history.record(step(65, byteCount: 65 << 20))
    #expect(labels { history.undo() } == ["Step 65"])
    // It counts no more once something else is done.
    for number in 66...68 { history.record(step(number, byteCount: 1 << 20)) }
    #expect(labels { history.undo() } == ["Step 68", "Step 67", "Step 66"])
  }

  @Test func whatWasUndoneIsForgottenWhenSomethingElseIsDone() {
    var history = ChangeHistory()
    history.record(step(1))
    history.record(step(2))
    #expect(history.undo()?.label == "Step 2")
    history.record(step(3))
    #expect(!history.canRedo)
    #expect(labels { history.undo() } == ["Step 3", "Step 1"])
  }
}
