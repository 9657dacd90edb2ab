// A fetch of several queries, as a value.

public import Databases

/// What is fetched, as a value: two equal requests give the same result of the same database.
///
/// All queries of one `fetch` read one snapshot of the database:
///
/// ```swift
/// struct FactsWithTotal: FetchKeyRequest {
///   var query = ""
///   struct Value: Equatable { var facts: [Fact] = []; var total = 0 }
///   func fetch(_ db: Database) throws -> Value {
///     let hits = Fact.where { $0.body.contains(query) }
///     return try Value(facts: hits.fetchAll(db), total: hits.count.fetchOne(db) ?? 0)
///   }
/// }
/// ```
///
/// Only what `fetch` reads through `db` is followed. Make `Value` equatable: then an unchanged result wakes no
/// reader.
public protocol FetchKeyRequest<Value>: Hashable, Sendable {
  /// What is fetched.
  associatedtype Value: Sendable
  /// Fetches, on a reader, never on the main actor. An error keeps the last good value and is shown by `loadError`.
  func fetch(_ db: Database) throws -> Value
  /// Whether a commit may change what the request gives. It is asked of commits that changed columns that the request
  /// reads, and answers by their rows: where none of them matters, the request does not run. `table` is in lower case.
  /// Called on the thread that publishes the commit, so it must be quick.
  func isConcerned(by change: TableChange, of table: String) -> Bool
}

extension FetchKeyRequest {
  /// Every commit may.
  public func isConcerned(by change: TableChange, of table: String) -> Bool { true }
}
