// A connection that does nothing but ask whether there was a commit.

import CSQLite

/// A read-only connection with one statement. It sees every commit, our own ones too, and never waits.
///
/// Not Sendable: it stands behind the lock of the detector that owns it.
final class IdleConnection {
  /// What a poll gave.
  enum Poll: Equatable {
    /// A number that moves with every commit.
    case version(Int)
    /// Another program holds the lock.
    case busy
    /// SQLite has found the file damaged.
    case damaged
    /// The file has nothing in it.
    case empty
    /// The file can't be read.
    case failed
  }

  private let handle: OpaquePointer
  private let statement: OpaquePointer
  /// The last number, and the count of commits in the file's header at that moment.
  private var last: (count: UInt32, version: Int)?

  /// Opens the connection. Throws `DatabaseError`.
  init(path: String) throws {
    let handle = try Database.openHandle(path, flags: SQLITE_OPEN_READONLY)
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v2(handle, "PRAGMA data_version", -1, &compiled, nil)
    guard code == SQLITE_OK, let compiled else {
      defer { sqlite3_close_v2(handle) }
      throw DatabaseError(handle, code: code)
    }
    self.handle = handle
    statement = compiled
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close_v2(handle)
  }

  /// Asks once, in some microseconds.
  ///
  /// Where the header's count of commits can be read without a lock, and is unchanged, that is the answer.
  func poll() -> Poll {
    let file = SQLiteFile(handle)
    // In an empty file SQLite would find a change each time.
    if file?.isEmpty == true { return .empty }
    let count = file?.rollbackCommitCount
    if let count, let last, last.count == count { return .version(last.version) }
    let code = sqlite3_step(statement)
    let version = Int(sqlite3_column_int64(statement, 0))
    sqlite3_reset(statement)
    switch code & 0xff {
    case SQLITE_ROW:
      last = count.map { ($0, version) }
      return .version(version)
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: return .damaged
    default: return .failed
    }
  }
}
