// The number of rows of a selection.

/// The number of rows of a selection: one row with one number, 0 if the selection is known to be empty.
public struct RowCount: Statement {
  public let query: QueryFragment

  public typealias QueryValue = Int
  public var valueOfNone: Int? { 0 }
}
