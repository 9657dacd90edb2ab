import Containers
public import Databases
import LiveQueries

/// What a slow query gives, as far as it is known; it comes late and follows every commit.
///
/// ```swift
/// @LateFetch(MonthlyGrowth.Query()) var growth
/// ```
///
/// Stands in value state: copies share what is read, and are equal when they do or when they show the same. Made inside
/// a `FetchScope` it rests while that is paused.
@propertyWrapper
public struct LateFetch<Query: LateQuery>: Sendable, Equatable {
  private let reader: LateReader<Query>

  /// Reads `query` in `connection`, or in the container's `defaultDatabase`.
  public init(_ query: Query, connection: SQLiteConnection? = nil) {
    reader = LateReader(query, connection: connection ?? Container.shared.defaultDatabase())
  }

  /// The value as far as it is known. Tracked; on any thread.
  public var wrappedValue: LateValue<Query.Value> { reader.value }

  /// Why the last read failed; `nil` where it did not. Tracked.
  public var loadError: (any Error)? { reader.loadError }

  /// Itself, which loads and shares the value.
  public var projectedValue: Self { self }

  public static func == (a: Self, b: Self) -> Bool { LateReader.showEqual(a.reader, b.reader) }
}
