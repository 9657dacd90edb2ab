// One observed query: its last value, and the state of its next run.

import Databases
import Observing

/// An observed query, without the type of its value.
///
/// Unchecked: every mutable field is guarded by the lock of its `ConnectionObserver`.
class AnyObservedQuery: @unchecked Sendable {
  /// The state of the query.
  enum Phase {
    /// No run is planned: the last value is current, or all readers are paused.
    case idle
    /// A lock has ended the run, which is repeated after a rest.
    case resting
    /// A run waits for its time.
    case delayed
    /// A run is about to begin: it will see every commit until then.
    case queued
    /// A run has begun: it may not see commits from now on.
    case running
    /// The run has ended, and its result is on its way to the main actor.
    case delivering

    /// Whether the query holds the database's activity.
    var isBusy: Bool { self != .idle && self != .resting }
  }

  let key: QueryKey
  let observer: ConnectionObserver
  private let isConcerned: ConcernTest?

  var phase = Phase.idle
  /// The origin of the change to which another run is owed: after the current one, or after a pause. Only outside
  /// changes have patience; a late query has it with all.
  var owed: ChangeBatch.Origin?
  /// The number of the newest run.
  var number = 0
  /// The reads of the last run, or the declared ones; nil if they are unknown, so that any change concerns it.
  var reads: ReadSet?
  /// Batches that came during a run and that only its end can judge.
  private var missedBatches = Missed()
  var lastRun = LastRun()
  /// Loads that wait for the next run to begin.
  var nextLoads: [PendingLoad] = []
  /// Loads that wait for the end of the current run.
  var runningLoads: [PendingLoad] = []
  /// The task of a single run; runs in a group are not cancelled.
  var task: Task<Void, Never>?
  /// The scopes of its readers; nil for readers without one.
  var scopes: [ObjectIdentifier: FetchScope?] = [:]

  var missed: [ChangeBatch] { missedBatches.batches }

  private struct Missed {
    var batches: [ChangeBatch] = []
    /// The approximate number of their bytes.
    var byteCount = 0
  }

  /// The last run of a query.
  struct LastRun {
    /// Its processor time.
    var work: Duration?
    var start: ContinuousClock.Instant?
  }

  init(key: QueryKey, observer: ConnectionObserver, isConcerned: ConcernTest? = nil) {
    self.key = key
    self.observer = observer
    self.isConcerned = isConcerned
  }

  /// Whether no reader is left.
  var isDetached: Bool { scopes.isEmpty }

  /// Whether all of its readers are paused.
  var isPaused: Bool { !scopes.isEmpty && scopes.values.allSatisfy { $0?.isPaused == true } }

  /// Whether a run is owed since a pause.
  var isOwedAndIdle: Bool { owed != nil && phase == .idle }

  // MARK: Commits

  /// Whether a commit may change the result of a run that has read `reads`.
  func isMet(by batch: ChangeBatch, reading reads: ReadSet) -> Bool {
    reads.isMet(by: batch) { change, table in isConcerned?(change, table) ?? true }
  }

  /// Whether a commit that concerns the query needs no run: its rows tell the new value, or will at the end of the
  /// current run.
  func absorbs(_ batch: ChangeBatch, _ state: inout ConnectionObserver.State) -> Bool { false }

  /// Stores a batch that came during a run until its end. Returns false if such batches are too large to keep.
  func keeps(_ batch: ChangeBatch) -> Bool {
    // A batch also takes memory without its rows.
    let bytes = missedBatches.byteCount + 256 + batch.rowBytes(upTo: ConnectionObserver.mostRowBytes)
    guard bytes <= ConnectionObserver.mostRowBytes else { return false }
    missedBatches.batches.append(batch)
    missedBatches.byteCount = bytes
    return true
  }

  func forgetMissed() { missedBatches = Missed() }

  /// Stores a batch that came during a run and does not concern the reads of the run before it. If it can't be kept,
  /// another run is owed, whatever it changed.
  func miss(_ batch: ChangeBatch) {
    if !keeps(batch) { oweForMissed(and: batch) }
  }

  private func oweForMissed(and batch: ChangeBatch? = nil) {
    // It stays owed for this program's change even if outside changes follow.
    let origins = missed.map(\.origin) + [batch?.origin, owed].compactMap(\.self)
    owed = origins.contains(.own) ? .own : .outside
    forgetMissed()
  }

  // MARK: Runs

  /// The earliest moment of a first or requested run; nil for at once.
  var earliestStart: ContinuousClock.Instant? { nil }

  /// The earliest moment of an owed run; nil for at once. `isBurst`: it became owed during the run before.
  func due(isBurst: Bool) -> ContinuousClock.Instant? {
    // A caller that waits for a load must not also wait for the pace.
    guard nextLoads.isEmpty, let start = lastRun.start, let work = lastRun.work else { return nil }
    return start + RunPace.wait(after: work, isBurst: isBurst, isForOthers: owed == .outside)
  }

