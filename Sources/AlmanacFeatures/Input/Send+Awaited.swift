import Observing
import Stores

extension Send {
  /// Sends an action that keys may wait for: the next key gets its turn at once, not with the next frame.
  func awaited(_ action: Action) {
    withTransaction(\.isAwaited, true) { self(action) }
  }
}
