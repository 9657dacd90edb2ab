// A database's file as SQLite itself has it open.

import CSQLite

/// A connection's own descriptor of its file. If we opened the file beside SQLite, and closed it again, the system would
/// drop the locks of the whole process.
///
/// What is read here saves work, and is never evidence of what has become of the file. Used on the connection's queue, or
/// behind its lock.
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

  /// Whether the file certainly has nothing in it.
  var isEmpty: Bool {
    var size: sqlite3_int64 = -1
    return methods.xFileSize?(file, &size) == SQLITE_OK && size == 0
  }

  /// The count of commits in the header of a file with a rollback journal. `nil` in write-ahead mode, where the header
  /// lags, and where it can't be read.
  ///
  /// SQLite's description of its file format gives both places: the version for writing at byte 18, where 1 is a
  /// rollback journal, and the count at bytes 24 to 27. To ask SQLite itself takes a shared lock for a moment, in which
  /// the commit of another program without a busy timeout would fail.
  var rollbackCommitCount: UInt32? {
    var header: (UInt64, UInt64) = (0, 0)
    return withUnsafeMutableBytes(of: &header) { bytes in
      let bytes = UnsafeMutableRawBufferPointer(rebasing: bytes[..<10])
      guard methods.xRead?(file, bytes.baseAddress, 10, 18) == SQLITE_OK, bytes[0] == 1 else { return nil }
      return bytes[6...].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
