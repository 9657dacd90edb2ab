// A store, whatever its state is.

import Locks

/// A store whose kind of state is not known.
public protocol AnyQueryStore: AnyObject, Sendable {
  /// What names the query.
  var path: QueryPath { get }
  /// How many subscribers there are.
  var subscriberCount: Int { get }
  /// Whether the value is to be fetched again.
  var isStale: Bool { get }
  /// Since when nothing uses the store, by the clock of its client; `nil` while something does.
  var idleSince: Duration? { get }
  /// Its kind of state.
  static var stateType: Any.Type { get }
  /// Asks all runs to end, for all that wait for them.
  func cancel()
  /// Goes back to the state at first.
  func reset()
}

extension QueryStore: AnyQueryStore {
  public static var stateType: Any.Type { State.self }
  public var idleSince: Duration? { contents.withLock { $0.idleSince } }
}
