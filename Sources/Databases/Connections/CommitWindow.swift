// The time in which a commit of ours may be visible to readers and its batch is not out yet.

import Locks

/// Knows whether the writer is between the beginning of a commit and the end of its publication.
final class CommitWindow: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [@Sendable () -> Void] = []
  }

  private let state = Lock(State())

  /// The writer is about to commit.
  func open() { state.withLock { $0.isOpen = true } }

  /// The batch of the commit is out, or there is none.
  func close() {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      state.isOpen = false
      return state.waiters
    }
    for waiter in waiters { waiter() }
  }

  /// Calls `body` once: now, or as soon as the commit under way has been published.
  func whenClosed(_ body: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state -> Bool in
      if state.isOpen { state.waiters.append(body) }
      return !state.isOpen
    }
    if isClosed { body() }
  }
}
