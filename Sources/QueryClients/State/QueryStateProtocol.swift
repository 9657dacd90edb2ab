// What a store asks of its state.

/// The state of a query: what is known, and how it came to be known.
///
/// The store calls the mutating functions under its lock, in the order of what happens.
public protocol QueryStateProtocol: Sendable {
  /// What the state holds.
  associatedtype StateValue: Sendable
  /// What a run gives.
  associatedtype QueryValue: Sendable
  /// What the last run gave, as `status` shows it.
  associatedtype StatusValue: Sendable

  /// What has come of the query so far.
  var results: QueryResults<StateValue> { get set }
  /// What was known at first.
  var initialValue: StateValue { get }
  /// Whether a run is under way.
  var isLoading: Bool { get }

  /// Where the query stands.
  var status: QueryStatus<StatusValue> { get }

  /// Whether the store may run this without being asked: when its first subscriber comes, or a condition holds.
  static var runsByItself: Bool { get }

  /// Notes that a run begins.
  mutating func begin(_ run: QueryRunID, in context: QueryContext)
  /// Takes a value or an error of a run that goes on or is about to end.
  mutating func receive(_ result: Result<QueryValue, any Error>, of run: QueryRunID, at time: Duration)
  /// Notes that a run has ended.
  mutating func end(_ run: QueryRunID)
  /// Goes back to what it was at first. Runs that are under way are forgotten.
  mutating func reset()
}

extension QueryStateProtocol {
  /// What is known now. A failure keeps it.
  public var currentValue: StateValue { results.value }
  /// The error of the last result, `nil` if that was a value.
  public var error: (any Error)? { results.error }
  /// How many results were values.
  public var valueUpdateCount: Int { results.valueUpdateCount }
  /// How many results were errors.
  public var errorUpdateCount: Int { results.errorUpdateCount }
  /// When the last value came, by the clock of the context.
  public var valueUpdatedAt: Duration? { results.valueUpdatedAt }
  /// When the last error came, by the clock of the context.
  public var errorUpdatedAt: Duration? { results.errorUpdatedAt }
}

/// Tells the runs of a store apart.
public struct QueryRunID: Hashable, Sendable {
  let number: Int
}
