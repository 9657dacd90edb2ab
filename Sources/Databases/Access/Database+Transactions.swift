// Beginning and ending transactions, for the actors that own connections.

import CSQLite
import Glibc

extension Database {
  /// Begins a transaction; throws when the lock can't be had.
  func begin(_ sql: String) throws {
    try dropOldPages()
    try runInternal(sql)
    isInTransaction = true
  }

  /// SQLite goes by the counts of commits and of schema changes to tell whether what it keeps in memory is current: pages,
  /// the schema, and what modules know of their tables.
  private func dropOldPages() throws {
    guard let rewrites = presence?.rewrites, rewrites != seenRewrites else { return }
    seenRewrites = rewrites
    sqlite3_db_release_memory(handle)
    try runOnce("PRAGMA writable_schema=RESET")
    schema.forget()
  }

  /// Commits. When it fails the transaction is still to be taken back. Returns whether the tracker knows what was
  /// changed.
  ///
  /// With a rollback journal SQLite commits by deleting the journal, and lets its lock go afterwards. Where only that
  /// fails, or the journal has gone already, it reports an error, takes its hooks through a rollback, and the transaction
  /// is in the file all the same: of the codes of a COMMIT those come from there alone.
  @discardableResult
  func commit() throws -> Bool {
    if sqlite3_get_autocommit(handle) != 0 {
      throw DatabaseError.transactionLost()
    }
    defer { lockWait = nil }
    var isKnown = true
    do {
      try runInternal("COMMIT")
    } catch let error as DatabaseError where error.isBehindCommit && sqlite3_get_autocommit(handle) != 0 {
      isKnown = false
    }
    isInTransaction = false
    writeFlag = nil
    return isKnown
  }

  /// Whether certainly nothing stands in the write-ahead log of the file that was opened.
  var hasEmptyLog: Bool {
    guard let name = sqlite3_db_filename(handle, "main") else { return false }
    do {
      return try FileCalls.statusIfThere(String(cString: name) + "-wal")?.st_size ?? 0 == 0
    } catch {
      return false
    }
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
    (lockWait, writeFlag) = (nil, nil)
    if sqlite3_get_autocommit(handle) == 0 {
      // It can fail only where the transaction has ended already.
      try? runInternal("ROLLBACK")
    }
    tracker?.rolledBack()
  }
}
