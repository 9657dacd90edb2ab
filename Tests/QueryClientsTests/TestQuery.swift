// Queries whose runs the tests control.
import Locks
import QueryClients

/// A query that runs a closure.
struct TestQuery<Value: Sendable>: QueryRequest {
  var path: QueryPath = "test"
  let body: @Sendable (QueryContext, QueryContinuation<Value>) async throws -> Value

  init(_ path: QueryPath = "test", _ body: @escaping @Sendable () async throws -> Value) {
    self.path = path
    self.body = { _, _ in try await body() }
  }

  init(
    _ path: QueryPath = "test",
    _ body: @escaping @Sendable (QueryContext, QueryContinuation<Value>) async throws -> Value
  ) {
    self.path = path
    self.body = body
  }

  func fetch(in context: QueryContext, with continuation: QueryContinuation<Value>) async throws -> Value {
    try await body(context, continuation)
  }
}

/// The error of a failing query.
struct Failure: Error, Equatable {
  var number = 0
}

/// A counter for any thread.
final class Counter: Sendable {
  private let state = Lock(0)
  var count: Int { state.withLock { $0 } }

  @discardableResult
  func add() -> Int {
    state.withLock { state in
      state += 1
      return state
    }
  }
}

/// A list of events for any thread.
final class Log<Entry: Sendable>: Sendable {
  private let state = Lock([Entry]())
  var entries: [Entry] { state.withLock { $0 } }
  func add(_ entry: Entry) { state.withLock { $0.append(entry) } }
}

/// Holds its callers until it is opened. Throws if a caller is cancelled meanwhile.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var lastNumber = 0
    var held: [Int: CheckedContinuation<Void, any Error>] = [:]
    var cancelled: Set<Int> = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Lock(State())

  func pass() async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let (outcome, watchers) = state.withLock {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          state.arrivals += 1
          let ready = state.watchers.filter { $0.count <= state.arrivals }.map(\.continuation)
          state.watchers.removeAll { $0.count <= state.arrivals }
          if state.cancelled.contains(number) { return (.failure(CancellationError()), ready) }
          if state.isOpen { return (.success(()), ready) }
          state.held[number] = continuation
          return (nil, ready)
        }
        for watcher in watchers { watcher.resume() }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      state.withLock { state in
        state.cancelled.insert(number)
        return state.held.removeValue(forKey: number)
      }?.resume(throwing: CancellationError())
    }
  }

  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [:] }
      return state.held.values
    }
    for continuation in held { continuation.resume() }
  }

  /// Returns when `count` callers have arrived in all.
  func arrivals(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isNow = state.withLock { state in
        if state.arrivals >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isNow { continuation.resume() }
    }
  }
}

extension QueryEventHandler {
  /// Writes each event into `log`, in a few words.
  static func logging(_ log: Log<String>) -> QueryEventHandler {
    QueryEventHandler(
      onStateChanged: { state, _ in log.add(state.isLoading ? "state, loading" : "state") },
      onFetchingStarted: { _ in log.add("started") },
      onResultReceived: { result, _ in
        switch result {
        case .success(let value): log.add("result \(value)")
        case .failure(let error): log.add(error is CancellationError ? "cancelled" : "failed")
        }
      },
      onFetchingEnded: { _ in log.add("ended") })
  }
}
