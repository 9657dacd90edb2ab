// One run of a query, and those that wait for it.

import Locks

/// One run of a query. All that ask for its value share it.
///
/// The run is cancelled when the last of those that wait for it has gone, or when it is cancelled by itself. Cancelling
/// asks the query to end; what it gives then is its result.
public final class QueryTask<Value: Sendable>: Sendable {
  /// Tells it from the other runs of its store.
  public let id: QueryRunID
  /// What the run knows of its surroundings.
  public let context: QueryContext

  fileprivate struct State {
    /// How many want the run to go on: each that waits, and the subscribers if it started by itself.
    var holders = 0
    var isCancelled = false
    var result: Result<Value, any Error>?
    var task: Task<Void, Never>?
    var lastWaiter = 0
    var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
    /// Those that were cancelled before they waited.
    var goneWaiters: Set<Int> = []
  }

  private let state = Lock(State())

  init(id: QueryRunID, context: QueryContext) {
    self.id = id
    self.context = context
  }

  /// Whether it has its result.
  var isFinished: Bool { state.withLock { $0.result != nil } }

  /// Asks the run to end, for all that wait for it.
  public func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }

  /// What the run gives. If the caller is cancelled and others wait too, throws `CancellationError` at once, and the
  /// run goes on.
  public var value: Value {
    get async throws {
      let isHeld = hold()
      return try await wait(isHeld: isHeld)
    }
  }

  // MARK: For the store

  /// Runs `body` in a task of its own.
  func start(_ body: @escaping @Sendable () async -> Void) {
    let task = Task { await body() }
    let isCancelled = state.withLock { state in
      if state.result == nil { state.task = task }
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Gives the result to all that wait. Only the first result counts: that of a run which was dropped is its end.
  func finish(_ result: Result<Value, any Error>) {
    let waiters = state.withLock { state in
      guard state.result == nil else { return state.waiters.values }
      state.result = result
      state.task = nil
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.resume(with: result) }
  }

  /// Wants the run to go on. `false` if it is cancelled or has ended.
  func hold() -> Bool {
    state.withLock { state in
      guard !state.isCancelled, state.result == nil else { return false }
      state.holders += 1
      return true
    }
  }

  /// Takes a `hold` back; without any, the run is cancelled.
  func release() {
    state.withLock { state -> Task<Void, Never>? in state.release() ? state.task : nil }?.cancel()
  }

  /// Waits for the result; `isHeld` says whether the caller holds the run.
  func wait(isHeld: Bool) async throws -> Value {
    let number = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Value, any Error>? in
          if let result = state.result { return result }
          if state.goneWaiters.remove(number) != nil { return .failure(CancellationError()) }
          state.waiters[number] = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      if isHeld { leave(number) }
    }
  }

  /// Lets one go that waits: at once if others hold the run; otherwise the run is cancelled, and its end awaited.
  private func leave(_ number: Int) {
    let (waiter, task) = state.withLock { state -> (CheckedContinuation<Value, any Error>?, Task<Void, Never>?) in
      guard state.result == nil else { return (nil, nil) }
      if state.release() { return (nil, state.task) }
      if let waiter = state.waiters.removeValue(forKey: number) { return (waiter, nil) }
      state.goneWaiters.insert(number)
      return (nil, nil)
    }
    waiter?.resume(throwing: CancellationError())
    task?.cancel()
  }
}

extension QueryTask.State {
  /// Takes one holder away. Whether that was the last one, so that the run is to be cancelled.
  fileprivate mutating func release() -> Bool {
    holders -= 1
    guard holders == 0, result == nil else { return false }
    isCancelled = true
    return true
  }
}
