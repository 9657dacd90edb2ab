// Tells a database's queue, from another thread, that the work is no longer wanted.

import Synchronization

/// Set once, from any thread; read on a connection's queue.
package final class CancellationFlag: Sendable {
  private let flag = Atomic(false)
  private let waitsNoMore = Atomic(false)

  /// The kind of work, for the status while it waits for a lock.
  let work: FileStatus.Waiting

  package init(_ work: FileStatus.Waiting = .read) { self.work = work }

  /// Whether the work has been cancelled.
  var isSet: Bool { flag.load(ordering: .acquiring) }

  /// Cancels the work.
  package func set() { flag.store(true, ordering: .releasing) }

  /// Whether the work must not wait for a lock any more: started work continues if it needs no waiting.
  var isGivenUp: Bool { waitsNoMore.load(ordering: .acquiring) }

  /// Makes the work fail if it waits for a lock, now or later.
  func giveUp() { waitsNoMore.store(true, ordering: .releasing) }
}
