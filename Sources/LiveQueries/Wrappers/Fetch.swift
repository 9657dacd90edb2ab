// `@Fetch`: the value of a request, kept current.

public import Databases

/// The value of a request, fetched from its declaration on and kept current by itself.
///
/// ```swift
/// @Fetch(FactsMatching(query: ""), animation: .default) var facts = FactsMatching.Value()
/// ```
///
/// It shows the value that it is declared with until the first fetch has been delivered. Copies share one observation,
/// and so do declarations that are equal in database and request. Dropping the last copy ends the observation.
///
/// A wrapper that names no database uses the container's `defaultDatabase`. Where none is registered yet it waits for
/// its first use to ask again: it may be declared bare, and be replaced in an `init`.
///
/// It may stand in value state, on any thread; reading it inside `observe` or `withObservationTracking` is tracked. New
/// values are delivered on the main actor. Two of them are equal when they are copies, or their values are equal.
@propertyWrapper
public struct Fetch<Value: Sendable>: Sendable {
  private var reader: FetchReader<Value>

  /// The last good value.
  public var wrappedValue: Value { reader.value }

  /// Loads on demand, and tells how loading goes.
  public var projectedValue: FetchProjection<Value> { FetchProjection(reader: reader) }

  /// A value without a request yet: `$value.load(request)` gives it one.
  public init(wrappedValue: Value, database: SQLiteConnection? = nil, animation: FetchAnimation = .none) {
    reader = FetchReader(wrappedValue, query: nil, database: database, animation: animation)
  }

  /// The value of `request`, in `database` or, without one, in the container's `defaultDatabase`.
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

  /// Takes the place of `declaration`, a wrapper that was declared again: what was loaded on demand is kept unless the
  /// declaration has another query than this one's had.
  public mutating func update(from declaration: Self) {
    reader = reader.replaced(by: declaration.reader)
  }
}

extension Fetch: Equatable where Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool { FetchReader.showEqual(left.reader, right.reader) }
}
