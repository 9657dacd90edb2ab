// Keeps one value that takes long to read current, at little cost.
//
//   declared, load() ─────────────> read on a reader ─> value, current
//   our own commit ───────────────> where the query can tell what it makes of the value: that, still current
//   any other commit that matters > read again, so that reading takes a tenth of a processor at most
//                            └────> not current, where the new value is not there within a tenth of a second
//   a lock ends a read ───────────> read again two seconds later: that lock may go without a commit
//   scope paused ─────────────────> the read is dropped, and owed when the scope is resumed: not current until then
//
// Going through a big table takes long, so no commit is answered by reading where arithmetic will do, a read is
// interrupted by a newer one, and a part is never taken for the whole. A person waits for rows: a read that
// may take long leaves the processor to them first.
package import Containers
import Databases
import LiveQueries
import Locks
import Observing

/// The reader behind a `LiveCount` or a `LateFetch`; shared by the copies of the wrapper.
final class LateReader<Query: LateQuery>: Sendable {
  let connection: SQLiteConnection
  /// The scope that was current when the wrapper was declared.
  private let scope = FetchScope.current
  private let state: Lock<LateState<Query>>
  /// By which a read rests.
  let clock: any Clock<Duration>
  private let changes = ChangeStamp()
  /// A second stamp, so that progress does not wake readers of the error.
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

  /// The value as far as it is known, tracked.
  var value: LateValue<Query.Value> {
    changes.access()
    return state.withLock { $0.value }
  }

  /// Whether a read is under way, tracked as far as its end gives a value.
  var isReading: Bool {
    changes.access()
    return state.withLock { $0.isReading }
  }

  /// Why the last read failed, tracked.
  var loadError: (any Error)? {
    failures.access()
    return state.withLock { $0.failure }
  }

  /// Whether two readers are one, or show the same. Untracked.
  static func showEqual(_ a: LateReader, _ b: LateReader) -> Bool {
    a === b || a.state.withLock({ $0.value }) == b.state.withLock({ $0.value })
  }

  /// Reads something else from now on, or nothing. The old value stays, not current, until the new one is there.
  func load(_ query: Query?) {
    change { state in
      guard state.query != query else { return }
      guard let query else { return state.stop() }
      state.leaveQuery()
      start(query, &state)
    }
  }

  /// Changes the state, and wakes the readers of the value, or of why there is none, if that is another now.
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

  /// Begins to read, and drops the read under way: that numbered `replaced`, if a number is given, or none at all.
  func start(_ query: Query, replacing replaced: Int? = nil) {
    change { state in
      // A newer query may have come first.
      if let replaced, state.taskNumber != replaced { return }
      start(query, &state)
    }
  }

  /// Under the lock.
  private func start(_ query: Query, _ state: inout LateState<Query>) {
    // Asked under the lock: what resumes the scope looks here afterwards.
    if scope?.isPaused == true { return state.owe(query) }
    let start = state.start(query)
    state.task = read(query, numbered: state.taskNumber, from: start)
  }

  /// Answers a commit. On the thread that publishes it.
  private func answer(_ batch: ChangeBatch) {
    switch change({ $0.answer(batch) }) {
    case .nothing: return
    case .outdated: doubtLater()
    case .readAgain(let query, let number):
      start(query, replacing: number)
      doubtLater()
    }
  }

  /// Says that a value is late if it is not there in time.
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
  /// The clock by which a late read that a lock has ended rests, before it begins again.
  package var lateClock: Factory<any Clock<Duration>> { self { ContinuousClock() } }
}

extension LateReader: ScopedReader {
  /// No screen shows the value: the read under way is dropped.
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
