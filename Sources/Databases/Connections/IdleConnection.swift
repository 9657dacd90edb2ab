// A connection that does nothing but ask whether anybody has committed.

import CSQLite

/// A read-only connection with one statement. It sees every commit, our own ones too, and never waits.
///
/// Not Sendable: it stands behind the lock of the detector that owns it.
final class IdleConnection {
  /// What a poll gave.
  enum Poll: Equatable {
    /// A number that moves with every commit.
    case version(Int)
    /// Somebody holds the lock.
    case busy
    /// The file can't be read.
    case failed
  }

  private let handle: OpaquePointer
  private let statement: OpaquePointer

  /// Opens the connection. Throws `DatabaseError`.
  init(path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard code == SQLITE_OK, let opened else {
      let error = DatabaseError(opened, code: code)
      sqlite3_close_v2(opened)
      throw error
    }
    var compiled: OpaquePointer?
    let prepared = sqlite3_prepare_v2(opened, "PRAGMA data_version", -1, &compiled, nil)
    guard prepared == SQLITE_OK, let compiled else {
      let error = DatabaseError(opened, code: prepared)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    statement = compiled
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close_v2(handle)
  }

  /// Asks once, in some microseconds.
  func poll() -> Poll {
    let code = sqlite3_step(statement)
    let version = Int(sqlite3_column_int64(statement, 0))
    sqlite3_reset(statement)
    switch code & 0xff {
    case SQLITE_ROW: return .version(version)
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    default: return .failed
    }
  }
}
