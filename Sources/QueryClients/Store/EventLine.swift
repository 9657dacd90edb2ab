// Calls that reach their receivers in order, whichever thread makes them.

import Locks

/// Runs what is added one after the other, outside of all locks. What is added meanwhile, from within or by another
/// thread, runs after it; the thread that is running things runs it.
final class EventLine: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Lock(State())

  /// Adds `event` to the end. Nothing runs yet: this may be called under a lock.
  func add(_ event: @escaping @Sendable () -> Void) { state.withLock { $0.waiting.append(event) } }

  /// Runs what waits, unless another call is at it.
  func run() {
    var isFirst = true
    while let events = state.withLock({ state -> [@Sendable () -> Void]? in
      if isFirst, state.isRunning { return nil }
      state.isRunning = !state.waiting.isEmpty
      defer { state.waiting = [] }
      return state.isRunning ? state.waiting : nil
    }) {
      isFirst = false
      for event in events { event() }
    }
  }
}
