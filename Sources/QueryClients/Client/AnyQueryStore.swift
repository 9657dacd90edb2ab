// A store, whatever its state is.

import Locks

/// A store whose kind of state is not known. What it holds and gives is then `any Sendable`.
public protocol AnyQueryStore<State>: AnyObject, Sendable {
  /// Its kind of state.
  associatedtype State: QueryStateProtocol
  /// What is known, and how it came to be known.
  var state: State { get }
  /// What names the query.
  var path: QueryPath { get }
  /// How many subscribers there are.
  var subscriberCount: Int { get }
  /// Whether the value is to be fetched again.
  var isStale: Bool { get }
  /// Since when nothing uses the store, by the clock of its client; `nil` while something does.
  var idleSince: Duration? { get }
  /// The value of a run: of the one under way, or of a new one.
  func fetch() async throws -> State.QueryValue
  /// Asks all runs to end, for all that wait for them.
  func cancel()
  /// Goes back to the state at first.
  func reset()
}

extension AnyQueryStore {
  /// What is known now.
  public var value: State.StateValue { state.currentValue }
}

extension QueryStore: AnyQueryStore {
  @discardableResult
  public func fetch() async throws -> State.QueryValue { try await fetch(using: nil, handler: nil) }
  public var idleSince: Duration? { contents.withLock { $0.idleSince } }
}
