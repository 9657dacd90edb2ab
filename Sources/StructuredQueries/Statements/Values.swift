// A row of values without a table.

/// One row: `Values(1, "a")`. A recursive query can begin with it: see `With`.
public struct Values<QueryValue: QueryDecodable>: Statement {
  public let query: QueryFragment

  /// A row of one value.
  public init(_ value: QueryValue) where QueryValue: QueryBindable {
    self.init(SQLExpression(value: value))
  }

  /// A row of several values.
  @_disfavoredOverload
  public init<each Value: QueryBindable>(_ values: repeat each Value) where QueryValue == RowTuple<repeat each Value> {
    var fragments: [QueryFragment] = []
    for value in repeat each values { fragments.append(QueryFragment(bind: value.queryBinding)) }
    query = "SELECT \(fragments.joined())"
  }

  /// A row of an expression, or of a `Columns`.
  public init(_ expression: some QueryExpression<QueryValue>) { query = "SELECT \(expression)" }

  public func part(isFirst: Bool) -> QueryFragment { query }
}
