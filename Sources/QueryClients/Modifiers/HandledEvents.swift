// Handles a query's events wherever it is used.

extension QueryContext {
  /// The event handlers of the request itself.
  func ownHandlers<State: QueryStateProtocol>(of state: State.Type) -> [QueryEventHandler<State>] {
    self[HandlersKey<State>.self]
  }

  /// Makes the handlers of a state receive another one, converted by `view`.
  mutating func moveHandlers<Old: QueryStateProtocol, New: QueryStateProtocol>(
    _ view: @escaping @Sendable (New) -> Old
  ) where Old.QueryValue == New.QueryValue {
    let handlers = self[HandlersKey<Old>.self]
    self[HandlersKey<Old>.self] = []
    self[HandlersKey<New>.self] += handlers.map { handler in
      QueryEventHandler(
        onStateChanged: handler.onStateChanged.map { hear in { hear(view($0), $1) } },
        onFetchingStarted: handler.onFetchingStarted, onResultReceived: handler.onResultReceived,
        onFetchingEnded: handler.onFetchingEnded)
    }
  }
}

private enum HandlersKey<State: QueryStateProtocol>: QueryContext.Key {
  static var defaultValue: [QueryEventHandler<State>] { [] }
}

extension QueryRequest {
  /// This request, with a handler that receives the events of its store before the subscribers do. It does not count as
  /// a subscriber.
  public func handleEvents(with handler: QueryEventHandler<State>) -> some QueryRequest<Value, State> {
    modifier(ContextModifier { $0[HandlersKey<State>.self].append(handler) })
  }
}
