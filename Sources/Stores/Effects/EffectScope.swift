// Work that is cancelled and awaited together: the effects of one send, one name, one child, or one store.
import Activities
import Locks

/// Work that is cancelled and awaited together. It may be cancelled on any thread.
final class EffectScope: Sendable {
  private struct State {
    var isCancelled = false
    /// Closures that cancel the running tasks, by task number.
    var tasks: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Lock(State())
  /// Held by the actions and effects that have not ended.
  private let pending = Activity()

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func enter() { pending.begin() }

  func leave() { pending.end() }

  /// Adds a running task, which `cancel` cancels; cancels it at once if the scope was already cancelled.
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

  /// Cancels the running tasks, but not later ones.
  /// - Returns: Their numbers.
  func cancelTasks() -> [Int] {
    let tasks = state.withLock { $0.tasks }
    for cancel in tasks.values { cancel() }
    return Array(tasks.keys)
  }

  /// Returns when everything that has entered has left.
  func finished() async { await pending.settled() }
}
