// One observed closure: its runs, and whether one is owed.

import Activities
import Locks
import Observation

/// One closure given to `observe`.
///
/// Unchecked, because `apply` is not Sendable: it is called only on `actor`, where it was created.
final class Observer: @unchecked Sendable {
  private struct State {
    var isCancelled = false
    /// Whether a run is owed and has not begun.
    var isOwed = false
    /// The number of the last run begun; changes reported by an earlier run's registration are ignored.
    var run = 0
    /// The transaction of the change for which the run is owed.
    var transaction = Transaction()
  }

  private static let created = Lock(0)

  /// In order of creation: an outer observer has a lower number than the inner ones.
  let id: Int
  private let actor: any Actor
  private let scheduler: FrameScheduler?
  private let activity: Activity
  private let apply: () -> Void
  private let state = Lock(State())

  init(actor: any Actor, scheduler: FrameScheduler?, activity: Activity, apply: @escaping () -> Void) {
    id = Self.created.withLock { created in
      created += 1
      return created
    }
    self.actor = actor
    self.scheduler = scheduler
    self.activity = scheduler?.activity ?? activity
    self.apply = apply
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
  }

  /// Runs the closure if a run is owed. On its actor.
  func runIfOwed(isolation: isolated any Actor) {
    let transaction = state.withLock { $0.isOwed ? $0.transaction : nil }
    if let transaction { run(isolation: isolation, transaction: transaction) }
  }

  /// Runs the closure, unless cancelled, and tracks what it reads. On its actor.
  func run(isolation: isolated any Actor, transaction: Transaction) {
    let number = state.withLock { state -> Int? in
      state.isOwed = false
      state.run += 1
      return state.isCancelled ? nil : state.run
    }
    guard let number else { return }
    // A change by another thread meanwhile is handled only after the comparison below.
    activity.begin()
    defer { activity.end() }
    let trackedRun = TrackedRun()
    withSurroundings(transaction) {
      withObservationTracking {
        trackedRun.perform(apply)
      } onChange: { [weak self] in
        self?.oweRun(since: number, transaction: .current)
      }
    }
    if let transaction = trackedRun.transactionOfChangeSinceRead() {
      oweRun(since: number, transaction: transaction)
    }
    for inner in trackedRun.innerObservers {
      inner.observer.run(isolation: isolation, transaction: inner.transaction)
    }
  }

  /// Runs `body` with the transaction of its change, so that its new observations belong to the same frames.
  private func withSurroundings(_ transaction: Transaction, _ body: () -> Void) {
    Transaction.$current.withValue(transaction) {
      guard let scheduler, FrameScheduler.current !== scheduler else { return body() }
      FrameScheduler.$current.withValue(scheduler, operation: body)
    }
  }

  /// Records that something that a run has read has changed. May be called on any thread.
  private func oweRun(since number: Int, transaction: Transaction) {
    let isNew = state.withLock { state -> Bool in
      guard number == state.run, !state.isCancelled, !state.isOwed else { return false }
      state.isOwed = true
      state.transaction = transaction
      return true
    }
    guard isNew else { return }
    if let scheduler {
      scheduler.owe(self, isAwaited: transaction.isAwaited)
    } else {
      activity.begin()
      Task { [weak self, activity] in
        await self?.runOnActor()
        activity.end()
      }
    }
  }

  private func runOnActor() async {
    await runIfOwed(isolation: actor)
  }
}
