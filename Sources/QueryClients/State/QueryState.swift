// The state of a query.

/// The state of a query; its value is that of the last run. A run that a later one has overtaken changes nothing.
public struct QueryState<StateValue: Sendable, QueryValue: Sendable>: QueryStateProtocol {
  public var results: QueryResults<StateValue>
  public let initialValue: StateValue
  private var runs: Set<QueryRunID> = []
  /// The last run with a result.
  private var latest: QueryRunID?
  private let wrap: @Sendable (QueryValue) -> StateValue
  private let unwrap: @Sendable (StateValue) -> QueryValue?

  public static var runsByItself: Bool { true }
  public var isLoading: Bool { !runs.isEmpty }

  public var status: QueryStatus<QueryValue> {
    if isLoading { return .loading }
    if let error { return .result(.failure(error)) }
    guard valueUpdateCount > 0, let value = unwrap(currentValue) else { return .idle }
    return .result(.success(value))
  }

  private init(
    initialValue: StateValue, wrap: @escaping @Sendable (QueryValue) -> StateValue,
    unwrap: @escaping @Sendable (StateValue) -> QueryValue?
  ) {
    self.initialValue = initialValue
    results = QueryResults(initialValue)
    self.wrap = wrap
    self.unwrap = unwrap
  }

  public mutating func begin(_ run: QueryRunID, in context: QueryContext) { runs.insert(run) }

  public mutating func receive(_ result: Result<QueryValue, any Error>, of run: QueryRunID, at time: Duration) {
    guard runs.contains(run), latest.map({ $0.number <= run.number }) ?? true else { return }
    latest = run
    results.take(result.map(wrap), at: time)
  }

  public mutating func end(_ run: QueryRunID) { runs.remove(run) }

  public mutating func reset() { self = Self(initialValue: initialValue, wrap: wrap, unwrap: unwrap) }
}

extension QueryState where StateValue == QueryValue? {
  /// Makes the state of a query before its first run, with an optional value.
  public init(initialValue: QueryValue?) { self.init(initialValue: initialValue, wrap: { $0 }, unwrap: { $0 }) }
}

extension QueryState where StateValue == QueryValue {
  /// Makes the state of a query that has a value before its first run.
  public init(initialValue: QueryValue) { self.init(initialValue: initialValue, wrap: { $0 }, unwrap: { $0 }) }

  /// This state for a request that has no default value and began with `initial`.
  func withoutDefault(_ initial: QueryState<QueryValue?, QueryValue>) -> QueryState<QueryValue?, QueryValue> {
    var state = initial
    state.results = results.with(valueUpdateCount > 0 ? currentValue : initial.currentValue)
    state.runs = runs
    state.latest = latest
    return state
  }
}
