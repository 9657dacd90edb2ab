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

  let handle: OpaquePointer
  private let statement: OpaquePointer
  /// The last number, and the count of commits in the file's header when it was asked for.
  private var last: (count: UInt32, version: Int)?

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
  ///
  /// With a rollback journal asking takes a shared lock for a moment, in which a commit without a busy timeout would
  /// fail: there the header's count of commits is read first, without a lock, and an unchanged one is the answer.
  func poll() -> Poll {
    // Emptied: SQLite would find the header that it knows changed each time anew.
    if SQLiteFile(handle)?.size == 0 { return .failed }
    let count = rollbackCommitCount()
    if let count, let last, last.count == count { return .version(last.version) }
    let code = sqlite3_step(statement)
    let version = Int(sqlite3_column_int64(statement, 0))
    sqlite3_reset(statement)
    switch code & 0xff {
    case SQLITE_ROW:
      last = count.map { ($0, version) }
      return .version(version)
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    default: return .failed
    }
  }

  /// The count of commits in the header of a file with a rollback journal; `nil` in WAL mode, where the header lags.
  private func rollbackCommitCount() -> UInt32? {
    // The file format version for writing stands at byte 18 (2 is WAL), the count at bytes 24 to 27.
    var header: (UInt64, UInt64) = (0, 0)
    return withUnsafeMutableBytes(of: &header) { bytes in
      let bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<10])
      guard SQLiteFile(handle)?.read(into: bytes, at: 18) == true, bytes[0] == 1 else { return nil }
      return bytes[6...].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
