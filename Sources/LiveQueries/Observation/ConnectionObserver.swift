// Follows the commits of one connection for all queries that read it, in one of two paces.
//
//   commit ──> batch ──> queries whose reads it meets ──> late: arithmetic tells the new value, or keeps the batch
//          ──> else owed one run, however many commits come ──> runs on readers: those of a frame share snapshots
//          ──> frame: main actor: all present results in one turn; late: at once, with the kept batches added
//          ──> owed meanwhile: again ──> otherwise idle
//
// The activity is held from the batch until the value is delivered.

import Activities
import Databases
import Locks
import Observing

/// The observation of one connection, shared by all wrappers of one pace that read it.
final class ConnectionObserver: Sendable {
  /// When queries run.
  enum Pace: Hashable, Sendable {
    /// Within a frame of each commit that concerns them.
    case frame
    /// Off the way of frames: each by itself, and so seldom that they take a tenth of a processor.
    case late
  }

  struct State {
    /// The queries that have readers.
    var queries: [QueryKey: AnyObservedQuery] = [:]
    /// The queries by the tables that they read.
    var byTable: [String: [ObjectIdentifier: AnyObservedQuery]] = [:]
    /// The queries that check every batch: their reads are not known by table, or change with the running fetch.
    var attentive: [ObjectIdentifier: AnyObservedQuery] = [:]
    /// Results on their way to the main actor.
    var outcomes: [RunOutcome] = []
    /// The stamps of values that have changed under the lock.
    var stamps: [ChangeStamp] = []
    var subscription: ChangeSubscription?
  }

  private struct WeakObserver {
    weak var observer: ConnectionObserver?
  }

  private struct Key: Hashable {
    var connection: ObjectIdentifier
    var pace: Pace
  }

  let connection: SQLiteConnection
  let pace: Pace
  private let state = Lock(State())

  private static let all = Lock<[Key: WeakObserver]>([:])

  private var key: Key { Key(connection: ObjectIdentifier(connection), pace: pace) }

  /// The observer of a connection. It keeps the connection, and the observed queries keep it.
  static func of(_ connection: SQLiteConnection, _ pace: Pace = .frame) -> ConnectionObserver {
    let key = Key(connection: ObjectIdentifier(connection), pace: pace)
    return all.withLock { observers in
      if let observer = observers[key]?.observer { return observer }
      let observer = ConnectionObserver(connection, pace)
      observers[key] = WeakObserver(observer: observer)
      return observer
    }
  }

  private init(_ connection: SQLiteConnection, _ pace: Pace) {
    self.connection = connection
    self.pace = pace
    // Before the first fetch, so that no commit is missed between both. The reads of a frame begin before the work of
    // all other subscribers, because a person waits for them.
    let subscription = connection.subscribe(isFirst: pace == .frame) { [weak self] in self?.noteBatch($0) }
    state.withLock { $0.subscription = subscription }
  }

  deinit {
    Self.all.withLock { observers in
      if observers[key]?.observer == nil { observers[key] = nil }
    }
  }

  /// Runs `body` under the lock that guards this observer and its queries; then wakes those who follow the values that
  /// it changed.
  func withLock<R>(_ body: (inout State) -> R) -> R {
    let (result, stamps) = state.withLock { state in
      let result = body(&state)
      defer { state.stamps = [] }
      return (result, state.stamps)
    }
    for stamp in stamps { stamp.noteChange() }
    return result
  }

  // MARK: Readers

  /// Makes a reader follow a query: the already observed one, or a new one, whose first run begins. `load` ends when a
  /// run that begins from now on has been delivered.
  func attach<Value>(
    _ reader: FetchReader<Value>, to query: FetchQuery<Value>, for load: PendingLoad? = nil
  ) -> (observed: ObservedQuery<Value>, value: Value?) {
    withLock { state in
      let known = state.queries[query.key] as? ObservedQuery<Value>
      let observed = known ?? ObservedQuery(query, observer: self)
      state.queries[query.key] = observed
      observed.add(reader)
      if let load {
        request(observed, for: load)
      } else if known == nil || observed.isOwedAndIdle {
        start(observed)
      }
      return (observed, observed.value)
    }
  }

  /// Ends a reader's observation of the query. Returns its loads, which the caller must cancel outside the reader's
  /// lock. If there are no other readers, the query's run is cancelled.
  func detach<Value>(_ reader: ObjectIdentifier, from query: ObservedQuery<Value>) -> [PendingLoad] {
    withLock { state -> [PendingLoad] in
      query.removeReader(reader)
      if query.isDetached { remove(query, from: &state) }
      return query.removeLoads(of: reader)
    }
  }

