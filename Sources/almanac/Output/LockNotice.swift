// The notice of a verb that waits for another program's lock.
import AlmanacRecords
import Databases
import Dispatch
import Locks

/// Says once, on standard error, how to get past a lock for which a verb has waited a second.
final class LockNotice: Sendable {
  private struct State {
    var isWaiting = false
    /// The number of the present wait: a wait that ends and begins again is another one.
    var number = 0
    var isSaid = false
  }

  private let path: String
  private let state = Lock(State())

  init(path: String) { self.path = path }

  /// Takes each change of the connection's status.
  @Sendable func statusChanged(_ status: FileStatus) {
    let isWaiting = !status.waiting.isEmpty
    let begun = state.withLock { state -> Int? in
      guard isWaiting != state.isWaiting else { return nil }
      state.isWaiting = isWaiting
      state.number += 1
      return isWaiting && !state.isSaid ? state.number : nil
    }
    guard let begun else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { self.say(afterWait: begun) }
  }

  private func say(afterWait number: Int) {
    let isDue = state.withLock { state in
      guard state.number == number, !state.isSaid else { return false }
      state.isSaid = true
      return true
    }
    guard isDue else { return }
    let waiting = WaitingProgram(path: path)
    let (reason, advice) = (waiting?.reason(path) ?? "Another program has locked \(path)", waiting?.advice)
    StandardStreams.complain(
      "\(reason). Almanac waits five seconds at most. \(advice ?? "Close that program"), or use a copy: "
        + FileCopy.command(path: path))
  }
}
