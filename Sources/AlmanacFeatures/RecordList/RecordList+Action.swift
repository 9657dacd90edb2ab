// The actions of a list of records, a group for each part of it.
public import Stores

extension RecordList {
  /// An action of the list.
  @CasePathable
  public enum Action: Sendable {
    /// A need of the rows on the screen, or an answer to one.
    case rows(RowsAction)
    /// Where the cursor goes.
    case cursor(CursorAction)
    /// Which records are listed, and in which order.
    case query(QueryAction)
    /// Which records are marked.
    case marks(MarksAction)
    /// A change of records, and what comes of it.
    case change(ChangeAction)
    /// What is opened or closed over the list.
    case open(OpenAction)
    /// The pause key was pressed.
    case pauseKeyPressed
    /// The stop key was pressed.
    case stopKeyPressed
    /// The list reports to the screen.
    case report(ListReport)
    /// An action of the open record.
    case detail(RecordDetail.Action)
    /// An action of the pictures of the record beside the list.
    case besideImages(RecordImages.Action)
    /// An action of the form.
    case form(RecordForm.Action)
    /// An action of the confirmation dialog.
    case confirmation(BulkConfirmation.Action)
    /// An action of the profile.
    case profile(Profile.Action)
  }
}
