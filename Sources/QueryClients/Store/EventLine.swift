// Delivers calls in order, whichever thread makes them.

import Locks

/// Runs events one after the other, outside all locks. Events added meanwhile, by one of them or by another thread, run
/// afterwards, on the thread that is already running events.
final class EventLine: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Lock(State())

  /// Appends `event` without running it, so that this may be called under a lock.
  func add(_ event: @escaping @Sendable () -> Void) { state.withLock { $0.waiting.append(event) } }

  /// Runs the waiting events, unless another call is doing that.
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
