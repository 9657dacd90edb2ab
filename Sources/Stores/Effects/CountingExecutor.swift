// Runs the effects of a test's store, to know when *nothing is left to do now*.
//
// Swift calls it for each turn of an effect's task and of child tasks. A turn ends when the task suspends. Its jobs for
// the main actor are in the main queue by then. Entering and leaving an effect involves other threads: the runtime
// counts those steps as turns.
import Dispatch
import Locks

/// Runs tasks on the global queue, and counts their turns.
final class CountingExecutor: TaskExecutor {
  private struct State {
    var running = 0
    var turns = 0
    var onIdle: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  /// The number of turns requested so far.
  var turns: Int { state.withLock { $0.turns } }

  /// Whether no turn is running or waiting for a thread.
  var isIdle: Bool { state.withLock { $0.running == 0 } }

  /// Called on the thread of the last turn when none is left.
  var onIdle: (@Sendable () -> Void)? {
    get { state.withLock { $0.onIdle } }
    set { state.withLock { $0.onIdle = newValue } }
  }

  /// Counts a turn that runs elsewhere. Every call needs exactly one `end()`.
  func begin() {
    state.withLock { state in
      state.running += 1
      state.turns += 1
    }
  }

  /// Ends a turn.
  func end() {
    let onIdle = state.withLock { state -> (@Sendable () -> Void)? in
      state.running -= 1
      return state.running == 0 ? state.onIdle : nil
    }
    onIdle?()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    begin()
    DispatchQueue.global().async {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
      self.end()
    }
  }
}
