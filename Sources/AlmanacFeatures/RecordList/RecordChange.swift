// What is done to records at a key, to one or to many.
import AlmanacRecords

/// What a key does to records that are there.
public enum RecordChange: Hashable, Sendable {
  case toggle
  case delete

  /// `Delete`, to ask.
  var imperative: String { self == .toggle ? "Toggle" : "Delete" }
  /// `Deleting`, while it is done.
  var presentParticiple: String { self == .toggle ? "Toggling" : "Deleting" }
  /// `Deleted`, when it is done.
  var pastParticiple: String { self == .toggle ? "Toggled" : "Deleted" }
}

extension BookChange {
  /// The one record that it is about; `nil` where there are more.
  var onlyRow: RowChange? { rows.count == 1 ? rows[0] : nil }
}

extension ListedRecord {
  /// So many records in words: `1 fact`, `1,024 facts`.
  static func counted(_ count: Int) -> String { "\(count.groupedDigits) \(noun)\(count == 1 ? "" : "s")" }
}
