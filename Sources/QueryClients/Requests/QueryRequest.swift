// What a query does: the only thing that its author writes.

/// Slow or outside work that gives a value.
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
/// A request is a value. What it runs on, and how often, belongs to the `QueryStore` that a `QueryClient` keeps for its
/// path.
public protocol QueryRequest<Value, State>: Sendable {
  /// What one run gives.
  associatedtype Value: Sendable
  /// What the store of this query holds.
  associatedtype State: QueryStateProtocol where State.QueryValue == Value

  /// Names the store that runs this query. Requests of one path share a store. The default, for a hashable request, is
  /// the request itself.
  var path: QueryPath { get }

  /// What the store holds before the query has run. The default has no value.
  var initialState: State { get }

  /// Adds what this query wants to the context of its store, once. The default adds nothing.
  func setup(context: inout QueryContext)

  /// Does the work. It may yield values before the last one through `continuation`. Runs on no particular actor, in a
  /// task that is cancelled when all that waited for it have gone. An error becomes the error of the state.
  func fetch(in context: QueryContext, with continuation: QueryContinuation<Value>) async throws -> Value
}

extension QueryRequest {
  public func setup(context: inout QueryContext) {}
}

extension QueryRequest {
  // No default for the associated type: a mutation has another one, and this is what the compiler infers it from.
  /// A state without a value.
  public var initialState: QueryState<Value?, Value> { QueryState(initialValue: nil) }
}

extension QueryRequest where Self: Hashable {
  public var path: QueryPath { QueryPath(self) }
}
