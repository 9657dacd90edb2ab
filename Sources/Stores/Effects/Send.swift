// How an effect gives its results back to the store.

/// Gives an effect's actions to the store that runs it, on the main actor. Once the call returns, the action has been
/// handled. The actions of a cancelled effect are dropped.
@MainActor
public struct Send<Action: Sendable>: Sendable {
  let deliver: @MainActor @Sendable (Action) -> Void

  /// Sends `action`, unless the effect was cancelled.
  public func callAsFunction(_ action: Action) { deliver(action) }
}
