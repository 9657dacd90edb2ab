// A first-come, first-served queue for a few places, whose waiters can leave.

import Locks

/// Lets at most so many callers in at a time, the others in the order in which they came.
final class TurnQueue: Sendable {
  private typealias Waiter = (flag: CancellationFlag, continuation: CheckedContinuation<Void, any Error>)

  private struct State {
    var free: Int
    /// The waiting callers, from `first` on; before it are places that were given.
    var waiters: [Waiter?] = []
    var first = 0
    /// Called for each caller that enters or begins to wait, under the lock: so a test knows that one waits.
    var observer: (@Sendable (_ free: Int, _ waiting: Int) -> Void)?

    var waitingCount: Int { waiters[first...].count { $0 != nil } }
    func tellObserver() { observer?(free, waitingCount) }

    /// Takes a place if there is a free one; returns whether there was. Then there are no waiters.
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
  /// many callers wait. It is not called when one leaves.
  func observe(_ observer: (@Sendable (_ free: Int, _ waiting: Int) -> Void)?) {
    let former = state.withLock { state in
      defer {
        state.observer = observer
        state.tellObserver()
      }
      return state.observer
    }
    // Freed here, outside of the lock.
    withExtendedLifetime(former) {}
  }

  /// Waits for a place. Throws `CancellationError` when the flag is set before there is one; see `cancel(_:)`.
  func enter(_ flag: CancellationFlag) async throws {
    // Set before this point, or `cancel` finds the waiter: both are under the lock.
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

  /// Takes a place if there is a free one; returns whether there was.
  func enterIfFree() -> Bool { state.withLock { $0.takeFree() } }

  /// Gives the place to the next in the queue.
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
