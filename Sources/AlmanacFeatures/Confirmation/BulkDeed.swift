// What a key does to the marked records.

/// What is done to the chosen records, of very many after their number has been typed.
public enum BulkDeed: Hashable, Sendable {
  /// They are changed.
  case change(RecordChange)
  /// They are copied.
  case copy

  /// `Delete`, to ask.
  var imperative: String {
    switch self {
    case .change(let change): change.imperative
    case .copy: "Copy"
    }
  }

  /// `changed`, of what was not done.
  var pastParticiple: String { self == .copy ? "copied" : "changed" }
}
