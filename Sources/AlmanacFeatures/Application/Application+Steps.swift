// Undo and redo, one step at a time: a key for a step waits until the change before it is over.
//
//   key ──> step ──> its table's tab ──> write ──> rows read again ──> undone ──> the list shows its record
public import AlmanacRecords
import Containers
public import Databases
import IdentifiedCollections
import LiveQueries
import Stores

extension Application {
  /// Why a step could not be undone or redone.
  public struct StepFailure: Error, Hashable, Sendable {
    /// The reason, as the rest of a sentence.
    public var reason: String
    /// What becomes of the step and of the records, as the end of the sentence.
    var consequence = ""
    /// What becomes of the step.
    var place = ChangeHistory.FailedStep.next
    /// The rows that the step could leave as they are; then the rest can be done.
    var left: [RowConflict] = []
    /// Whether the newer values of one record are in the way.
    var isOfNewerValue: Bool

    init(_ error: any Error, of step: ChangeHistory.Step, _ way: ChangeHistory.Way, _ journal: ChangeJournal?) {
      reason = sentence(error)
      left = (error as? PartOnly)?.left ?? []
      let rows = [error as? RowConflict].compactMap(\.self) + left
      isOfNewerValue = rows.count == 1 && rows[0].reason == .changed
      if way == .revert {
        explainRevert(error, of: step)
        return
      }
      // The rules of the file may allow it after the other steps.
      if error is TableConflict || (error as? DatabaseError)?.isConstraint == true {
        (place, consequence) = (.last, "; nothing was changed")
      }
      if error is ReplayRefused { (place, consequence) = (.forgotten, "; the step is given up") }
      guard let conflict = error as? RowConflict ?? left.first else { return }
      reason = conflict.clause(in: step, journal)
      if !left.isEmpty { return }
      place = .last
      if step.change.rows.count > 1 || conflict.reason.deed == nil {
        consequence = "; nothing was changed"
      } else if conflict.reason != .deleted {
        consequence = "; it stays as it is"
      }
    }
  }

  /// A step of undo or redo.
  public enum StepAction: Sendable {
    /// The undo or the redo key was pressed.
    case keyPressed(ChangeHistory.Way)
    /// A change was undone or redone.
    case taken(ChangeHistory.Step, ChangeHistory.Way, MadeChange)
    /// The person reverts changes of a journal.
    case revertKeyPressed(RevertedChanges, in: ChangeJournal?)
    /// The change that a revert makes is known; `endedBy`: what ends finding it.
    case revertFound(ChangeHistory.Step, endedBy: WriteInterruption)
    /// A commit can't be reverted, with the reason.
    case revertRefused(String)
    /// The screen has begun: the kept steps are read.
    case begun
    /// The kept steps were read, after this history; `nil` if they could not be. `then`: the step to take.
    case kept(StepKeeper.Steps?, after: ChangeHistory, then: ChangeHistory.Way?)
    /// A change could not be undone or redone.
    case failed(ChangeHistory.Step, ChangeHistory.Way, StepFailure)
    /// The person chooses between the value of a step and the newer one.
    case chooseKeyPressed
  }

