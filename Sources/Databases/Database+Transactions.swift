// Beginning and ending transactions, for the actors that own connections.

import CSQLite

extension Database {
  /// Begins a transaction; throws when the lock can't be had.
  func begin(_ sql: String) throws {
    try runInternal(sql)
    isInTransaction = true
  }

  /// Commits. When it fails the transaction is still open.
  func commit() throws {
    if sqlite3_get_autocommit(handle) != 0 {
      throw DatabaseError.transactionLost()
    }
    defer { lockWait = nil }
    try runInternal("COMMIT")
    isInTransaction = false
  }

  /// Closing leaves the write-ahead log as it is, and the file without what is in it.
  func keepLog() {
    var isKept: CInt = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    csqlite_skip_checkpoint_on_close(handle)
  }

  /// Takes the transaction back, unless SQLite has done so.
  func rollBack() {
    isInTransaction = false
    lockWait = nil
    if sqlite3_get_autocommit(handle) == 0 {
      // It can fail only where the transaction has ended already.
      try? runInternal("ROLLBACK")
    }
    tracker?.rolledBack()
  }
}
