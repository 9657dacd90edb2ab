// A first-come, first-served queue for a few places; waiters can leave it.

import Locks

/// Lets a limited number of callers in at a time, in the order of their calls.
final class TurnQueue: Sendable {
  private typealias Waiter = (flag: CancellationFlag, continuation: CheckedContinuation<Void, any Error>)

  private struct State {
    var free: Int
    /// The waiting callers, from index `first` on; the entries before it have been served.
    var waiters: [Waiter?] = []
    var first = 0
    /// Called, under the lock, for each caller that enters or begins to wait, so that a test knows that one waits.
    var observer: (@Sendable (_ free: Int, _ waiting: Int) -> Void)?

    var waitingCount: Int { waiters[first...].count { $0 != nil } }
    func tellObserver() { observer?(free, waitingCount) }

    /// Takes a place if one is free (there are no waiters then); returns whether it did.
    mutating func takeFree() -> Bool {
      guard free > 0 else { return false }
      free -= 1
      tellObserver()
      return true
    }
  }

  private let state: Lock<State>

  /// Makes a queue for `places` callers at a time.
  init(places: Int) {
    state = Lock(State(free: places))
  }

  /// Tells `observer`, now and whenever a caller has taken a place or begun to wait, how many places are free and how
  /// many callers wait. It is not called when a caller leaves.
  func observe(_ observer: (@Sendable (_ free: Int, _ waiting: Int) -> Void)?) {
    let former = state.withLock { state in
      defer {
        state.observer = observer
        state.tellObserver()
      }
      return state.observer
    }
    // Freed here, outside the lock.
    withExtendedLifetime(former) {}
  }

  /// Waits for a place. Throws `CancellationError` if the flag is set before a place is free; see `cancel(_:)`.
  func enter(_ flag: CancellationFlag) async throws {
    // Either the flag was set before this point, or `cancel` finds the waiter: both run under the lock.
    if try state.withLock({ state in
      if flag.isSet { throw CancellationError() }
      return state.takeFree()
    }) {
      return
    }
    try await withCheckedThrowingContinuation { continuation in
      let outcome = state.withLock { state -> Result<Void, any Error>? in
        if flag.isSet { return .failure(CancellationError()) }
        if state.takeFree() { return .success(()) }
        state.waiters.append((flag, continuation))
        state.tellObserver()
        return nil
      }
      if let outcome { continuation.resume(with: outcome) }
    }
  }

  /// Takes a place if one is free; returns whether it did.
  func enterIfFree() -> Bool { state.withLock { $0.takeFree() } }

  /// Passes the place to the next caller in the queue.
  func leave() {
    let next = state.withLock { state -> Waiter? in
      while state.first < state.waiters.count {
        let next = state.waiters[state.first]
        state.waiters[state.first] = nil
        state.first += 1
        if state.first == state.waiters.count {
          state.waiters.removeAll(keepingCapacity: true)
          state.first = 0
        } else if state.first > 64, state.first * 2 > state.waiters.count {
          state.waiters.removeFirst(state.first)
          state.first = 0
        }
        if let next { return next }
      }
      state.free += 1
      return nil
    }
    next?.continuation.resume()
  }

  /// Sets the flag; the caller that waits with it leaves the queue at once.
  func cancel(_ flag: CancellationFlag) {
    let waiter = state.withLock { state -> Waiter? in
      flag.set()
      guard let index = state.waiters[state.first...].firstIndex(where: { $0?.flag === flag }) else { return nil }
      defer { state.waiters[index] = nil }
      return state.waiters[index]
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }
}
