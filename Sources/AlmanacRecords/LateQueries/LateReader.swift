// Keeps a slow value current, at little cost.
//
//   declared, load() ─────────────> read on a reader ─> value, current
//   our own commit ───────────────> if the query can compute the new value: that value, still current
//   any other relevant commit ────> read again, with reads taking at most a tenth of a processor
//                            └────> not current, if there is no new value within a tenth of a second
//   a lock ends a read ───────────> read again two seconds later: the lock may go without a commit
//   scope paused ─────────────────> the read is dropped, and owed until the scope is resumed: not current until then
//
// A pass through a big table takes long. So no commit starts a read if arithmetic is enough, a newer query interrupts a
// read, and a part is never shown as the whole. People wait for rows: a read that may take long leaves the processor to
// them first.
package import Containers
import Databases
import LiveQueries
import Locks
import Observing

/// The reader of a `LiveCount` or a `LateFetch`; shared by the copies of the wrapper.
final class LateReader<Query: LateQuery>: Sendable {
  let connection: SQLiteConnection
  /// The scope in which the wrapper was declared.
  private let scope = FetchScope.current
  private let state: Lock<LateState<Query>>
  /// The clock for rests.
  let clock: any Clock<Duration>
  private let changes = ChangeStamp()
  /// A second stamp, so that progress does not wake observers of the error.
  private let failures = ChangeStamp()
  /// Set once, in `init`.
  private let subscription = Lock<ChangeSubscription?>(nil)

  init(_ query: Query?, connection: SQLiteConnection) {
    self.connection = connection
    state = Lock(LateState(query: query))
    clock = Container.shared.lateClock()
    let subscription = connection.subscribe { [weak self] batch in self?.answer(batch) }
    self.subscription.withLock { $0 = subscription }
    scope?.add(self)
    if let query { start(query) }
  }

  deinit {
    scope?.remove(ObjectIdentifier(self))
    state.withLock { $0.task?.cancel() }
  }

  /// The value, if known, and its state. Tracked.
  var value: LateValue<Query.Value> {
    changes.access()
    return state.withLock { $0.value }
  }

  /// Whether a read is in progress. Tracked only if its end changes the value.
  var isReading: Bool {
    changes.access()
    return state.withLock { $0.isReading }
  }

  /// The error of the last read. Tracked.
  var loadError: (any Error)? {
    failures.access()
    return state.withLock { $0.failure }
  }

  /// Whether two readers are one, or show the same value. Untracked.
  static func showEqual(_ a: LateReader, _ b: LateReader) -> Bool {
    a === b || a.state.withLock({ $0.value }) == b.state.withLock({ $0.value })
  }

  /// Reads another query from now on, or nothing. The old value stays, not current, until the new one is read.
  func load(_ query: Query?) {
    change { state in
      guard state.query != query else { return }
      guard let query else { return state.stop() }
      state.leaveQuery()
      start(query, &state)
    }
  }

  /// Changes the state, and wakes the observers of the value, or of the error, if it has changed.
  @discardableResult
  func change<Result>(_ body: (inout LateState<Query>) -> Result) -> Result {
    let (result, isChanged, hasFailed) = state.withLock { state -> (Result, Bool, Bool) in
      let (value, failure) = (state.value, state.failure)
      let result = body(&state)
      return (result, state.value != value, failure != nil || state.failure != nil)
    }
    if isChanged { changes.noteChange() }
    if hasFailed { failures.noteChange() }
    return result
  }

  /// Starts a read and drops the one in progress. `replaced`: do so only if that read has this number.
  func start(_ query: Query, replacing replaced: Int? = nil) {
    change { state in
      // A newer query may have come first.
      if let replaced, state.taskNumber != replaced { return }
      start(query, &state)
    }
  }

  /// Starts a read. Call under the lock.
  private func start(_ query: Query, _ state: inout LateState<Query>) {
    // Checked under the lock: the method that resumes the scope takes the lock afterwards.
    if scope?.isPaused == true { return state.owe(query) }
    let start = state.start(query)
    state.task = read(query, numbered: state.taskNumber, from: start)
  }

  /// Answers a commit, on the thread that publishes it.
  private func answer(_ batch: ChangeBatch) {
    switch change({ $0.answer(batch) }) {
    case .nothing: return
    case .outdated: doubtLater()
    case .readAgain(let query, let number):
      start(query, replacing: number)
      doubtLater()
    }
  }

  /// Marks the value as not current if a new one does not come in time.
  private func doubtLater() {
    let deadline = change { state -> ContinuousClock.Instant? in
      guard !state.hasDoubter else { return nil }
      state.hasDoubter = true
      return state.doubt()
    }
    guard let deadline else { return }
    let reader: @Sendable () -> LateReader? = { [weak self] in self }
    Task {
      var next: ContinuousClock.Instant? = deadline
      while let deadline = next {
        try? await Task.sleep(until: deadline, clock: .continuous)
        next = reader()?.change { $0.doubt() }
      }
    }
  }
}

extension Container {
  /// The clock for the rest of a read that a lock has ended.
  package var lateClock: Factory<any Clock<Duration>> { self { ContinuousClock() } }
}

extension LateReader: ScopedReader {
  /// Drops the read in progress: no screen shows the value.
  func scopePaused() {
    change { state in
      if state.task != nil, let query = state.query { state.owe(query) }
    }
  }

  func scopeResumed() {
    let owed = change { $0.isOwed ? $0.query : nil }
    if let owed { start(owed) }
  }
}
