import Containers
public import Databases
import LiveQueries

/// How many records of a table there are, or how many a search finds and a filter lets through; it comes late and
/// follows every commit.
///
/// ```swift
/// @LiveCount(.facts) var total
/// $total.load(SearchQuery("cat"), filter: nil)
/// ```
///
/// Stands in value state: copies share what is counted, and are equal when they do or when they show the same count.
@propertyWrapper
public struct LiveCount: Sendable, Equatable {
  private let table: ListedTable
  private let reader: LateReader<CountQuery>

  /// Counts in `connection`, or in the container's `defaultDatabase`: all records, those that `search` finds and
  /// `filter` lets through, or, where it is `nil`, nothing until `load`.
  public init(
    _ table: ListedTable, search: SearchQuery? = SearchQuery(), filter: RecordFilter? = nil,
    connection: SQLiteConnection? = nil
  ) {
    self.table = table
    reader = LateReader(
      search.map { CountQuery(listed: table, search: $0, filter: filter) },
      connection: connection ?? Container.shared.defaultDatabase())
  }

  /// The count as far as it is known. Tracked; on any thread.
  public var wrappedValue: RecordCount { reader.value }

  /// Itself, which loads and shares the count.
  public var projectedValue: Self { self }

  /// Why the last count failed. Tracked; on any thread.
  public var loadError: (any Error)? { reader.loadError }

  /// Counts what another search finds from now on; nothing, where it is `nil`.
  public func load(_ search: SearchQuery?, filter: RecordFilter? = nil) {
    reader.load(search.map { CountQuery(listed: table, search: $0, filter: filter) })
  }

  public static func == (a: Self, b: Self) -> Bool {
    LateReader.showEqual(a.reader, b.reader)
  }
}
