// Queries that change something.

import IssueReporting

/// Slow or external work that changes something, with arguments: an import, an upload.
///
/// ```swift
/// struct Import: MutationRequest, Hashable {
///   func mutate(
///     with file: File, in context: QueryContext, with continuation: QueryContinuation<Progress>
///   ) async throws -> Progress { … }
/// }
/// try await client.store(for: Import()).mutate(with: file)
/// ```
///
/// A mutation never runs by itself and never joins a run.
public protocol MutationRequest<Arguments, ReturnValue>: QueryRequest
where Value == ReturnValue, State == MutationState<Arguments, ReturnValue> {
  /// The arguments of a run.
  associatedtype Arguments: Sendable
  /// The result of a run.
  associatedtype ReturnValue: Sendable

  /// Does the work, like `QueryRequest.fetch`.
  func mutate(
    with arguments: Arguments, in context: QueryContext, with continuation: QueryContinuation<ReturnValue>
  ) async throws -> ReturnValue
}

/// The error of a mutation run without arguments: there was nothing to retry.
public struct MutationWithoutArguments: Error, CustomStringConvertible {
  public var description: String { "There is no mutation to run again." }
}

extension MutationRequest {
  /// A state without a run.
  public var initialState: MutationState<Arguments, ReturnValue> { MutationState() }

  /// Calls `mutate` with the arguments that the store received. Throws `MutationWithoutArguments` if there are none.
  public func fetch(
    in context: QueryContext, with continuation: QueryContinuation<ReturnValue>
  ) async throws -> ReturnValue {
    guard let arguments = context[MutationArguments<Arguments>.self] else {
      reportIssue("The mutation \(path) was fetched. Run it with arguments: store.mutate(with: …).")
      throw MutationWithoutArguments()
    }
    return try await mutate(with: arguments, in: context, with: continuation)
  }

  /// This mutation, whose state remembers the last `length` runs.
  public func history(length: Int) -> some QueryRequest<ReturnValue, State> {
    modifier(ContextModifier { $0.historyLength = length })
  }
}

extension QueryStore {
  /// Runs the mutation. Throws its error.
  @discardableResult
  public func mutate<Arguments, Value>(
    with arguments: Arguments, using context: QueryContext? = nil, handler: QueryEventHandler<State>? = nil
  ) async throws -> Value where State == MutationState<Arguments, Value> {
    var context = context ?? self.context
    context[MutationArguments<Arguments>.self] = arguments
    context.isDeduplicated = false
    return try await fetch(using: context, handler: handler)
  }

  /// Runs the mutation again with the arguments of its latest run. Without one, reports an issue and throws
  /// `MutationWithoutArguments`.
  @discardableResult
  public func retryLatest<Arguments, Value>(
    using context: QueryContext? = nil, handler: QueryEventHandler<State>? = nil
  ) async throws -> Value where State == MutationState<Arguments, Value> {
    guard let latest = state.history.last else {
      reportIssue("retryLatest() found no run of \(path) to repeat. Call mutate(with:) first.")
      throw MutationWithoutArguments()
    }
    return try await mutate(with: latest.arguments, using: context, handler: handler)
  }
}
