// The files of a database, as one of SQLite's connections has them open.

import CSQLite
import WriteAheadLogs

/// Reads the file, its log and the log's index by the descriptors of a connection.
///
/// If we opened the files beside SQLite, and closed them again, the system would drop the locks of the whole process. Used
/// on one thread at a time, while the connection is open.
struct ConnectionPages: PageFiles {
  let handle: OpaquePointer

  func readDatabase(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    read(file(SQLITE_FCNTL_FILE_POINTER), at: offset, into: buffer)
  }

  func readLog(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard hasLog else { return nil }
    return read(file(SQLITE_FCNTL_JOURNAL_POINTER), at: offset, into: buffer)
  }

  /// SQLite keeps the index in memory that all processes share: this copies, and asks the system nothing.
  func readIndex(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    csqlite_read_log_index(handle, buffer.baseAddress, Int32(buffer.count)) != 0
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
    guard let file, let read = file.pointee.pMethods?.pointee.xRead else { return nil }
    switch read(file, buffer.baseAddress, Int32(buffer.count), sqlite3_int64(offset)) {
    case SQLITE_OK: return buffer.count
    // SQLite fills the rest with zeros, and does not say where it begins.
    case Self.endOfFile: return size(file).map { max(0, min(buffer.count, $0 - offset)) }
    default: return nil
    }
  }

  /// SQLITE_IOERR_SHORT_READ, a macro that Swift does not import.
  private static let endOfFile = SQLITE_IOERR | 2 << 8
}

/// SQLite's count of the commits to a file. That of the log and that of the file itself are not of one sequence.
struct CommitCount: Equatable {
  var isOfLog: Bool
  var number: UInt32
}

extension ConnectionPages {
  /// SQLite's count of the commits to the file; `nil` where it can't be read.
  ///
  /// With a log it stands in the log's index, at byte 8, in the machine's own order of bytes; otherwise in the file's
  /// header, at byte 24. No lock is needed: a count that is read while a commit is under way only calls for a look.
  var commitCount: CommitCount? {
    withUnsafeTemporaryAllocation(byteCount: 12, alignment: 4) { bytes in
      if readIndex(into: bytes) {
        return CommitCount(isOfLog: true, number: bytes.load(fromByteOffset: 8, as: UInt32.self))
      }
      let header = UnsafeMutableRawBufferPointer(rebasing: bytes[..<4])
      switch readDatabase(at: 24, into: header) {
      case 4: break
      // Nothing has been written yet.
      case 0: return CommitCount(isOfLog: false, number: 0)
      default: return nil
      }
      return CommitCount(isOfLog: false, number: UInt32(bigEndian: header.load(as: UInt32.self)))
    }
  }
}
