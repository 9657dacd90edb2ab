// Hearing what happens to a query wherever it is used.

extension QueryContext {
  /// What the request itself wants to hear.
  func ownHandlers<State: QueryStateProtocol>(of state: State.Type) -> [QueryEventHandler<State>] {
    self[HandlersKey<State>.self]
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
