// The connections that read, lent in the order of the calls.

import CSQLite
import Locks

/// A small pool of readers of one file.
final class ReaderPool: Sendable {
  private struct State {
    /// The last used reader comes last and is taken first: its cache is warm.
    var idle: [Reader] = []
    var made = 0
    /// The running and waiting reads, so that closing can end them.
    var running: [ObjectIdentifier: CancellationFlag] = [:]
    var isClosed = false
  }

  private let state = Lock(State())
  let turns: TurnQueue
  /// A caller that takes all places first enters this queue, so that no two such callers wait for each other.
  let emptying = TurnQueue(places: 1)
  private let file: DatabaseFile
  private let configuration: SQLiteConnection.Configuration

  init(file: DatabaseFile, configuration: SQLiteConnection.Configuration) {
    guard configuration.readerCount > 0 else {
      fatalError("SQLiteConnection.Configuration.readerCount: at least one reader is needed.")
    }
    turns = TurnQueue(places: configuration.readerCount)
    self.file = file
    self.configuration = configuration
  }

  var isClosed: Bool { state.withLock(\.isClosed) }

  /// The number of connections made so far.
  var madeCount: Int { state.withLock(\.made) }

  /// Takes a reader if one is free; `read` returns it to the pool.
  func reserve() -> Reader? { turns.enterIfFree() ? take() : nil }

  /// Runs `body` on a reserved reader, or on the next free one. Throws `CancellationError` as soon as the task is
  /// cancelled.
  func read<R: Sendable>(
    on reserved: Reader? = nil, _ body: @escaping @Sendable (Database) throws -> R
  ) async throws -> R {
    let flag = CancellationFlag()
    do {
      return try await withTaskCancellationHandler {
        state.withLock { state in
          if state.isClosed { flag.set() }
          state.running[ObjectIdentifier(flag)] = flag
        }
        defer { state.withLock { $0.running[ObjectIdentifier(flag)] = nil } }
        if reserved == nil { try await turns.enter(flag) }
        let reader = reserved ?? take()
        defer { giveBack(reader) }
        return try await reader.read(flag, body)
      } onCancel: {
        turns.cancel(flag)
      }
    } catch is CancellationError where !Task.isCancelled && isClosed {
      // The task was not cancelled: the connection was closed.
      throw DatabaseError.closed
    }
  }

  /// Ends the reads, waits for their ends, and closes the connections.
  func close() async {
    let running = state.withLock { state in
      state.isClosed = true
      return Array(state.running.values)
    }
    for flag in running { turns.cancel(flag) }
    try? await emptying.enter(CancellationFlag())
    defer { emptying.leave() }
    // Takes each place in turn: with the last one no reads are left.
    for _ in 0..<configuration.readerCount { try? await turns.enter(CancellationFlag()) }
    defer { for _ in 0..<configuration.readerCount { turns.leave() } }
    for reader in state.withLock(\.idle) { await reader.close() }
  }

  private func take() -> Reader {
    state.withLock { state in
      if let reader = state.idle.popLast() { return reader }
      state.made += 1
      return Reader(number: state.made, file: file, configuration: configuration)
    }
  }

  private func giveBack(_ reader: Reader) {
    state.withLock { $0.idle.append(reader) }
    turns.leave()
  }
}
