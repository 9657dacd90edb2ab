// The error of a missing row.

/// A fetch of one row that found none, although the type is not optional. Declare an optional type if the row may be
/// missing.
public struct RowNotFoundError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The statement.
  public var sql: String

  /// Makes an error for a statement that found no row.
  public init(sql: String) { self.sql = sql }

  public var description: String { "There is no such row: \(sql)" }
}
