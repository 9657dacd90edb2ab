// Copies a database page by page.

import CSQLite

/// The connection that writes the copy. Nothing else uses it meanwhile.
struct CopyTarget: @unchecked Sendable {
  let handle: OpaquePointer
}

extension Database {
  /// The number of pages copied between two checks for cancellation.
  private static var pagesOfAStep: Int32 { 1024 }

  /// Copies all pages from one snapshot. Throws `DatabaseError`, and `CancellationError` if the flag is set.
  func copyPages(to target: CopyTarget, _ flag: CancellationFlag) throws {
    try begin("BEGIN DEFERRED")
    defer { rollBack() }
    // Takes the read lock, so that no later commit enters the copy.
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
