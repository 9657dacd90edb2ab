// A fetch of several queries, as a value.

public import Databases

/// A fetch as a value: two equal requests return the same result from the same database.
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
/// Only reads through `db` are followed. Make `Value` equatable, so that an unchanged result wakes no reader.
public protocol FetchKeyRequest<Value>: Hashable, Sendable {
  /// The type of the result.
  associatedtype Value: Sendable
  /// Fetches, on a reader, never on the main actor. On an error the last good value is kept, and `loadError` is set.
  func fetch(_ db: Database) throws -> Value
  /// Whether a commit may change the result. It is called for commits that changed columns which the request reads, and
  /// decides by their rows; the request does not run for a commit without concerned rows. `table` is in lower case.
  /// Called on the thread that publishes the commit, so it must be quick.
  func isConcerned(by change: TableChange, of table: String) -> Bool
}

extension FetchKeyRequest {
  /// True for every commit.
  public func isConcerned(by change: TableChange, of table: String) -> Bool { true }
}
