// Loading on demand: the same query once more, or another one.

import Databases
import Locks
import Observing

extension FetchReader {
  /// Fetches once more; returns when the result has been delivered, throws what the fetch threw.
  func load() async throws {
    resolve()
    let observed = state.withLock { state -> ObservedQuery<Value>? in
      if let observed = state.next?.observed ?? state.observed { return observed }
      guard let query = state.query, let database = state.database else { return nil }
      _ = follow(query, in: database, &state)
      return state.observed
    }
    guard let observed else { return }
    let load = makeLoad()
    noteLoad(isFirst: state.withLock(Self.countLoad))
    observed.observer.run(observed, for: load)
    try await load.wait()
  }

  /// Follows `query` as soon as its first rows are there; returns when they have been delivered, throws what the fetch
  /// threw.
  ///
  /// The newest load wins: an older one that is under way is cancelled. What is shown stays until the new rows are
  /// there, and is followed until then; when the task is cancelled before that, it just goes on.
  func load(
    _ query: FetchQuery<Value>, database: SQLiteConnection, animation: FetchAnimation?
  ) async throws -> FetchSubscription {
    let load = makeLoad()
    let (next, superseded, isFirst) = try state.withLock { state throws(CancellationError) -> (Next, Former, Bool) in
      // A task that was cancelled for a newer one's sake may come here after it. Asked under the lock, so that the
      // newer load cannot come between the question and what is done then.
      if Task.isCancelled { throw CancellationError() }
      state.lastNumber += 1
      let next = Next(
        query: query, observed: ConnectionObserver.of(database).attach(self, to: query, for: load).observed,
        database: database, animation: animation ?? state.next?.animation ?? state.animation, number: state.lastNumber,
        lifetime: SubscriptionLifetime(), wasUnresolved: state.isUnresolved || state.next?.wasUnresolved == true)
      var superseded = Former()
      if let older = state.next { superseded = drop(older, keeping: next.observed, state) }
      if let followed = state.observed, followed !== next.observed {
        superseded.loads += followed.observer.takeLoads(of: ObjectIdentifier(self), in: followed)
      }
      state.next = next
      if state.isUnresolved {
        state.isUnresolved = false
        state.isAnswered = true
      }
      return (next, superseded, Self.countLoad(&state))
    }
    noteLoad(isFirst: isFirst)
    leave(superseded)
    let number = next.number
    let subscription = FetchSubscription(lifetime: next.lifetime) { [weak self] in self?.end(number) }
    do {
      try await load.wait()
    } catch let error as CancellationError {
      goBack(from: number)
      throw error
    }
    return subscription
  }

  /// If the reader follows the query with this number, it stops, and shows what it shows for good.
  func end(_ number: Int) {
    let former = state.withLock { state -> Former in
      guard state.number == number, let observed = state.observed else { return Former() }
      var former = Former(lifetime: state.lifetime, observed: observed)
      if state.next?.observed !== observed {
        former.loads = observed.observer.detach(ObjectIdentifier(self), from: observed)
      }
      state.observed = nil
      state.isAnswered = true
      state.lifetime = nil
      return former
    }
    leave(former)
  }

  /// Whether an answer of `observed` is to be shown, since it is followed or, as of now, `next` becomes so; then what
  /// is let go of for it. Under the lock.
  func takeOver(_ observed: ObservedQuery<Value>, for loads: [PendingLoad], _ state: inout State) -> Former? {
    guard let next = state.next, next.observed === observed, loads.count(where: { $0.claim() }) > 0 else {
      return state.observed === observed ? Former() : nil
    }
    var former = Former(lifetime: state.lifetime)
    if state.observed !== observed {
      if let followed = state.observed {
        former.observed = followed
        former.loads = followed.observer.detach(ObjectIdentifier(self), from: followed)
      }
      state.isFollowing = false
    }
    state.query = next.query
    state.observed = observed
    state.database = next.database
    state.animation = next.animation
    state.number = next.number
    state.lifetime = next.lifetime
    state.next = nil
    return former
  }

  /// Ends the loads and the lifetime that were let go of. Outside of the lock.
  func leave(_ former: Former) {
    // Also one whose rows are being shown: nothing but this ends it.
    for load in former.loads { load.end(.failure(CancellationError())) }
    former.lifetime?.end()
  }

  /// A load was cancelled before its rows were there: unless a newer one has taken over, it never was.
  private func goBack(from number: Int) {
    let former = state.withLock { state -> Former in
      guard let next = state.next, next.number == number else { return Former() }
      state.next = nil
      if next.wasUnresolved {
        state.isUnresolved = true
        state.isAnswered = false
      }
      return drop(next, keeping: state.observed, state)
    }
    leave(former)
  }

  /// Lets go of a load's query, unless it is `kept`, whose loads go on. Under the lock.
  private func drop(_ next: Next, keeping kept: ObservedQuery<Value>?, _ state: State) -> Former {
    let (id, observed) = (ObjectIdentifier(self), next.observed)
    var former = Former(lifetime: next.lifetime, observed: observed)
    if observed === kept { return former }
    former.loads =
      observed === state.observed
      ? observed.observer.takeLoads(of: id, in: observed) : observed.observer.detach(id, from: observed)
    return former
  }

  // MARK: Loads under way

  private func makeLoad() -> PendingLoad {
    PendingLoad(reader: ObjectIdentifier(self)) { [weak self] in self?.loadEnded() }
  }

  /// Counts a load; whether it is the only one. Under the lock.
  private static func countLoad(_ state: inout State) -> Bool {
    state.loadCount += 1
    return state.loadCount == 1
  }

  private func noteLoad(isFirst: Bool) {
    if isFirst { loadingStamp.noteChange() }
  }

  private func loadEnded() {
    let isLast = state.withLock { state -> Bool in
      state.loadCount -= 1
      return !state.isLoading
    }
    if isLast { loadingStamp.noteChange() }
  }
}
