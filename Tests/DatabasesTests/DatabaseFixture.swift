// Shared parts of this module's tests: a folder, an open connection, a collector of batches.

import Foundation
import Locks
import TestSupport

@testable import Databases

/// Opens a database in a fresh folder, runs `body`, closes it and removes the folder.
func withDatabase<R>(
  inMemory: Bool = false, _ configure: (inout SQLiteConnection.Configuration) -> Void = { _ in },
  _ body: (SQLiteConnection) async throws -> R
) async throws -> R {
  try await withFolder { folder in
    var configuration = SQLiteConnection.Configuration()
    configuration.journal = .wal
    configuration.watchesOtherProcesses = false
    configure(&configuration)
    let storage: SQLiteConnection.Storage = inMemory ? .memory : .file(path: folder.appending(path: "book.db").path)
    let connection = try await SQLiteConnection.open(storage: storage, configuration: configuration)
    do {
      let result = try await body(connection)
      await connection.close()
      return result
    } catch {
      await connection.close()
      throw error
    }
  }
}

/// The names of the files in a folder.
func files(in folder: URL) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
}

/// Collects the batches that a connection publishes.
final class BatchCollector: Sendable {
  private let collected = Lock<[ChangeBatch]>([])
  private let subscription = Lock<ChangeSubscription?>(nil)

  init(_ connection: SQLiteConnection) {
    let made = connection.subscribe { [collected] batch in collected.withLock { $0.append(batch) } }
    subscription.withLock { $0 = made }
  }

  var batches: [ChangeBatch] { collected.withLock(\.self) }
  var outsideCount: Int { batches.count { $0.origin == .outside } }

  /// Takes the batches since the last call.
  func take() -> [ChangeBatch] {
    collected.withLock { batches in
      defer { batches = [] }
      return batches
    }
  }

  func cancel() {
    let ended = subscription.withLock { subscription in
      defer { subscription = nil }
      return subscription
    }
    ended?.cancel()
  }
}

/// Opened once, from any thread; then the waiting tasks go on.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())
  private let semaphore = DispatchSemaphore(value: 0)

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
    semaphore.signal()
  }

  func opened() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Blocks the thread: for closures on a connection's queue.
  func waitBlocking() {
    semaphore.wait()
    semaphore.signal()
  }
}

extension Database {
  /// The integers in a query's first column.
  func integers(_ sql: String) throws -> [Int] {
    try withStatement(sql) { statement in
      var integers: [Int] = []
      while try statement.step() { integers.append(statement.integer(0)) }
      return integers
    }
  }
}

/// The error that `body` throws. In a closure use this instead of `#expect(throws:)`. The name of its expansion may
/// there equal that of another closure next to it (Swift 6.3); then one of the two runs in place of both.
func caught<R>(_ body: () throws -> R) -> (any Error)? {
  do {
    _ = try body()
    return nil
  } catch {
    return error
  }
}

/// Throws unless `body` throws a `DatabaseError`.
func expectDatabaseError<R>(_ body: () throws -> R) throws {
  let error = caught(body)
  if !(error is DatabaseError) { throw UnexpectedOutcome(error: error) }
}

struct UnexpectedOutcome: Error {
  var error: (any Error)?
}

extension TurnQueue {
  /// Returns when `count` callers wait.
  func waiting(_ count: Int) async {
    let gate = Gate()
    observe { _, waiting in if waiting >= count { gate.open() } }
    await gate.opened()
    observe(nil)
  }

  /// Returns when no place is free.
  func taken() async {
    let gate = Gate()
    observe { free, _ in if free == 0 { gate.open() } }
    await gate.opened()
    observe(nil)
  }
}
