// Changes requests from outside.

/// Changes how a query is set up or run: `request.modifier(LoggedQuery())`.
public protocol QueryModifier<Request>: Sendable {
  /// The modified request.
  associatedtype Request: QueryRequest

  /// Sets up the context of the store. The default sets up the request.
  func setup(context: inout QueryContext, of request: Request)

  /// Runs the query. The default runs the request.
  func fetch(
    _ request: Request, in context: QueryContext, with continuation: QueryContinuation<Request.Value>
  ) async throws -> Request.Value
}

extension QueryModifier {
  public func setup(context: inout QueryContext, of request: Request) { request.setup(context: &context) }

  public func fetch(
    _ request: Request, in context: QueryContext, with continuation: QueryContinuation<Request.Value>
  ) async throws -> Request.Value {
    try await request.fetch(in: context, with: continuation)
  }
}

/// A request with a modifier. Its path is that of the request.
public struct ModifiedQuery<Modifier: QueryModifier>: QueryRequest {
  public typealias Value = Modifier.Request.Value
  public typealias State = Modifier.Request.State

  let request: Modifier.Request
  let modifier: Modifier

  public var path: QueryPath { request.path }
  public var initialState: State { request.initialState }

  public func setup(context: inout QueryContext) { modifier.setup(context: &context, of: request) }

  public func fetch(in context: QueryContext, with continuation: QueryContinuation<Value>) async throws -> Value {
    try await modifier.fetch(request, in: context, with: continuation)
  }
}

extension QueryRequest {
  /// This request, changed by `modifier`.
  public func modifier<Modifier: QueryModifier<Self>>(_ modifier: Modifier) -> ModifiedQuery<Modifier> {
    ModifiedQuery(request: self, modifier: modifier)
  }
}
