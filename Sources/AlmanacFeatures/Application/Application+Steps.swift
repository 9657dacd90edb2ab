// Taking steps back, and doing them again: one at a time, in the order of the keys, behind the changes before them.
//
//   key ──> nothing is being written ──> step ──> write ──> undone ──> the list shows its record ──> the next key's
//     └───> else it waits: `stepsToTake` ──> the write ends ──┬─> made: the next key's
//                                                             └─> not made: forgotten
import AlmanacRecords
import Databases
import LiveQueries
import Stores

extension Application {
  /// Why a step could not be taken back or done again.
  public struct StepFailure: Error, Hashable, Sendable {
    /// And what follows from that, as the rest of a sentence.
    public var reason: String
    /// Whether trying again is of no use: someone else has changed the record since.
    public var isFinal = false

    init(_ error: any Error, of change: BookChange) {
      reason = sentence(error)
      isFinal = error is ChangeConflict || error is ReplayRefused
      guard let conflict = error as? ChangeConflict else { return }
      if change.rows.count > 1 {
        reason += "; nothing was changed"
      } else if !conflict.isGone {
        reason += "; it stays as it is"
      }
    }

    /// What is said of it, with the key that goes on.
    func message(_ what: String, _ hint: KeyHint?) -> Message {
      Message(text: "\(what): \(reason)\(hint == nil ? "." : "")", isError: true, hints: hint.map { [$0] } ?? [])
    }
  }

  /// Takes a step back or forward, or lets it wait for what is being written.
  func take(_ way: Way, _ state: inout State) -> Effect<Action> {
    // A step that waits for somebody's lock takes no others with it: nobody would remember them.
    guard !state.file.isWriteWaiting else { return .none }
    defer { noteSteps(&state) }
    guard !state.isStepTaken, !state.isWriting else {
      state.stepsToTake.append(way)
      return .none
    }
    let canTake = way == .undo ? state.canUndo : state.history.canRedo
    guard canTake, let step = way == .undo ? state.history.undo() : state.history.redo() else {
      let isElsewhere = way == .undo && state.history.canUndo
      let what = "\(way == .undo ? "undo" : "redo")\(isElsewhere ? " here" : "")"
      state.message = Message(text: "\(isElsewhere ? "There is nothing" : "Nothing") to \(what).", isPassing: true)
      return takeNext(&state)
    }
    state.isStepTaken = true
    state.longChange = LongChange(
      "\(way == .undo ? "Undoing" : "Doing again"): \(step.label)", count: step.change.rows.count)
    // Behind one that takes long the cursor can be moved: its record is asked for at the end.
    if state.longChange == nil { awaitReveal(of: step, way, &state) }
    return write(step, way, endedBy: state.longChange?.interruption)
  }

  private func write(
    _ step: ChangeHistory.Step, _ way: Way, endedBy interruption: WriteInterruption?
  ) -> Effect<Action> {
    .run { [database] send in
      let change = way == .undo ? step.change.inverse : step.change
      let made = try await database.write(endedBy: interruption) { db in try change.apply(db) }
      await send(way == .undo ? .undone(step, made) : .redone(step, made))
    } catch: { error, send in
      let failure = StepFailure(error, of: step.change)
      await send(way == .undo ? .undoFailed(step, failure) : .redoFailed(step, failure))
    }
  }

  /// A step has been taken. Of one of many records those that someone else has changed were left: it is about the
  /// others from now on.
  func end(
    _ step: ChangeHistory.Step, _ way: Way, _ made: MadeChange, _ state: inout State
  ) -> Effect<Action> {
    state.isStepTaken = false
    endLongChange(&state)
    var taken = step
    if !made.left.isEmpty {
      taken = step.narrowed(to: way == .undo ? made.change.inverse : made.change)
      state.history.narrow(step, to: taken, way)
      // The record that keys wait for may be among those that were left.
      if revealed(taken, way) == nil { (state.facts.isRevealAwaited, state.users.isRevealAwaited) = (false, false) }
    }
    let hints: [KeyHint] = way == .redo ? [.undo] : state.history.canRedo ? [.redo] : []
    state.message = Message(
      text: (way == .undo ? "Undone: " : "") + step.label + exception(made.left), isLasting: !made.left.isEmpty,
      record: taken.change.record, hints: hints)
    state.statistics.isPaused = false
    return .merge(tell(taken, way), takeNext(&state))
  }

  /// A step or a change is over: takes the step that waits for it.
  func takeNext(_ state: inout State) -> Effect<Action> {
    defer { noteSteps(&state) }
    guard !state.isStepTaken, !state.isWriting, !state.stepsToTake.isEmpty else { return .none }
    return take(state.stepsToTake.removeFirst(), &state)
  }

  /// A step could not be taken: what waits for it is forgotten.
  func dropSteps(_ state: inout State) -> Effect<Action> {
    (state.isStepTaken, state.stepsToTake) = (false, [])
    endLongChange(&state)
    (state.facts.isRevealAwaited, state.users.isRevealAwaited) = (false, false)
    noteSteps(&state)
    return .none
  }

  /// Tells the lists whether steps are to be taken.
  func noteSteps(_ state: inout State) {
    let isAwaited = state.isStepTaken || !state.stepsToTake.isEmpty
    let isLong = state.longChange != nil
    state.facts.awaitedStep = isAwaited ? isLong ? .longStep : .cursor : .nothing
    state.users.awaitedStep = isAwaited ? isLong ? .longStep : .cursor : .nothing
  }

  // MARK: Long changes

  /// What took a moment is over: nobody is kept waiting by it, nor asked about it.
  func endLongChange(_ state: inout State) {
    guard state.longChange != nil else { return }
    (state.longChange, state.isKeyRefused) = (nil, false)
    if !state.hasSomethingToLose { state.isQuitAsked = false }
  }

  func stopLongChange(_ state: State) -> Effect<Action> {
    guard let interruption = state.longChange?.interruption else { return .none }
    return .run { _ in interruption.interrupt() }
  }

  // MARK: The record

  /// The record that a step brings back or changes. Of many it is the one that had the cursor when they were changed,
  /// if it was among them; else the cursor stays where it is.
  private func revealed(_ step: ChangeHistory.Step, _ way: Way) -> RowChange? {
    let row = step.change.onlyRow ?? step.cursor.flatMap { id in step.change.rows.first { $0.id == id } }
    let taken = way == .undo ? row?.inverse : row
    return taken?.after == nil ? nil : taken
  }

  private func awaitReveal(of step: ChangeHistory.Step, _ way: Way, _ state: inout State) {
    switch revealed(step, way)?.table {
    case Fact.tableName: state.facts.awaitReveal()
    case User.tableName: state.users.awaitReveal()
    default: break
    }
  }

  /// Tells the lists of a step that has been taken.
  private func tell(_ step: ChangeHistory.Step, _ way: Way) -> Effect<Action> {
    let change = way == .undo ? step.change.inverse : step.change
    return .merge(.send(.facts(.stepTaken(change))), .send(.users(.stepTaken(change))), reveal(step, way))
  }

  /// Shows the record that a step brought back or changed.
  private func reveal(_ step: ChangeHistory.Step, _ way: Way) -> Effect<Action> {
    guard let row = revealed(step, way) else { return .none }
    let isNew = row.before == nil
    return switch row.table {
    case Fact.tableName: .send(.facts(.revealAsked(id: row.id, isNew: isNew)))
    case User.tableName: .send(.users(.revealAsked(id: row.id, isNew: isNew)))
    default: .none
    }
  }
}
