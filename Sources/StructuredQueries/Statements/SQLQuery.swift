// A statement written as SQL.

/// A statement in your own SQL text, with typed bindings and a typed result:
///
/// ```swift
/// SQLQuery("SELECT count(*) FROM \(Fact.self) WHERE length(\(Fact.columns.body)) > \(bind: 80)", as: Int.self)
/// ```
public struct SQLQuery<QueryValue: QueryDecodable>: Statement {
  public let query: QueryFragment

  /// Makes a query from SQL that returns values of a type.
  public init(_ query: QueryFragment, as type: QueryValue.Type = QueryValue.self) { self.query = query }
}

extension SQLQuery where QueryValue == Never {
  /// Makes a statement that returns no rows.
  public init(_ query: QueryFragment) { self.query = query }
}
