// The runs of observed queries: when they begin, which of them share a snapshot, how their results are delivered.

import Activities
import Databases
import Locks
import Observing

extension ConnectionObserver {
  /// Begins the first run, or a requested one. Under the lock; the query is idle.
  func start(_ query: AnyObservedQuery, _ state: inout State) {
    query.isOwed = false
    query.isOwedFromOutside = false
    query.phase = .queued
    connection.activity.begin()
    spawn([query])
  }

  /// Begins the owed runs, in as few reads as possible. Under the lock; the queries are queued.
  func launch(_ queries: [AnyObservedQuery], isBurst: Bool = false) {
    let now = ContinuousClock.now
    for read in RunPace.reads(taking: queries.map(\.lastWork)) {
      let group = read.map { queries[$0] }
      var due = now
      for query in group {
        query.isOwed = false
        // A caller that waits for a load must not also wait for the pace.
        guard query.nextLoads.isEmpty, let start = query.lastStart, let work = query.lastWork else { continue }
        due = max(
          due, start + RunPace.wait(after: work, isBurst: isBurst, isForOthers: query.isOwedFromOutside))
      }
      begin(group, at: due, now: now)
    }
  }

  private func begin(_ queries: [AnyObservedQuery], at due: ContinuousClock.Instant, now: ContinuousClock.Instant) {
    guard due > now else { return spawn(queries) }
    var waits: [Int] = []
    for query in queries {
      query.waitNumber += 1
      query.phase = .delayed(query.waitNumber)
      waits.append(query.waitNumber)
    }
    Task.detached {
      // Never cancelled: outdated waits are ignored afterwards.
      try? await Task.sleep(until: due, tolerance: .zero, clock: .continuous)
      self.withLock { _ in
        let due = zip(queries, waits).filter { $0.phase == .delayed($1) }.map(\.0)
        guard !due.isEmpty else { return }
        for query in due { query.phase = .queued }
        self.spawn(due)
      }
    }
  }

  /// Begins one read. Under the lock; the queries are queued.
  func spawn(_ queries: [AnyObservedQuery]) {
    let runs = Lock<Runs?>(nil)
    let task = connection.startRead { db in
      // If the file had to be repaired first, this is the second attempt.
      let begun = runs.withLock(\.self) ?? self.begin(queries)
      runs.withLock { $0 = begun }
      if !begun.queries.isEmpty { self.note(try begun.queries.map { try $0.run(db) }) }
    } failed: { error in
      self.noteFailure(error, of: runs.withLock(\.self) ?? self.begin(queries))
    }
    if queries.count == 1 { queries[0].task = task }
  }

  /// The begun runs of one read.
  private struct Runs {
    var queries: [AnyObservedQuery]
    var start: ContinuousClock.Instant
  }

  private func begin(_ queries: [AnyObservedQuery]) -> Runs {
    let now = ContinuousClock.now
    let begun = withLock { state in
      queries.filter { query in
        guard !query.isDetached else {
          end(query)
          return false
        }
        query.phase = .running
        query.lastStart = now
        query.isOwedFromOutside = false
        query.runningLoads = query.nextLoads
        query.nextLoads = []
        state.attentive[ObjectIdentifier(query)] = query
        return true
      }
    }
    return Runs(queries: begun, start: now)
  }

  /// The run of a query without readers has ended. Under the lock.
  private func end(_ query: AnyObservedQuery) {
    query.phase = .idle
    query.task = nil
    connection.activity.end()
  }

  /// A read could not begin, or was cancelled.
  private func noteFailure(_ error: any Error, of runs: Runs) {
    let unfinished = withLock { _ in
      runs.queries.filter { query in
        // Noted results are kept, and a later run has another start.
        guard query.phase == .running, query.lastStart == runs.start else { return false }
        guard query.isDetached else { return true }
        end(query)
        return false
      }
    }
    note(unfinished.map { RunOutcome(query: $0, result: .failure(error)) })
  }

  /// Runs have ended, on a reader's thread: their results go to the main actor together with those already on the way.
  private func note(_ outcomes: [RunOutcome]) {
    guard !outcomes.isEmpty else { return }
    let isFirst = withLock { state -> Bool in
      for outcome in outcomes { take(outcome, &state) }
      defer { state.outcomes += outcomes }
      return state.outcomes.isEmpty
    }
    if isFirst { Task { @MainActor in self.deliver() } }
  }

  /// Stores what a run has reported about itself. Under the lock.
  private func take(_ outcome: RunOutcome, _ state: inout State) {
    let query = outcome.query
    query.phase = .delivering
    query.task = nil
    query.lastWork = outcome.work ?? query.lastWork
    guard !query.isDetached else { return }
    index(query, from: query.reads, to: outcome.reads, in: &state)
    query.runEnded(reading: outcome.reads)
    // SQLite's own tables are in no batch by name: such a query checks every batch.
    if let reads = outcome.reads, !reads.tables.keys.contains(where: { $0.hasPrefix("sqlite_") }) {
      state.attentive[ObjectIdentifier(query)] = nil
    }
  }

  /// Delivers all present results in one turn, and begins the runs that are owed by then.
  @MainActor private func deliver() {
    let (outcomes, awaited) = withLock { state in
      defer { state.outcomes = [] }
      return (state.outcomes, state.outcomes.map { !$0.query.runningLoads.isEmpty })
    }
    for (outcome, isAwaited) in zip(outcomes, awaited) {
      withTransaction(\.isAwaited, isAwaited) { outcome.query.deliver(outcome.result) }
    }
    var ended: [(PendingLoad, Result<Void, any Error>)] = []
    let idle = withLock { _ -> Int in
      var owed: [AnyObservedQuery] = []
      var idle = 0
      for outcome in outcomes {
        let query = outcome.query
        let result: Result<Void, any Error> =
          if case .failure(let error) = outcome.result { .failure(error) } else { .success(()) }
        ended += query.runningLoads.map { ($0, result) }
        query.runningLoads = []
        if query.isOwed, !query.isDetached, !query.isPaused || !query.nextLoads.isEmpty {
          query.phase = .queued
          owed.append(query)
        } else {
          query.phase = .idle
          idle += 1
        }
      }
      if !owed.isEmpty { launch(owed, isBurst: true) }
      return idle
    }
    for (load, result) in ended { load.end(result) }
    // Last: callers that wait for the activity then find everything delivered.
    for _ in 0..<idle { connection.activity.end() }
  }
}
