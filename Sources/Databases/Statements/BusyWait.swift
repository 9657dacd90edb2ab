// How long to wait for a lock that another connection holds.

import Glibc

/// The pauses between two attempts to get a lock: short ones at first, and none after the timeout. SQLite's own
/// `busy_timeout` waits in the same steps; ours can be cancelled.
struct BusyWait {
  private let end: ContinuousClock.Instant
  private static let pauses: [Duration] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100].map { .milliseconds($0) }

  /// Begins to wait now.
  init(timeout: Duration) {
    end = .now + timeout
  }

  /// The pause before the next attempt; `nil` when the time is over. Attempts count from 0.
  func pause(attempt: Int) -> Duration? {
    let left = end - .now
    guard left > .zero else { return nil }
    return min(Self.pauses[min(attempt, Self.pauses.count - 1)], left)
  }

  /// Blocks the thread, which is always one of a connection's own queue.
  static func sleep(_ pause: Duration) {
    usleep(UInt32(clamping: pause.components.attoseconds / 1_000_000_000_000))
  }
}
