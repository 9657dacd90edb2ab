// The locks of other connections that ours wait for.
//
//   refused ─> LockWait, pauses between attempts ─> a tenth of a second later: shown ─┬─> the lock is there
//                                                                                     ├─> the time is over, or given up
//                                                                                     └─> either way: hidden

import CSQLite
import Locks

/// The waits of one database's connections for locks that others hold: how long they may last, and how they are given
/// up.
final class LockWaits: Sendable {
  private struct State {
    /// How long to wait for a lock; `nil` is without end.
    var patience: Duration?
    /// How many waits of each kind are shown.
    var shown: [FileStatus.Waiting: Int] = [:]
    /// What has been asked for, has not ended, and is given up on demand.
    var asked: [ObjectIdentifier: CancellationFlag] = [:]
    /// The time of waits that ended without the lock, as of `vainEnd`. It is paid back by as much time without such a wait.
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

  /// How long to wait for a lock; `nil` is without end. Waits that are under way are measured by it too.
  var patience: Duration? {
    get { state.withLock(\.patience) }
    set { state.withLock { $0.patience = newValue } }
  }

  /// Notes that a write is asked for.
  func begin(_ flag: CancellationFlag) {
    state.withLock { $0.asked[ObjectIdentifier(flag)] = flag }
  }

  func end(_ flag: CancellationFlag) {
    state.withLock { _ = $0.asked.removeValue(forKey: ObjectIdentifier(flag)) }
  }

  /// Nothing of what was begun until now waits for a lock any more.
  func giveUp() {
    state.withLock { state in
      for flag in state.asked.values { flag.giveUp() }
    }
  }

  // However many steps follow one another where no lock ever comes, their waits take no longer in all than one and a half
  // times the patience, and as long again as the steps themselves.

  /// What is owed for waits in vain.
  fileprivate var owed: Duration { state.withLock(\.owed) }

  /// How long a wait of this kind may last that began when so much was owed; `nil` is without end.
  fileprivate func allowance(_ work: FileStatus.Waiting, owed: Duration) -> Duration? {
    // A lock to write may stay away while those to read come and go.
    patience.map { min($0, (work.contains(.write) ? $0 : $0 * 3 / 2) - owed) }
  }

  /// A wait has ended without the lock.
  fileprivate func endInVain(_ duration: Duration, owed: Duration) {
    state.withLock { state in (state.vain, state.vainEnd) = (max(state.owed, owed + duration), .now) }
  }

  /// A wait has ended otherwise.
  fileprivate func endWithLock() { state.withLock { $0.vain = .zero } }

  /// How long SQLite is to sleep of the time that it wants to, between its own attempts to get the locks of a log. It does
  /// not tell whether the next one gets them.
  func sleep(_ wanted: Duration) -> Duration {
    state.withLock { state in
      let owed = state.owed
      let allowed = min(wanted, (state.patience ?? Self.longestSleeps) * 3 / 2 - owed)
      guard allowed > .zero else { return .zero }
      (state.vain, state.vainEnd) = (owed + allowed, .now + allowed)
      return allowed
    }
  }

  /// Nothing ends these sleeps: where locks are waited for without end they are limited too.
  private static let longestSleeps = Duration.seconds(5)

  fileprivate func change(_ work: FileStatus.Waiting, by count: Int) {
    state.withLock { $0.shown[work, default: 0] += count }
    // The last to come shows the last counts.
    board.change { status in
      status.waiting = state.withLock { state in
        state.shown.reduce(into: []) { waiting, shown in if shown.value > 0 { waiting.formUnion(shown.key) } }
      }
    }
  }
}

/// One wait for a lock: the pauses between the attempts to get it, short ones at first, as SQLite's own `busy_timeout`
/// makes them; ours can be given up, and never become long: behind a program that writes without end the lock is
/// free only for moments. Used on one queue at a time; it ends with its object.
final class LockWait {
  private let waits: LockWaits
  private let work: FileStatus.Waiting
  private let start = ContinuousClock.now
  /// What was owed when it began.
  private let owed: Duration
  private var attempts = 0
  private var isInVain = false
  private var isShown = false

  private static let pauses: [Duration] = [1, 2, 5, 10, 15, 20, 25].map { .milliseconds($0) }
  /// A shorter wait is not shown: it would only flicker.
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

  /// The pause before the next attempt; `nil` when the time is over.
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
