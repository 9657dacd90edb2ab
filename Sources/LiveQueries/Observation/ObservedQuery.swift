// One query under observation: what it last gave, and where its next run stands.

import Databases
import Locks
import Observing

/// A query under observation, without the type of its value.
///
/// Unchecked: every mutable field is guarded by the lock of its `ConnectionObserver`.
class AnyObservedQuery: @unchecked Sendable {
  /// Where the query stands. It is *busy*, and holds the database's activity, in every phase but `idle`.
  enum Phase: Equatable {
    /// What it last gave is current.
    case idle
    /// A run is owed and waits; the number tells it from earlier waits.
    case delayed(Int)
    /// A run is about to begin: it will see every commit there is until then.
    case queued
    /// A run has begun: what is committed from here on, it may not see.
    case running
    /// The run has ended, and its result is on its way to the main actor.
    case delivering
  }

  let key: QueryKey
  let observer: ConnectionObserver
  private let isConcerned: ConcernTest?

  var phase = Phase.idle
  /// Whether another run is owed after the present one; while paused: when resumed.
  var isOwed = false
  /// Whether no reader is left.
  var isDetached = false
  /// Counts the waits, to tell one that no longer counts from the present one.
  var waitNumber = 0
  /// What the last run read; `nil` when that is not known, so that any change concerns it.
  var reads: ReadSet?
  /// Batches that came while a run was under way and did not concern what the run before it read.
  private var missed: [ChangeBatch] = []
  /// About how many bytes they hold.
  private var missedBytes = 0
  /// The processor's time that the last run took.
  var lastWork: Duration?
  var lastStart: ContinuousClock.Instant?
  /// Whether the owed run is due to a change from outside alone.
  var isOwedFromOutside = false
  /// Loads that wait for the next run to begin.
  var nextLoads: [PendingLoad] = []
  /// Loads that wait for the end of the run that has begun.
  var runningLoads: [PendingLoad] = []
  /// The task of a run of its own; runs in a group are not cancelled.
  var task: Task<Void, Never>?
  /// The scopes of its readers; `nil` for readers that belong to none.
  var scopes: [ObjectIdentifier: FetchScope?] = [:]

  init(key: QueryKey, observer: ConnectionObserver, isConcerned: ConcernTest?) {
    self.key = key
    self.observer = observer
    self.isConcerned = isConcerned
  }

  /// Whether a commit may change what a run gave that read `reads`.
  func isMet(by batch: ChangeBatch, reading reads: ReadSet) -> Bool {
    reads.isMet(by: batch) { change, table in isConcerned?(change, table) ?? true }
  }

  /// A batch came while a run is under way, and concerns nothing that the run before it read. Where such batches hold too
  /// much to be kept, another run is owed, whatever they changed. Under the observer's lock.
  func miss(_ batch: ChangeBatch) {
    missed.append(batch)
    // A batch also takes room without its rows.
    missedBytes += 256 + batch.rowBytes(upTo: ConnectionObserver.mostRowBytes)
    if missedBytes > ConnectionObserver.mostRowBytes { oweForMissed() }
  }

  /// The run under way has ended, and read `reads`; `nil` when that is not known. Another one is owed where a missed batch
  /// concerns that. Under the observer's lock.
  func runEnded(reading reads: ReadSet?) {
    self.reads = reads
    if let reads { missed.removeAll { !isMet(by: $0, reading: reads) } }
    if !missed.isEmpty { oweForMissed() }
    missedBytes = 0
  }

  private func oweForMissed() {
    // It stays owed for our own change, whatever came from outside besides.
    isOwedFromOutside = (isOwedFromOutside || !isOwed) && missed.allSatisfy { $0.origin == .outside }
    isOwed = true
    (missed, missedBytes) = ([], 0)
  }

  /// Whether all its readers rest.
  var isPaused: Bool {
    !scopes.isEmpty && scopes.values.allSatisfy { $0?.isPaused == true }
  }

  /// Fetches, on a reader's thread. Throws only `CancellationError`, and the `DatabaseError` of a file that needs repair.
  func run(_ db: Database) throws -> RunOutcome {
    fatalError("AnyObservedQuery.run(_:) is the typed query's: make an ObservedQuery instead.")
  }

  /// Takes out the loads of a reader. Under the observer's lock.
  func removeLoads(of reader: ObjectIdentifier) -> [PendingLoad] {
    let removed = (nextLoads + runningLoads).filter { $0.reader == reader }
    nextLoads.removeAll { $0.reader == reader }
    runningLoads.removeAll { $0.reader == reader }
    return removed
  }

  /// Tells the readers what a run gave.
  @MainActor func deliver(_ result: RunOutcome.Result) {
    fatalError("AnyObservedQuery.deliver(_:) is the typed query's: make an ObservedQuery instead.")
  }
}

/// What one run of one query gave.
struct RunOutcome: Sendable {
  enum Result: Sendable {
    /// The value is equal to the one before.
    case unchanged
    /// There is a new value; of the type of the query.
    case value(any Sendable)
    /// The value stays as it is.
    case failure(any Error)
  }

  var query: AnyObservedQuery
  var result: Result
  /// What was read; `nil` when that is not known.
  var reads: ReadSet?
  /// The processor's time that it took.
  var work: Duration?
}

/// A query under observation.
final class ObservedQuery<Value: Sendable>: AnyObservedQuery, @unchecked Sendable {
  private struct WeakReader {
    weak var reader: FetchReader<Value>?
  }

  private let fetch: @Sendable (Database) throws -> Value
  /// What was last delivered. Guarded by the observer's lock; written on the main actor between two runs, so that a run
  /// may read it without the lock.
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

  /// Under the observer's lock.
  func removeReader(_ id: ObjectIdentifier) {
    readers[id] = nil
    scopes[id] = nil
  }

  override func run(_ db: Database) throws -> RunOutcome {
    let start = ThreadTime.now
    var reads: ReadSet?
    let result: RunOutcome.Result
    do {
      // The error is carried out of the recording as a value, for what was read until then is part of the answer.
      let recorded = try db.recordingReads { Result { try fetch(db) } }
      switch recorded.value {
      case .success(let new):
        reads = recorded.reads
        result = value.map { areEqual($0, new) } == true ? .unchanged : .value(new)
      case .failure(let error):
        if Self.endsRead(error) { throw error }
        // A statement that could not be compiled or run does not say all that it would have read.
        if !(error is DatabaseError) { reads = recorded.reads }
        result = .failure(error)
      }
    } catch {
      if Self.endsRead(error) { throw error }
      result = .failure(error)
    }
    return RunOutcome(query: self, result: result, reads: reads, work: ThreadTime.now - start)
  }

  /// Whether an error is not the query's: the read was cancelled, or the file has to be repaired first, after which the
  /// connection reads again.
  private static func endsRead(_ error: any Error) -> Bool {
    error is CancellationError || (error as? DatabaseError)?.needsRepair == true
  }

  override func deliver(_ result: RunOutcome.Result) {
    // The readers are let go of outside of the lock: the last reference to one may be this.
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
