// A statement written as SQL.

/// A statement in SQL text of your own, with typed bindings and a typed result:
///
/// ```swift
/// SQLQuery("SELECT count(*) FROM \(Fact.self) WHERE length(\(Fact.columns.body)) > \(bind: 80)", as: Int.self)
/// ```
public struct SQLQuery<QueryValue: QueryDecodable>: Statement {
  public let query: QueryFragment

  /// Makes a query of SQL that gives values of a type.
  public init(_ query: QueryFragment, as type: QueryValue.Type = QueryValue.self) { self.query = query }
}

extension SQLQuery where QueryValue == Never {
  /// A statement that gives no rows.
  public init(_ query: QueryFragment) { self.query = query }
}
