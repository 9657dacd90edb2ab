// Loading on demand: the same query once more, or another one.

import Databases
import Locks
import Observing

extension FetchReader {
  /// Fetches once more; returns when the result has been delivered, throws what the fetch threw.
  func load() async throws {
    resolve()
    let observed = state.withLock { state -> ObservedQuery<Value>? in
      if let observed = state.observed { return observed }
      guard let query = state.query, let database = state.database else { return nil }
      _ = follow(query, in: database, &state)
      return state.observed
    }
    guard let observed else { return }
    try await load(observed)
  }

  /// Follows `query` from now on; returns when its first rows have been delivered, throws what the fetch threw.
  ///
  /// The newest load wins: an older one that is under way is cancelled. What is shown stays until the new rows are there.
  /// When the task is cancelled before that, the query from before is followed again.
  func load(
    _ query: FetchQuery<Value>, database: SQLiteConnection, animation: FetchAnimation?
  ) async throws -> FetchSubscription {
    let lifetime = SubscriptionLifetime()
    let (number, before, observed) = state.withLock { state -> (Int, State, ObservedQuery<Value>?) in
      let before = state
      if let animation { state.animation = animation }
      state.lifetime = lifetime
      if before.observed != nil, before.query?.key == query.key, before.database === database {
        state.number += 1
        return (state.number, before, state.observed)
      }
      _ = follow(query, in: database, &state)
      return (state.number, before, state.observed)
    }
    leave(before, for: observed)
    let subscription = FetchSubscription(lifetime: lifetime) { [weak self] in self?.end(number) }
    guard let observed else { return subscription }
    do {
      try await load(observed)
    } catch let error as CancellationError {
      goBack(to: before, from: number)
      throw error
    }
    return subscription
  }

  /// Whether the reader still follows the query with this number; if so, it stops, and shows what it shows for good.
  func end(_ number: Int) {
    let before = state.withLock { state -> State? in
      guard state.number == number else { return nil }
      let before = state
      state.observed = nil
      state.number += 1
      state.isAnswered = true
      state.lifetime = nil
      return before
    }
    if let before { leave(before, for: nil) }
  }

  private func load(_ observed: ObservedQuery<Value>) async throws {
    let load = PendingLoad(reader: ObjectIdentifier(self)) { [weak self] in self?.loadEnded() }
    let isFirst = state.withLock { state -> Bool in
      state.loadCount += 1
      return state.loadCount == 1
    }
    if isFirst { statusStamp.noteChange() }
    observed.observer.run(observed, for: load)
    try await load.wait()
  }

  private func loadEnded() {
    let isLast = state.withLock { state -> Bool in
      state.loadCount -= 1
      return !state.isLoading
    }
    if isLast { statusStamp.noteChange() }
  }

  /// Lets go of what was followed before, unless it is `observed`.
  private func leave(_ before: State, for observed: ObservedQuery<Value>?) {
    if let former = before.observed, former !== observed {
      former.observer.detach(ObjectIdentifier(self), from: former)
    }
    before.lifetime?.end()
  }

  /// A load was cancelled before its rows were there: unless a newer one has taken over, it never was.
  private func goBack(to before: State, from number: Int) {
    let undone = state.withLock { state -> State? in
      guard state.number == number else { return nil }
      let undone = state
      state.animation = before.animation
      state.lifetime = nil
      guard state.observed !== before.observed else { return undone }
      state.observed = nil
      state.query = before.query
      state.isAnswered = true
      state.isFollowing = before.isFollowing
      if before.observed != nil, let query = before.query, let database = before.database {
        _ = follow(query, in: database, &state)
      }
      return undone
    }
    guard let undone else { return }
    leave(undone, for: state.withLock { $0.observed })
  }
}
