// What can happen to a list of records.
public import AlmanacRecords
public import Databases
public import Stores

extension RecordList {
  /// What can happen to the list.
  @CasePathable
  public enum Action: Sendable {
    // What the list asks for.
    /// Other rows are needed.
    case windowNeeded(RecordsWindow)
    /// The file turned out to be damaged.
    case damageFound
    /// A window has been read, or could not be.
    case windowLoadEnded(number: Int, isRead: Bool)
    /// The record with the cursor has gone.
    case selectionLost(id: RecordID)
    /// Another record is the newest one.
    case newestChanged(id: RecordID)
    /// The record beside the list is needed.
    case recordBesideNeeded(id: RecordID)
    /// The labels of the records are needed that the rows name.
    case labelsNeeded(ReferenceLabels)
    /// Other records are marked.
    case marksChanged(in: ListQuery, number: Int)
    /// It is not known any more which records are marked.
    case marksUnknown
    /// The marked records have been counted again.
    case marksRecounted
    /// The places of the records are known, or more of them are.
    case placesFound
    /// A record was found, with its place.
    case recordFound(id: RecordID, RowKey, in: ListQuery, for: Lookup)
    /// The record that was looked for can't be shown.
    case revealFailed
    /// A record is to be shown in the list.
    case visitAsked(id: RecordID)
    /// A record is to be opened.
    case recordAsked(id: RecordID, key: String? = nil)
    /// A record is to be opened that has this key.
    case recordNamed(TypedKey)
    /// The list is to show a place again.
    case returnAsked(ListPlace)
    /// The records are to be shown that name another one.
    case namingAsked(RecordFilter)
    /// `to`: its identity now, as far as that is known.
    case recordToggled(from: RecordID, to: RecordID?)
    /// A record is there, and the list hides it.
    case recordHidden(HiddenRecord)
    /// A key was pressed on a record that the list hides.
    case hiddenKeyPressed(HiddenRecord)
    // What is pressed.
    /// The key of the search was pressed.
    case searchKeyPressed
    /// The search was edited.
    case searchEdited(TextEdit)
    /// The search was kept.
    case searchSubmitted
    /// The search was ended.
    case searchCleared(around: RowKey?, returningTo: RecordID? = nil)
    /// `column`: the one that the person has gone to since the list was sorted last.
    case sortKeyPressed(selected: RecordID?, column: String? = nil)
    /// The key that turns the order was pressed.
    case reverseKeyPressed(selected: RecordID?)
    /// The key of the filter was pressed.
    case filterKeyPressed(selected: RecordID?, column: String?)
    /// The value is known by which the list is to be filtered.
    case valueRead(RecordFilter, selected: RecordID)
    /// The filter was ended.
    case filterCleared(selected: RecordID?)
    /// The key was pressed that follows the newest record.
    case followKeyPressed
    /// The cursor moved.
    case cursorMoved
    /// The key was pressed that pauses the list.
    case pauseKeyPressed
    /// The key was pressed that shows a record beside the list.
    case besideKeyPressed(hasRoom: Bool)
    /// The key was pressed that marks all records.
    case markAllKeyPressed
    /// All records were found that are to be marked.
    case allFound(Set<RecordID>, in: ListQuery)
    /// The key that stops was pressed.
    case stopKeyPressed
    /// `rowIDVersion`: the version of the schema at which the identity was read, where it holds no longer than that.
    case openKeyPressed(id: RecordID, rowIDVersion: Int? = nil)
    /// The key of the profile was pressed.
    case profileKeyPressed(column: String)
    /// The profile was left.
    case profileClosed
    /// The key was pressed that writes a value to a file.
    case writeValueKeyPressed(column: String, ExactValue, LongValue?)
    /// The key that leads back was pressed.
    case backKeyPressed
    /// The key that adds a record was pressed.
    case addKeyPressed
    /// The key that edits a record was pressed.
    case editKeyPressed(id: RecordID)
    /// The key that edits a value in the person's editor was pressed.
    case editorKeyPressed(id: RecordID, column: String)
    /// The key that toggles was pressed.
    case toggleKeyPressed(ChosenRecords, cursor: RecordID? = nil)
    /// The key that deletes was pressed.
    case deleteKeyPressed(ChosenRecords, cursor: RecordID? = nil)
    /// Records were not changed that were to be.
    case changeRefused(ChosenRecords)
    /// It is known what else a deletion would change; `nil` where it took too long.
    case othersFound(
      [OtherRecords]?, ChosenRecords, [ChangeDoubt] = [], cursor: RecordID?, isAskedAgain: Bool = false,
      by: WriteInterruption? = nil)
    /// A change was not made, since the person is to be asked first.
    case doubted(RecordChange, ChosenRecords, with: [OtherRecords]?, [ChangeDoubt], cursor: RecordID?)
    /// The key that copies was pressed.
    case copyKeyPressed(ChosenRecords, cursor: RecordID? = nil)
    /// There are more or fewer records than the person agreed to change or to copy.
    case numberChanged(BulkDeed, ChosenRecords, cursor: RecordID?)
    // What comes of it, for the screen around, and what that asks for.
    /// The list has something to say to the screen.
    case report(ListReport)
    /// A record is to be shown under the cursor.
    case revealAsked(id: RecordID, isNew: Bool, line: Int? = nil)
    /// A change was undone or redone.
    case stepTaken(BookChange)
    // What is shown over it.
    /// Something happened in the open record.
    case detail(RecordDetail.Action)
    /// Something happened in the form.
    case form(RecordForm.Action)
    /// Something happened in the dialog that asks before something is done.
    case confirmation(BulkConfirmation.Action)
    /// Something happened in the dialog that writes a value.
    case saving(ValueSaving.Action)
    /// Something happened in the profile.
    case profile(Profile.Action)
  }
}
