// The actions of the application.
public import AlmanacRecords
public import Stores

extension Application {
  /// An action of the application.
  @CasePathable
  public enum Action: Sendable {
    /// The key of a tab was pressed.
    case tabKeyPressed(Tab)
    /// The schema of the file has changed.
    case tablesChanged
    /// A dialog over the whole screen is opened, closed or answered.
    case dialog(DialogAction)
    /// A jump to a record, or back.
    case jump(JumpAction)
    /// The list of changes is opened, cleared or closed.
    case journal(JournalAction)
    /// The query screen is opened or left.
    case queryScreen(QueryScreenAction)
    /// The present query gets a name, or a named one goes.
    case naming(NamingAction)
    /// A step of undo or redo.
    case step(StepAction)
    /// The present change, and quitting.
    case work(WorkAction)
    /// A message for the person, or a key after it.
    case message(MessageAction)
    /// A command of the person's own.
    case command(CommandAction)
    /// The person imports the records of a file into a table.
    case importAsked(path: String, into: ListedTable)
    /// The form of an import, and the table that it makes.
    case newTable(NewTableAction)
    /// An action of a table's list.
    case lists(IdentifiedAction<ListedTable, RecordList.Action>)
    /// An action of the list of changes.
    case changes(RecordList.Action)
    /// An action of the list of the net changes between two moments.
    case netChanges(RecordList.Action)
    /// An action of the list of a table at an earlier moment.
    case past(RecordList.Action)
    /// A table is shown as it was.
    case lookBack(LookBackAction)
    /// An action of the person's query.
    case query(Query.Action)
    /// An action of the board.
    case board(Board.Action)
    /// An action of the file's health.
    case file(FileHealth.Action)
    /// An action of the statistics.
    case statistics(Statistics.Action)
    /// An action of the palette.
    case palette(Palette.Action)
    /// An action of the doctor.
    case doctor(Doctor.Action)
    /// An action of the schema of a table.
    case schema(Schema.Action)
    /// An action of the page of the settings.
    case settings(SettingsPage.Action)
    /// An action of the form of an import.
    case importForm(ImportForm.Action)
  }
}
