// Names for parts of an effect's work.
import IssueReporting

/// Runs `operation` in an effect under a name, so that it can be cancelled separately from the rest of the effect.
///
/// The name is of the same kind as that of `Effect.cancellable(id:)`: `Effect.cancel(id:)` of the feature, and another
/// effect of the name with `cancelInFlight`, cancel `operation`, and the effect continues after it. Actions that a
/// cancelled operation sends are dropped.
///
/// ```swift
/// return .run { send in
///   for await query in queries {
///     try? await withTaskCancellation(id: Search.query, cancelInFlight: true) {
///       await send(.found(try await client.search(query)))
///     }
///   }
/// }
/// ```
/// - Parameters:
///   - id: The name.
///   - cancelInFlight: Whether to cancel running work of this name first.
///   - operation: The work, in its own task.
/// - Returns: The result of `operation`. Throws its error, usually a `CancellationError` if it was cancelled.
public func withTaskCancellation<Result: Sendable>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  guard let names = EffectNames.current else {
    OperatorPlace(fileID: fileID, filePath: filePath, line: line, column: column).report(
      """
      withTaskCancellation was called outside of an effect, so no store can cancel '\(id)'. Call it in the closure of \
      Effect.run.
      """)
    return try await operation()
  }
  let id = EffectID(id)
  let scope = await names.begin(id, cancelInFlight)
  let task = Task { try await operation() }
  scope.insert(number: 0) { task.cancel() }
  let result = await withTaskCancellationHandler {
    await task.result
  } onCancel: {
    task.cancel()
  }
  await names.end(scope, id)
  return try result.get()
}

/// Creates names for parts of the current effect's work.
struct EffectNames: Sendable {
  /// The names of the current task's effect.
  @TaskLocal static var current: EffectNames?

  let begin: @MainActor @Sendable (_ id: EffectID, _ cancelsInFlight: Bool) -> EffectScope
  let end: @MainActor @Sendable (EffectScope, _ id: EffectID) -> Void
}
