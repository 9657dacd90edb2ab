// The work under way: the present change, stopping it, and quitting.
import AlmanacRecords
public import Databases
import IdentifiedCollections
import Stores

/// A step that was taken, which a key in the list of changes may take the other way.
struct TakenStep: Equatable {
  let change: BookChange
  let line: RecordID?
}

/// The work of the application that is under way, and keys may have to wait for.
@ObservableState
struct ApplicationWork: Equatable {
  /// Whether a step is being undone or redone, or its rows are being read.
  var isStepTaken = false
  /// Whether the kept steps must be read before the next step.
  var isHistoryOld = false
  /// The last step that was taken: its change, and the line of the list of changes that had the cursor then.
  var taken: TakenStep?
  /// Whether the person knows that the arrangement of columns is not kept.
  var isUnkeptTold = false
  /// The tab where the last revert was asked for.
  var tabOfRevert: Application.Tab?
  /// The change of one record that could not be made because of a newer value, until another step is made.
  var conflict: RowChange?
  /// The change that is being written, by a key or an undo step.
  var change: ChangeUnderWay?
  /// A form's save that is being written. It is shown only if there is no `change`.
  var saving: ChangeUnderWay?
  /// The comparison with another file.
  var comparison: FileComparison?
  /// The named query that the last run ended at. It is opened when the session has begun.
  var queryOfLastRun: String?
  /// Whether records are being imported into a new table.
  var isTableImported = false
  /// What is to be said of a table that was made or dropped, once the tabs show it.
  var tableMessage: TableMessage?
  /// Whether a command of the person's own has the terminal.
  var isCommandOnTerminal = false
  /// How often requested work has failed.
  var failureCount = 0
}

/// Quitting, from the question to the failure after it.
@ObservableState
struct Quitting: Equatable {
  /// Whether the program was asked to quit while something would be lost.
  var isAsked = false
  /// Whether only this file is to be closed, while others stay open.
  var isOfFile = false
  /// What would be lost in the other files.
  var elsewhere: [LossElsewhere] = []
  /// Whether the program should end.
  var isBegun = false
  /// Why a change requested just before quitting was not written.
  var failure: String?
}

/// What quitting would lose in a file that is not shown.
public struct LossElsewhere: Hashable, Sendable {
  let file: String
  let reason: QuitReason
}

extension Application {
  /// The present change, and quitting.
  public enum WorkAction: Sendable {
    /// The person stops the present change.
    case stopKeyPressed
    /// A change was committed: it can't be stopped any more.
    case written(WriteInterruption)
    /// The present change, or its stopping, has taken this long.
    case takesTime(seconds: Int)
    /// The quit key was pressed.
    case quitKeyPressed
    /// The quit key, or that of closing this file only, was pressed while several files are open.
    case leaveKeyPressed(isOfFile: Bool, elsewhere: [LossElsewhere])
    /// Behind the question, this would now be lost in the other files.
    case elsewhereChanged([LossElsewhere])
    /// The person has left all files, in another one.
    case leftElsewhere
    /// The terminal is gone, or the program was asked to end.
    case abandoned
  }

  func reduce(_ action: WorkAction, _ state: inout State) -> Effect<Action> {
    switch action {
    case .stopKeyPressed: return stopChange(&state)
    case .written(let interruption):
      changeWritten(interruption, &state)
      return .none
    case .takesTime(let seconds): return changeTakesTime(seconds, &state)
    case .quitKeyPressed: return quit(&state)
    case .leaveKeyPressed(let isOfFile, let elsewhere):
      // The answer to one question is none to the other.
      if state.quitting.isOfFile != isOfFile { state.quitting.isAsked = false }
      (state.quitting.isOfFile, state.quitting.elsewhere) = (isOfFile, elsewhere)
      return quit(&state)
    case .elsewhereChanged(let losses):
      state.quitting.elsewhere = losses
      state.endQuestion()
      return .none
    case .leftElsewhere:
      state.quitting.isOfFile = false
      return begin(&state)
    case .abandoned: return abandon(&state)
    }
  }

  // MARK: The present change

  /// Ends a change: it refuses no more keys, and needs no question before quitting.
  func endChange(_ state: inout State, _ remove: (inout State) -> Void) {
    if state.isChangeShown { state.messages.isKeyRefused = false }
    remove(&state)
    state.endQuestion()
  }

