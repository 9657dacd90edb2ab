import Containers
public import Databases
import LiveQueries

/// The result of a slow query. It loads in the background and follows every commit.
///
/// ```swift
/// @LateFetch(MonthlyGrowth.Query()) var growth
/// ```
///
/// Lives in value state: copies share the result. Values are equal if they share a result or show the same one. Inside
/// a `FetchScope` it rests while the scope is paused.
@propertyWrapper
public struct LateFetch<Query: LateQuery>: Sendable, Equatable {
  let reader: LateReader<Query>

  /// Reads `query` in `connection`, or in the container's `defaultDatabase`. If `query` is nil, it reads nothing until
  /// `load`.
  public init(_ query: Query?, connection: SQLiteConnection? = nil) {
    reader = LateReader(query, connection: connection ?? Container.shared.defaultDatabase())
  }

  /// The value, if known, and its state. Tracked; on any thread.
  public var wrappedValue: LateValue<Query.Value> { reader.value }

  /// The error of the last read; nil if it succeeded. Tracked.
  public var loadError: (any Error)? { reader.loadError }

  /// The wrapper itself, which loads and shares the value.
  public var projectedValue: Self { self }

  /// Reads another query from now on; nothing if it is nil.
  public func load(_ query: Query?) { reader.load(query) }

  public static func == (a: Self, b: Self) -> Bool { LateReader.showEqual(a.reader, b.reader) }
}