  func reduce(_ action: StepAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .keyPressed(let way): return readKept(then: way, &state) ?? takeAfterQuestion(way, &state)
    case .begun: return readKept(&state) ?? .none
    case .kept(let kept, let history, let way): return receive(kept, after: history, then: way, &state)
    case .revertKeyPressed(let changes, let journal): return revert(changes, in: journal, &state)
    case .revertFound(let step, let interruption): return revertFound(step, interruption, &state)
    case .revertRefused(let reason):
      refuseRevert(reason, &state)
      return .none
    case .taken(let step, let way, let made): return end(step, way, made, &state)
    case .failed(let step, let way, let failure):
      let former = state.tab
      noteFailure(failure, of: step, way, &state)
      return resting(former, state)
    case .chooseKeyPressed: return choose(&state)
    }
  }

  /// Takes the next step, or asks first.
  func takeAfterQuestion(_ way: ChangeHistory.Way, _ state: inout State) -> Effect<Action> {
    if let reason = reasonNotToTake(way, state) {
      state.note(reason)
      return .none
    }
    let former = state.tab
    guard asksBefore(way, &state) else { return take(way, &state) }
    return resting(former, state)
  }

  /// Lets the query rest if the screen has gone from it to a question.
  private func resting(_ former: Tab?, _ state: State) -> Effect<Action> {
    former == .query && state.tab != .query ? .send(.query(.hidden)) : .none
  }

  /// Asks before redoing a deletion that reaches other records, as before the deletion. Returns whether it asks.
  private func asksBefore(_ way: ChangeHistory.Way, _ state: inout State) -> Bool {
    guard way == .redo, canTake(way, state), let step = state.history.latest(way),
      step.change.rows.allSatisfy({ $0.after == nil })
    else { return false }
    let (table, others) = (state.present(step.table), step.change.othersToAskAbout)
    guard table.style.editing.deletionReachesOthers, !others.isEmpty else { return false }
    state.show(step)
    let chosen = ChosenRecords(Set(step.change.rows.lazy.map(\.id)))
    let records = chosen.only.map { "\(table.named($0))" } ?? table.counted(chosen.count)
    state.lists[id: table]?.confirmation = BulkConfirmation.State(
      deed: .step(step, .redo, leaving: []), chosen: chosen, cursor: step.cursor, records: records, others: others)
    return state.lists.contains(id: table)
  }

  /// Asks whether to take the latest step without the rows that other programs have changed. Returns whether it asks.
  private func asksToLeave(
    _ rows: [RowConflict], of step: ChangeHistory.Step, _ way: ChangeHistory.Way, _ state: inout State
  ) -> Bool {
    if way == .revert || state.tab == .changes { return !rows.isEmpty && state.ask(step, way, leaving: rows) }
    let table = state.present(step.table)
    // The question is over the list of the table.
    if !rows.isEmpty, !state.quitting.isBegun, state.tab == .query { state.show(step) }
    // A question that the person can't see would wait for a key that means something else.
    guard !rows.isEmpty, !state.quitting.isBegun, state.tab == .table(table.name), let list = state.lists[id: table],
      list.form == nil, list.detail?.saving == nil
    else { return false }
    let chosen = ChosenRecords(Set(step.change.rows.lazy.map(\.id)))
    state.lists[id: table]?.confirmation = BulkConfirmation.State(
      deed: .step(step, way, leaving: rows), chosen: chosen, cursor: step.cursor, records: table.counted(chosen.count))
    return true
  }

  /// Undoes or redoes a step. `leaving`: the rows to leave as they are, which the person was shown.
  func take(
    _ way: ChangeHistory.Way, leaving left: [RowConflict] = [], _ state: inout State
  ) -> Effect<Action> {
    guard canTake(way, state), let step = state.history.take(way) else {
      let isElsewhere = state.history.canTake(way)
      let verb = way == .undo ? "undo" : "redo"
      let text = isElsewhere ? "There is nothing to \(verb) here." : "Nothing to \(verb)."
      state.note(text)
      return .none
    }
    if !state.showsAllSteps { state.show(step) }
    return make(step, way, leaving: left, &state)
  }

  /// Makes the change of a taken or a new step.
  func make(
    _ step: ChangeHistory.Step, _ way: ChangeHistory.Way, leaving left: [RowConflict], _ state: inout State
  ) -> Effect<Action> {
    state.work.isStepTaken = true
    let underWay = ChangeUnderWay(
      way == .revert
        ? "Reverting \(step.reverted ?? "")" : "\(way == .undo ? "Undoing" : "Doing again"): \(step.label)",
      count: step.change.recordCount)
    state.work.change = underWay
    let change = step.written(way)
    for list in state.lists {
      list.model.expectDeletion(of: change.deletions(from: list.table))
      list.model.expectArrivals(of: change, in: list.table)
    }
    return write(change, leaving: left, of: step, way, endedBy: underWay.interruption, state)
  }

  private func canTake(_ way: ChangeHistory.Way, _ state: State) -> Bool {
    way == .undo ? state.canUndo : state.history.canTake(way)
  }

  private func write(
    _ change: BookChange, leaving left: [RowConflict], of step: ChangeHistory.Step, _ way: ChangeHistory.Way,
    endedBy interruption: WriteInterruption, _ state: State
  ) -> Effect<Action> {
    .run { [database, stepKeeper, page = state.lists[id: state.present(step.table)]?.live.$page] send in
      let made = try await database.write(keptBy: stepKeeper, endedBy: interruption) { db in
        let made = try change.apply(db, leaving: left, asks: way == .revert)
        let taken = step.taken(way, made).kept
        if way == .revert { return (made, .made(taken)) }
        let isChanged = taken.change != step.change
        return (made, .taken(step.change, isUndo: way == .undo, now: isChanged ? taken : nil))
      }
      await send(.work(.written(interruption)))
      // If the rows can't be read, the list says so.
      try? await page?.load()
      await send.awaited(.step(.taken(step, way, made)))
    } catch: { [journal = Container.shared.changeJournal()] error, send in
      await send(.step(.failed(step, way, StepFailure(error, of: step, way, journal))))
    }
  }

  /// A step was taken. The history now has the change that was really made: records that another program had changed
  /// were left out, and a record may have come back with another rowid.
  private func end(
    _ step: ChangeHistory.Step, _ way: ChangeHistory.Way, _ made: MadeChange, _ state: inout State
  ) -> Effect<Action> {
    state.work.isStepTaken = false
    endChange(&state) { $0.work.change = nil }
    if !made.left.isEmpty {
      let written = step.written(way)
      for list in state.lists {
        let gone = Set(made.change.deletions(from: list.table))
        list.model.expectStay(of: written.deletions(from: list.table).filter { !gone.contains($0) })
      }
    }
    let taken = step.taken(way, made)
    if way == .revert { state.history.record(taken) } else { state.history.replace(step, by: taken, way) }
    state.work.taken = TakenStep(change: taken.change, line: state.shownChange)
    state.work.conflict = nil
    let opposite: KeyHint = way == .undo ? .redo : .undo
    // A question has named what a revert leaves.
    var text = way == .revert ? taken.label : step.label + exception(made.left, of: step)
    if made.change.isForGood { text += ". \(BookChange.forGood)" }
    let message = Message(
      text: (way == .undo ? "Undone: " : "") + text, isLasting: !made.left.isEmpty || made.change.isForGood,
      record: way == .revert ? nil : taken.change.record,
      hints: state.history.canTake(way.opposite) && !made.change.isForGood ? [opposite] : [])
    let told = tellTroubleOfKeeping(in: message)
    state.statistics?.isPaused = false
    if let name = made.change.tableName, !state.showsAllSteps {
      return show(TableMessage(table: name, isThere: way == .redo, message: told), &state)
    }
    state.show(told, at: state.place(of: step, way))
    let table = state.present(step.table)
    let row = way == .revert || state.showsAllSteps ? nil : revealed(made.change, of: step)
    // From now on keys wait until the cursor is on the record.
    if row != nil { state.lists[id: table]?.work.isRevealAwaited = true }
    return .merge(
      state.lists.map { .send(.lists(.element(id: $0.table, action: .change(.stepTaken(made.change))))) }
        + [reveal(row, table, state)])
  }

  /// A step could not be taken. The message says why, and names the key for the next step if that is another one.
  private func noteFailure(
    _ failure: StepFailure, of step: ChangeHistory.Step, _ way: ChangeHistory.Way, _ state: inout State
  ) {
    state.history.failed(step, way, isNow: failure.place)
    if way != .revert, failure.place != .next {
      stepKeeper?.place(step.change, isUndo: way == .undo, isForgotten: failure.place == .forgotten)
    }
    let written = step.written(way)
    for list in state.lists { list.model.expectStay(of: written.deletions(from: list.table)) }
    defer {
      state.work.isStepTaken = false
      for list in state.lists { list.model.endArrivals() }
      endChange(&state) { $0.work.change = nil }
    }
    state.work.conflict = nil
    if asksToLeave(failure.left, of: step, way, &state) { return }
    var message = Message(text: "\(way.refusal): \(failure.reason)", isError: true)
    if canTake(way, state), state.history.latest(way) != step {
      var next: KeyHint = way == .undo ? .undo : .redo
      next.title = "the step \(way == .undo ? "before" : "after")"
      message.hints = [next]
    }
    if failure.isOfNewerValue, let row = written.onlyRow, state.tableToChoose(in: row) != nil,
      journal?.isReplacedElsewhere(row.id, in: row.table) != true
    {
      state.work.conflict = row
      message.hints.insert(.choose, at: 0)
    } else {
      message.text += failure.consequence
    }
    if message.hints.isEmpty { message.text += "." }
    state.show(message, at: state.place(of: step, way))
    noteFailure(&state)
  }

  // MARK: The record

  /// The record that a step has restored or changed. Of many records it is the one that had the cursor when they were
  /// changed; if it is not among them, the cursor keeps its place.
  private func revealed(_ change: BookChange, of step: ChangeHistory.Step) -> RowChange? {
    let row = change.onlyRow ?? step.cursor.flatMap { id in change.rows.first { $0.id == id && $0.isOf(step.table) } }
    return row?.after == nil ? nil : row
  }

  private func reveal(_ row: RowChange?, _ table: ListedTable, _ state: State) -> Effect<Action> {
    guard let row, state.lists.contains(id: table) else { return .none }
    return .send(.lists(.element(id: table, action: .cursor(.revealAsked(id: row.id, isNew: row.before == nil)))))
  }
}

