// Keeps one value that takes long to read current, at little cost.
//
//   declared, load() ─────────────> read on a reader ─> value, current
//   our own commit ───────────────> where the query can tell what it makes of the value: that, still current
//   any other commit that matters > read again, at most once per ten times the last duration
//                            └────> not current, where the new value is not there within a tenth of a second
//   scope paused ─────────────────> the read is dropped, and owed when the scope is resumed
//
// Going through a big table takes long, so no commit is answered by reading where arithmetic will do, a read is
// interrupted by a newer one, and a part is never taken for the whole. Rows are what somebody waits for: a read that may
// take long leaves the processor to theirs first.
import Activities
import Databases
import LiveQueries
import Locks
import Observing

/// The reader behind a `LiveCount` or a `LateFetch`; shared by the copies of the wrapper.
final class LateReader<Query: LateQuery>: Sendable {
  private struct State {
    /// What is read; `nil` is nothing.
    var query: Query?
    var value = LateValue<Query.Value>.unknown
    /// Since when a commit has been waiting for a new value, so that arithmetic will not do either.
    var outdatedSince: ContinuousClock.Instant?
    /// Whether somebody waits to say that the value is not current.
    var hasDoubter = false
    /// Whether a commit came after the read under way had begun.
    var isStale = false
    /// Of the newest task; what an older one finds is dropped.
    var taskNumber = 0
    var task: Task<Void, Never>?
    /// Whether that of the newest task has begun: it sees every commit that was told of before.
    var hasBegun = false
    /// No read begins before.
    var notBefore: ContinuousClock.Instant?
    /// Whether the last read of the same took so little that nobody's rows come later for it.
    var isQuick = false
    /// Whether a read waits for the scope to be resumed.
    var isOwed = false

    /// Drops the read under way.
    mutating func drop() {
      task?.cancel()
      task = nil
      taskNumber += 1
      isStale = false
    }
  }

  /// A value that is this late is told to be: less is not seen, and a sign that comes and goes would be.
  private static var patience: Duration { .milliseconds(100) }
  /// So long a read leaves the processor to the reads of rows that are asked for at the same time.
  private static var lateness: Duration { .milliseconds(20) }
  /// A read that takes less is quick.
  private static var quick: Duration { .milliseconds(2) }

  private let connection: SQLiteConnection
  /// The scope that was current when the wrapper was declared.
  private let scope = FetchScope.current
  private let state: Lock<State>
  private let changes = ChangeStamp()
  /// Set once, in `init`.
  private let subscription = Lock<ChangeSubscription?>(nil)

  init(_ query: Query?, connection: SQLiteConnection) {
    self.connection = connection
    state = Lock(State(query: query))
    let subscription = connection.subscribe { [weak self] batch in self?.answer(batch) }
    self.subscription.withLock { $0 = subscription }
    scope?.add(self)
    if let query { start(query) }
  }

  deinit {
    scope?.remove(ObjectIdentifier(self))
    state.withLock { $0.task?.cancel() }
  }

  /// The value as far as it is known, tracked.
  var value: LateValue<Query.Value> {
    changes.access()
    return state.withLock { $0.value }
  }

  /// Whether two readers are one, or show the same. Untracked.
  static func showEqual(_ a: LateReader, _ b: LateReader) -> Bool {
    a === b || a.state.withLock({ $0.value }) == b.state.withLock({ $0.value })
  }

  /// Reads something else from now on, or nothing. The old value stays, not current, until the new one is there.
  func load(_ query: Query?) {
    let isNew = state.withLock { state -> Bool in
      guard state.query != query else { return false }
      state.notBefore = nil
      state.isQuick = false
      state.value.isCurrent = false
      state.value.progress = nil
      return true
    }
    guard isNew else { return }
    if let query { start(query) } else { stop() }
    changes.noteChange()
  }

  /// Reads nothing any more.
  private func stop() {
    state.withLock { state in
      state.drop()
      state.query = nil
      state.value = .unknown
      (state.isOwed, state.outdatedSince) = (false, nil)
    }
  }

  /// Begins to read, and drops the read under way: that numbered `replaced`, if a number is given, or none at all.
  private func start(_ query: Query, replacing replaced: Int? = nil) {
    let activity = connection.activity
    activity.begin()
    let isStarted = state.withLock { state -> Bool in
      // A newer query may have come first.
      if let replaced, state.taskNumber != replaced { return false }
      state.drop()
      state.query = query
      state.outdatedSince = state.outdatedSince ?? .now
      // Asked under the lock: whoever resumes the scope looks here afterwards.
      state.isOwed = scope?.isPaused ?? false
      if state.isOwed { return false }
      let number = state.taskNumber
      state.hasBegun = false
      let earliest = state.isQuick ? nil : ContinuousClock.now + Self.lateness
      let start = [earliest, state.notBefore].compactMap(\.self).max()
      let reader: @Sendable () -> LateReader? = { [weak self] in self }
      state.task = Task { [connection] in
        if let start { try? await Task.sleep(until: start, tolerance: .zero, clock: .continuous) }
        reader()?.begin(number)
        await Self.run(query, number, on: connection, reader: reader)
        activity.end()
      }
      return true
    }
    if !isStarted { activity.end() }
  }

