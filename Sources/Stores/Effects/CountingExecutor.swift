// Runs the effects of a test's store, so that *nothing is left to do now* is a fact.
//
// Swift asks it for each turn of an effect's task, and of the tasks within. A turn ends where the task waits. What it
// asked of the main actor is in the main queue by then. The ways into an effect and out of it lead over other threads:
// the runtime counts them as turns.
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

  /// How many turns have been asked for so far.
  var turns: Int { state.withLock { $0.turns } }

  /// Whether no turn runs or waits for a thread.
  var isIdle: Bool { state.withLock { $0.running == 0 } }

  /// Called on the thread that has run the last turn there was.
  var onIdle: (@Sendable () -> Void)? {
    get { state.withLock { $0.onIdle } }
    set { state.withLock { $0.onIdle = newValue } }
  }

  /// Counts a turn that is run elsewhere. Every call needs exactly one `end()`.
  func begin() {
    state.withLock { state in
      state.running += 1
      state.turns += 1
    }
  }

  /// A turn is over.
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
