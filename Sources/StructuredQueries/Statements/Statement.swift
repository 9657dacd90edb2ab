// What can be run.

/// SQL text with bindings, and the Swift type of the rows that it gives.
///
/// Two equal statements of the same type give the same rows of the same database.
public protocol Statement<QueryValue>: Hashable, Sendable {
  /// What each row becomes; `Never` where there are none.
  associatedtype QueryValue: QueryDecodable

  /// The text and its bindings. Empty text: nothing is to be run, and the result has no rows.
  var query: QueryFragment { get }
}
