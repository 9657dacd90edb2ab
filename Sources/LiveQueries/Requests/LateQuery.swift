// Queries that are read in the background.
public import Databases

/// A query that makes a pass through a whole table: too slow to run after every commit to a large book.
public protocol LateQuery<Value>: Hashable, Sendable {
  /// The result.
  associatedtype Value: Hashable & Sendable

  /// The only table that is read, in lower case.
  var table: String { get }
  /// The columns that are read, in lower case: a change of other columns has no effect. Additions and deletions do.
  var columns: [String] { get }
  /// Whether other, unknown tables decide too: then every commit concerns the value.
  var readsOtherTables: Bool { get }
  /// Reads the value, on a reader. A long read reports its progress to `progress`.
  func fetch(_ db: Database, progress: (LateValue<Value>.Progress) -> Void) throws -> Value
  /// The value after a commit, if it is known without reading; otherwise nil.
  func value(_ value: Value, after change: TableChange) -> Value?
}

extension LateQuery {
  public var readsOtherTables: Bool { false }

  public func value(_ value: Value, after change: TableChange) -> Value? { nil }
}
