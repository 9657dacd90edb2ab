// Follows the commits of one connection for all queries that read it.
//
//   commit ──> batch ──> queries whose reads it meets are owed one run, however many commits come
//          ──> run, on a reader, the quick ones together in one snapshot ──> equal: nothing
//          ──> main actor: all present results, in one turn ──> owed meanwhile: again ──> otherwise idle
//
// The activity is held from the batch until the main actor has the value.

import Activities
import Databases
import Locks

/// The observation of one connection, shared by all wrappers that read it.
final class ConnectionObserver: Sendable {
  struct State {
    /// The queries that have readers.
    var queries: [QueryKey: AnyObservedQuery] = [:]
    /// The queries by the tables that they read.
    var byTable: [String: [ObjectIdentifier: AnyObservedQuery]] = [:]
    /// The queries that check every batch: they are running, or their reads are not known by table.
    var attentive: [ObjectIdentifier: AnyObservedQuery] = [:]
    /// Results on their way to the main actor.
    var outcomes: [RunOutcome] = []
    var subscription: ChangeSubscription?
  }

  private struct WeakObserver {
    weak var observer: ConnectionObserver?
  }

  let connection: SQLiteConnection
  private let state = Lock(State())

  private static let all = Lock<[ObjectIdentifier: WeakObserver]>([:])

  /// The observer of a connection. It keeps the connection, and the observed queries keep it.
  static func of(_ connection: SQLiteConnection) -> ConnectionObserver {
    let id = ObjectIdentifier(connection)
    return all.withLock { observers in
      if let observer = observers[id]?.observer { return observer }
      let observer = ConnectionObserver(connection)
      observers[id] = WeakObserver(observer: observer)
      return observer
    }
  }

  private init(_ connection: SQLiteConnection) {
    self.connection = connection
    // Before the first fetch, so that no commit is missed between both. Before all other subscribers, because a person
    // waits for these reads, and the others' work competes for the processors.
    let subscription = connection.subscribe(isFirst: true) { [weak self] in self?.noteBatch($0) }
    state.withLock { $0.subscription = subscription }
  }

  deinit {
    let id = ObjectIdentifier(connection)
    Self.all.withLock { observers in
      if observers[id]?.observer == nil { observers[id] = nil }
    }
  }

  /// Runs `body` under the lock that guards this observer and its queries.
  func withLock<R>(_ body: (inout State) -> R) -> R { state.withLock { body(&$0) } }

  // MARK: Readers

  /// Makes a reader follow a query: the already observed one, or a new one, whose first run begins. `load` ends when a
  /// run that begins from now on has been delivered.
  func attach<Value>(
    _ reader: FetchReader<Value>, to query: FetchQuery<Value>, for load: PendingLoad? = nil
  ) -> (observed: ObservedQuery<Value>, value: Value?) {
    withLock { state in
      if let known = state.queries[query.key] as? ObservedQuery<Value> {
        known.add(reader)
        if let load {
          request(known, for: load, &state)
        } else if known.isOwed, known.phase == .idle {
          start(known, &state)
        }
        return (known, known.value)
      }
      let observed = ObservedQuery(query, observer: self)
      state.queries[query.key] = observed
      observed.add(reader)
      if let load { observed.nextLoads.append(load) }
      start(observed, &state)
      return (observed, nil)
    }
  }

  /// Ends a reader's observation of the query. Returns its loads, which the caller must cancel outside the reader's
  /// lock. If there are no other readers, the query's run is cancelled.
  func detach<Value>(_ reader: ObjectIdentifier, from query: ObservedQuery<Value>) -> [PendingLoad] {
    withLock { state -> [PendingLoad] in
      query.removeReader(reader)
      let cancelled = query.removeLoads(of: reader)
      guard query.scopes.isEmpty, !query.isDetached else { return cancelled }
      query.isDetached = true
      query.isOwed = false
      if state.queries[query.key] === query { state.queries[query.key] = nil }
      index(query, from: query.reads, to: ReadSet(), in: &state)
      state.attentive[ObjectIdentifier(query)] = nil
      query.task?.cancel()
      if case .delayed = query.phase {
        query.phase = .idle
        connection.activity.end()
      }
      return cancelled
    }
  }

