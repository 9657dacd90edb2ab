// Tells whether commits have changed the data of a query.
import Databases
import Locks
import Observing
import QueryClients

/// Counts the commits, by any program, that concern a query; lives with the query's store.
final class CommitWatch: Sendable {
  private struct State {
    var count = 0
    /// The data that the last run has read; until it is known every commit counts.
    var reads: ReadSet?
  }

  private let state = Lock(State())
  private let stamp = ChangeStamp()
  private let subscription = Lock<ChangeSubscription?>(nil)

  init(_ connection: SQLiteConnection) {
    let subscription = connection.subscribe { [weak self] batch in self?.note(batch) }
    self.subscription.withLock { $0 = subscription }
  }

  /// The number of such commits. Tracked.
  var count: Int {
    stamp.access()
    return state.withLock { $0.count }
  }

  /// Stores the data that a run has read.
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
  /// The counter of commits that concern the query; nil if there is none.
  var commitWatch: CommitWatch? {
    get { self[CommitWatchKey.self] }
    set { self[CommitWatchKey.self] = newValue }
  }

  private enum CommitWatchKey: Key { static var defaultValue: CommitWatch? { nil } }
}