  /// Ends the observation of a query without readers. Under the lock.
  func remove(_ query: AnyObservedQuery, from state: inout State) {
    if state.queries[query.key] === query { state.queries[query.key] = nil }
    index(query, reading: ReadSet(), in: &state)
    query.owed = nil
    drop(query)
  }

  /// Ends the run in progress, if any: its result does not count. Under the lock.
  func drop(_ query: AnyObservedQuery) {
    query.task?.cancel()
    query.task = nil
    query.number += 1
    query.forgetMissed()
    if query.phase.isBusy { connection.activity.end() }
    query.phase = .idle
  }

  /// Removes and returns the reader's loads of a query that it continues to follow: the caller cancels them.
  func takeLoads(of reader: ObjectIdentifier, in query: AnyObservedQuery) -> [PendingLoad] {
    withLock { _ in query.removeLoads(of: reader) }
  }

  /// Runs a query once more: `load` ends when a run that begins from now on has been delivered.
  func run(_ query: AnyObservedQuery, for load: PendingLoad) {
    let isGone = withLock { state -> Bool in
      guard !query.isDetached else { return true }
      request(query, for: load)
      return false
    }
    if isGone { load.cancel() }
  }

  /// Requests a run for a load. Under the lock.
  private func request(_ query: AnyObservedQuery, for load: PendingLoad) {
    query.nextLoads.append(load)
    switch query.phase {
    case .idle, .resting, .delayed: start(query)
    case .queued: break
    case .running, .delivering: query.owed = query.owed ?? .own
    }
  }

  /// A reader's scope is no longer paused: the query catches up. Returns whether it is running, for this reader or
  /// another.
  @discardableResult
  func resume(_ query: AnyObservedQuery) -> Bool {
    withLock { state in
      guard !query.isDetached else { return false }
      if query.isOwedAndIdle { start(query) }
      return query.phase.isBusy
    }
  }

  // MARK: Batches

  /// The maximum number of bytes of rows that are tested under the lock, and that a query keeps until its run has
  /// ended. Beyond it, a run is quicker.
  static let mostRowBytes = 4 << 20

  /// A commit was made. Called on the committing thread, in the order of the commits.
  func noteBatch(_ batch: ChangeBatch) {
    let bytes = batch.rowBytes(upTo: Self.mostRowBytes)
    let batch = bytes > Self.mostRowBytes ? batch.withoutRows : batch
    withLock { state in
      var owed: [AnyObservedQuery] = []
      if batch.concernsAll {
        for query in state.queries.values { note(batch, for: query, &owed, &state) }
      } else {
        for query in state.attentive.values { note(batch, for: query, &owed, &state) }
        for table in batch.tables.keys {
          guard let queries = state.byTable[table] else { continue }
          for (id, query) in queries where state.attentive[id] == nil { note(batch, for: query, &owed, &state) }
        }
      }
      launch(owed)
    }
  }

  private func note(
    _ batch: ChangeBatch, for query: AnyObservedQuery, _ owed: inout [AnyObservedQuery], _ state: inout State
  ) {
    var startsNow = !query.phase.isBusy && !query.isPaused
    switch query.phase {
    case .queued: return
    case .delayed:
      // It may be waiting long for others' changes; this program's change is shown at once.
      guard query.owed == .outside, batch.origin == .own else { return }
      startsNow = true
    case .idle, .resting, .running, .delivering: break
    }
    guard query.owed != .own else { return }
    guard query.reads.map({ query.isMet(by: batch, reading: $0) }) ?? true else {
      if query.phase == .running, pace == .frame { query.miss(batch) }
      return
    }
    guard !query.absorbs(batch, &state) else { return }
    query.owed = pace == .late ? .own : batch.origin
    // A query of two tables is found twice.
    if startsNow, !owed.contains(where: { $0 === query }) { owed.append(query) }
  }

  /// Registers a query under the tables that it reads from now on; nil if they are unknown. Under the lock.
  func index(_ query: AnyObservedQuery, reading new: ReadSet?, in state: inout State) {
    let (id, old) = (ObjectIdentifier(query), query.reads)
    query.reads = new
    // SQLite's own tables are in no batch by name: such a query checks every batch.
    let isByTable = new.map { !$0.tables.keys.contains { $0.hasPrefix("sqlite_") } } ?? false
    state.attentive[id] = isByTable ? nil : query
    guard old != new else { return }
    for table in old?.tables.keys ?? [:].keys where new?.tables[table] == nil {
      state.byTable[table]?[id] = nil
      if state.byTable[table]?.isEmpty == true { state.byTable[table] = nil }
    }
    for table in new?.tables.keys ?? [:].keys where old?.tables[table] == nil {
      state.byTable[table, default: [:]][id] = query
    }
  }
}