  private static func run(
    _ query: Query, _ number: Int, on connection: SQLiteConnection,
    reader: @escaping @Sendable () -> LateReader?
  ) async {
    do {
      let (result, duration) = try await connection.read { db in
        // Somebody else's lock says nothing about the query.
        let began = ContinuousClock.now - db.waitedForLocks
        let result = try query.fetch(db) { progress in
          reader()?.store(number) { $0.value.progress = progress }
        }
        return (result, ContinuousClock.now - db.waitedForLocks - began)
      }
      reader()?.store(number) { state in
        state.notBefore = .now + duration * 10
        state.isQuick = duration < Self.quick
        if !state.isStale { state.outdatedSince = nil }
        state.value = LateValue(value: result, isCurrent: state.value.isCurrent || !state.isStale)
      }
      // A commit that the read has seen may not have been told yet, and must not be added to its value.
      await connection.ownCommitsPublished()
      reader()?.end(number)
    } catch is CancellationError {
      reader()?.end(number)
    } catch {
      // The file can't be read. The list says what is wrong; the next commit has it read again.
      reader()?.store(number) { state in
        state.value.isCurrent = false
        state.value.progress = nil
      }
      reader()?.end(number)
    }
  }

  /// The read that `number` names begins: what comes from here on it may not see.
  private func begin(_ number: Int) {
    state.withLock { if $0.taskNumber == number { $0.hasBegun = true } }
  }

  /// The read that `number` names has ended: what comes from here on it has not seen.
  private func end(_ number: Int) {
    let again = state.withLock { state -> Query? in
      guard state.taskNumber == number else { return nil }
      state.task = nil
      return state.isStale ? state.query : nil
    }
    if let again { start(again, replacing: number) }
  }

  private func store(_ number: Int, _ change: (inout State) -> Void) {
    let isChanged = state.withLock { state -> Bool in
      guard state.taskNumber == number else { return false }
      let before = state.value
      change(&state)
      return state.value != before
    }
    if isChanged { changes.noteChange() }
  }

  /// What a commit asks of the value.
  private enum Answer {
    case nothing
    /// The value is another.
    case changed
    /// The value is not what it was, and nobody knows what it is: a read under way will begin again.
    case outdated
    /// Only a new read can tell; it takes the place of the one with this number.
    case readAgain(Query, replacing: Int)
  }

  /// Answers a commit. On the thread that publishes it.
  private func answer(_ batch: ChangeBatch) {
    switch state.withLock({ Self.answer(batch, &$0) }) {
    case .nothing: return
    case .changed: changes.noteChange()
    case .outdated: doubtLater()
    case .readAgain(let query, let number):
      start(query, replacing: number)
      doubtLater()
    }
  }

  /// Sees to it that a value which is not there in time is told to be late.
  private func doubtLater() {
    let isFirst = state.withLock { state -> Bool in
      defer { state.hasDoubter = true }
      return !state.hasDoubter
    }
    guard isFirst else { return }
    let reader: @Sendable () -> LateReader? = { [weak self] in self }
    Task { await Self.doubt(reader) }
  }

  private static func doubt(_ reader: @Sendable () -> LateReader?) async {
    var deadline = ContinuousClock.now + patience
    while true {
      try? await Task.sleep(until: deadline, clock: .continuous)
      guard let next = reader()?.doubt() else { return }
      deadline = next
    }
  }

  /// Tells that the value is not current, if it has not been for long. Returns when to look again, if it must be.
  private func doubt() -> ContinuousClock.Instant? {
    let (next, isChanged) = state.withLock { state -> (ContinuousClock.Instant?, Bool) in
      if let since = state.outdatedSince, state.value.isCurrent, !state.isOwed {
        let deadline = since + Self.patience
        if deadline > .now { return (deadline, false) }
        state.value.isCurrent = false
        state.hasDoubter = false
        return (nil, true)
      }
      state.hasDoubter = false
      return (nil, false)
    }
    if isChanged { changes.noteChange() }
    return next
  }

  private static func answer(_ batch: ChangeBatch, _ state: inout State) -> Answer {
    guard let query = state.query else { return .nothing }
    // Of others' commits, and of a new schema, nothing is known.
    if batch.origin == .own, !batch.schemaChanged {
      guard let own = batch.tables[query.table] else { return .nothing }
      if own.inserted == 0, own.deleted == 0, own.columns.isDisjoint(with: query.columns) { return .nothing }
      if let value = state.value.value, state.outdatedSince == nil, state.task == nil,
        let next = query.value(value, after: own)
      {
        state.value.value = next
        return next == value ? .nothing : .changed
      }
    }
    state.outdatedSince = state.outdatedSince ?? .now
    // A read that had begun before the commit begins again when it is done.
    guard state.task == nil else {
      state.isStale = state.isStale || state.hasBegun
      return .outdated
    }
    return .readAgain(query, replacing: state.taskNumber)
  }
}

extension LateReader: ScopedReader {
  /// Nobody sees the value: the read under way is dropped.
  func scopePaused() {
    state.withLock { state in
      guard state.task != nil else { return }
      state.drop()
      state.value.progress = nil
      state.isOwed = true
    }
  }

  func scopeResumed() {
    let owed = state.withLock { state -> Query? in
      guard state.isOwed else { return nil }
      state.outdatedSince = .now
      return state.query
    }
    guard let owed else { return }
    start(owed)
    doubtLater()
  }
}
