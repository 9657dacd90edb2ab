// Two connections that take turns in holding a state of the file.

import CSQLite
import WriteAheadLogs

/// Connections that read nothing but what they need for a read transaction: it keeps others from overwriting the pages of
/// the state that it sees. A second one is opened when a new state is to be held before the old one is let go.
///
/// Not Sendable: it stands behind the lock of the detector that owns it.
final class HeldReads: ReadTransactions {
  /// Open as long as this: the files are read by its descriptors.
  let first: Database
  private var second: Database?
  private let open: () throws -> Database
  private let firstRead: (Database) throws -> Void
  private var held: Database?
  /// What was held before the last `begin`.
  private var former: Database?
  private var checkpoints: CheckpointWatch
  private var failure: (any Error)?

  /// Opens the first connection. `open` opens one that only reads and waits for no lock. `firstRead` takes the lock of each
  /// transaction, and reads by SQL what has to be known of its state.
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

  /// Why the last `begin` failed, once.
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

  /// Whether a checkpoint of another process goes on at this moment.
  var isCheckpointUnderWay: Bool { checkpoints.isUnderWay() }

  private func free() throws -> Database {
    if held !== first { return first }
    if let second { return second }
    let opened = try open()
    second = opened
    return opened
  }
}
