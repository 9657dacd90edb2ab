// A copy of the whole database in another file.
import CSQLite

extension Database {
  /// Copies the database, as this read or write sees it, to a file that is made at `path`. Throws `DatabaseError`.
  public func backUp(to path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    defer { sqlite3_close_v2(opened) }
    guard code == SQLITE_OK, let copy = opened else { throw DatabaseError(opened, code: code) }
    guard let backup = sqlite3_backup_init(copy, "main", handle, "main") else {
      throw DatabaseError(copy, code: sqlite3_errcode(copy))
    }
    let copied = sqlite3_backup_step(backup, -1)
    let finished = sqlite3_backup_finish(backup)
    guard copied == SQLITE_DONE else { throw DatabaseError(copy, code: copied) }
    guard finished == SQLITE_OK else { throw DatabaseError(copy, code: finished) }
  }
}
