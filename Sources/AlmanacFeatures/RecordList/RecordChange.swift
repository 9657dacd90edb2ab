// A change of existing records by a key, one or many.
import AlmanacRecords

/// What a key does to existing records.
public enum RecordChange: Hashable, Sendable {
  /// Toggle a yes-or-no value.
  case toggle
  /// Delete the records.
  case delete

  /// The kind of a change of many records.
  init(of change: BookChange) { self = change.rows.first?.after == nil ? .delete : .toggle }

  /// `Delete`, in a question.
  var imperative: String { self == .toggle ? "Toggle" : "Delete" }
  /// `Deleting`, while it is carried out.
  var presentParticiple: String { self == .toggle ? "Toggling" : "Deleting" }
  /// `Deleted`, when it is complete.
  var pastParticiple: String { self == .toggle ? "Toggled" : "Deleted" }
}

extension ListedTable {
  /// The remark that so many records lost their marks: another list does not show them or, if `renumbered`, their
  /// rowids may now belong to other records. `nil` for a count of 0.
  func lostMarks(_ count: Int, renumbered isRenumbered: Bool) -> String? {
    let reason = isRenumbered ? ": another program has rebuilt the file or changed its tables" : ""
    return count > 0 ? "\(counted(count)) \(count == 1 ? "is" : "are") not marked any more\(reason)." : nil
  }
}
