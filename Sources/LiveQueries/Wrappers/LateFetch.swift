// `@LateFetch`: the result of a slow query, kept current in the background.

import Containers
public import Databases

/// The result of a slow query. It loads in the background and follows every commit.
///
/// ```swift
/// @LateFetch(CountQuery(listed: .users)) var userCount
/// ```
///
/// Lives in value state: copies share the result. Values are equal if they share a result or show the same one. Inside
/// a `FetchScope` it rests while the scope is paused.
@propertyWrapper
public struct LateFetch<Query: LateQuery>: Sendable, Equatable {
  private let reader: LateReader<Query>

  /// Reads `query` in `connection`, or in the container's `defaultDatabase`. If `query` is nil, it reads nothing until
  /// `load`.
  public init(_ query: Query?, connection: SQLiteConnection? = nil) {
    reader = LateReader(query, connection ?? Container.shared.defaultDatabase())
  }

  /// The value, if known, and its state. Tracked; on any thread.
  public var wrappedValue: LateValue<Query.Value> { reader.observed.present }

  /// The error of the last read; nil if it succeeded. Tracked.
  public var loadError: (any Error)? { reader.observed.loadError }

  /// Whether a read is in progress. Tracked only if its end changes the value.
  public var isReading: Bool { reader.observed.isReading }

  /// The wrapper itself, which loads and shares the value.
  public var projectedValue: Self { self }

  /// Reads another query from now on; nothing if it is nil.
  public func load(_ query: Query?) { reader.observed.load(query) }

  public static func == (a: Self, b: Self) -> Bool {
    a.reader === b.reader || a.reader.observed.untracked == b.reader.observed.untracked
  }
}

/// Ends the observation when the last copy of its wrapper is freed.
private final class LateReader<Query: LateQuery>: ScopedReader {
  let observed: LateObservedQuery<Query>
  /// The scope in which the wrapper was declared.
  private let scope = FetchScope.current

  init(_ query: Query?, _ connection: SQLiteConnection) {
    observed = LateObservedQuery(connection, scope: scope)
    scope?.add(self)
    observed.load(query)
  }

  deinit {
    scope?.remove(ObjectIdentifier(self))
    observed.end()
  }

  func scopePaused() { observed.pause() }

  func scopeResumed() { observed.observer.resume(observed) }
}
