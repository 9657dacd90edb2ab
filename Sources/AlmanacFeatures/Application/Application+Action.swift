// What can happen to the screen.
public import AlmanacRecords
public import Databases
public import Stores

extension Application {
  /// What can happen to the screen.
  @CasePathable
  public enum Action: Sendable {
    /// The key of a tab was pressed.
    case tabKeyPressed(Tab)
    /// The schema of the file has changed.
    case tablesChanged
    /// The key of the palette was pressed.
    case paletteKeyPressed
    /// The palette was left.
    case paletteClosed
    /// The record was found to which a foreign key leads.
    case jumpFound(Jump, to: Destination)
    /// A jump led nowhere; with the sentence that says so.
    case jumpFailed(from: Tab, String)
    /// Esc, while the record is looked up.
    case jumpCancelled
    /// Esc, with nothing else to close or to clear.
    case backKeyPressed
    /// The key of the changes was pressed.
    case changesKeyPressed
    /// The database that lists them is there.
    case changesOpened(SQLiteConnection)
    /// They can't be listed; with the reason.
    case changesNotOpened(String)
    /// The list of changes was left.
    case changesLeft
    /// The person asked for the record that a change is of.
    case changeFollowed(JournalEntry)
    /// The person asked for the list to begin again.
    case changesCleared
    /// Something happened in the list of changes.
    case changes(RecordList.Action)
    /// The key of the help was pressed.
    case helpKeyPressed
    /// The help was left.
    case helpClosed
    /// The person asked for records of a file to be added to a table.
    case importAsked(path: String, into: ListedTable)
    /// The person asked for the doctor.
    case doctorAsked
    /// The doctor was left.
    case doctorClosed
    /// The key of undo or of redo was pressed.
    case stepKeyPressed(ChangeHistory.Way)
    /// A change was undone or redone.
    case stepTaken(ChangeHistory.Step, ChangeHistory.Way, MadeChange)
    /// A change could not be undone or redone.
    case stepFailed(ChangeHistory.Step, ChangeHistory.Way, StepFailure)
    /// The key that ends the program was pressed.
    case quitKeyPressed
    /// The terminal has gone, or the program was asked to end.
    case abandoned
    /// The change under way is not to be made.
    case stopChangeKeyPressed
    /// It has been committed: it can't be stopped any more.
    case changeWritten(WriteInterruption)
    /// The change under way, or its stopping, has taken so long.
    case changeTakesTime(seconds: Int)
    /// The person has answered whether the file may be written to.
    case writeAnswered(isAllowed: Bool)
    /// A key was pressed that can't act now.
    case keyRefused(KeyRefusal)
    /// There is something to say to the person.
    case noted(String)
    /// The person has done something since the message came.
    case messageSeen
    /// Something happened in the list of a table.
    case lists(IdentifiedAction<ListedTable, RecordList.Action>)
    /// Something happened to the file.
    case file(FileHealth.Action)
    /// Something happened in the statistics.
    case statistics(Statistics.Action)
    /// Something happened in the palette.
    case palette(Palette.Action)
    /// Something happened in the doctor.
    case doctor(Doctor.Action)
  }
}
