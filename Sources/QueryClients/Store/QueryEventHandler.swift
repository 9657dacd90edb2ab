// The events that a subscriber receives.

/// Handles the events of a query, in order, one at a time, on any thread.
///
/// ```swift
/// store.subscribe(with: QueryEventHandler { state, _ in print(state.status) })
/// ```
public struct QueryEventHandler<State: QueryStateProtocol>: Sendable {
  /// The state has changed.
  public var onStateChanged: (@Sendable (State, QueryContext) -> Void)?
  /// A run has begun.
  public var onFetchingStarted: (@Sendable (QueryContext) -> Void)?
  /// A run has returned or yielded a value or an error.
  public var onResultReceived: (@Sendable (Result<State.QueryValue, any Error>, QueryContext) -> Void)?
  /// A run has ended. Its last result and the new state have been reported before.
  public var onFetchingEnded: (@Sendable (QueryContext) -> Void)?

  /// Makes a handler of the given events.
  public init(
    onStateChanged: (@Sendable (State, QueryContext) -> Void)? = nil,
    onFetchingStarted: (@Sendable (QueryContext) -> Void)? = nil,
    onResultReceived: (@Sendable (Result<State.QueryValue, any Error>, QueryContext) -> Void)? = nil,
    onFetchingEnded: (@Sendable (QueryContext) -> Void)? = nil
  ) {
    self.onStateChanged = onStateChanged
    self.onFetchingStarted = onFetchingStarted
    self.onResultReceived = onResultReceived
    self.onFetchingEnded = onFetchingEnded
  }
}

/// An event of a query.
enum QueryEvent<State: QueryStateProtocol> {
  case stateChanged(State)
  case fetchingStarted
  case resultReceived(Result<State.QueryValue, any Error>)
  case fetchingEnded
}

extension QueryEventHandler {
  /// Calls the closure for an event, if there is one.
  func callAsFunction(_ event: QueryEvent<State>, _ context: QueryContext) {
    switch event {
    case .stateChanged(let state): onStateChanged?(state, context)
    case .fetchingStarted: onFetchingStarted?(context)
    case .resultReceived(let result): onResultReceived?(result, context)
    case .fetchingEnded: onFetchingEnded?(context)
    }
  }
}
