// Begins and ends transactions, for the actors that own connections.

import CSQLite
import Glibc

extension Database {
  /// Begins a transaction; throws if the lock can't be taken.
  package func begin(_ sql: String) throws {
    try dropOldPages()
    try runInternal(sql)
    transaction.isOpen = true
  }

  /// Drops the caches of this connection if the file was written past SQLite. SQLite compares the counts of commits and
  /// schema changes to see whether its caches are current (pages, the schema, what modules know of their tables), and
  /// such a write does not change the counts.
  private func dropOldPages() throws {
    guard let rewrites = presence?.rewrites, rewrites != seenRewrites else { return }
    seenRewrites = rewrites
    sqlite3_db_release_memory(handle)
    try runOnce("PRAGMA writable_schema=RESET")
    schema.forget()
  }

  /// Commits. If it fails, the transaction must still be rolled back. Returns whether the tracker knows what was
  /// changed.
  ///
  /// With a rollback journal SQLite commits by deleting the journal, and releases its lock afterwards. If only the
  /// release fails, or the journal is already gone, SQLite reports an error and calls its rollback hooks, but the
  /// transaction is in the file. A COMMIT returns those error codes in no other case.
  @discardableResult
  package func commit() throws -> Bool {
    if sqlite3_get_autocommit(handle) != 0 {
      throw DatabaseError.transactionLost()
    }
    defer { waits.lock = nil }
    var isKnown = true
    do {
      try runInternal("COMMIT")
    } catch let error as DatabaseError where error.isBehindCommit && sqlite3_get_autocommit(handle) != 0 {
      isKnown = false
    }
    transaction.isOpen = false
    waits.writeFlag = nil
    return isKnown
  }

  /// Whether the write-ahead log of the opened file is certainly empty.
  var hasEmptyLog: Bool {
    guard let name = sqlite3_db_filename(handle, "main") else { return false }
    do {
      return try FileCalls.statusIfThere(String(cString: name) + "-wal")?.st_size ?? 0 == 0
    } catch {
      return false
    }
  }

  /// Makes closing keep the write-ahead log, without a checkpoint into the file.
  func keepLog() {
    var isKept: CInt = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
    csqlite_skip_checkpoint_on_close(handle)
  }

  /// Rolls the transaction back, unless SQLite has already done so.
  package func rollBack() {
    transaction.isOpen = false
    (waits.lock, waits.writeFlag) = (nil, nil)
    if sqlite3_get_autocommit(handle) == 0 {
      // It fails only if the transaction has already ended.
      try? runInternal("ROLLBACK")
    }
    tracker?.rolledBack()
  }
}