  /// Runs, on a reader's thread. Throws what ends the whole read.
  final func run(_ run: ConnectionObserver.Run, _ db: Database) throws -> RunOutcome {
    let (start, isLate) = (ThreadTime.now, observer.pace == .late)
    var outcome = RunOutcome(run: run, result: .success(nil))
    do {
      if isLate { outcome.commit = try db.snapshotCommit() }
      // The error leaves the recording as a value, because the reads until then are needed.
      let recorded = try db.recordingReads { RunOutcome.Result { try fetch(db, run) } }
      // A statement that could not be compiled or run does not report all its reads.
      if case .failure(let error) = recorded.value, error is DatabaseError {} else { outcome.reads = recorded.reads }
      outcome.result = .success(try recorded.value.get())
    } catch {
      // The error is not the query's own if the read was cancelled, or if the file must be repaired, after which the
      // connection reads again. A late query has a read for itself.
      if isLate || error is CancellationError || (error as? DatabaseError)?.needsRepair == true { throw error }
      observer.connection.noteFailure(error)
      outcome.result = .failure(error)
    }
    outcome.spansCommits = db.spansCommits
    outcome.work = ThreadTime.now - start
    return outcome
  }

  /// Fetches, on a reader's thread. Returns nil for a value that is equal to the one before.
  func fetch(_ db: Database, _ run: ConnectionObserver.Run) throws -> (any Sendable)? {
    fatalError("AnyObservedQuery.fetch(_:) is the typed query's: make an ObservedQuery instead.")
  }

  /// Stores what a run has reported. Under the observer's lock.
  func take(_ outcome: RunOutcome, _ state: inout ConnectionObserver.State) {
    task = nil
    lastRun.work = outcome.work ?? lastRun.work
    observer.index(self, reading: outcome.reads, in: &state)
    // A missed batch that concerns what was read needs another run.
    if let reads { missedBatches.batches.removeAll { !isMet(by: $0, reading: reads) } }
    if !missed.isEmpty { oweForMissed() }
    forgetMissed()
  }

  /// Removes and returns the loads of a reader. Under the observer's lock.
  func removeLoads(of reader: ObjectIdentifier) -> [PendingLoad] {
    let removed = (nextLoads + runningLoads).filter { $0.reader == reader }
    nextLoads.removeAll { $0.reader == reader }
    runningLoads.removeAll { $0.reader == reader }
    return removed
  }

  /// Delivers the result of a run to the readers.
  @MainActor func deliver(_ result: RunOutcome.Result) {
    fatalError("AnyObservedQuery.deliver(_:) is the typed query's: make an ObservedQuery instead.")
  }
}

/// The outcome of one run of one query.
struct RunOutcome: Sendable {
  /// A new value, of the query's type; nil if it is equal to the one before, or an error, which leaves the value.
  typealias Result = Swift.Result<(any Sendable)?, any Error>

  var run: ConnectionObserver.Run
  var result: Result
  /// The reads; nil if they are unknown.
  var reads: ReadSet?
  /// The processor time of the run.
  var work: Duration?
  /// The file's number of commits in the snapshot of a late run; nil if unknown.
  var commit: UInt32?
  /// Whether there were commits between parts of the run: if one of them concerned the value, it is not of a single
  /// moment.
  var spansCommits = false
}

/// An observed query.
final class ObservedQuery<Value: Sendable>: AnyObservedQuery, @unchecked Sendable {
  private struct WeakReader {
    weak var reader: FetchReader<Value>?
  }

  private let query: @Sendable (Database) throws -> Value
  /// The last delivered value. Guarded by the observer's lock, and written on the main actor between two runs, so that
  /// a run may read it without the lock.
  private(set) var value: Value?
  /// Guarded by the observer's lock.
  private var readers: [ObjectIdentifier: WeakReader] = [:]

  init(_ query: FetchQuery<Value>, observer: ConnectionObserver) {
    self.query = query.fetch
    super.init(key: query.key, observer: observer, isConcerned: query.isConcerned)
  }

  /// Adds a reader. Under the observer's lock.
  func add(_ reader: FetchReader<Value>) {
    readers[ObjectIdentifier(reader)] = WeakReader(reader: reader)
    scopes.updateValue(reader.scope, forKey: ObjectIdentifier(reader))
  }

  /// Removes a reader. Under the observer's lock.
  func removeReader(_ id: ObjectIdentifier) {
    readers[id] = nil
    scopes[id] = nil
  }

  override func fetch(_ db: Database, _ run: ConnectionObserver.Run) throws -> (any Sendable)? {
    let new = try query(db)
    // A nil of an optional type is a value.
    return value.map { areEqual($0, new) } == true ? nil : .some(new)
  }

  override func deliver(_ result: RunOutcome.Result) {
    // The readers are released outside the lock: this may be the last reference to one.
    let (readers, loads, value) = observer.withLock { _ -> ([FetchReader<Value>], [PendingLoad], Value?) in
      if case .success(let new?) = result { self.value = (new as! Value) }
      return (self.readers.values.compactMap { $0.reader }, runningLoads, self.value)
    }
    for reader in readers {
      let loads = loads.filter { $0.reader == ObjectIdentifier(reader) }
      switch result {
      case .failure(let error): reader.receive(error, from: self, for: loads)
      case .success(let new): if let value { reader.receive(value, from: self, for: loads, isNew: new != nil) }
      }
    }
  }
}
