// The value that a wrapper and its copies show, and the query that it follows.
//
//   init ──> follow ─────────┬─> runs of the observed query ──> receive, on the main actor ──> stamps ──> observers
//   load(query) ──> `next` ──┘     its first answer makes it the followed one; until then the former one is followed
//
// Lock order: a reader's own, then its `ConnectionObserver`'s or a load's. No callback runs while one is held.

import Containers
import Databases
import Locks
import Observing

/// The shared state of a fetch wrapper's copies. Freeing the last copy ends the observation.
@usableFromInline
final class FetchReader<Value: Sendable>: Sendable {
  struct State {
    /// The shown value. Written on the main actor once the reader is made.
    var value: Value
    var loadError: (any Error)?
    /// How to show the latest change.
    var latestAnimation = FetchAnimation.none
    /// How to show later changes.
    var animation: FetchAnimation
    var database: SQLiteConnection?
    /// Whether the first use must get a database from the container, and follow the query there.
    var isUnresolved = false
    /// The followed query, or the last one if it was ended; nil before the first load of a wrapper without a query.
    var query: FetchQuery<Value>?
    /// The followed query; nil if it was ended.
    var followed: Followed?
    /// Whether the shown value came from the followed query.
    var isFollowing = false
    /// Whether the followed query has answered once, even with an error.
    var isAnswered = true
    /// The last number assigned.
    var lastNumber = 0
    /// The newest `load(query)`, until its query has answered.
    var next: Next?
    var loadCount = 0
    var streamCount = 0
    var streams: [Int: AsyncStream<Value>.Continuation] = [:]

    var isLoading: Bool { !isAnswered || loadCount > 0 }
  }

  struct Followed {
    var observed: ObservedQuery<Value>
    /// The subscription of an older load has another number.
    var number: Int
    /// Ends the subscription that `load(query)` has returned; nil for the declared query.
    var lifetime: SubscriptionLifetime?
  }

  /// A query to follow once its rows are fetched.
  struct Next {
    var followed: Followed
    var query: FetchQuery<Value>
    var database: SQLiteConnection
    var animation: FetchAnimation
    /// Whether the declared query waited for a database until this load, and must do so again if it is cancelled.
    var wasUnresolved: Bool
  }

  /// The parts that are no longer followed: removed under the lock, informed outside it.
  struct Former {
    var loads: [PendingLoad] = []
    var lifetime: SubscriptionLifetime?
    /// Kept, so that it is not freed under the lock.
    var observed: ObservedQuery<Value>?
  }

  /// The current scope when the wrapper was declared.
  let scope: FetchScope?
  /// The composition whose container is asked for a database.
  private let composition = Composition.current
  /// The key of the declared query.
  let declaredKey: QueryKey?
  let valueStamp = ChangeStamp()
  let loadingStamp = ChangeStamp()
  /// A second stamp, so that one load does not wake a reader of errors twice.
  let errorStamp = ChangeStamp()
  let state: Lock<State>

  /// Makes a reader that shows `value` until the first rows are fetched, and follows `query`, if any, from now on.
  init(_ value: Value, query: FetchQuery<Value>?, database: SQLiteConnection?, animation: FetchAnimation) {
    scope = FetchScope.current
    declaredKey = query?.key
    state = Lock(State(value: value, animation: animation, database: database))
    scope?.add(self)
    guard let query else { return }
    if let database = database ?? (isDatabaseRegistered ? registeredDatabase : nil) {
      state.withLock { begin(query, in: database, &$0) }
    } else {
      state.withLock { state in
        state.query = query
        state.isUnresolved = true
        state.isAnswered = false
      }
    }
  }

  /// Follows the first query, and shows its value if others already have it. Under the reader's lock.
  private func begin(_ query: FetchQuery<Value>, in database: SQLiteConnection, _ state: inout State) {
    guard let known = follow(query, in: database, &state) else { return }
    state.value = known
    state.isFollowing = true
    state.isAnswered = true
  }

  deinit {
    let id = ObjectIdentifier(self)
    scope?.remove(id)
    let state = state.withLock { $0 }
    for followed in [state.followed, state.next?.followed].compactMap(\.self) {
      for load in followed.observed.observer.detach(id, from: followed.observed) { load.cancel() }
      followed.lifetime?.end()
    }
    for stream in state.streams.values { stream.finish() }
  }

  // MARK: The database

  /// The database to read: the container's, unless another one was named.
  var database: SQLiteConnection { state.withLock { $0.next?.database ?? $0.database } ?? registeredDatabase }

  private var isDatabaseRegistered: Bool {
    Composition.$ofTask.withValue(composition) { Container.shared.defaultDatabase.isRegistered }
  }

  /// The container's database; traps if there is none.
  private var registeredDatabase: SQLiteConnection {
    Composition.$ofTask.withValue(composition) { Container.shared.defaultDatabase() }
  }

  /// Starts to follow the declared query, if it has waited for a database until now.
  func resolve() {
    guard state.withLock({ $0.isUnresolved }) else { return }
    let database = registeredDatabase
    state.withLock { state in
      guard state.isUnresolved, let query = state.query else { return }
      state.isUnresolved = false
      begin(query, in: database, &state)
    }
  }

