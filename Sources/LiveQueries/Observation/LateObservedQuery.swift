// Keeps a slow value current, at little cost.
//
//   declared, load() ─> read ─> value, current
//   a commit ─────────> if the query can compute the new value: that value, still current; otherwise read again
//   no new value within a tenth of a second ─> not current
//   a lock ends a read ─> read again two seconds later: the lock may go without a commit
//   scope paused ─────> the read is dropped, and owed until the scope is resumed: not current until then
//
// A newer query interrupts a read, and a part is never shown as the whole. People wait for rows: a read that may take
// long leaves the processor to them first.

import Activities
package import Containers
import Databases
import Observing

/// An observed query of one `LateFetch`, which may load others in its place.
///
/// Unchecked: every mutable field is guarded by the lock of its `ConnectionObserver`.
final class LateObservedQuery<Query: LateQuery>: AnyObservedQuery, @unchecked Sendable {
  /// The present query; nil for none.
  private var query: Query?
  private var value = LateValue<Query.Value>.unknown
  /// The error of the last read of the query; nil if it succeeded or no read has ended.
  private var failure: (any Error)?
  /// Whether a commit or a load waits for a new value. Then arithmetic can't update the value.
  private var isOutdated = false
  /// The number of times that the value was outdated.
  private var doubts = 0
  /// The file's number of commits at the moment of the value; nil if unknown.
  private var commit: UInt32?
  /// The earliest start of the next read.
  private var notBefore: ContinuousClock.Instant?
  /// The clock for rests.
  private let clock = Container.shared.lateClock()
  private let changes: ChangeStamp
  /// A second stamp, so that progress does not wake observers of the error.
  private let failures = ChangeStamp()

  init(_ connection: SQLiteConnection, scope: FetchScope?) {
    let changes = ChangeStamp()
    self.changes = changes
    super.init(key: QueryKey(only: changes), observer: .of(connection, .late))
    scopes.updateValue(scope, forKey: ObjectIdentifier(changes))
    observer.withLock { state in
      state.queries[key] = self
      observer.index(self, reading: ReadSet(), in: &state)
    }
  }

  // MARK: The reader

  /// The value, if known, and its state. Tracked.
  var present: LateValue<Query.Value> {
    changes.access()
    return untracked
  }

  var untracked: LateValue<Query.Value> { observer.withLock { _ in value } }

  /// Whether a read is in progress. Tracked only if its end changes the value.
  var isReading: Bool {
    changes.access()
    return observer.withLock { _ in phase.isBusy }
  }

  /// The error of the last read. Tracked.
  var loadError: (any Error)? {
    failures.access()
    return observer.withLock { _ in failure }
  }

  /// Ends the observation.
  func end() {
    observer.withLock { state in
      scopes = [:]
      observer.remove(self, from: &state)
    }
  }

  /// Reads another query from now on, or nothing. The old value stays, not current, until the new one is read.
  func load(_ new: Query?) {
    // Held from one read to the other.
    observer.connection.activity.begin()
    defer { observer.connection.activity.end() }
    observer.withLock { state in
      guard new != query else { return }
      observer.drop(self)
      (query, owed, notBefore, lastRun.work) = (new, nil, nil, nil)
      let reads = new.map { ReadSet(tables: [$0.table: Set($0.columns)]) } ?? ReadSet()
      observer.index(self, reading: new?.readsOtherTables == true ? nil : reads, in: &state)
      change(&state) {
        failure = nil
        if new == nil { value = .unknown } else { makeOld() }
      }
      isOutdated = new != nil
      guard isOutdated else { return }
      if isPaused { owed = .own } else { observer.start(self) }
    }
  }

  /// Drops the read in progress, and owes it: no screen shows the value.
  func pause() {
    observer.withLock { state in
      guard phase != .idle || owed != nil else { return }
      observer.drop(self)
      owed = .own
      isOutdated = true
      change(&state) { makeOld() }
    }
  }

  private func makeOld() { value = LateValue(value: value.value, isCurrent: false) }

