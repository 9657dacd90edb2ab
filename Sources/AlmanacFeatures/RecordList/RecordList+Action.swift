// The actions of a list of records.
public import AlmanacRecords
public import Databases
public import Stores

extension RecordList {
  /// An action of the list.
  @CasePathable
  public enum Action: Sendable {
    // Requests of the list.
    /// Other rows are needed.
    case windowNeeded(RecordsWindow)
    /// The file turned out to be damaged.
    case damageFound
    /// The load of a window has ended, whether or not it was read.
    case windowLoadEnded(number: Int, isRead: Bool)
    /// The record with the cursor left the rows.
    case selectionLost(id: RecordID)
    /// Another record is the newest one.
    case newestChanged(id: RecordID)
    /// The side pane needs the record.
    case recordBesideNeeded(id: RecordID)
    /// The labels of the referenced records are needed.
    case labelsNeeded(ReferenceLabels)
    /// Other records are marked.
    case marksChanged(in: ListQuery, number: Int)
    /// The marked records could not be looked up.
    case marksUnknown
    /// The marked records have been counted again.
    case marksRecounted
    /// The places of the records, or more of them, are known.
    case placesFound
    /// The place of a record was found.
    case recordFound(id: RecordID, RowKey, in: ListQuery, for: Lookup)
    /// The requested record can't be shown.
    case revealFailed
    /// Show a record in the list.
    case visitAsked(id: RecordID)
    /// Show a record in the list that the person has asked for.
    case recordAsked(id: RecordID, key: String? = nil)
    /// Show the record with this key.
    case recordNamed(TypedKey)
    /// Go back to a place in the list.
    case returnAsked(ListPlace)
    /// Show the records that reference another one.
    case namingAsked(RecordFilter)
    /// A record was toggled. `to`: its present identity, if known.
    case recordToggled(from: RecordID, to: RecordID?)
    /// The list hides an existing record.
    case recordHidden(HiddenRecord)
    /// Show a record that the list hides, at a key.
    case hiddenKeyPressed(HiddenRecord)
    // Keys.
    /// The search key was pressed.
    case searchKeyPressed
    /// The search was edited.
    case searchEdited(TextEdit)
    /// The search was submitted; its text stays.
    case searchSubmitted
    /// The search was cleared.
    case searchCleared(around: RowKey?, returningTo: RecordID? = nil)
    /// The sort key was pressed. `column`: the one that the person has moved to since the last sort.
    case sortKeyPressed(selected: RecordID?, column: String? = nil)
    /// The key that reverses the order was pressed.
    case reverseKeyPressed(selected: RecordID?)
    /// The filter key was pressed.
    case filterKeyPressed(selected: RecordID?, column: String?)
    /// The value to filter by was read.
    case valueRead(RecordFilter, selected: RecordID)
    /// The filter was cleared.
    case filterCleared(selected: RecordID?)
    /// The key that follows the newest record was pressed.
    case followKeyPressed
    /// The cursor moved.
    case cursorMoved
    /// The pause key was pressed.
    case pauseKeyPressed
    /// The key that shows or hides the side pane was pressed.
    case besideKeyPressed(hasRoom: Bool)
    /// The key that marks all records was pressed.
    case markAllKeyPressed
    /// The records to mark were found.
    case allFound(Set<RecordID>, in: ListQuery)
    /// The stop key was pressed.
    case stopKeyPressed
    /// A record is opened. `rowIDVersion`: the schema version for which the identity holds; `nil` if it always holds.
    case openKeyPressed(id: RecordID, rowIDVersion: Int? = nil)
    /// The profile key was pressed.
    case profileKeyPressed(column: String)
    /// The profile was closed.
    case profileClosed
    /// The key that writes a value to a file was pressed.
    case writeValueKeyPressed(column: String, ExactValue, LongValue?)
    /// The back key was pressed.
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
    /// A change of records failed.
    case changeRefused(ChosenRecords)
    /// The other effects of a deletion are known; `nil` if finding them took too long.
    case othersFound(
      [OtherRecords]?, ChosenRecords, [ChangeDoubt] = [], cursor: RecordID?, isAskedAgain: Bool = false,
      by: WriteInterruption? = nil)
    /// A change was not made, because the person must be asked first.
    case doubted(RecordChange, ChosenRecords, with: [OtherRecords]?, [ChangeDoubt], cursor: RecordID?)
    /// The key that copies was pressed.
    case copyKeyPressed(ChosenRecords, cursor: RecordID? = nil)
    /// The number of records differs from the number that the person confirmed.
    case numberChanged(BulkDeed, ChosenRecords, cursor: RecordID?)
    // Reports to the screen, and requests from it.
    /// The list reports to the screen.
    case report(ListReport)
    /// Put the cursor on a record.
    case revealAsked(id: RecordID, isNew: Bool, line: Int? = nil)
    /// A change was undone or redone.
    case stepTaken(BookChange)
    // Children of the list.
    /// An action of the open record.
    case detail(RecordDetail.Action)
    /// An action of the form.
    case form(RecordForm.Action)
    /// An action of the confirmation dialog.
    case confirmation(BulkConfirmation.Action)
    /// An action of the dialog that writes a value.
    case saving(ValueSaving.Action)
    /// An action of the profile.
    case profile(Profile.Action)
  }
}
