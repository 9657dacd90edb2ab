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
    try runInternal("COMMIT")
    isInTransaction = false
  }

  /// Takes the transaction back, unless SQLite has done so.
  func rollBack() {
    isInTransaction = false
    if sqlite3_get_autocommit(handle) == 0 {
      // It can fail only where the transaction has ended already.
      try? runInternal("ROLLBACK")
    }
    tracker?.rolledBack()
  }
}
