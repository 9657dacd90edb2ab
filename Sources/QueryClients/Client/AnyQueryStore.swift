// A store with any kind of state.

import Locks

/// A store whose kind of state is unknown; its values are then `any Sendable`.
public protocol AnyQueryStore<State>: AnyObject, Sendable {
  /// The kind of state.
  associatedtype State: QueryStateProtocol
  /// The query's state: its value, and how that was obtained.
  var state: State { get }
  /// The identity of the query.
  var path: QueryPath { get }
  /// The number of subscribers.
  var subscriberCount: Int { get }
  /// Whether the value should be fetched again.
  var isStale: Bool { get }
  /// The time since when nothing uses the store, by its client's clock; nil while something uses it.
  var idleSince: Duration? { get }
  /// Returns the value of the current run, or of a new one.
  func fetch() async throws -> State.QueryValue
  /// Asks all runs to end, for everything that waits for them.
  func cancel()
  /// Returns to the initial state.
  func reset()
}

extension AnyQueryStore {
  /// The current value.
  public var value: State.StateValue { state.currentValue }
}

extension QueryStore: AnyQueryStore {
  @discardableResult
  public func fetch() async throws -> State.QueryValue { try await fetch(using: nil, handler: nil) }
  public var idleSince: Duration? { contents.withLock { $0.idleSince } }
}
