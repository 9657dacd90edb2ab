// The actions of the application.
public import AlmanacRecords
public import Databases
public import Stores

extension Application {
  /// An action of the application.
  @CasePathable
  public enum Action: Sendable {
    /// The key of a tab was pressed.
    case tabKeyPressed(Tab)
    /// The schema of the file has changed.
    case tablesChanged
    /// The palette key was pressed.
    case paletteKeyPressed
    /// The palette was closed.
    case paletteClosed
    /// The record that a jump leads to was found.
    case jumpFound(Jump, to: Destination)
    /// A jump failed, with a sentence that says why.
    case jumpFailed(from: Tab, String)
    /// Esc was pressed while the record was looked up.
    case jumpCancelled
    /// Esc was pressed with nothing else to close or to clear.
    case backKeyPressed
    /// The key of the list of changes was pressed.
    case changesKeyPressed
    /// The database of the changes is open.
    case changesOpened(SQLiteConnection)
    /// The changes can't be listed, with the reason.
    case changesNotOpened(String)
    /// The list of changes was closed.
    case changesLeft
    /// The person goes to the record of a change.
    case changeFollowed(JournalEntry)
    /// The person clears the list of changes.
    case changesCleared
    /// An action of the list of changes.
    case changes(RecordList.Action)
    /// The help key was pressed.
    case helpKeyPressed
    /// The help was closed.
    case helpClosed
    /// The person imports the records of a file into a table.
    case importAsked(path: String, into: ListedTable)
    /// The person starts the doctor.
    case doctorAsked
    /// The doctor was closed.
    case doctorClosed
    /// The undo or the redo key was pressed.
    case stepKeyPressed(ChangeHistory.Way)
    /// A change was undone or redone.
    case stepTaken(ChangeHistory.Step, ChangeHistory.Way, MadeChange)
    /// A change could not be undone or redone.
    case stepFailed(ChangeHistory.Step, ChangeHistory.Way, StepFailure)
    /// The quit key was pressed.
    case quitKeyPressed
    /// The terminal is gone, or the program was asked to end.
    case abandoned
    /// The person stops the present change.
    case stopChangeKeyPressed
    /// A change was committed: it can't be stopped any more.
    case changeWritten(WriteInterruption)
    /// The present change, or its stopping, has taken this long.
    case changeTakesTime(seconds: Int)
    /// The person answered whether the file may be written to.
    case writeAnswered(isAllowed: Bool)
    /// A key was pressed that can't act now.
    case keyRefused(KeyRefusal)
    /// A remark for the person.
    case noted(String)
    /// The person has pressed a key since the message came.
    case messageSeen
    /// An action of a table's list.
    case lists(IdentifiedAction<ListedTable, RecordList.Action>)
    /// An action of the file's health.
    case file(FileHealth.Action)
    /// An action of the statistics.
    case statistics(Statistics.Action)
    /// An action of the palette.
    case palette(Palette.Action)
    /// An action of the doctor.
    case doctor(Doctor.Action)
  }
}