  /// Changes the value or the error. Its followers are woken after the lock.
  private func change(_ state: inout ConnectionObserver.State, _ body: () -> Void) {
    let (old, hadFailed) = (value, failure != nil)
    body()
    if value != old { state.stamps.append(changes) }
    if hadFailed || failure != nil { state.stamps.append(failures) }
  }

  // MARK: Runs

  override var earliestStart: ContinuousClock.Instant? {
    let isQuick = lastRun.work.map { $0 < RunPace.quickLate } ?? false
    return [isQuick ? nil : .now + RunPace.lateness, notBefore].compactMap(\.self).max()
  }

  override func fetch(_ db: Database, _ run: ConnectionObserver.Run) throws -> (any Sendable)? {
    guard let query = observer.withLock({ _ in run.isPresent ? query : nil }) else { throw CancellationError() }
    return .some(
      try query.fetch(db) { progress in
        observer.withLock { state in
          if run.isPresent { change(&state) { value.progress = progress } }
        }
      })
  }

  override func take(_ outcome: RunOutcome, _ state: inout ConnectionObserver.State) {
    task = nil
    change(&state) {
      switch outcome.result {
      case .success(let found): takeValue(found as! Query.Value, outcome)
      case .failure(let error) where !(error is CancellationError):
        failure = error
        makeOld()
        // After another error the next commit starts a new read.
        if (error as? DatabaseError)?.isBusy == true { rest() }
      case .failure: break
      }
    }
    forgetMissed()
  }

  /// Takes a read value, and adds the commits since its snapshot if that is possible.
  private func takeValue(_ found: Query.Value, _ outcome: RunOutcome) {
    var present = found
    commit = outcome.commit
    for batch in missed {
      guard let commits = batch.commitRange, let query, let change = batch.tables[query.table] else { continue }
      let position = commit.map(commits.position)
      if position == .before { continue }
      guard !outcome.spansCommits, position == .after, let next = query.value(present, after: change) else {
        owed = .own
        break
      }
      (present, commit) = (next, commits.last)
    }
    isOutdated = owed != nil
    failure = nil
    value = LateValue(value: present, isCurrent: !isOutdated || value.isCurrent && !outcome.spansCommits)
    lastRun.work = outcome.work
    notBefore = outcome.work.map { .now + $0 * RunPace.patience }
  }

  /// Rests after a lock has ended a read, so that reads do not hold up the program with the lock.
  private func rest() {
    (phase, owed) = (.resting, nil)
    task = observer.after(RunPace.restAfterLock, on: clock) { [self, number] _ in
      if phase == .resting, self.number == number { observer.start(self) }
    }
  }

  // MARK: Commits

  override func absorbs(_ batch: ChangeBatch, _ state: inout ConnectionObserver.State) -> Bool {
    guard let query else { return true }
    // The effects of a new schema, of commits with unknown rows, and on views are unknown.
    if !batch.concernsAll, !query.readsOtherTables, let change = batch.tables[query.table] {
      let commits = batch.commitRange
      let position = commit.flatMap { commits?.position($0) }
      if phase == .running, commits != nil, keeps(batch) {
        doubt()
        return true
      }
      if phase == .idle, position == .before { return true }
      if phase == .idle, position != .around, !isOutdated, let known = value.value,
        let next = query.value(known, after: change)
      {
        self.change(&state) { value.value = next }
        commit = commits?.last ?? commit
        return true
      }
    }
    doubt()
    if isPaused { self.change(&state) { value.isCurrent = false } }
    return false
  }

  /// A commit waits for a new value. Marks the present one as not current if none comes in time.
  private func doubt() {
    guard !isOutdated else { return }
    isOutdated = true
    doubts += 1
    observer.after(RunPace.unnoticed, on: ContinuousClock()) { [self, doubts] state in
      if isOutdated, self.doubts == doubts { change(&state) { value.isCurrent = false } }
    }
  }
}

extension Container {
  /// The clock for the rest of a read that a lock has ended.
  package var lateClock: Factory<any Clock<Duration>> { self { ContinuousClock() } }
}
