// Modifiers that set a context value.

/// Changes the context of a query after the request has set it up, so that the last modifier wins.
struct ContextModifier<Request: QueryRequest>: QueryModifier {
  let change: @Sendable (inout QueryContext) -> Void

  init(_ change: @escaping @Sendable (inout QueryContext) -> Void) { self.change = change }

  func setup(context: inout QueryContext, of request: Request) {
    request.setup(context: &context)
    change(&context)
  }
}

extension QueryRequest {
  /// This request, with another context value.
  public func context<Value: Sendable>(
    _ value: Value, for keyPath: any WritableKeyPath<QueryContext, Value> & Sendable
  ) -> some QueryRequest<Self.Value, State> {
    modifier(ContextModifier { $0[keyPath: keyPath] = value })
  }

  /// This request, which joins a current run or always starts a new one. By default requests join.
  public func deduplicated(_ isDeduplicated: Bool = true) -> some QueryRequest<Value, State> {
    modifier(ContextModifier { $0.isDeduplicated = isDeduplicated })
  }
}

extension QueryContext {
  /// Whether a request joins the current run.
  public var isDeduplicated: Bool {
    get { self[DeduplicationKey.self] }
    set { self[DeduplicationKey.self] = newValue }
  }

  private enum DeduplicationKey: Key { static var defaultValue: Bool { true } }
}
