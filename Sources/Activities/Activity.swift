import Locks

/// Counts running work, so that *settled* is a fact and not a guess.
///
/// Call `begin()` **before** you spawn the work, and `end()` when its last consequence has been delivered. A harness
/// then awaits `settled()` instead of sleeping.
public final class Activity: Sendable {
  private struct State {
    var running = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// Makes a counter without running work.
  public init() {}

  /// Whether nothing is running now.
  public var isSettled: Bool { state.withLock { $0.running == 0 } }

  /// Records that a piece of work has begun. Every call needs exactly one `end()`.
  public func begin() {
    state.withLock { $0.running += 1 }
  }

  /// Records that a piece of work has ended; wakes the waiting callers if it was the last.
  public func end() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      guard state.running > 0 else { fatalError("Activity.end() was called more often than begin().") }
      state.running -= 1
      guard state.running == 0 else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns as soon as nothing is running. New work may have begun by the time the caller continues. If nothing is
  /// running, the caller is not suspended.
  public nonisolated(nonsending) func settled() async {
    await withCheckedContinuation { continuation in
      let now = state.withLock { state -> Bool in
        guard state.running > 0 else { return true }
        state.waiters.append(continuation)
        return false
      }
      if now { continuation.resume() }
    }
  }
}
