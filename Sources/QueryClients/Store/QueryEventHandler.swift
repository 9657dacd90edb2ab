// What a subscriber hears.

/// Takes what happens to a query, in its order, one event after the other, on any thread.
///
/// ```swift
/// store.subscribe(with: QueryEventHandler { state, _ in print(state.status) })
/// ```
public struct QueryEventHandler<State: QueryStateProtocol>: Sendable {
  /// The state is another one.
  public var onStateChanged: (@Sendable (State, QueryContext) -> Void)?
  /// A run has begun.
  public var onFetchingStarted: (@Sendable (QueryContext) -> Void)?
  /// A run gave a value or an error: its last one, or one before it.
  public var onResultReceived: (@Sendable (Result<State.QueryValue, any Error>, QueryContext) -> Void)?
  /// A run has ended. Its last result and the state after it were heard before.
  public var onFetchingEnded: (@Sendable (QueryContext) -> Void)?

  /// Makes a handler of the events that are given.
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

/// What happens to a query.
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
