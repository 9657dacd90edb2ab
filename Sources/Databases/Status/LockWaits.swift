// Waits of this program's connections for other connections' locks.
//
//   refused ─> LockWait, pauses between attempts ─> a tenth of a second later: shown ─┬─> the lock is taken
//                                                                                     ├─> the time is over, or given up
//                                                                                     └─> either way: hidden

import CSQLite
import Locks

/// The waits of one database's connections for others' locks: how long they may last, and how they are given up.
final class LockWaits: Sendable {
  private struct State {
    /// How long to wait for a lock; nil: forever.
    var patience: Duration?
    /// The number of shown waits of each kind.
    var shown: [FileStatus.Waiting: Int] = [:]
    /// Requested work that has not ended and can be given up.
    var asked: [ObjectIdentifier: CancellationFlag] = [:]
    /// The total time of waits that ended without the lock, as of `vainEnd`. It decreases with the time that passes
    /// without such a wait.
    var vain: Duration = .zero
    var vainEnd = ContinuousClock.now

    var owed: Duration { max(.zero, vain - max(.zero, .now - vainEnd)) }
  }

  private let state: Lock<State>
  let board: StatusBoard

  init(patience: Duration?, board: StatusBoard) {
    state = Lock(State(patience: patience))
    self.board = board
  }

  /// How long to wait for a lock; nil: forever. It also applies to waits that have begun.
  var patience: Duration? {
    get { state.withLock(\.patience) }
    set { state.withLock { $0.patience = newValue } }
  }

  /// Records that a write is requested.
  func begin(_ flag: CancellationFlag) {
    state.withLock { $0.asked[ObjectIdentifier(flag)] = flag }
  }

  func end(_ flag: CancellationFlag) {
    state.withLock { _ = $0.asked.removeValue(forKey: ObjectIdentifier(flag)) }
  }

  /// Keeps all work requested so far from waiting for locks any more.
  func giveUp() {
    state.withLock { state in
      for flag in state.asked.values { flag.giveUp() }
    }
  }

  // However many steps in a row get no lock, their waits take at most one and a half times the patience in all, plus as
  // much time as the steps themselves.

  /// The time debt of vain waits.
  fileprivate var owed: Duration { state.withLock(\.owed) }

  /// The longest wait of this kind, if the debt was `owed` at its beginning; nil: forever.
  fileprivate func allowance(_ work: FileStatus.Waiting, owed: Duration) -> Duration? {
    // A lock for writing may stay unavailable while locks for reading come and go.
    patience.map { min($0, (work.contains(.write) ? $0 : $0 * 3 / 2) - owed) }
  }

  /// A wait has ended without the lock.
  fileprivate func endInVain(_ duration: Duration, owed: Duration) {
    state.withLock { state in (state.vain, state.vainEnd) = (max(state.owed, owed + duration), .now) }
  }

  /// A wait has ended with the lock, or was cancelled.
  fileprivate func endWithLock() { state.withLock { $0.vain = .zero } }

  /// How long SQLite may sleep of the `wanted` time, between its own attempts to lock a log. SQLite does not tell
  /// whether the next attempt succeeds.
  func sleep(_ wanted: Duration) -> Duration {
    state.withLock { state in
      let owed = state.owed
      let allowed = min(wanted, (state.patience ?? Self.longestSleeps) * 3 / 2 - owed)
      guard allowed > .zero else { return .zero }
      (state.vain, state.vainEnd) = (owed + allowed, .now + allowed)
      return allowed
    }
  }

  /// Nothing can end these sleeps: they are limited even if locks are waited for forever.
  private static let longestSleeps = Duration.seconds(5)

  fileprivate func change(_ work: FileStatus.Waiting, by count: Int) {
    state.withLock { $0.shown[work, default: 0] += count }
    // The last change shows the latest counts.
    board.change { status in
      status.waiting = state.withLock { state in
        state.shown.reduce(into: []) { waiting, shown in if shown.value > 0 { waiting.formUnion(shown.key) } }
      }
    }
  }
}

/// One wait for a lock: the pauses between the attempts. They are short at first, as with SQLite's own `busy_timeout`,
/// but these can be given up and never get long: with a program that writes all the time the lock is free only for
/// moments. Used on one queue at a time; it ends when it is freed.
final class LockWait {
  private let waits: LockWaits
  private let work: FileStatus.Waiting
  private let start = ContinuousClock.now
  /// The debt when it began.
  private let owed: Duration
  private var attempts = 0
  private var isInVain = false
  private var isShown = false

  private static let pauses: [Duration] = [1, 2, 5, 10, 15, 20, 25].map { .milliseconds($0) }
  /// Shorter waits are not shown: they would only flicker.
  private static let moment = Duration.milliseconds(100)

  /// Begins to wait now.
  init(_ waits: LockWaits, _ work: FileStatus.Waiting) {
    self.waits = waits
    self.work = work
    owed = waits.owed
  }

  deinit {
    if attempts > 0, !isInVain { waits.endWithLock() }
    if isShown { waits.change(work, by: -1) }
  }

  /// The pause before the next attempt; nil when the time is over.
  func nextPause() -> Duration? {
    let elapsed = ContinuousClock.now - start
    let left = waits.allowance(work, owed: owed).map { $0 - elapsed }
    if let left, left <= .zero {
      isInVain = true
      waits.endInVain(elapsed, owed: owed)
      return nil
    }
    if !isShown, elapsed >= Self.moment {
      isShown = true
      waits.change(work, by: 1)
    }
    let pause = Self.pauses[min(attempts, Self.pauses.count - 1)]
    attempts += 1
    return left.map { min($0, pause) } ?? pause
  }
}
