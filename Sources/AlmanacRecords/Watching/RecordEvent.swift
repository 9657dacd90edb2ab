public import Databases

/// A record that has appeared, changed or gone.
public struct RecordEvent: Hashable, Sendable {
  /// What happened to a record.
  public enum Change: String, Hashable, Sendable {
    /// It was added, changed, deleted.
    case insert, update, delete
  }

  /// What happened.
  public var change: Change
  /// A key without values where nothing identifies the record.
  public var id: RecordID
  /// What the record held before, a value for each column of the table; `nil` for one that has appeared, and
  /// where it was not held (see `TableWatch`).
  public var old: [SQLiteValue]?
  /// What it holds now; `nil` for one that has gone.
  public var new: [SQLiteValue]?

  /// Makes an event.
  public init(change: Change, id: RecordID, old: [SQLiteValue]? = nil, new: [SQLiteValue]? = nil) {
    (self.change, self.id, self.old, self.new) = (change, id, old, new)
  }
}
