import Observing
import Stores

extension Send {
  /// Sends what keys may wait for: the next of them has its turn at once, and not with the next frame that is due.
  func awaited(_ action: Action) {
    withTransaction(\.isAwaited, true) { self(action) }
  }
}
