// Two connections that take turns in holding a state of the file.

import CSQLite
import WriteAheadLogs

/// Connections that read only what a read transaction needs. Such a transaction keeps others from overwriting the pages
/// of the state that it sees. A second connection is opened when a new state must be held before the old one is
/// released.
///
/// Not Sendable: the lock of the detector that owns it protects it.
final class HeldReads: ReadTransactions {
  /// Open as long as this object: the files are read through its descriptors.
  let first: Database
  private var second: Database?
  private let open: () throws -> Database
  private let firstRead: (Database) throws -> Void
  private var held: Database?
  /// The connection that held a state before the last `begin`.
  private var former: Database?
  private var checkpoints: CheckpointWatch
  private var failure: (any Error)?

  /// Opens the first connection. `open` opens one that only reads and waits for no lock. `firstRead` takes the lock of
  /// each transaction, and reads with SQL what must be known of its state.
  init(open: @escaping () throws -> Database, firstRead: @escaping (Database) throws -> Void) throws {
    (self.open, self.firstRead) = (open, firstRead)
    first = try open()
    checkpoints = CheckpointWatch(handle: first.handle)
  }

  func begin() throws {
    do {
      let database = try free()
      try begin(database)
      former = held
      held = database
    } catch {
      failure = error
      throw error
    }
  }

  private func begin(_ database: Database) throws {
    try database.begin("BEGIN")
    do {
      try firstRead(database)
    } catch {
      database.rollBack()
      throw error
    }
  }

  /// The reason why the last `begin` failed; later calls return nil.
  func takeFailure() -> (any Error)? {
    defer { failure = nil }
    return failure
  }

  func endFormer() {
    former?.rollBack()
    former = nil
  }

  func endAll() {
    endFormer()
    held?.rollBack()
    held = nil
  }

  var isCheckpointWaiting: Bool { checkpoints.look() }

  /// Whether a checkpoint of another process is running now.
  var isCheckpointUnderWay: Bool { checkpoints.isUnderWay() }

  private func free() throws -> Database {
    if held !== first { return first }
    if let second { return second }
    let opened = try open()
    second = opened
    return opened
  }
}
