// One observed query: its last value, and the state of its next run.

import Databases
import Locks
import Observing

/// An observed query, without the type of its value.
///
/// Unchecked: every mutable field is guarded by the lock of its `ConnectionObserver`.
class AnyObservedQuery: @unchecked Sendable {
  /// The state of the query. It is *busy*, and holds the database's activity, in every phase but `idle`.
  enum Phase: Equatable {
    /// Its last value is current.
    case idle
    /// A run is owed and waits; the number distinguishes it from earlier waits.
    case delayed(Int)
    /// A run is about to begin: it will see every commit until then.
    case queued
    /// A run has begun: it may not see commits from now on.
    case running
    /// The run has ended, and its result is on its way to the main actor.
    case delivering
  }

  let key: QueryKey
  let observer: ConnectionObserver
  private let isConcerned: ConcernTest?

  var phase = Phase.idle
  /// Whether another run is owed after the current one, or, while paused, after the pause.
  var isOwed = false
  /// Whether no reader is left.
  var isDetached = false
  /// Counts the waits, to distinguish outdated ones from the current one.
  var waitNumber = 0
  /// The reads of the last run; nil if they are unknown, so that any change concerns it.
  var reads: ReadSet?
  /// Batches that came during a run and did not concern the reads of the run before it.
  private var missed: [ChangeBatch] = []
  /// The approximate number of their bytes.
  private var missedBytes = 0
  /// The processor time of the last run.
  var lastWork: Duration?
  var lastStart: ContinuousClock.Instant?
  /// Whether the owed run is due only to outside changes.
  var isOwedFromOutside = false
  /// Loads that wait for the next run to begin.
  var nextLoads: [PendingLoad] = []
  /// Loads that wait for the end of the current run.
  var runningLoads: [PendingLoad] = []
  /// The task of a single run; runs in a group are not cancelled.
  var task: Task<Void, Never>?
  /// The scopes of its readers; nil for readers without one.
  var scopes: [ObjectIdentifier: FetchScope?] = [:]

  init(key: QueryKey, observer: ConnectionObserver, isConcerned: ConcernTest?) {
    self.key = key
    self.observer = observer
    self.isConcerned = isConcerned
  }

  /// Whether a commit may change the result of a run that has read `reads`.
  func isMet(by batch: ChangeBatch, reading reads: ReadSet) -> Bool {
    reads.isMet(by: batch) { change, table in isConcerned?(change, table) ?? true }
  }

  /// Stores a batch that came during a run and does not concern the reads of the run before it. If such batches are too
  /// large to keep, another run is owed, whatever they changed. Under the observer's lock.
  func miss(_ batch: ChangeBatch) {
    missed.append(batch)
    // A batch also takes memory without its rows.
    missedBytes += 256 + batch.rowBytes(upTo: ConnectionObserver.mostRowBytes)
    if missedBytes > ConnectionObserver.mostRowBytes { oweForMissed() }
  }

  /// The current run has ended, and has read `reads`; nil if that is unknown. Another run is owed if a missed batch
  /// concerns that. Under the observer's lock.
  func runEnded(reading reads: ReadSet?) {
    self.reads = reads
    if let reads { missed.removeAll { !isMet(by: $0, reading: reads) } }
    if !missed.isEmpty { oweForMissed() }
    missedBytes = 0
  }

  private func oweForMissed() {
    // It stays owed for this program's change even if outside changes follow.
    isOwedFromOutside = (isOwedFromOutside || !isOwed) && missed.allSatisfy { $0.origin == .outside }
    isOwed = true
    (missed, missedBytes) = ([], 0)
  }

  /// Whether all of its readers are paused.
  var isPaused: Bool {
    !scopes.isEmpty && scopes.values.allSatisfy { $0?.isPaused == true }
  }

  /// Fetches, on a reader's thread. Throws only `CancellationError`, and the `DatabaseError` of a file that needs
  /// repair.
  func run(_ db: Database) throws -> RunOutcome {
    fatalError("AnyObservedQuery.run(_:) is the typed query's: make an ObservedQuery instead.")
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
  enum Result: Sendable {
    /// The value is equal to the one before.
    case unchanged
    /// There is a new value, of the query's type.
    case value(any Sendable)
    /// The run failed: the value stays as it is.
    case failure(any Error)
  }

  var query: AnyObservedQuery
  var result: Result
  /// The reads; nil if they are unknown.
  var reads: ReadSet?
  /// The processor time of the run.
  var work: Duration?
}

/// An observed query.
final class ObservedQuery<Value: Sendable>: AnyObservedQuery, @unchecked Sendable {
  private struct WeakReader {
    weak var reader: FetchReader<Value>?
  }

  private let fetch: @Sendable (Database) throws -> Value
  /// The last delivered value. Guarded by the observer's lock, and written on the main actor between two runs, so that
  /// a run may read it without the lock.
  private(set) var value: Value?
  /// Guarded by the observer's lock.
  private var readers: [ObjectIdentifier: WeakReader] = [:]

  init(_ query: FetchQuery<Value>, observer: ConnectionObserver) {
    fetch = query.fetch
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

  override func run(_ db: Database) throws -> RunOutcome {
    let start = ThreadTime.now
    var reads: ReadSet?
    let result: RunOutcome.Result
    do {
      // The error leaves the recording as a value, because the reads until then are needed.
      let recorded = try db.recordingReads { Result { try fetch(db) } }
      switch recorded.value {
      case .success(let new):
        reads = recorded.reads
        result = value.map { areEqual($0, new) } == true ? .unchanged : .value(new)
      case .failure(let error):
        if Self.endsRead(error) { throw error }
        // A statement that could not be compiled or run does not report all its reads.
        if !(error is DatabaseError) { reads = recorded.reads }
        result = .failure(error)
      }
    } catch {
      if Self.endsRead(error) { throw error }
      result = .failure(error)
    }
    return RunOutcome(query: self, result: result, reads: reads, work: ThreadTime.now - start)
  }

  /// Whether an error is not the query's own: the read was cancelled, or the file must be repaired, after which the
  /// connection reads again.
  private static func endsRead(_ error: any Error) -> Bool {
    error is CancellationError || (error as? DatabaseError)?.needsRepair == true
  }

  override func deliver(_ result: RunOutcome.Result) {
    // The readers are released outside the lock: this may be the last reference to one.
    let (readers, loads, value) = observer.withLock { _ -> ([FetchReader<Value>], [PendingLoad], Value?) in
      if case .value(let new) = result { self.value = (new as! Value) }
      return (self.readers.values.compactMap { $0.reader }, runningLoads, self.value)
    }
    for reader in readers {
      let loads = loads.filter { $0.reader == ObjectIdentifier(reader) }
      switch result {
      case .failure(let error): reader.receive(error, from: self, for: loads)
      case .value: if let value { reader.receive(value, from: self, for: loads, isNew: true) }
      case .unchanged: if let value { reader.receive(value, from: self, for: loads, isNew: false) }
      }
    }
  }
}
