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
    /// The waits one behind the other that all ended without the lock; `nil` where the last one got it.
    var vain: (start: ContinuousClock.Instant, end: ContinuousClock.Instant)?
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

  /// When the time of a wait begins that begins now: with those that have just ended without the lock. A lock that did not
  /// come is not waited for as long again by each step that follows.
  fileprivate func start() -> ContinuousClock.Instant {
    let now = ContinuousClock.now
    return state.withLock { state in
      guard let vain = state.vain, now - vain.end < Self.gap else { return now }
      return vain.start
    }
  }

  /// Later than that after a wait in vain, the next one has all the time again.
  private static let gap = Duration.seconds(1)

  /// A wait has ended by its time.
  fileprivate func endInVain(_ start: ContinuousClock.Instant) { state.withLock { $0.vain = (start, .now) } }

  /// A wait has ended otherwise.
  fileprivate func endWithLock() { state.withLock { $0.vain = nil } }

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
  private let start: ContinuousClock.Instant
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
    start = waits.start()
  }

  deinit {
    if attempts > 0, !isInVain { waits.endWithLock() }
    if isShown { waits.change(work, by: -1) }
  }

  /// The pause before the next attempt; `nil` when the time is over.
  func nextPause() -> Duration? {
    let elapsed = ContinuousClock.now - start
    let left = waits.patience.map { $0 - elapsed }
    if let left, left <= .zero {
      isInVain = true
      waits.endInVain(start)
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
