// What is read late.
public import Databases

/// A query that goes through a whole table: too slow for a large book to be run after every commit.
public protocol LateQuery<Value>: Hashable, Sendable {
  /// What is read.
  associatedtype Value: Hashable & Sendable

  /// The one table that is read, in lower case.
  var table: String { get }
  /// The columns that are read, in lower case: a change of others alone changes nothing. Additions and deletions do.
  var columns: [String] { get }
  /// Whether other tables decide too, of which nothing is known: then every commit concerns the value.
  var readsOtherTables: Bool { get }
  /// Reads the value, on a reader. A long read tells `progress` how far it is.
  func fetch(_ db: Database, progress: (LateValue<Value>.Progress) -> Void) throws -> Value
  /// What `value` becomes by a commit, where that is known without reading; otherwise `nil`.
  func value(_ value: Value, after change: TableChange) -> Value?
}

extension LateQuery {
  public var readsOtherTables: Bool { false }

  public func value(_ value: Value, after change: TableChange) -> Value? { nil }
}
