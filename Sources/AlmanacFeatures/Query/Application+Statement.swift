// A statement of the query screen in the application: the permission to write, the work under way, and the step.
import AlmanacRecords
import IdentifiedCollections
import Stores

extension Application {
  /// Takes part in a statement that writes.
  func receive(_ action: Query.StatementAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .found:
      if let refusal = state.changeRefusal {
        reduce(.keyRefused(refusal), &state)
        return .send(.query(.statement(.dropped)))
      }
      if state.file.isWriteAllowed { return .send(.query(.statement(.allowed))) }
      state.dialog = .writeQuestion
      return .none
    case .begun(let change):
      state.work.change = change
      return .none
    case .rehearsed(_, let isAskedAgain, _):
      endChange(&state) { $0.work.change = nil }
      if isAskedAgain {
        state.show(
          Message(text: "Nothing was changed: the statement would change other records by now.", isPassing: true),
          at: .query)
      }
      return .none
    case .done(let outcome, let interruption):
      changeWritten(interruption, &state)
      return show(outcome, &state)
    case .failed(let text, _):
      state.show(Message(text: text, isError: true), at: .query)
      noteFailure(&state)
      endChange(&state) { $0.work.change = nil }
      return .none
    case .opened, .allowed, .dropped: return .none
    }
  }

  /// Records the step of a statement, and says what it has done.
  private func show(_ outcome: WritingStatement.Outcome, _ state: inout State) -> Effect<Action> {
    let label = outcome.effects.label
    var message = Message(text: label, isLasting: outcome.rowCount > 0)
    if let change = outcome.change, let table = state.table(of: change) {
      state.history.record(ChangeHistory.Step(label: label, table: table, change: change))
      message.hints = [.undo]
    } else {
      message.text += ". Undo can't take it back."
    }
    if outcome.rowCount > outcome.rows.count {
      message.text += "; of RETURNING the first \(outcome.rows.count.counted("row")) are shown"
    }
    state.show(tellTroubleOfKeeping(in: message), at: .query)
    state.statistics?.isPaused = false
    guard let change = outcome.change else { return .none }
    return .merge(state.lists.map { .send(.lists(.element(id: $0.table, action: .change(.stepTaken(change))))) })
  }
}

extension Application.State {
  /// The table of a step: the first changed one with a tab.
  fileprivate func table(of change: BookChange) -> ListedTable? {
    let changed = change.rows.lazy.map(\.table).compactMap { self.tableTab(named: $0)?.table }.first
    return changed ?? tableTabs.first?.table
  }
}
