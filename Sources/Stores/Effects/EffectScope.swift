// What is cancelled and awaited together: the effects of one send, of one name, of one child, of one store.
import Locks

/// Work that is cancelled and awaited together. May be cancelled from anywhere.
final class EffectScope: Sendable {
  private struct State {
    var isCancelled = false
    /// Each cancels a running task, by its number.
    var tasks: [Int: @Sendable () -> Void] = [:]
    /// How many actions and effects have not ended.
    var pending = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func enter() { state.withLock { $0.pending += 1 } }

  func leave() {
    let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.pending -= 1
      guard state.pending == 0 else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Adds a running task, which `cancel` cancels: at once where the work has been.
  func insert(number: Int, cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state -> Bool in
      state.tasks[number] = cancel
      return state.isCancelled
    }
    if isCancelled { cancel() }
  }

  func remove(number: Int) { state.withLock { $0.tasks[number] = nil } }

  func cancel() {
    let tasks = state.withLock { state -> [@Sendable () -> Void] in
      state.isCancelled = true
      return Array(state.tasks.values)
    }
    for cancel in tasks { cancel() }
  }

  /// Cancels the running tasks, not what is started later.
  /// - Returns: Their numbers.
  func cancelTasks() -> [Int] {
    let tasks = state.withLock { $0.tasks }
    for cancel in tasks.values { cancel() }
    return Array(tasks.keys)
  }

  /// Returns when everything that entered has left.
  func finished() async {
    await withCheckedContinuation { continuation in
      let now = state.withLock { state -> Bool in
        guard state.pending > 0 else { return true }
        state.waiters.append(continuation)
        return false
      }
      if now { continuation.resume() }
    }
  }
}
