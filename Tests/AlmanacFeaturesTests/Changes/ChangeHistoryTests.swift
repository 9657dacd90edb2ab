// The steps that can be taken back.
import AlmanacRecords
import Testing

@testable import AlmanacFeatures

struct ChangeHistoryTests {
  private let step = ChangeHistory.Step(label: "Deleted fact 1", table: .facts, change: BookChange(rows: []))

  @Test func aStepThatCouldNotBeTakenIsNextAgain() {
    var history = ChangeHistory()
    history.record(step)
    _ = history.take(.undo)
    history.failed(step, .undo, isForgotten: false)
    #expect(history.latest(.undo) == step && !history.canTake(.redo))
    _ = history.take(.undo)
    _ = history.take(.redo)
    history.failed(step, .redo, isForgotten: false)
    #expect(history.canTake(.redo) && !history.canTake(.undo))
  }

  @Test func aStepOfAHistoryThatWasForgottenMeanwhileStaysForgotten() {
    var history = ChangeHistory()
    history.failed(step, .undo, isForgotten: false)
    history.failed(step, .redo, isForgotten: false)
    #expect(!history.canTake(.undo) && !history.canTake(.redo))
  }
}