  // MARK: The shown value

  var value: Value {
    valueStamp.access()
    let (value, isUnresolved) = state.withLock { ($0.value, $0.isUnresolved) }
    guard isUnresolved else { return value }
    resolve()
    return state.withLock { $0.value }
  }

  /// The value, and the section name of each row, if there are sections.
  var namedValue: (value: Value, names: [String?]?) {
    _ = value
    // One lock for both: a load replaces the rows and their query together.
    let (value, sectionNames) = state.withLock { ($0.value, $0.query?.sectionNames) }
    return (value, sectionNames.map { $0(value) })
  }

  /// The value, without tracking.
  var untrackedValue: Value { state.withLock { $0.value } }

  var isLoading: Bool {
    loadingStamp.access()
    resolve()
    return state.withLock { $0.isLoading }
  }

  var loadError: (any Error)? {
    errorStamp.access()
    resolve()
    return state.withLock { $0.loadError }
  }

  var latestAnimation: FetchAnimation {
    valueStamp.access()
    return state.withLock { $0.latestAnimation }
  }

  // MARK: Delivery

  /// Receives a value of a query. `isNew`: it differs from the one before. `loads`: this reader's loads that it
  /// answers.
  @MainActor func receive(
    _ value: Value, from observed: ObservedQuery<Value>, for loads: [PendingLoad], isNew: Bool
  ) {
    let (shown, isFollowing) = state.withLock { ($0.value, $0.isFollowing && $0.followed?.observed === observed) }
    // Another query may return the same rows as the one before it. Compared outside the lock, because it calls foreign
    // code; the shown value changes only on the main actor.
    let isChange = isFollowing ? isNew : !areEqual(shown, value)
    guard
      let (former, streams, changed, animation) = state.withLock({
        state -> (Former, [AsyncStream<Value>.Continuation], (loading: Bool, error: Bool), FetchAnimation)? in
        guard let former = takeOver(observed, for: loads, &state) else { return nil }
        let isFirst = !state.isFollowing
        let changed = (loading: !state.isAnswered, error: state.loadError != nil)
        state.loadError = nil
        state.isAnswered = true
        state.isFollowing = true
        if isChange {
          state.value = value
          // The first rows are no change: there is nothing to compare them with.
          state.latestAnimation = isFirst && state.followed?.number == 1 ? .none : state.animation
        }
        let streams = isChange || isFirst ? Array(state.streams.values) : []
        return (former, streams, changed, state.latestAnimation)
      })
    else { return }
    leave(former)
    for stream in streams { stream.yield(value) }
    withTransaction(\.isAnimated, animation.isMarked) {
      if isChange { valueStamp.noteChange() }
      if changed.loading { loadingStamp.noteChange() }
      if changed.error { errorStamp.noteChange() }
    }
  }

  /// Receives an error of a query: the value stays.
  @MainActor func receive(_ error: any Error, from observed: ObservedQuery<Value>, for loads: [PendingLoad]) {
    let taken = state.withLock { state -> (Former, loadingChanged: Bool, errorChanged: Bool)? in
      guard let former = takeOver(observed, for: loads, &state) else { return nil }
      defer {
        state.loadError = error
        state.isAnswered = true
      }
      return (former, !state.isAnswered, state.loadError.map { "\($0)" } != "\(error)")
    }
    guard let taken else { return }
    leave(taken.0)
    if taken.loadingChanged { loadingStamp.noteChange() }
    if taken.errorChanged { errorStamp.noteChange() }
  }

  // MARK: Streams

  /// The values from the current one on, if any; a slow consumer gets the newest.
  func makeStream() -> AsyncStream<Value> {
    resolve()
    let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state -> Int in
      state.streamCount += 1
      state.streams[state.streamCount] = continuation
      if state.isFollowing { continuation.yield(state.value) }
      return state.streamCount
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.streams.removeValue(forKey: number) }
    }
    return stream
  }

  // MARK: The followed query

  /// Attaches the reader to a query; returns its value if others already have it. Under the reader's lock.
  func follow(_ query: FetchQuery<Value>, in database: SQLiteConnection, _ state: inout State) -> Value? {
    state.query = query
    state.database = database
    state.isUnresolved = false
    state.lastNumber += 1
    state.isFollowing = false
    state.isAnswered = false
    let (observed, value) = ConnectionObserver.of(database).attach(self, to: query)
    state.followed = Followed(observed: observed, number: state.lastNumber)
    return value
  }
}

extension FetchReader: ScopedReader {
  /// The observed query asks the scope before each run; a running one finishes.
  @usableFromInline package func scopePaused() {}

  @usableFromInline package func scopeResumed() {
    let isCatchingUp = state.withLock { state -> Bool in
      if let next = state.next?.followed.observed { next.observer.resume(next) }
      guard let observed = state.followed?.observed, observed.observer.resume(observed) else { return false }
      state.isAnswered = false
      return true
    }
    if isCatchingUp { loadingStamp.noteChange() }
  }
}
