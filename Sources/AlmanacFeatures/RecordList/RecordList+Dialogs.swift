// How the list handles its form and its confirmation dialog.
public import AlmanacRecords
import Databases
import DiffableLists
import LiveQueries
import Stores

extension RecordList {
  /// What is opened or closed over the list.
  public enum OpenAction: Sendable {
    /// A record is opened. `rowIDVersion`: the schema version for which the identity holds; `nil` if it always holds.
    case openKeyPressed(id: RecordID, rowIDVersion: Int? = nil)
    /// The back key was pressed.
    case backKeyPressed
    /// The profile key was pressed.
    case profileKeyPressed(column: String)
    /// The profile was closed.
    case profileClosed
    /// The key that compares two records was pressed.
    case comparisonKeyPressed
    /// The key that adds a record was pressed.
    case addKeyPressed
    /// The key that edits a record was pressed. `column`: the field to begin with; `nil`: the first.
    case editKeyPressed(id: RecordID, column: String? = nil)
    /// The key that edits was pressed, and records are marked.
    case editMarkedKeyPressed(ChosenRecords, cursor: RecordID?, column: String?)
    /// The key that edits a value in the person's editor was pressed.
    case editorKeyPressed(id: RecordID, column: String)
    /// The key that duplicates a record was pressed.
    case duplicateKeyPressed(id: RecordID)
    /// A command of the person's own is to be run for records.
    case commandAsked(UserCommand, ChosenRecords)
    /// The command was reported, or why it can't run.
    case commandPrepared
    /// The person chooses between the values of this change and the newer ones of its record.
    case conflictKeyPressed(RowChange)
  }

  /// What is opened or closed over the list.
  func reduce(_ action: OpenAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .openKeyPressed(let id, let version):
      state.detail = state.live.scope.holding { RecordDetail.State(state.table, id: id, rowIDVersion: version) }
      return endFollowing(&state)
    case .profileKeyPressed(let column):
      state.profile = Profile.State(column, of: state.list)
      return .none
    case .profileClosed:
      state.profile = nil
      return .none
    case .comparisonKeyPressed:
      guard let chosen = state.model.chosen, chosen.ids.count == 2 else { return .none }
      let loaded = state.model.dataSource.items.map(\.id)
      let places = chosen.ids.map { id in (id: id, place: loaded.firstIndex(of: id) ?? .max) }
      let ids = places.sorted { $0.place < $1.place }.map(\.id)
      return .send(.report(.compared(ids, rowIDVersion: chosen.rowIDVersion)))
    case .backKeyPressed:
      state.detail = nil
      return .none
    case .addKeyPressed:
      state.form = state.live.scope.holding { RecordForm.State(state.table) }
      return .none
    case .editKeyPressed(let id, let column):
      state.form = state.live.scope.holding { RecordForm.State(state.table, id: id, rowIDVersion: state.rowIDVersion) }
      if let field = state.form?.fields.firstIndex(where: { $0.key == column }) { state.form?.focus = field }
      return .none
    case .editMarkedKeyPressed(let chosen, let cursor, let column):
      let form = state.live.scope.holding { RecordForm.State(state.table, of: chosen, cursor: cursor) }
      if form.fields.isEmpty {
        return .send(.report(.noted("Only keys are in \(state.table.style.title): each record has its own.")))
      }
      state.form = form
      if let field = form.fields.firstIndex(where: { $0.key == column }) { state.form?.focus = field }
      return .none
    case .duplicateKeyPressed(let id):
      state.form = state.live.scope.holding {
        RecordForm.State(state.table, duplicating: id, rowIDVersion: state.rowIDVersion)
      }
      return .none
    case .commandAsked(let command, let chosen):
      state.work.isCommandPrepared = command.takesTerminal
      return prepare(command, for: chosen, state)
    case .commandPrepared:
      state.work.isCommandPrepared = false
      return .none
    case .conflictKeyPressed(let change):
      state.detail = nil
      state.form = state.live.scope.holding {
        RecordForm.State(state.table, choosing: change, rowIDVersion: state.rowIDVersion)
      }
      return .none
    case .editorKeyPressed(let id, let column):
      let form = state.live.scope.holding {
        RecordForm.State(state.table, id: id, rowIDVersion: state.rowIDVersion, inEditor: column)
      }
      guard let form else { return .send(.report(.failed("\(column) can't be edited."))) }
      state.form = form
      return .none
    }
  }

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
      guard state.form?.purpose == .editor else { return .none }
      state.form = nil
      return .send(.report(.failed(failure)))
    case .editAsked(let values, let chosen, let cursor):
      (state.work.formOfMany, state.form) = (state.form, nil)
      return change(.edit(values), chosen, cursor: cursor, &state)
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
    let isNew = change.isAddition(byNewForm: state.form?.isNew == true)
    state.form = nil
    if let id, old == id { state.model.expectStay(of: [id]) }
    if let old, old != id { moveDetail(from: old, to: id, &state) }
    let label = state.table.labelOfSaving(change, of: id, isNew: isNew)
    let report = Effect<Action>.send(.report(.done(label, change)))
    guard let id else { return report }
    state.work.isRevealAwaited = true
    return .merge(report, .send(.cursor(.revealAsked(id: id, isNew: isNew))))
  }

  /// Carries out what the person confirmed.
  func confirmed(_ state: inout State) -> Effect<Action> {
    guard let confirmation = state.confirmation else { return .none }
    state.confirmation = nil
    if case .step(let step, let way, let left) = confirmation.deed {
      return .send(.report(.stepConfirmed(step, way, leaving: left)))
    }
    if case .copy(let part) = confirmation.deed {
      return copyConfirmed(part, of: confirmation.chosen, cursor: confirmation.cursor, state)
    }
    guard case .change(let change) = confirmation.deed else { return .none }
    let isRehearsed = change == .delete && state.table.style.editing.deletionReachesOthers
    let others = isRehearsed ? confirmation.others : nil
    return write(
      change, confirmation.chosen, with: others, despite: confirmation.doubts, cursor: confirmation.cursor, &state)
  }
}
