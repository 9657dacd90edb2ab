// An open record that is gone: undo brings it back if it was deleted here, and undoes nothing else meanwhile.
import AlmanacRecords
import IdentifiedCollections

extension Application.State {
  /// The open record, if it is gone.
  var goneRecord: (table: ListedTable, id: RecordID)? {
    tab == .changes ? nil : ofShownList { list in list.goneID.map { (list.table, $0) } }
  }

  /// Whether the record that is open or in the form is gone.
  var isRecordGone: Bool {
    goneRecord != nil || ofShownList { $0.form?.isGone } == true
  }

  /// Whether there is something to undo: while a gone record is open, only its own deletion.
  var canUndo: Bool {
    guard let (table, id) = goneRecord else { return history.canTake(.undo) }
    return history.latest(.undo)?.change.rows.contains { $0.isOf(table) && $0.id == id && $0.after == nil } == true
  }

  /// The note below a gone record.
  var goneNote: String {
    if canUndo { return "u brings it back" }
    return history.canTake(.undo) ? "There is nothing to undo here" : ""
  }
}

extension RecordList.State {
  fileprivate var goneID: RecordID? { detail?.record == .gone ? detail?.id : nil }
}
