// The history of changes that can be undone.
import AlmanacRecords
import Testing

@testable import AlmanacFeatures

struct ChangeHistoryTests {
  private let step = ChangeHistory.Step(label: "Deleted fact 1", table: .facts, change: BookChange(rows: []))

  @Test func aStepThatCouldNotBeTakenIsNextAgain() {
    var history = ChangeHistory()
    history.record(step)
    _ = history.take(.undo)
    history.failed(step, .undo, isNow: .next)
    #expect(history.latest(.undo) == step && !history.canTake(.redo))
    _ = history.take(.undo)
    _ = history.take(.redo)
    history.failed(step, .redo, isNow: .next)
    #expect(history.canTake(.redo) && !history.canTake(.undo))
  }

  @Test func aStepThatAnotherProgramIsInTheWayOfComesAfterTheOthers() {
    var history = ChangeHistory()
    let later = ChangeHistory.Step(label: "Deleted fact 2", table: .facts, change: BookChange(rows: []))
    history.record(step)
    history.record(later)
    _ = history.take(.undo)
    history.failed(later, .undo, isNow: .last)
    #expect(history.take(.undo) == step)
    #expect(history.take(.undo) == later)
    history.failed(later, .undo, isNow: .forgotten)
    #expect(!history.canTake(.undo) && history.latest(.redo) == step)
  }

  @Test func aStepOfAHistoryThatWasForgottenMeanwhileStaysForgotten() {
    var history = ChangeHistory()
    history.failed(step, .undo, isNow: .next)
    history.failed(step, .redo, isNow: .next)
    #expect(!history.canTake(.undo) && !history.canTake(.redo))
  }
}
