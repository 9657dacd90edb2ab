// What is cancelled and awaited together: the effects of one send, of one name, of one child, of one store.
import Activities
import Locks

/// Work that is cancelled and awaited together. May be cancelled from anywhere.
final class EffectScope: Sendable {
  private struct State {
    var isCancelled = false
    /// Each cancels a running task, by its number.
    var tasks: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Lock(State())
  /// Held by the actions and effects that have not ended.
  private let pending = Activity()

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func enter() { pending.begin() }

  func leave() { pending.end() }

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
  func finished() async { await pending.settled() }
}