  /// Removes and returns the reader's loads of a query that it continues to follow: the caller cancels them.
  func takeLoads(of reader: ObjectIdentifier, in query: AnyObservedQuery) -> [PendingLoad] {
    withLock { _ in query.removeLoads(of: reader) }
  }

  /// Runs a query once more: `load` ends when a run that begins from now on has been delivered.
  func run(_ query: AnyObservedQuery, for load: PendingLoad) {
    let isGone = withLock { state -> Bool in
      guard !query.isDetached else { return true }
      request(query, for: load, &state)
      return false
    }
    if isGone { load.cancel() }
  }

  /// Requests a run for a load. Under the lock.
  private func request(_ query: AnyObservedQuery, for load: PendingLoad, _ state: inout State) {
    query.nextLoads.append(load)
    switch query.phase {
    case .idle: start(query, &state)
    case .delayed:
      query.phase = .queued
      spawn([query])
    case .queued: break
    case .running, .delivering: query.isOwed = true
    }
  }

  /// A reader's scope is no longer paused: the query catches up. Returns whether it is running, for this reader or
  /// another.
  func resume(_ query: AnyObservedQuery) -> Bool {
    withLock { state in
      guard !query.isDetached else { return false }
      if query.isOwed, query.phase == .idle { start(query, &state) }
      return query.phase != .idle
    }
  }

  // MARK: Batches

  /// The maximum number of bytes of rows that are tested under the lock, and that a query keeps until its run has
  /// ended. Beyond it, a run is quicker.
  static let mostRowBytes = 4 << 20

  /// A commit was made. Called on the committing thread, in the order of the commits.
  private func noteBatch(_ batch: ChangeBatch) {
    let bytes = batch.rowBytes(upTo: Self.mostRowBytes)
    let batch = bytes > Self.mostRowBytes ? batch.withoutRows : batch
    withLock { state in
      var owed: [AnyObservedQuery] = []
      if batch.concernsAll {
        for query in state.queries.values { note(batch, for: query, &owed) }
      } else {
        for query in state.attentive.values { note(batch, for: query, &owed) }
        for table in batch.tables.keys {
          guard let queries = state.byTable[table] else { continue }
          for (id, query) in queries where state.attentive[id] == nil { note(batch, for: query, &owed) }
        }
      }
      guard !owed.isEmpty else { return }
      for query in owed {
        if query.phase == .idle { connection.activity.begin() }
        query.phase = .queued
      }
      launch(owed)
    }
  }

  private func note(_ batch: ChangeBatch, for query: AnyObservedQuery, _ owed: inout [AnyObservedQuery]) {
    var startsNow = query.phase == .idle && !query.isPaused
    switch query.phase {
    case .queued: return
    case .delayed:
      // It may be waiting long for others' changes; this program's change is shown at once.
      guard query.isOwedFromOutside, batch.origin == .own else { return }
      startsNow = true
    case .idle, .running, .delivering: break
    }
    guard !query.isOwed || query.isOwedFromOutside else { return }
    guard query.reads.map({ query.isMet(by: batch, reading: $0) }) ?? true else {
      if query.phase == .running { query.miss(batch) }
      return
    }
    query.isOwedFromOutside = batch.origin == .outside
    if startsNow {
      // A query of two tables is found twice.
      if !owed.contains(where: { $0 === query }) { owed.append(query) }
    } else {
      query.isOwed = true
    }
  }

  /// Registers a query under the tables that it reads. Under the lock.
  func index(_ query: AnyObservedQuery, from old: ReadSet?, to new: ReadSet?, in state: inout State) {
    guard old != new else { return }
    let id = ObjectIdentifier(query)
    for table in old?.tables.keys ?? [:].keys where new?.tables[table] == nil {
      state.byTable[table]?[id] = nil
      if state.byTable[table]?.isEmpty == true { state.byTable[table] = nil }
    }
    for table in new?.tables.keys ?? [:].keys where old?.tables[table] == nil {
      state.byTable[table, default: [:]][id] = query
    }
  }
}
