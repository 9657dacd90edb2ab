// No row where one was declared.

/// A fetch of one row that found none, although the type has no place for that. Declare the type optional where a row
/// may be missing.
public struct RowNotFoundError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The statement.
  public var sql: String

  /// Makes an error about a statement that found no row.
  public init(sql: String) { self.sql = sql }

  public var description: String { "There is no such row: \(sql)" }
}
