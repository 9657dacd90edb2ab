// A deed on the marked records.

/// What a key does to the chosen records. For very many, their number must be typed first.
public enum BulkDeed: Hashable, Sendable {
  /// Change them.
  case change(RecordChange)
  /// Copy them.
  case copy

  /// `Delete`, in a question.
  var imperative: String {
    switch self {
    case .change(let change): change.imperative
    case .copy: "Copy"
    }
  }

  /// `changed`, for a deed that was not done.
  var pastParticiple: String { self == .copy ? "copied" : "changed" }
}
