// `@Fetch`: the value of a request, kept current.

public import Databases

/// The value of a request, fetched from its declaration on and kept current.
///
/// ```swift
/// @Fetch(FactsMatching(query: ""), animation: .default) var facts = FactsMatching.Value()
/// ```
///
/// It shows its declared value until the first fetch has been delivered. Copies share one observation, and so do
/// declarations with an equal database and request. Freeing the last copy ends the observation.
///
/// A wrapper that names no database uses the container's `defaultDatabase`. If none is registered yet, it asks again at
/// its first use, so it may be declared bare and replaced in an `init`.
///
/// Value state may contain it, on any thread; reads inside `observe` or `withObservationTracking` are tracked. New
/// values are delivered on the main actor. Two wrappers are equal if they are copies, or their values are equal.
@propertyWrapper
public struct Fetch<Value: Sendable>: Sendable {
  private var reader: FetchReader<Value>

  /// The last good value.
  public var wrappedValue: Value { reader.value }

  /// Loads on demand, and reports the state of loading.
  public var projectedValue: FetchProjection<Value> { FetchProjection(reader: reader) }

  /// A value without a request; set one with `$value.load(request)`.
  public init(wrappedValue: Value, database: SQLiteConnection? = nil, animation: FetchAnimation = .none) {
    reader = FetchReader(wrappedValue, query: nil, database: database, animation: animation)
  }

  /// The value of `request`, in `database` or, if nil, in the container's `defaultDatabase`.
  @inlinable
  public init(
    wrappedValue: Value, _ request: some FetchKeyRequest<Value>, database: SQLiteConnection? = nil,
    animation: FetchAnimation = .none
  ) {
    self.init(wrappedValue, query: FetchQuery(request), database: database, animation: animation)
  }

  /// The value of `request`, in the database `connection`.
  @inlinable
  public init(
    wrappedValue: Value, _ request: some FetchKeyRequest<Value>, connection: SQLiteConnection,
    animation: FetchAnimation = .none
  ) {
    self.init(wrappedValue, query: FetchQuery(request), database: connection, animation: animation)
  }

  @usableFromInline
  init(_ value: Value, query: FetchQuery<Value>, database: SQLiteConnection?, animation: FetchAnimation) {
    reader = FetchReader(value, query: query, database: database, animation: animation)
  }

  /// Replaces `declaration`, a wrapper that was declared again: what was loaded on demand is kept, unless the new
  /// declaration has another query than this one had.
  public mutating func update(from declaration: Self) {
    reader = reader.replaced(by: declaration.reader)
  }
}

extension Fetch: Equatable where Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool { FetchReader.showEqual(left.reader, right.reader) }
}
