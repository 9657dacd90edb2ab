// The files of a database, as an SQLite connection has them open.

import CSQLite
import WriteAheadLogs

/// Reads the file, its log and the log's index through the descriptors of a connection.
///
/// If this program opened and closed the files itself, the system would drop the locks of the whole process. Used on
/// one thread at a time, while the connection is open.
struct ConnectionPages: PageFiles {
  let handle: OpaquePointer
  /// Ends the reading.
  var cancellation: CancellationFlag?

  func readDatabase(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    read(file(SQLITE_FCNTL_FILE_POINTER), at: offset, into: buffer)
  }

  func readLog(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard hasLog else { return nil }
    return read(file(SQLITE_FCNTL_JOURNAL_POINTER), at: offset, into: buffer)
  }

  /// SQLite keeps the index in memory that all processes share: this copies it without a system call.
  func readIndex(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    csqlite_read_log_index(handle, buffer.baseAddress, Int32(buffer.count)) != 0
  }

  /// Whether a connection is in a transaction that writes without a log.
  var isReserved: Bool {
    guard let file = file(SQLITE_FCNTL_FILE_POINTER), let check = file.pointee.pMethods?.pointee.xCheckReservedLock
    else { return false }
    var isReserved: CInt = 0
    return check(file, &isReserved) == SQLITE_OK && isReserved != 0
  }

  var databaseSize: Int? { file(SQLITE_FCNTL_FILE_POINTER).flatMap(size) }

  /// Whether the connection has a log open.
  private var hasLog: Bool { csqlite_read_log_index(handle, nil, 0) != 0 }

  private func file(_ request: Int32) -> UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", request, &file) == SQLITE_OK, file?.pointee.pMethods != nil else {
      return nil
    }
    return file
  }

  private func size(_ file: UnsafeMutablePointer<sqlite3_file>) -> Int? {
    var size: sqlite3_int64 = -1
    guard file.pointee.pMethods?.pointee.xFileSize?(file, &size) == SQLITE_OK, size >= 0 else { return nil }
    return Int(size)
  }

  private func read(
    _ file: UnsafeMutablePointer<sqlite3_file>?, at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int? {
    guard cancellation?.isSet != true, let file, let read = file.pointee.pMethods?.pointee.xRead else { return nil }
    switch read(file, buffer.baseAddress, Int32(buffer.count), sqlite3_int64(offset)) {
    case SQLITE_OK: return buffer.count
    // SQLite fills the rest with zeros, and does not report where it begins.
    case Self.endOfFile: return size(file).map { max(0, min(buffer.count, $0 - offset)) }
    default: return nil
    }
  }

  /// SQLITE_IOERR_SHORT_READ, a macro that Swift does not import.
  private static let endOfFile = SQLITE_IOERR | 2 << 8
}
