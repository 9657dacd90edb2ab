// What the application does when one of its lists reports.
import AlmanacRecords
import IdentifiedCollections
import LiveQueries
import Stores

extension Application {
  /// Handles a report of a table's list.
  func receive(_ report: ListReport, of table: ListedTable, _ state: inout State) -> Effect<Action> {
    switch report {
    case .begun(let change):
      state.work.change = change
      return .none
    case .progressed(let text, let interruption):
      if state.work.change?.interruption == interruption { state.work.change?.text = text }
      return .none
    case .saveBegun(let change):
      state.work.saving = change
      return .none
    case .saveEnded(let isDone):
      if !isDone { noteFailure(&state) }
      endChange(&state) { $0.work.saving = nil }
      return .none
    case .done(let label, let change, let cursor, let interruption):
      if let interruption { changeWritten(interruption, &state) }
      state.work.conflict = nil
      state.history.record(ChangeHistory.Step(label: label, table: table, change: change, cursor: cursor))
      state.show(tellTroubleOfKeeping(in: Message(text: label, record: change.record, hints: [.undo])), on: table)
      state.statistics?.isPaused = false
      return .none
    case .noted(let text):
      state.note(text, on: table)
      return .none
    case .stepConfirmed(let step, let way, let left):
      // The question named this step: no other one is taken.
      return state.history.latest(way) == step ? take(way, leaving: left, &state) : .none
    case .stepDeclined(let step, let way):
      if state.history.latest(way) == step {
        state.history.postpone(way)
        stepKeeper?.place(step.change, isUndo: way == .undo, isForgotten: false)
      }
      return .none
    case .referenceFollowed(let reference, let id): return follow(reference, of: id, in: table, &state)
    case .revertAsked(let id): return revert(.entries([id]), in: journal, &state)
    case .namingFollowed(let naming, let filter, let id): return follow(naming, filter, of: id, in: table, &state)
    case .failed(let text):
      state.show(Message(text: text, isError: true), on: table)
      return .none
    case .sidePaneToggled:
      state.isSidePaneShown.toggle()
      return .none
    case .copyAsked(let records):
      state.dialog = .palette(.copying(records))
      return .none
    case .compared(let ids, let version):
      let comparison = state.ofShownList { list in
        list.live.scope.holding { Comparison(ids, of: list.table, rowIDVersion: version) }
      }
      if let comparison { state.dialog = .comparison(comparison) }
      return .none
    case .commandReady(let run): return self.run(run, &state)
    case .columnsArranged(let layout):
      state.keep(layout)
      return .none
    case .damageFound:
      state.file.isDamageFound = true
      return .none
    case .momentAsked(let earlier): return lookBack(earlier: earlier, in: table, &state)
    case .changeEnded(let isDone):
      if !isDone { noteFailure(&state) }
      if !state.isWriting { endChange(&state) { $0.work.change = nil } }
      return .none
    }
  }
}
