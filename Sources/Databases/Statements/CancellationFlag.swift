// Says to a database's queue, from elsewhere, that nobody waits for the work any more.

import Synchronization

/// Set once, from any thread; looked at on the queue of a connection.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  /// Whether the work has been cancelled.
  var isSet: Bool { flag.load(ordering: .acquiring) }

  /// Cancels the work.
  func set() { flag.store(true, ordering: .releasing) }
}
