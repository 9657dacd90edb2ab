// A database's file as SQLite itself has it open.

import CSQLite

/// A connection's own descriptor of its file. Whoever opened the file beside it, and closed it again, would drop the
/// locks of the whole process.
///
/// Used on the connection's queue, or behind its lock.
struct SQLiteFile {
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods

  /// `nil` for a database in memory.
  init?(_ handle: OpaquePointer) {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK, let file,
      let methods = file.pointee.pMethods
    else { return nil }
    self.file = file
    self.methods = methods.pointee
  }

  /// The file's size in bytes.
  var size: Int? {
    var size: sqlite3_int64 = 0
    return methods.xFileSize?(file, &size) == SQLITE_OK ? Int(size) : nil
  }

  /// Fills `buffer` with the bytes from `offset` on; `false` when there are not so many.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    methods.xRead?(file, buffer.baseAddress, Int32(buffer.count), sqlite3_int64(offset)) == SQLITE_OK
  }

  /// The beginning of the wal-index, which the connection must have open: else SQLite would make one.
  var walIndex: UnsafeRawPointer? {
    var region: UnsafeMutableRawPointer?
    guard methods.iVersion >= 2, methods.xShmMap?(file, 0, 32 * 1024, 0, &region) == SQLITE_OK else { return nil }
    return region.map { UnsafeRawPointer($0) }
  }

  /// Runs `body` while nobody else has the database open; `nil` when somebody has.
  func whileAlone<R>(_ body: () -> R) -> R? {
    guard methods.xLock?(file, SQLITE_LOCK_SHARED) == SQLITE_OK else { return nil }
    defer { _ = methods.xUnlock?(file, SQLITE_LOCK_NONE) }
    // In write-ahead mode each connection has a shared lock for as long as it is open.
    guard methods.xLock?(file, SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK else { return nil }
    return body()
  }
}
