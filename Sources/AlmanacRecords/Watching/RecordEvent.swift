public import Databases

/// A record that has appeared, changed or gone; or that any may have.
public struct RecordEvent: Hashable, Sendable {
  /// What happened to a record.
  public enum Change: String, Hashable, Sendable {
    /// It was added, changed, deleted.
    case insert, update, delete
    /// Records have other rowids, by which they were known, and some may have appeared, changed or gone with that.
    case renumbered
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
}
