// Keeps one count current, at little cost.
//
//   declared, load() ─────────────> count on a reader ─> value, current
//   our own commit, no search ────> value + inserted - deleted, still current
//   any other commit that matters > count again, at most once per ten times the last duration
//                            └────> not current, where the new count is not there within a tenth of a second
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
    /// What is counted; `nil` is nothing.
    var query: CountQuery<Record>?
    var count = RecordCount.unknown
    /// Since when a commit has been waiting for a new count, so that arithmetic will not do either.
    var outdatedSince: ContinuousClock.Instant?
    /// Whether somebody waits to say that the count is not current.
    var hasDoubter = false
    /// Whether a commit came after the count under way had begun.
    var isStale = false
    /// Of the newest task; what an older one finds is dropped.
    var taskNumber = 0
    var task: Task<Void, Never>?
    /// No count begins before.
    var notBefore: ContinuousClock.Instant?
  }

  /// A count that is this late is told to be: less is not seen, and a sign that comes and goes would be.
  private static var patience: Duration { .milliseconds(100) }

  private let connection: SQLiteConnection
  private let state: Lock<State>
  private let changes = ChangeStamp()
  /// Set once, in `init`.
  private let subscription = Lock<ChangeSubscription?>(nil)

  init(_ query: CountQuery<Record>?, connection: SQLiteConnection) {
    self.connection = connection
    state = Lock(State(query: query))
    let subscription = connection.subscribe { [weak self] batch in self?.answer(batch) }
    self.subscription.withLock { $0 = subscription }
    if let query { start(query) }
  }

  deinit {
    state.withLock { $0.task?.cancel() }
  }

  /// The count as it is, untracked.
  var untrackedCount: RecordCount { state.withLock { $0.count } }

  /// The count, tracked.
  var count: RecordCount {
    changes.access()
    return state.withLock { $0.count }
  }

  /// Counts something else from now on, or nothing. The old count stays, not current, until the new one is there.
  func load(_ query: CountQuery<Record>?) {
    let isNew = state.withLock { state -> Bool in
      guard state.query != query else { return false }
      state.notBefore = nil
      state.count.isCurrent = false
      state.count.progress = nil
      return true
    }
    guard isNew else { return }
    if let query { start(query) } else { stop() }
    changes.noteChange()
  }

  /// Counts nothing any more.
  private func stop() {
    state.withLock { state in
      state.task?.cancel()
      state.task = nil
      state.taskNumber += 1
      state.query = nil
      state.count = .unknown
      (state.isStale, state.outdatedSince) = (false, nil)
    }
  }

  /// Begins to count, and drops the count under way: that numbered `replaced`, if a number is given, or none at all.
  private func start(_ query: CountQuery<Record>, replacing replaced: Int? = nil) {
    let activity = connection.activity
    activity.begin()
    let isStarted = state.withLock { state -> Bool in
      // A newer search may have come first.
      if let replaced, state.taskNumber != replaced { return false }
      state.task?.cancel()
      state.query = query
      state.isStale = false
      state.outdatedSince = state.outdatedSince ?? .now
      state.taskNumber += 1
      let number = state.taskNumber
      let start = state.notBefore
      let reader: @Sendable () -> CountReader? = { [weak self] in self }
      state.task = Task { [connection] in
        if let start { try? await Task.sleep(until: start, clock: .continuous) }
        await Self.run(query, number, on: connection, reader: reader)
        activity.end()
      }
      return true
    }
    if !isStarted { activity.end() }
  }

  private static func run(
    _ query: CountQuery<Record>, _ number: Int, on connection: SQLiteConnection,
    reader: @escaping @Sendable () -> CountReader?
  ) async {
    do {
      let (result, duration) = try await connection.read { db in
        // Somebody else's lock says nothing about the count.
        let began = ContinuousClock.now - db.waitedForLocks
        let result = try query.count(db) { progress in
          reader()?.store(number) { $0.count.progress = progress }
        }
        return (result, ContinuousClock.now - db.waitedForLocks - began)
      }
      reader()?.store(number) { state in
        state.notBefore = .now + duration * 10
        if !state.isStale { state.outdatedSince = nil }
        state.count = RecordCount(value: result, isCurrent: state.count.isCurrent || !state.isStale)
      }
      // A commit that the count has seen may not have been told yet, and must not be added to it.
      await connection.ownCommitsPublished()
      reader()?.end(number)
    } catch is CancellationError {
      reader()?.end(number)
    } catch {
      // The file can't be read. The list says what is wrong; the next commit has it counted again.
      reader()?.store(number) { state in
        state.count.isCurrent = false
        state.count.progress = nil
      }
      reader()?.end(number)
    }
  }

  /// The count that `number` names has ended: what comes from here on it has not seen.
  private func end(_ number: Int) {
    let again = state.withLock { state -> CountQuery<Record>? in
      guard state.taskNumber == number else { return nil }
      state.task = nil
      return state.isStale ? state.query : nil
    }
    if let again { start(again, replacing: number) }
  }

  private func store(_ number: Int, _ change: (inout State) -> Void) {
    let isChanged = state.withLock { state -> Bool in
      guard state.taskNumber == number else { return false }
      let before = state.count
      change(&state)
      return state.count != before
    }
    if isChanged { changes.noteChange() }
  }

  /// What a commit asks of the count.
  private enum Answer {
    case nothing
    /// The count is another.
    case changed
    /// The count is not what it was, and nobody knows what it is: a count under way will begin again.
    case outdated
    /// Only a new count can tell; it takes the place of the one with this number.
    case countAgain(CountQuery<Record>, replacing: Int)
  }

  /// Answers a commit. On the thread that publishes it.
  private func answer(_ batch: ChangeBatch) {
    let own = batch.origin == .own && !batch.schemaChanged ? batch.tables[Record.tableName] : nil
    if batch.origin == .own, !batch.schemaChanged, own == nil { return }
    switch state.withLock({ Self.answer(own, &$0) }) {
    case .nothing: return
    case .changed: changes.noteChange()
    case .outdated: doubtLater()
    case .countAgain(let query, let number):
      start(query, replacing: number)
      doubtLater()
    }
  }

  /// Sees to it that a count which is not there in time is told to be late.
  private func doubtLater() {
    let isFirst = state.withLock { state -> Bool in
      defer { state.hasDoubter = true }
      return !state.hasDoubter
    }
    guard isFirst else { return }
    let reader: @Sendable () -> CountReader? = { [weak self] in self }
    Task { await Self.doubt(reader) }
  }

  private static func doubt(_ reader: @Sendable () -> CountReader?) async {
    var deadline = ContinuousClock.now + patience
    while true {
      try? await Task.sleep(until: deadline, clock: .continuous)
      guard let next = reader()?.doubt() else { return }
      deadline = next
    }
  }

  /// Tells that the count is not current, if it has not been for long. Returns when to look again, if it must be.
  private func doubt() -> ContinuousClock.Instant? {
    let (next, isChanged) = state.withLock { state -> (ContinuousClock.Instant?, Bool) in
      if let since = state.outdatedSince, state.count.isCurrent {
        let deadline = since + Self.patience
        if deadline > .now { return (deadline, false) }
        state.count.isCurrent = false
        state.hasDoubter = false
        return (nil, true)
      }
      state.hasDoubter = false
      return (nil, false)
    }
    if isChanged { changes.noteChange() }
    return next
  }

  /// Answers a commit of our own, or, where nothing is known of it, any other.
  private static func answer(_ own: TableChange?, _ state: inout State) -> Answer {
    guard let query = state.query else { return .nothing }
    if let own {
      if query.search.isEmpty, query.filter == nil {
        if own.inserted == 0, own.deleted == 0 { return .nothing }
        if let value = state.count.value, state.outdatedSince == nil, state.task == nil {
          state.count.value = value + own.inserted - own.deleted
          return own.inserted == own.deleted ? .nothing : .changed
        }
      } else if own.inserted == 0, own.deleted == 0,
        own.columns.isDisjoint(with: query.columns)
      {
        return .nothing
      }
    }
    state.outdatedSince = state.outdatedSince ?? .now
    // A count under way may have begun before the commit: when it is done, it begins again.
    guard state.task == nil else {
      state.isStale = true
      return .outdated
    }
    return .countAgain(query, replacing: state.taskNumber)
  }
}
