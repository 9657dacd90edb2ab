// What can be run.

/// SQL text with bindings, and the Swift type of the rows that it gives.
///
/// Two equal statements of the same type give the same rows of the same database.
public protocol Statement<QueryValue>: Hashable, Sendable {
  /// What each row becomes; `Never` where there are none.
  associatedtype QueryValue: QueryDecodable

  /// The text and its bindings. Empty text: nothing is to be run, and the result has no rows.
  var query: QueryFragment { get }

  /// What one row is where nothing is to be run; a count of no rows is 0. The default: there is none.
  var valueOfNone: QueryValue? { get }

  /// The statement as a part of UNION, EXCEPT or INTERSECT, first or later.
  func part(isFirst: Bool) -> QueryFragment
}

extension Statement {
  public var valueOfNone: QueryValue? { nil }

  /// Text that nothing is known of is a part only in a query of its own.
  public func part(isFirst: Bool) -> QueryFragment { query.isEmpty ? "" : "SELECT * FROM (\(query))" }
}
