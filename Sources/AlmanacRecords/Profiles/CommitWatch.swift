// Whether commits have changed what a query has read.
import Databases
import Locks
import Observing
import QueryClients

/// Counts the commits of a connection, and of others, that concern a query; lives with the query's store.
final class CommitWatch: Sendable {
  private struct State {
    var count = 0
    /// What the query has read the last time; until that is known every commit counts.
    var reads: ReadSet?
  }

  private let state = Lock(State())
  private let stamp = ChangeStamp()
  private let subscription = Lock<ChangeSubscription?>(nil)

  init(_ connection: SQLiteConnection) {
    let subscription = connection.subscribe { [weak self] batch in self?.note(batch) }
    self.subscription.withLock { $0 = subscription }
  }

  /// How many there were. Tracked.
  var count: Int {
    stamp.access()
    return state.withLock { $0.count }
  }

  /// A run has read this.
  func noteReads(_ reads: ReadSet) { state.withLock { $0.reads = reads } }

  private func note(_ batch: ChangeBatch) {
    let isMet = state.withLock { state in
      guard state.reads?.isMet(by: batch) ?? true else { return false }
      state.count += 1
      return true
    }
    if isMet { stamp.noteChange() }
  }
}

extension QueryContext {
  /// What counts the commits that concern the query; `nil` where nothing does.
  var commitWatch: CommitWatch? {
    get { self[CommitWatchKey.self] }
    set { self[CommitWatchKey.self] = newValue }
  }

  private enum CommitWatchKey: Key { static var defaultValue: CommitWatch? { nil } }
}
