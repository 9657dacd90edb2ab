// Statements that can run.

/// SQL text with bindings, and the Swift type of its rows.
///
/// Two equal statements of the same type return the same rows from the same database.
public protocol Statement<QueryValue>: Hashable, Sendable {
  /// The type that each row is decoded to; `Never` if there are no rows.
  associatedtype QueryValue: QueryDecodable

  /// The text and its bindings. Empty text: the statement does not run, and the result has no rows.
  var query: QueryFragment { get }

  /// The row of a statement that does not run: 0 for a count of no rows. The default is nil: no row.
  var valueOfNone: QueryValue? { get }

  /// The statement as a part of UNION, EXCEPT or INTERSECT, first or later.
  func part(isFirst: Bool) -> QueryFragment
}

extension Statement {
  public var valueOfNone: QueryValue? { nil }

  /// Unknown text must be a subquery to be a part.
  public func part(isFirst: Bool) -> QueryFragment { query.isEmpty ? "" : "SELECT * FROM (\(query))" }
}
