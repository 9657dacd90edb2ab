// A column of a table.

/// A column of the table `Root` with values of type `QueryValue`.
///
/// Neither it nor `SQLExpression` is `Equatable`: `==` between two columns is always an SQL condition.
public struct TableColumn<Root: Table, QueryValue: QueryBindable>: QueryExpression {
  /// The column's name, without quotes.
  public let name: String
  /// The table's name or alias, without quotes; empty for none.
  public let qualifier: String

  /// Makes a column of a table that has this name in the statement.
  public init(_ name: String, in qualifier: String) {
    self.name = name
    self.qualifier = qualifier
  }

  public var fragment: QueryFragment { .column(name, in: qualifier) }
}
