// How the list handles its form and its confirmation dialog.
import AlmanacRecords
import Stores

extension RecordList {
  /// Handles an action of the form.
  func formActed(_ action: RecordForm.Action, _ state: inout State) -> Effect<Action> {
    switch action {
    case .saveBegan(let change):
      // With another key it is still the same record.
      if let id = state.form?.id { state.model.expectDeletion(of: [id]) }
      return .send(.report(.saveBegun(change)))
    case .saved(let id, let change):
      return .merge(saved(id, change, &state), .send(.report(.saveEnded(isDone: true))))
    case .saveRefused, .saveDoubted, .saveFailed:
      if let id = state.form?.id { state.model.expectStay(of: [id]) }
      return .send(.report(.saveEnded(isDone: false)))
    case .editorFailed(let failure):
      guard state.form?.isForEditor == true else { return .none }
      state.form = nil
      return .send(.report(.failed(failure)))
    case .discarded:
      state.form = nil
      return .none
    case .unchanged(let wasWritten):
      if let id = state.form?.id { state.model.expectStay(of: [id]) }
      state.form = nil
      return .merge(
        .send(.report(.noted("Nothing was changed."))),
        wasWritten ? .send(.report(.saveEnded(isDone: true))) : .none)
    case .pressed, .escapeKeyPressed, .recordChanged, .lookUpFailed, .notFilled, .editorEnded: return .none
    }
  }

  /// Handles a saved form: the list goes to the saved record, if that is known.
  func saved(_ id: RecordID?, _ change: BookChange, _ state: inout State) -> Effect<Action> {
    let old = state.form?.id
    // An addition may replace a record. A record that was saved under another key has gone from its form by now, but it
    // is not new.
    let isRekeyed = change.rows.contains { $0.after == nil }
    let isNew = change.isAddition || state.form?.isNew == true && !isRekeyed
    state.form = nil
    if let id, old == id { state.model.expectStay(of: [id]) }
    if let old, old != id { moveDetail(from: old, to: id, &state) }
    let name = change.onlyRow.map { state.table.named($0) } ?? state.table.named(id)
    let deeds = change.gone.deeds
    let label = "\(isNew ? "Added" : "Edited") \(name)\(deeds.isEmpty ? "" : ", \(deeds)")"
    let report = Effect<Action>.send(.report(.done(label, change)))
    guard let id else { return report }
    state.isRevealAwaited = true
    return .merge(report, .send(.revealAsked(id: id, isNew: isNew)))
  }

  /// Carries out what the person confirmed.
  func confirmed(_ state: inout State) -> Effect<Action> {
    guard let confirmation = state.confirmation else { return .none }
    state.confirmation = nil
    if confirmation.isAgain { return .send(.report(.redoConfirmed)) }
    guard case .change(let change) = confirmation.deed else {
      return copyConfirmed(confirmation.chosen, cursor: confirmation.cursor, state)
    }
    let isRehearsed = change == .delete && state.table.style.deletionReachesOthers
    let others = isRehearsed ? confirmation.others : nil
    return write(
      change, confirmation.chosen, with: others, despite: confirmation.doubts, cursor: confirmation.cursor, &state)
  }
}
