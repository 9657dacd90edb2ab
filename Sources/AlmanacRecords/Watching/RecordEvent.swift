public import Databases

/// A record that was added, changed or deleted.
public struct RecordEvent: Hashable, Sendable {
  /// The kind of change.
  public enum Change: String, Hashable, Sendable {
    /// The record was added, changed or deleted.
    case insert, update, delete
  }

  /// The kind of change.
  public var change: Change
  /// The identity; a key without values if the table has none.
  public var id: RecordID
  /// The old values, one for each column of the table; nil for an added record, and if they were not held (see
  /// `TableWatch`).
  public var old: [ExactValue]?
  /// The new values; nil for a deleted record.
  public var new: [ExactValue]?

  /// Makes an event.
  public init(change: Change, id: RecordID, old: [ExactValue]? = nil, new: [ExactValue]? = nil) {
    (self.change, self.id, self.old, self.new) = (change, id, old, new)
  }
}
