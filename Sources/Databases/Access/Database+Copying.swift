// A database copied page by page.

import CSQLite

/// The connection that a copy is written by. It has no other user meanwhile.
struct CopyTarget: @unchecked Sendable {
  let handle: OpaquePointer
}

extension Database {
  /// How many pages are copied between two looks at whether the copy is still wanted.
  private static var pagesOfAStep: Int32 { 1024 }

  /// Copies all pages, as of one moment. Throws `DatabaseError`, and `CancellationError` when the flag is set.
  func copyPages(to target: CopyTarget, _ flag: CancellationFlag) throws {
    try begin("BEGIN DEFERRED")
    defer { rollBack() }
    // Takes the lock: no other commit comes into the copy.
    _ = try internalInteger("PRAGMA schema_version")
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw DatabaseError(target.handle, code: sqlite3_errcode(target.handle))
    }
    var code = SQLITE_OK
    while code == SQLITE_OK, !flag.isSet { code = sqlite3_backup_step(backup, Self.pagesOfAStep) }
    sqlite3_backup_finish(backup)
    if code == SQLITE_OK { throw CancellationError() }
    guard code == SQLITE_DONE else { throw DatabaseError(target.handle, code: code) }
  }
}
