// Hearing what happens to a query wherever it is used.

extension QueryContext {
  /// What the request itself wants to hear.
  func ownHandlers<State: QueryStateProtocol>(of state: State.Type) -> [QueryEventHandler<State>] {
    self[HandlersKey<State>.self]
  }

  /// Lets the handlers of a state hear of another one, as what `view` makes of it.
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
  /// This request; `handler` hears what happens in its store, before the subscribers do. It doesn't count as one.
  public func handleEvents(with handler: QueryEventHandler<State>) -> some QueryRequest<Value, State> {
    modifier(ContextModifier { $0[HandlersKey<State>.self].append(handler) })
  }
}
