// One run of a query, and the callers that wait for it.

import Locks

/// One run of a query, shared by all callers that ask for its value.
///
/// The run is cancelled when the last waiting caller is gone, or by `cancel()`. Cancelling asks the query to end; what
/// it returns then is its result.
public final class QueryTask<Value: Sendable>: Sendable {
  /// Identifies the run among those of its store.
  public let id: QueryRunID
  /// The context of the run.
  public let context: QueryContext

  fileprivate struct State {
    /// The number of holders that want the run to continue: each waiting caller, and the subscribers if it started by
    /// itself.
    var holders = 0
    var isCancelled = false
    var result: Result<Value, any Error>?
    var task: Task<Void, Never>?
    var lastWaiter = 0
    var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
    /// Callers that were cancelled before they began to wait.
    var goneWaiters: Set<Int> = []
  }

  private let state = Lock(State())

  init(id: QueryRunID, context: QueryContext) {
    self.id = id
    self.context = context
  }

  /// Whether it has a result.
  var isFinished: Bool { state.withLock { $0.result != nil } }

  /// Asks the run to end, for everything that waits for it.
  public func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }

  /// The result of the run. If the caller is cancelled and others wait, too, throws `CancellationError` at once, and
  /// the run continues.
  public var value: Value {
    get async throws {
      let isHeld = hold()
      return try await wait(isHeld: isHeld)
    }
  }

  // MARK: For the store

  /// Runs `body` in its own task.
  func start(_ body: @escaping @Sendable () async -> Void) {
    let task = Task { await body() }
    let isCancelled = state.withLock { state in
      if state.result == nil { state.task = task }
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Passes the result to all waiting callers. Only the first result counts: a dropped run ends with the error that
  /// dropped it.
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

  /// Holds the run, so that it continues. Returns false if it is cancelled or has ended.
  func hold() -> Bool {
    state.withLock { state in
      guard !state.isCancelled, state.result == nil else { return false }
      state.holders += 1
      return true
    }
  }

  /// Releases a hold; without any left, the run is cancelled.
  func release() {
    state.withLock { state -> Task<Void, Never>? in state.release() ? state.task : nil }?.cancel()
  }

  /// Waits for the result; `isHeld` tells whether the caller holds the run.
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

  /// Ends the wait of a caller: at once if others hold the run; otherwise the run is cancelled, and its end awaited.
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
  /// Removes one holder. Returns whether it was the last one, so that the run must be cancelled.
  fileprivate mutating func release() -> Bool {
    holders -= 1
    guard holders == 0, result == nil else { return false }
    isCancelled = true
    return true
  }
}
