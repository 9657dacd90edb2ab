// The requirements of a store for its state.

/// The state of a query: its value, and how that was obtained.
///
/// The store calls the mutating functions under its lock, in the order of the events.
public protocol QueryStateProtocol: Sendable {
  /// The type of the state's value.
  associatedtype StateValue: Sendable
  /// The type of a run's result.
  associatedtype QueryValue: Sendable
  /// The type of the last result in `status`.
  associatedtype StatusValue: Sendable

  /// The results of the query so far.
  var results: QueryResults<StateValue> { get set }
  /// The value at the beginning.
  var initialValue: StateValue { get }
  /// Whether a run is active.
  var isLoading: Bool { get }

  /// The status of the query.
  var status: QueryStatus<StatusValue> { get }

  /// Whether the store may run this by itself: when its first subscriber comes, or a condition becomes true.
  static var runsByItself: Bool { get }

  /// Records that a run begins.
  mutating func begin(_ run: QueryRunID, in context: QueryContext)
  /// Takes a value or an error of a run that continues or is about to end.
  mutating func receive(_ result: Result<QueryValue, any Error>, of run: QueryRunID, at time: Duration)
  /// Records that a run has ended.
  mutating func end(_ run: QueryRunID)
  /// Returns to the initial state, and forgets the active runs.
  mutating func reset()
}

extension QueryStateProtocol {
  /// The current value. A failure keeps it.
  public var currentValue: StateValue { results.value }
  /// The error of the last result; nil if that was a value.
  public var error: (any Error)? { results.error }
  /// The number of results that were values.
  public var valueUpdateCount: Int { results.valueUpdateCount }
  /// The number of results that were errors.
  public var errorUpdateCount: Int { results.errorUpdateCount }
  /// The time of the last value, by the context's clock.
  public var valueUpdatedAt: Duration? { results.valueUpdatedAt }
  /// The time of the last error, by the context's clock.
  public var errorUpdatedAt: Duration? { results.errorUpdatedAt }
}

/// Identifies a run of a store.
public struct QueryRunID: Hashable, Sendable {
  let number: Int
}
