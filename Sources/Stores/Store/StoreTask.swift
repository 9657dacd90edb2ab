// The result of `send`: everything that follows the action.

/// Everything that follows a sent action: its effects, the effects of the actions they send, and so on.
public struct StoreTask: Sendable {
  let scope: EffectScope

  /// Cancels everything that follows the action.
  public func cancel() { scope.cancel() }

  /// Whether it was cancelled.
  public var isCancelled: Bool { scope.isCancelled }

  /// Returns when everything that follows has ended. Cancelling the waiting task cancels that, too, so that a stream
  /// started for a screen ends with it.
  public func finish() async {
    await withTaskCancellationHandler {
      await scope.finished()
    } onCancel: {
      scope.cancel()
    }
  }
}