  /// A change was committed: it is no longer shown as one that can be stopped.
  func changeWritten(_ interruption: WriteInterruption, _ state: inout State) {
    endChange(&state) { if $0.work.change?.interruption == interruption { $0.work.change = nil } }
  }

  private func stopChange(_ state: inout State) -> Effect<Action> {
    guard let interruption = state.presentChange?.interruption else { return .none }
    state.setPresentChange {
      $0.isStopping = true
      $0.seconds = 0
    }
    // At once, because the run may be about to end.
    interruption.interrupt()
    return .none
  }

  /// After quitting, a change may take so many seconds more: even a slow disk writes a change of one record sooner.
  private static let secondsAfterQuitting = 5

  /// Notes how long the present change takes, for the status line. After quitting, a long change is stopped, unless it
  /// waits for another program's lock, which has a limit of its own.
  private func changeTakesTime(_ seconds: Int, _ state: inout State) -> Effect<Action> {
    if state.quitting.isBegun, !state.file.isWriteWaiting, state.presentChange?.isStopping == false {
      return seconds < Self.secondsAfterQuitting ? .none : stopChange(&state)
    }
    state.setPresentChange {
      $0.isShown = !$0.asks
      $0.seconds = seconds
    }
    return .none
  }

  // MARK: Quitting

  /// Quits, or asks first if something would be lost.
  private func quit(_ state: inout State) -> Effect<Action> {
    if state.losesSomething, !state.quitting.isAsked {
      state.quitting.isAsked = true
      return .none
    }
    return begin(&state)
  }

  private func begin(_ state: inout State) -> Effect<Action> {
    // A long change that waits for a lock may get it before it is given up. Then the change is stopped. A change that
    // was just requested and waits for nothing is written.
    let giveUp: Effect<Action> = state.file.isWriteWaiting ? .send(.file(.giveUpKeyPressed)) : .none
    return .merge(giveUp, abandon(&state))
  }

  /// Quits without asking.
  private func abandon(_ state: inout State) -> Effect<Action> {
    state.quitting.isBegun = true
    return state.isChangeShown ? stopChange(&state) : .none
  }

  /// Notes that a change was not made. The message says why.
  func noteFailure(_ state: inout State) {
    if state.quitting.isBegun { state.quitting.failure = state.messages.lastError?.text }
  }
}

extension Application.State {
  /// Whether leaving would lose something, in this file or in another one.
  var losesSomething: Bool { hasSomethingToLose || !quitting.elsewhere.isEmpty }

  /// Forgets the question whether to quit, if it has become needless.
  mutating func endQuestion() {
    if !losesSomething { quitting.isAsked = false }
  }

  /// All that quitting would lose, in sentences.
  var quitSentence: String {
    let own = hasSomethingToLose ? [ownQuitReason.sentence] : []
    return (own + quitting.elsewhere.map { $0.reason.sentence(in: $0.file) }).joined(separator: " ")
  }

  /// The change that is being written now.
  var presentChange: ChangeUnderWay? { work.change ?? work.saving }
  /// Whether the status line shows the present change.
  var isChangeShown: Bool { presentChange?.isShown == true }
  /// Whether the effects of a deletion are being found out, for a question.
  var isQuestionAwaited: Bool { work.change?.asks == true }
  /// Whether a key's change or an undo step is being written, or its rows are being read.
  var isWriting: Bool {
    work.isStepTaken || work.isTableImported || lists.contains { $0.work.changeCount > 0 } || query?.isWriting == true
  }
  /// Whether anything is being written, or has rows that are being read.
  var isChanging: Bool { isWriting || presentChange != nil }
  /// Whether a change, a step or a comparison is about to move the cursor. Not a change that takes long, nor one that waits
  /// for another program's lock, which may last.
  var isCursorAwaited: Bool {
    isComparisonAwaited
      || (work.isStepTaken || lists.contains(where: \.work.isDeleting)) && !isChangeShown
        && file.status.waiting.isEmpty
  }

  /// Updates the present change.
  fileprivate mutating func setPresentChange(_ body: (inout ChangeUnderWay) -> Void) {
    guard var change = presentChange else { return }
    body(&change)
    if work.change == nil { work.saving = change } else { work.change = change }
  }
}
