// The steps that can be taken back.
import AlmanacRecords
import Testing

@testable import AlmanacFeatures

struct ChangeHistoryTests {
  private let step = ChangeHistory.Step(label: "Deleted fact 1", change: BookChange(rows: []))

  @Test func aStepThatCouldNotBeTakenIsNextAgain() {
    var history = ChangeHistory()
    history.record(step)
    _ = history.undo()
    history.undoFailed(step, isForgotten: false)
    #expect(history.latest == step && !history.canRedo)
    _ = history.undo()
    _ = history.redo()
    history.redoFailed(step, isForgotten: false)
    #expect(history.canRedo && !history.canUndo)
  }

  @Test func aStepOfAHistoryThatWasForgottenMeanwhileStaysForgotten() {
    var history = ChangeHistory()
    history.undoFailed(step, isForgotten: false)
    history.redoFailed(step, isForgotten: false)
    #expect(!history.canUndo && !history.canRedo)
  }
}
