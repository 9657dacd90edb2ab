// Says to a database's queue, from another thread, that the work is no longer wanted.

import Synchronization

/// Set once, from any thread; looked at on the queue of a connection.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)
  private let waitsNoMore = Atomic(false)

  /// What the work is, as a status names it while it waits for a lock.
  let work: FileStatus.Waiting

  init(_ work: FileStatus.Waiting = .read) { self.work = work }

  /// Whether the work has been cancelled.
  var isSet: Bool { flag.load(ordering: .acquiring) }

  /// Cancels the work.
  func set() { flag.store(true, ordering: .releasing) }

  /// Whether the work is not to wait for a lock any more: what it has begun goes on where it needs to wait for none.
  var isGivenUp: Bool { waitsNoMore.load(ordering: .acquiring) }

  /// Lets the work fail where it waits for a lock, or comes to.
  func giveUp() { waitsNoMore.store(true, ordering: .releasing) }
}
