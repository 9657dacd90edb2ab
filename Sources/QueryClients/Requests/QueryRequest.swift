// The work of a query, the only part that its author writes.

/// Slow or external work that returns a value.
///
/// ```swift
/// struct ColumnProfile: QueryRequest, Hashable {
///   let column: String
///
///   func fetch(in context: QueryContext, with continuation: QueryContinuation<Profile>) async throws -> Profile {
///     …
///   }
/// }
/// let store = client.store(for: ColumnProfile(column: "name").stale(after: .seconds(60)))
/// ```
///
/// A request is a value. The `QueryStore` that a `QueryClient` keeps for its path decides when and how often it runs.
public protocol QueryRequest<Value, State>: Sendable {
  /// The result of a run.
  associatedtype Value: Sendable
  /// The state that the store of this query holds.
  associatedtype State: QueryStateProtocol where State.QueryValue == Value

  /// Identifies the store that runs this query. Requests with one path share a store. For a hashable request the
  /// default is the request itself.
  var path: QueryPath { get }

  /// The state before the first run. The default has no value.
  var initialState: State { get }

  /// Sets this query's values in the context of its store, once. The default does nothing.
  func setup(context: inout QueryContext)

  /// Does the work. It may yield values before the last one through `continuation`. It runs on no particular actor, in
  /// a task that is cancelled when nothing waits for it any more. An error becomes the error of the state.
  func fetch(in context: QueryContext, with continuation: QueryContinuation<Value>) async throws -> Value
}

extension QueryRequest {
  public func setup(context: inout QueryContext) {}
}

extension QueryRequest {
  // No default for the associated type: a mutation has another one, and the compiler infers it from this.
  /// A state without a value.
  public var initialState: QueryState<Value?, Value> { QueryState(initialValue: nil) }
}

extension QueryRequest where Self: Hashable {
  public var path: QueryPath { QueryPath(self) }
}
