// What is done to records at a key, to one or to many.
import AlmanacRecords

/// What a key does to records that are there.
public enum RecordChange: Hashable, Sendable {
  /// To turn yes and no.
  case toggle
  /// To delete.
  case delete

  /// What a change of many records is.
  init(of change: BookChange) { self = change.rows.first?.after == nil ? .delete : .toggle }

  /// `Delete`, to ask.
  var imperative: String { self == .toggle ? "Toggle" : "Delete" }
  /// `Deleting`, while it is done.
  var presentParticiple: String { self == .toggle ? "Toggling" : "Deleting" }
  /// `Deleted`, when it is done.
  var pastParticiple: String { self == .toggle ? "Toggled" : "Deleted" }
}

extension ListedTable {
  /// That so many records lost their marks, since another list does not show them, or, where they are `renumbered`, since
  /// their rowids may be those of others now; `nil` of none.
  func lostMarks(_ count: Int, renumbered isRenumbered: Bool) -> String? {
    let reason = isRenumbered ? ": another program has rebuilt the file or changed its tables" : ""
    return count > 0 ? "\(counted(count)) \(count == 1 ? "is" : "are") not marked any more\(reason)." : nil
  }
}
