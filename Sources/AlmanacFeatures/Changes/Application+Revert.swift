// Reverting a commit of any program: it becomes a step like those of undo, which undo takes back.
//
//   R ──> all changes of the commit ──> the step ──> more than 100 rows: the question ──> made as one change
//                                                      └──> rows have changed since: the question ──> the rest
import AlmanacRecords
import Containers
import Databases
import Stores

extension Application {
  /// Finds the change that reverts a commit or lines of a journal. All keys wait for it. The message about it is where
  /// the person is now.
  func revert(_ changes: RevertedChanges, in journal: ChangeJournal?, _ state: inout State) -> Effect<Action> {
    guard let journal else { return .none }
    state.work.tabOfRevert = state.tab
    let reversal: Reversal
    do {
      reversal = try journal.reversal(of: changes)
    } catch {
      refuseRevert(sentence(error), &state)
      return .none
    }
    let underWay = ChangeUnderWay("Finding out what reverts \(reversal.title)", count: reversal.count, asks: true)
    state.work.change = underWay
    return .run { [database, tables = state.tableTabs.map(\.table)] send in
      let change = try await database.read { try reversal.change($0) }
      let table = tables.first { table in change.rows.contains { $0.isOf(table) } } ?? .changes
      var step = ChangeHistory.Step(label: "", table: table, change: change, reverted: reversal.title)
      step.label = step.label(reverting: change)
      await send(.step(.revertFound(step, endedBy: underWay.interruption)))
    } catch: { error, send in
      await send(.step(.revertRefused(sentence(error))))
    }
  }

  /// Makes the step, after a question if it has many rows.
  func revertFound(
    _ step: ChangeHistory.Step, _ interruption: WriteInterruption, _ state: inout State
  ) -> Effect<Action> {
    guard !interruption.isInterrupted else {
      refuseRevert("it was stopped", &state)
      return .none
    }
    endChange(&state) { $0.work.change = nil }
    guard step.change.rows.count > RecordList.unconfirmedLimit else {
      return make(step, .revert, leaving: [], &state)
    }
    if !state.ask(step, .revert) { refuseRevert("the list of changes was left", &state) }
    return .none
  }

  /// Says why nothing is reverted.
  func refuseRevert(_ reason: String, _ state: inout State) {
    endChange(&state) { $0.work.change = nil }
    state.show(Message(text: "\(ChangeHistory.Way.revert.refusal): \(reason).", isError: true), at: state.placeOfRevert)
    noteFailure(&state)
  }
}

extension Application {
  /// Why a step of undo or redo is not taken here. The list of changes takes back only what it shows: the change with
  /// the cursor or, until the cursor moves, the one in the message. `nil` in any other place.
  func reasonNotToTake(_ way: ChangeHistory.Way, _ state: State) -> String? {
    guard state.tab == .changes, let step = state.history.latest(way) else { return nil }
    let isOffered = state.message?.hints.contains(way == .undo ? .undo : .redo) == true
    // Another program may have added a step since, which is the latest then.
    if isOffered, state.work.taken == TakenStep(change: step.change, line: state.shownChange) { return nil }
    let change = way == .undo ? step.change : step.change.inverse
    if let shown = state.shownChange?.rowID, state.changeLists.net == nil,
      journal?.isOwnCommit(of: shown, making: change) == true
    {
      return nil
    }
    let next = way == .undo ? "latest change" : "next step"
    return "\(way.refusal): your \(next) is another: \(step.label)."
      + (state.isOfFiles ? " Esc leaves it." : " R reverts this.")
  }
}

extension Application.State {
  /// The tab for the message about a revert.
  var placeOfRevert: Application.Tab { work.tabOfRevert ?? .changes }

  /// The line of the list of changes that is open or has the cursor.
  var shownChange: RecordID? { changes.flatMap { $0.detail?.id ?? $0.model.selectedPlace?.id } }

  /// Asks before a step of many rows is made, or whether to make it without the rows that have changed since. Returns
  /// whether it asks: a question that the person can't see would wait for a key that means something else.
  mutating func ask(_ step: ChangeHistory.Step, _ way: ChangeHistory.Way, leaving left: [RowConflict] = []) -> Bool {
    guard !quitting.isBegun, tab == .changes, let list = changes, list.detail?.saving == nil else { return false }
    let count = step.change.rows.count
    var chosen = ChosenRecords([])
    chosen.count = count
    changes?.confirmation = BulkConfirmation.State(
      deed: .step(step, way, leaving: left), chosen: chosen, cursor: step.cursor,
      records: count.counted("row") + (step.reverted.map { " of \($0)" } ?? ""))
    return true
  }
}

extension Application.StepFailure {
  /// Says why a revert was not made, if the error does not.
  mutating func explainRevert(_ error: any Error, of step: ChangeHistory.Step) {
    if let conflict = (error as? PartOnly)?.left.first ?? error as? RowConflict {
      reason = conflict.changeSince(in: step)
      let stays = step.change.rows.count == 1 && conflict.reason.deed != nil
      consequence = stays ? "; it stays as it is" : "; nothing was changed"
    }
  }
}
