// A record that is open and gone: undo brings it back where we deleted it, and takes nothing else back meanwhile.
import AlmanacRecords
import IdentifiedCollections

extension Application.State {
  /// The record that is open, if there is no such record any more.
  var goneRecord: (table: ListedTable, id: RecordID)? {
    tab == .changes ? nil : ofShownList { list in list.goneID.map { (list.table, $0) } }
  }

  /// Whether the record that is open, or in the form, is gone.
  var isRecordGone: Bool {
    goneRecord != nil || ofShownList { $0.form?.isGone } == true
  }

  /// Whether a change is open in the list of changes: it may be another than the one that undo would take back.
  var isChangeOpen: Bool { tab == .changes && changes?.detail != nil }

  /// Whether undo would take something back: while a record is open that is gone, only its own deletion.
  public var canUndo: Bool {
    if isChangeOpen { return false }
    guard let (table, id) = goneRecord else { return history.canTake(.undo) }
    return history.latest(.undo)?.change.rows.contains { $0.isOf(table) && $0.id == id && $0.after == nil } == true
  }

  /// What there is to say below a record that is gone.
  var goneNote: String {
    if canUndo { return "u brings it back" }
    return history.canTake(.undo) ? "There is nothing to undo here" : ""
  }
}

extension RecordList.State {
  fileprivate var goneID: RecordID? { detail?.record == .gone ? detail?.id : nil }
}
