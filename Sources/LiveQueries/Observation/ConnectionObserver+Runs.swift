// The runs of observed queries: when they begin, which of them share a snapshot, how their results are delivered.

import Activities
import Databases
import Observing

extension ConnectionObserver {
  /// One run of a query, from its planning to the delivery of its result.
  struct Run: Sendable {
    let query: AnyObservedQuery
    let number: Int
    /// Whether the query has not dropped the run or planned another. Under the lock.
    var isPresent: Bool { query.number == number }
  }

  /// Begins the first run, or a requested one. Under the lock.
  func start(_ query: AnyObservedQuery) { plan([query], at: query.earliestStart) }

  /// Begins the owed runs, in as few reads as possible. Under the lock.
  func launch(_ queries: [AnyObservedQuery], isBurst: Bool = false) {
    guard pace == .frame else { return queries.forEach(start) }
    for read in RunPace.reads(taking: queries.map(\.lastRun.work)) {
      let group = read.map { queries[$0] }
      plan(group, at: group.compactMap { $0.due(isBurst: isBurst) }.max())
    }
  }

  private func plan(_ queries: [AnyObservedQuery], at due: ContinuousClock.Instant?) {
    let runs = queries.map { query in
      if !query.phase.isBusy { connection.activity.begin() }
      query.number += 1
      return Run(query: query, number: query.number)
    }
    guard let due, due > .now else { return spawn(runs) }
    for query in queries { query.phase = .delayed }
    Task.detached {
      // Never cancelled: outdated waits are ignored afterwards.
      try? await Task.sleep(until: due, tolerance: .zero, clock: .continuous)
      self.withLock { _ in
        let due = runs.filter(\.isPresent)
        if !due.isEmpty { self.spawn(due) }
      }
    }
  }

  /// Begins one read. Under the lock.
  private func spawn(_ runs: [Run]) {
    for run in runs { run.query.phase = .queued }
    let task = connection.startRead { db in
      let begun = self.begin(runs)
      self.note(try begun.map { try $0.query.run($0, db) })
    } failed: { error in
      self.note(self.begin(runs).map { RunOutcome(run: $0, result: .failure(error)) })
    }
    if runs.count == 1 { runs[0].query.task = task }
  }

  /// Begins the wanted runs. Returns them and the unfinished runs of an earlier attempt of the read.
  private func begin(_ runs: [Run]) -> [Run] {
    let now = ContinuousClock.now
    return withLock { state in
      runs.filter { run in
        let query = run.query
        guard run.isPresent else { return false }
        if query.phase == .queued {
          query.phase = .running
          query.lastRun.start = now
          query.owed = nil
          query.runningLoads = query.nextLoads
          query.nextLoads = []
          if pace == .frame { state.attentive[ObjectIdentifier(query)] = query }
        }
        return query.phase == .running
      }
    }
  }

  /// Runs have ended, on a reader's thread. Those of a frame go to the main actor together with those already on the
  /// way.
  private func note(_ outcomes: [RunOutcome]) {
    guard pace == .frame, !outcomes.isEmpty else { return outcomes.forEach(settle) }
    let isFirst = withLock { state -> Bool in
      for outcome in outcomes where outcome.run.isPresent {
        outcome.run.query.phase = .delivering
        outcome.run.query.take(outcome, &state)
      }
      defer { state.outcomes += outcomes }
      return state.outcomes.isEmpty
    }
    if isFirst { Task { @MainActor in self.deliver() } }
  }

  /// Delivers all present results in one turn, and begins the runs that are owed by then.
  @MainActor private func deliver() {
    let (outcomes, awaited) = withLock { state in
      defer { state.outcomes = [] }
      return (state.outcomes, state.outcomes.map { !$0.run.query.runningLoads.isEmpty })
    }
    for (outcome, isAwaited) in zip(outcomes, awaited) {
      withTransaction(\.isAwaited, isAwaited) { outcome.run.query.deliver(outcome.result) }
    }
    var ended: [(PendingLoad, Result<Void, any Error>)] = []
    let idle = withLock { _ -> Int in
      for outcome in outcomes {
        let query = outcome.run.query
        ended += query.runningLoads.map { ($0, outcome.result.map { _ in }) }
        query.runningLoads = []
      }
      return conclude(outcomes)
    }
    for (load, result) in ended { load.end(result) }
    // Last: callers that wait for the activity then find everything delivered.
    for _ in 0..<idle { connection.activity.end() }
  }

  /// A late run has ended. Delivers its result once the batches that tell whether it is current are published.
  private func settle(_ outcome: RunOutcome) {
    guard case .success = outcome.result, outcome.spansCommits || outcome.commit == nil else { return finish(outcome) }
    withLock { _ in
      guard outcome.run.isPresent else { return }
      outcome.run.query.task = Task {
        await connection.ownCommitsPublished()
        do {
          try await connection.lookForOutsideChanges()
          finish(outcome)
        } catch {
          finish(RunOutcome(run: outcome.run, result: .failure(error)))
        }
      }
    }
  }

  /// Calls `body` under the lock after a pause. It is here because async code must not be specialized in other modules,
  /// as that of a generic query would be.
  @discardableResult @export(interface)
  func after(
    _ pause: Duration, on clock: any Clock<Duration>, _ body: @escaping @Sendable (inout State) -> Void
  ) -> Task<Void, Never> {
    Task {
      try? await clock.sleep(for: pause)
      withLock(body)
    }
  }

  /// Delivers the result of a late run.
  func finish(_ outcome: RunOutcome) {
    let idle = withLock { state -> Int in
      // A read whose own end fails reports twice.
      guard outcome.run.isPresent, outcome.run.query.phase == .running else { return 0 }
      outcome.run.query.take(outcome, &state)
      return conclude([outcome])
    }
    for _ in 0..<idle { connection.activity.end() }
  }

  /// Begins the runs that became owed during the delivered ones. Returns how many queries are no longer busy. Under the
  /// lock.
  private func conclude(_ outcomes: [RunOutcome]) -> Int {
    var owed: [AnyObservedQuery] = []
    var idle = 0
    for run in outcomes.map(\.run) where run.isPresent {
      let query = run.query
      if query.owed != nil, !query.isPaused || !query.nextLoads.isEmpty {
        owed.append(query)
      } else {
        if query.phase.isBusy { query.phase = .idle }
        idle += 1
      }
    }
    launch(owed, isBurst: true)
    return idle
  }
}
