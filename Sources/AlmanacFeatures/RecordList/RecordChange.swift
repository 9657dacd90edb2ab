// A change of existing records by a key, one or many.
import AlmanacRecords

/// The change that a key makes to existing records.
public enum RecordChange: Hashable, Sendable {
  /// Toggle the yes-or-no values of a column.
  case toggle(String)
  /// Delete the records.
  case delete

  /// The toggled column; `nil` for a deletion.
  var toggledColumn: String? { if case .toggle(let column) = self { column } else { nil } }

  /// `Delete`, in a question.
  var imperative: String { self == .delete ? "Delete" : "Toggle" }
  /// `Deleting`, while it is carried out.
  var presentParticiple: String { self == .delete ? "Deleting" : "Toggling" }
  /// `Deleted`, when it is complete.
  var pastParticiple: String { self == .delete ? "Deleted" : "Toggled" }
}

extension ListedTable {
  /// The remark that so many records lost their marks: another list does not show them or, if `renumbered`, their
  /// rowids may now belong to other records. `nil` for a count of 0.
  func lostMarks(_ count: Int, renumbered isRenumbered: Bool) -> String? {
    let reason = isRenumbered ? ": another program has rebuilt the file or changed its tables" : ""
    return count > 0 ? "\(counted(count)) \(count == 1 ? "is" : "are") not marked any more\(reason)." : nil
  }
}
