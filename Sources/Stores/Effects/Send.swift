// Sends an effect's results back to the store.

/// Sends an effect's actions to the store that runs it, on the main actor. The action has been handled when the call
/// returns. The actions of a cancelled effect are dropped.
@MainActor
public struct Send<Action: Sendable>: Sendable {
  let deliver: @MainActor @Sendable (Action) -> Void

  /// Sends `action`, unless the effect was cancelled.
  public func callAsFunction(_ action: Action) { deliver(action) }
}
