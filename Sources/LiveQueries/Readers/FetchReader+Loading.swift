// Loads on demand: the same query once more, or another one.

import Databases
import Locks
import Observing

extension FetchReader {
  /// Fetches once more; returns when the result has been delivered, and throws the error of the fetch.
  func load() async throws {
    resolve()
    let observed = state.withLock { state -> ObservedQuery<Value>? in
      if let followed = state.next?.followed ?? state.followed { return followed.observed }
      guard let query = state.query, let database = state.database else { return nil }
      _ = follow(query, in: database, &state)
      return state.followed?.observed
    }
    guard let observed else { return }
    let load = makeLoad()
    noteLoad(isFirst: state.withLock(Self.countLoad))
    observed.observer.run(observed, for: load)
    try await load.wait()
  }

  /// Follows `query` as soon as its first rows are fetched; returns when they have been delivered, and throws the error
  /// of the fetch.
  ///
  /// The newest load wins: an earlier one is cancelled. The reader shows and follows the old query until the new rows
  /// come; if the task is cancelled before that, it continues to do so.
  func load(
    _ query: FetchQuery<Value>, database: SQLiteConnection, animation: FetchAnimation?
  ) async throws -> FetchSubscription {
    let (load, lifetime) = (makeLoad(), SubscriptionLifetime())
    let (number, superseded, isFirst) = try state.withLock { state throws(CancellationError) -> (Int, Former, Bool) in
      // A task cancelled in favour of a newer one may come here after it. Checked under the lock, so that the newer
      // load can't come between the check and what follows.
      if Task.isCancelled { throw CancellationError() }
      state.lastNumber += 1
      let observed = ConnectionObserver.of(database).attach(self, to: query, for: load).observed
      let next = Next(
        followed: Followed(observed: observed, number: state.lastNumber, lifetime: lifetime), query: query,
        database: database, animation: animation ?? state.next?.animation ?? state.animation,
        wasUnresolved: state.isUnresolved || state.next?.wasUnresolved == true)
      var superseded = Former()
      if let older = state.next { superseded = drop(older, keeping: observed, state) }
      if let followed = state.followed?.observed, followed !== observed {
        superseded.loads += followed.observer.takeLoads(of: ObjectIdentifier(self), in: followed)
      }
      state.next = next
      if state.isUnresolved {
        state.isUnresolved = false
        state.isAnswered = true
      }
      return (next.followed.number, superseded, Self.countLoad(&state))
    }
    noteLoad(isFirst: isFirst)
    leave(superseded)
    let subscription = FetchSubscription(lifetime: lifetime) { [weak self] in self?.end(number) }
    do {
      try await load.wait()
    } catch let error as CancellationError {
      goBack(from: number)
      throw error
    }
    return subscription
  }

  /// Stops following the query with this number, if it is the current one, and keeps the shown value.
  func end(_ number: Int) {
    let former = state.withLock { state -> Former in
      guard let followed = state.followed, followed.number == number else { return Former() }
      let observed = followed.observed
      var former = Former(lifetime: followed.lifetime, observed: observed)
      if state.next?.followed.observed !== observed {
        former.loads = observed.observer.detach(ObjectIdentifier(self), from: observed)
      }
      state.followed = nil
      state.isAnswered = true
      return former
    }
    leave(former)
  }

  /// Decides whether to show an answer of `observed`, because it is followed or `next` becomes the followed query now.
  /// Returns what must be released for it; nil: don't show it. Under the lock.
  func takeOver(_ observed: ObservedQuery<Value>, for loads: [PendingLoad], _ state: inout State) -> Former? {
    let followed = state.followed?.observed
    guard let next = state.next, next.followed.observed === observed, loads.count(where: { $0.claim() }) > 0 else {
      return followed === observed ? Former() : nil
    }
    var former = Former(lifetime: state.followed?.lifetime)
    if followed !== observed {
      if let followed {
        former.observed = followed
        former.loads = followed.observer.detach(ObjectIdentifier(self), from: followed)
      }
      state.isFollowing = false
    }
    state.followed = next.followed
    state.query = next.query
    state.database = next.database
    state.animation = next.animation
    state.next = nil
    return former
  }

  /// Ends the released loads and the released lifetime. Outside the lock.
  func leave(_ former: Former) {
    // Including one whose rows are being shown: nothing else ends it.
    for load in former.loads { load.end(.failure(CancellationError())) }
    former.lifetime?.end()
  }

  /// Undoes a load that was cancelled before its rows came, unless a newer one has replaced it.
  private func goBack(from number: Int) {
    let former = state.withLock { state -> Former in
      guard let next = state.next, next.followed.number == number else { return Former() }
      state.next = nil
      if next.wasUnresolved {
        state.isUnresolved = true
        state.isAnswered = false
      }
      return drop(next, keeping: state.followed?.observed, state)
    }
    leave(former)
  }

  /// Releases a load's query, unless it is `kept`, whose loads continue. Under the lock.
  private func drop(_ next: Next, keeping kept: ObservedQuery<Value>?, _ state: State) -> Former {
    let (id, observed) = (ObjectIdentifier(self), next.followed.observed)
    var former = Former(lifetime: next.followed.lifetime, observed: observed)
    if observed === kept { return former }
    former.loads =
      observed === state.followed?.observed
      ? observed.observer.takeLoads(of: id, in: observed) : observed.observer.detach(id, from: observed)
    return former
  }

  // MARK: Running loads

  private func makeLoad() -> PendingLoad {
    PendingLoad(reader: ObjectIdentifier(self)) { [weak self] in self?.loadEnded() }
  }

  /// Counts a load; returns whether it is the only one. Under the lock.
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
