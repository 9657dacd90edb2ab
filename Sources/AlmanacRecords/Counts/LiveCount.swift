public import Databases
public import LiveQueries

/// The number of records of a table, all or only the ones that a search finds and a filter admits. It loads in the
/// background and follows every commit.
///
/// ```swift
/// @LiveCount(.facts) var total
/// $total.load(SearchQuery("cat"), filter: nil)
/// ```
///
/// Lives in value state: copies share the count. Values are equal if they share a count or show the same one.
@propertyWrapper
public struct LiveCount: Sendable, Equatable {
  private let table: ListedTable
  private let count: LateFetch<CountQuery>

  /// Counts in `connection`, or in the container's `defaultDatabase`: the records that `search` finds and `filter`
  /// admits. If `search` is nil, it counts nothing until `load`.
  public init(
    _ table: ListedTable, search: SearchQuery? = SearchQuery(), filter: RecordFilter? = nil,
    connection: SQLiteConnection? = nil
  ) {
    self.table = table
    count = LateFetch(
      search.map { CountQuery(listed: table, search: $0, filter: filter) }, connection: connection)
  }

  /// The count, if known, and its state. Tracked; on any thread.
  public var wrappedValue: RecordCount { count.wrappedValue }

  /// The wrapper itself, which loads and shares the count.
  public var projectedValue: Self { self }

  /// The error of the last count; nil if it succeeded. Tracked; on any thread.
  public var loadError: (any Error)? { count.loadError }

  /// Counts the hits of another search from now on; nothing if it is nil.
  public func load(_ search: SearchQuery?, filter: RecordFilter? = nil) {
    count.load(search.map { CountQuery(listed: table, search: $0, filter: filter) })
  }

  public static func == (a: Self, b: Self) -> Bool { a.count == b.count }
}