extension Application.State {
  /// The tab for the message about a step.
  fileprivate func place(of step: ChangeHistory.Step, _ way: ChangeHistory.Way) -> Application.Tab {
    way == .revert ? placeOfRevert : tab.flatMap { showsAllSteps ? $0 : nil } ?? .table(step.table.name)
  }

  /// Whether the shown tab shows the effect of a step in any table: the result of a query, or the list of changes.
  fileprivate var showsAllSteps: Bool { tab == .query || tab == .changes }

  /// Goes to the table of a step. A record over its list stays open only if the step changes it: so the user sees the
  /// effect.
  fileprivate mutating func show(_ step: ChangeHistory.Step) {
    let table = present(step.table)
    guard tableTabs.contains(where: { $0.table == table }) else { return }
    tab = .table(table.name)
    visit()
    let open = lists[id: table]?.detail?.id
    if !step.change.rows.contains(where: { $0.isOf(table) && $0.id == open }) { lists[id: table]?.detail = nil }
  }
}

extension ChangeHistory.Way {
  /// The beginning of the message that it failed.
  var refusal: String {
    switch self {
    case .undo: "Not undone"
    case .redo: "Not done again"
    case .revert: "Not reverted"
    }
  }
}

extension ChangeHistory.Step {
  /// The step as it was really taken.
  func taken(_ way: ChangeHistory.Way, _ made: MadeChange) -> ChangeHistory.Step {
    guard way == .revert || !made.left.isEmpty || made.hasOtherRowIDs || change.isOfTable else { return self }
    let change = way == .undo ? made.change.inverse : made.change
    if change.rows.count < self.change.rows.count { return narrowed(to: change) }
    var taken = self
    taken.change = change
    return taken
  }

  /// The change to write for this direction.
  fileprivate func written(_ way: ChangeHistory.Way) -> BookChange { way == .undo ? change.inverse : change }
}
