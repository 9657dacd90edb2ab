// Distinguishes the commits of others from our own.
//
// The idle connection's `data_version` moves with every commit, the writer's with every commit but its own. The cycle:
// the idle one is polled -> it has not moved: nothing -> it has, and the writer has committed nothing since the last
// poll: another connection did -> it has, and the writer has committed too: the writer's own number decides, on its
// queue. Where the idle one can't be polled any more, a batch lets the readers meet the same error; where it can again,
// they read again.

import CSQLite
import Locks

/// Finds the commits of other connections and publishes a batch for them.
final class OutsideChangeDetector: Sendable {
  private struct State {
    /// `nil` once closed.
    var idle: IdleConnection?
    /// The idle connection's number at the last poll.
    var version: IdleConnection.Poll
    /// The writer's number when it was last asked.
    var writerVersion: Int
    /// Whether a transaction of the writer is under way.
    var isWriting = false
    /// Whether the writer is committing at this moment.
    var isCommitting = false
    /// Whether a commit of the writer may have moved the idle number since the last poll.
    var hasOwnCommits = false
    /// Whether the idle number has moved and only the writer can say through whom.
    var awaitsWriter = false
    /// Whether commits have been published that the writer's number has not been asked about since.
    var writerLags = false
  }

  private let state: Lock<State>
  /// Held from a decision until its batch is out, so that batches come in the order of the decisions. Taken before
  /// `state`, which is free meanwhile: a subscriber may let go of the last reference to the connection, whose end
  /// closes this.
  private let order = Lock(())
  private let publisher: ChangePublisher
  /// Hears of damage.
  private let presence: FilePresence?
  /// Called when the writer must be asked, on the thread of the look, and not again before it was.
  private let askWriter: @Sendable () -> Void

  /// Opens the idle connection. `writerVersion` is the writer's number at this moment. Throws `DatabaseError`.
  init(
    path: String, writerVersion: Int, publisher: ChangePublisher, presence: FilePresence?,
    askWriter: @escaping @Sendable () -> Void
  ) throws {
    let idle = try IdleConnection(path: path)
    state = Lock(State(idle: idle, version: idle.poll(), writerVersion: writerVersion))
    self.publisher = publisher
    self.presence = presence
    self.askWriter = askWriter
  }

  /// Whether the writer must say which connection has committed. If not, the batches of all decisions are out.
  var awaitsWriter: Bool { order.withLock { _ in state.withLock(\.awaitsWriter) } }

  /// Polls, and publishes what others have committed. Callable from any thread that may wait some microseconds.
  func look() -> LookResult {
    let (result, mustAsk, isDamaged) = order.withLock { _ in
      let look = state.withLock(Self.look)
      if look.result == .changed { publisher.publish(.outside) }
      return look
    }
    if mustAsk { askWriter() }
    if isDamaged { presence?.noteDamaged() }
    return result
  }

  /// What a look finds, whether the writer must be asked, and whether the file is damaged.
  private static func look(_ state: inout State) -> (result: LookResult, mustAsk: Bool, isDamaged: Bool) {
    guard let idle = state.idle else { return (.unchanged, false, false) }
    let version = idle.poll()
    if version == .busy { return (.busy, false, false) }
    if version == .damaged { return (.unchanged, false, true) }
    if version == state.version {
      // All commits that have ended would have been seen.
      state.hasOwnCommits = state.isCommitting
      return (state.isWriting ? .writing : .unchanged, false, false)
    }
    let isUnknown = version == .failed || state.version == .failed
    state.version = version
    if isUnknown || !state.awaitsWriter && !state.hasOwnCommits {
      state.writerLags = true
      return (.changed, false, false)
    }
    if state.awaitsWriter { return (.unchanged, false, false) }
    state.hasOwnCommits = state.isCommitting
    state.awaitsWriter = true
    return (.unchanged, true, false)
  }

  /// A transaction of the writer begins or has ended.
  func writerIsWriting(_ isWriting: Bool) { state.withLock { $0.isWriting = isWriting } }

  /// The writer is about to commit. `pollWriter` gives the writer's number, `nil` if it can't be had.
  func writerWillCommit(pollWriter: () -> Int?) {
    decide { state in
      // No other connection can commit now: this separates what has been seen from what comes.
      let isOutside = state.writerLags || state.awaitsWriter ? Self.settle(&state, pollWriter) : false
      state.isCommitting = true
      state.hasOwnCommits = true
      return isOutside
    }
  }

  /// The writer has committed, or failed to.
  func writerDidCommit() {
    state.withLock { $0.isCommitting = false }
  }

  /// Lets the writer's number decide, if that is needed. Called on the writer's queue. When the number can't be had,
  /// another program is writing at length: `assumesOutside` takes that for an answer, otherwise the question stays.
  func settle(assumesOutside: Bool, pollWriter: () -> Int?) {
    decide { state in
      guard state.awaitsWriter else { return false }
      let isOutside = Self.settle(&state, pollWriter)
      guard assumesOutside, state.awaitsWriter else { return isOutside }
      state.awaitsWriter = false
      state.writerLags = true
      return true
    }
  }

  /// Closes the idle connection.
  func close() {
    state.withLock { $0.idle = nil }
  }

  /// Publishes a batch if `body` says that others have committed.
  private func decide(_ body: (inout State) -> Bool) {
    order.withLock { _ in
      if state.withLock(body) { publisher.publish(.outside) }
    }
  }

  /// Lets the numbers decide whether others have committed; without an answer it says no, and the question stays.
  private static func settle(_ state: inout State, _ pollWriter: () -> Int?) -> Bool {
    guard let idle = state.idle else { return false }
    // In this order: what the idle connection sees the writer sees as well.
    let version = idle.poll()
    guard case .version = version, let writerVersion = pollWriter() else { return false }
    let isKnown = state.version != .failed && (state.awaitsWriter || state.hasOwnCommits)
    let isOutside = isKnown ? writerVersion != state.writerVersion : version != state.version
    state.version = version
    state.writerVersion = writerVersion
    state.hasOwnCommits = state.isCommitting
    state.awaitsWriter = false
    state.writerLags = false
    return isOutside
  }
}
