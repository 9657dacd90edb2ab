// A value before the first run.

/// A request whose store has a value before its first run.
public struct DefaultQuery<Request: QueryRequest>: QueryRequest
where Request.State == QueryState<Request.Value?, Request.Value> {
  public typealias Value = Request.Value
  public typealias State = QueryState<Value, Value>

  let request: Request
  let value: Value

  public var path: QueryPath { request.path }
  public var initialState: State { State(initialValue: value) }

  public func setup(context: inout QueryContext) {
    request.setup(context: &context)
    let initialState = request.initialState
    context.moveConditions { (state: State) in state.withoutDefault(initialState) }
    context.moveHandlers { (state: State) in state.withoutDefault(initialState) }
  }

  public func fetch(in context: QueryContext, with continuation: QueryContinuation<Value>) async throws -> Value {
    try await request.fetch(in: context, with: continuation)
  }
}

extension QueryRequest where State == QueryState<Value?, Value> {
  /// This request, whose store holds `value` until its first run. It can be combined with modifiers: those before it
  /// see the state without the default value.
  public func defaultValue(_ value: Value) -> DefaultQuery<Self> { DefaultQuery(request: self, value: value) }
}
