// Keeps one count current, at little cost.
//
//   declared, load() ─────────────> count on a reader ─> value, current
//   our own commit, no search ────> value + inserted - deleted, still current
//   any other commit that matters > not current ─> count again, at most once per ten times the last duration
//
// Counting a big table takes long, so no commit is answered by counting at once where arithmetic will do, a count is
// interrupted by a newer one, and a partial count is never taken for the whole.
import Activities
import Databases
import Locks
import Observing
import StructuredQueries

/// The reader behind a `LiveCount`; shared by the copies of the wrapper.
final class CountReader<Record: BookRecord>: Sendable {
  private struct State {
    var query: CountQuery<Record>
    var count = RecordCount.unknown
    /// Whether a commit came that only a new count can answer.
    var isStale = false
    /// Of the newest task; what an older one finds is dropped.
    var taskNumber = 0
    var task: Task<Void, Never>?
    /// No count begins before.
    var notBefore: ContinuousClock.Instant?
  }

  private let connection: SQLiteConnection
  private let state: Lock<State>
  private let changes = ChangeStamp()
  /// Set once, in `init`.
  private let subscription = Lock<ChangeSubscription?>(nil)

  init(_ query: CountQuery<Record>, connection: SQLiteConnection) {
    self.connection = connection
    state = Lock(State(query: query))
    let subscription = connection.subscribe { [weak self] batch in self?.answer(batch) }
    self.subscription.withLock { $0 = subscription }
    start(query)
  }

  deinit {
    state.withLock { $0.task?.cancel() }
  }

  /// The count, tracked.
  var count: RecordCount {
    changes.access()
    return state.withLock { $0.count }
  }

  /// Counts what another search finds from now on. The old count stays, not current, until the new one is there.
  func load(_ search: SearchQuery) {
    let query = CountQuery<Record>(search: search)
    let isNew = state.withLock { state -> Bool in
      guard state.query != query else { return false }
      state.notBefore = nil
      return true
    }
    if isNew { start(query) }
  }

  /// Begins to count, and drops the count under way.
  private func start(_ query: CountQuery<Record>) {
    let activity = connection.activity
    activity.begin()
    state.withLock { state in
      state.task?.cancel()
      state.query = query
      state.isStale = false
      state.count.isCurrent = false
      state.count.progress = nil
      state.taskNumber += 1
      let number = state.taskNumber
      let start = state.notBefore
      let reader: @Sendable () -> CountReader? = { [weak self] in self }
      state.task = Task { [connection] in
        if let start { try? await Task.sleep(until: start, clock: .continuous) }
        await Self.run(query, number, on: connection, reader: reader)
        activity.end()
      }
    }
    changes.noteChange()
  }

  private static func run(
    _ query: CountQuery<Record>, _ number: Int, on connection: SQLiteConnection,
    reader: @escaping @Sendable () -> CountReader?
  ) async {
    let clock = ContinuousClock()
    let began = clock.now
    let result = try? await connection.read { db in
      try query.count(db) { progress in
        reader()?.store(number) { $0.count.progress = progress }
      }
    }
    if let result {
      let ended = clock.now
      reader()?.store(number) { state in
        state.notBefore = ended + (ended - began) * 10
        state.count = RecordCount(value: result, isCurrent: !state.isStale)
      }
      // A commit that the count has seen may not have been told yet, and must not be added to it: whoever has the writer
      // tells before the next one gets it.
      _ = try? await connection.query("SELECT 1")
    }
    reader()?.end(number)
  }

  /// The count that `number` names has ended: what comes from here on it has not seen.
  private func end(_ number: Int) {
    let again = state.withLock { state -> CountQuery<Record>? in
      guard state.taskNumber == number else { return nil }
      state.task = nil
      return state.isStale ? state.query : nil
    }
    if let again { start(again) }
  }

  private func store(_ number: Int, _ change: (inout State) -> Void) {
    let isNewest = state.withLock { state -> Bool in
      guard state.taskNumber == number else { return false }
      change(&state)
      return true
    }
    if isNewest { changes.noteChange() }
  }

  /// Answers a commit. On the thread that publishes it.
  private func answer(_ batch: ChangeBatch) {
    let own = batch.origin == .own && !batch.schemaChanged ? batch.tables[Record.tableName] : nil
    if batch.origin == .own, !batch.schemaChanged, own == nil { return }
    let restarted = state.withLock { state -> CountQuery<Record>? in
      if let own {
        if state.query.search.isEmpty {
          if own.inserted == own.deleted, state.task == nil { return nil }
          if let value = state.count.value, state.count.isCurrent, state.task == nil {
            state.count.value = value + own.inserted - own.deleted
            return nil
          }
        } else if own.inserted == 0, own.deleted == 0,
          own.columns.isDisjoint(with: Record.searchIndex.columns)
        {
          return nil
        }
      }
      state.count.isCurrent = false
      // A count under way may have begun before the commit: when it is done, it begins again.
      guard state.task == nil else {
        state.isStale = true
        return nil
      }
      return state.query
    }
    if let restarted { start(restarted) } else { changes.noteChange() }
  }
}
