// The value that a wrapper and its copies show, and the query that it follows.
//
//   init ──> follow ─────────┬─> runs of the observed query ──> receive, on the main actor ──> stamps ──> observers
//   load(query) ──> `next` ──┘     its first answer makes it the one that is followed; until then the former one is
//
// Order of locks: a reader's own, then its `ConnectionObserver`'s or a load's. Nothing is called back while one is
// held.

import Containers
import Databases
import Locks
import Observing

/// What the copies of a fetch wrapper share. Dropping the last copy ends the observation.
@usableFromInline
final class FetchReader<Value: Sendable>: Sendable {
  struct State {
    /// What is shown. Written on the main actor once the reader is made.
    var value: Value
    var loadError: (any Error)?
    /// How the latest change is to be shown.
    var latestAnimation = FetchAnimation.none
    /// How changes are to be shown from now on.
    var animation: FetchAnimation
    var database: SQLiteConnection?
    /// Whether the first use is to ask the container for a database, and to follow the query there.
    var isUnresolved = false
    /// What is followed, or was before it was ended; `nil` before the first load of a wrapper without a query.
    var query: FetchQuery<Value>?
    var observed: ObservedQuery<Value>?
    /// Whether what is shown came from `observed`.
    var isFollowing = false
    /// Whether `observed` has answered once, be it with an error.
    var isAnswered = true
    /// The number of what is followed: the subscription of an older load finds it moved on.
    var number = 0
    /// The last number that was given.
    var lastNumber = 0
    /// Ends the subscription that the last `load(query)` gave.
    var lifetime: SubscriptionLifetime?
    /// What the newest `load(query)` asked for, until it has answered.
    var next: Next?
    var loadCount = 0
    var streamCount = 0
    var streams: [Int: AsyncStream<Value>.Continuation] = [:]

    var isLoading: Bool { !isAnswered || loadCount > 0 }
  }

  /// A query that is to be followed once its rows are there.
  struct Next {
    var query: FetchQuery<Value>
    var observed: ObservedQuery<Value>
    var database: SQLiteConnection
    var animation: FetchAnimation
    var number: Int
    var lifetime: SubscriptionLifetime
    /// Whether the declared query waited for a database until this load, and does so again if it is cancelled.
    var wasUnresolved: Bool
  }

  /// What is no longer followed: removed under the lock, informed outside it.
  struct Former {
    var loads: [PendingLoad] = []
    var lifetime: SubscriptionLifetime?
    /// Kept, so that it is not released under the lock.
    var observed: ObservedQuery<Value>?
  }

  /// The scope that was current when the wrapper was declared.
  let scope: FetchScope?
  /// Whose container is asked for a database.
  private let composition = Composition.current
  /// The query of the declaration.
  let declaredKey: QueryKey?
  let valueStamp = ChangeStamp()
  let loadingStamp = ChangeStamp()
  /// A second stamp, so that one load does not wake a reader of errors twice.
  let errorStamp = ChangeStamp()
  let state: Lock<State>

  /// Makes a reader that shows `value` until the first rows are there, and follows `query`, if there is one, from now
  /// on.
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

  /// Follows the first query, and shows what it has given others already. Under the reader's lock.
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
    for observed in [state.observed, state.next?.observed] {
      guard let observed else { continue }
      for load in observed.observer.detach(id, from: observed) { load.cancel() }
    }
    state.lifetime?.end()
    state.next?.lifetime.end()
    for stream in state.streams.values { stream.finish() }
  }

  // MARK: Where it is read

  /// The database that is read; the container's, unless another one was named.
  var database: SQLiteConnection { state.withLock { $0.next?.database ?? $0.database } ?? registeredDatabase }

  private var isDatabaseRegistered: Bool {
    Composition.$ofTask.withValue(composition) { Container.shared.defaultDatabase.isRegistered }
  }

  /// The container's database; traps when there is none.
  private var registeredDatabase: SQLiteConnection {
    Composition.$ofTask.withValue(composition) { Container.shared.defaultDatabase() }
  }

  /// Begins to follow the declared query, if that has waited for a database until now.
  func resolve() {
    guard state.withLock({ $0.isUnresolved }) else { return }
    let database = registeredDatabase
    state.withLock { state in
      guard state.isUnresolved, let query = state.query else { return }
      state.isUnresolved = false
      begin(query, in: database, &state)
    }
  }

  // MARK: What is shown

  var value: Value {
    valueStamp.access()
    let (value, isUnresolved) = state.withLock { ($0.value, $0.isUnresolved) }
    guard isUnresolved else { return value }
    resolve()
    return state.withLock { $0.value }
  }

  /// The value, and the name of the section of each of its rows, where these have sections.
  var namedValue: (value: Value, names: [String?]?) {
    _ = value
    // One lock for both: a load exchanges the rows and their query together.
    let (value, sectionNames) = state.withLock { ($0.value, $0.query?.sectionNames) }
    return (value, sectionNames.map { $0(value) })
  }

  /// The value, without being tracked.
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

  // MARK: What is delivered

  /// A query has a value. `isNew`: it differs from the one before. `loads`: those of this reader that it answers.
  @MainActor func receive(
    _ value: Value, from observed: ObservedQuery<Value>, for loads: [PendingLoad], isNew: Bool
  ) {
    let (shown, isFollowing) = state.withLock { ($0.value, $0.isFollowing && $0.observed === observed) }
    // Another query may give the same rows as the one before it. Compared outside of the lock, for it is foreign code;
    // what is shown changes on the main actor only.
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
          state.latestAnimation = isFirst && state.number == 1 ? .none : state.animation
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

  /// A query failed: the value stays.
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

  /// The values from the present one on, if there is one; a slow reader of the stream gets the newest.
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

  // MARK: What is followed

  /// Attaches the reader to a query; gives what that has given others already. Under the reader's lock.
  func follow(_ query: FetchQuery<Value>, in database: SQLiteConnection, _ state: inout State) -> Value? {
    state.query = query
    state.database = database
    state.isUnresolved = false
    state.lastNumber += 1
    state.number = state.lastNumber
    state.isFollowing = false
    state.isAnswered = false
    let (observed, value) = ConnectionObserver.of(database).attach(self, to: query)
    state.observed = observed
    return value
  }
}

extension FetchReader: ScopedReader {
  /// The observed query asks the scope before each run; one under way ends.
  @usableFromInline package func scopePaused() {}

  @usableFromInline package func scopeResumed() {
    let isCatchingUp = state.withLock { state -> Bool in
      if let next = state.next?.observed { _ = next.observer.resume(next) }
      guard let observed = state.observed, observed.observer.resume(observed) else { return false }
      state.isAnswered = false
      return true
    }
    if isCatchingUp { loadingStamp.noteChange() }
  }
}
