// How many rows there are.

/// How many rows a selection has: one row with one number, 0 where the selection is known to have none.
public struct RowCount: Statement {
  public let query: QueryFragment

  public typealias QueryValue = Int
  public var valueOfNone: Int? { 0 }
}
