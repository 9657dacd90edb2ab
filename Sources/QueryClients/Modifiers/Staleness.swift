// Decides when to fetch a value again.

extension QueryContext {
  /// Whether a state is stale: one of the conditions is true, or there are none.
  func isStale<State: QueryStateProtocol>(_ state: State) -> Bool {
    let conditions = self[StaleKey<State>.self]
    return conditions.isEmpty || conditions.contains { $0(state, self) }
  }

  /// Makes the conditions of a state test another one, converted by `view`.
  mutating func moveConditions<Old: QueryStateProtocol, New: QueryStateProtocol>(
    _ view: @escaping @Sendable (New) -> Old
  ) {
    let conditions = self[StaleKey<Old>.self]
    self[StaleKey<Old>.self] = []
    self[StaleKey<New>.self] += conditions.map { isStale in { isStale(view($0), $1) } }
  }
}

/// The conditions under which a state is stale.
private enum StaleKey<State: QueryStateProtocol>: QueryContext.Key {
  static var defaultValue: [@Sendable (State, QueryContext) -> Bool] { [] }
}

extension QueryRequest {
  /// This request, whose state is stale if `isStale` returns true. If there are several such conditions, one is enough.
  public func staleWhen(
    _ isStale: @escaping @Sendable (State, QueryContext) -> Bool
  ) -> some QueryRequest<Value, State> {
    modifier(ContextModifier { $0[StaleKey<State>.self].append(isStale) })
  }

  /// This request, whose state is stale without a value, and when its value is older than `age`.
  public func stale(after age: Duration) -> some QueryRequest<Value, State> {
    staleWhen { state, context in
      guard let time = state.valueUpdatedAt else { return true }
      return context.clock.now() - time > age
    }
  }
}
