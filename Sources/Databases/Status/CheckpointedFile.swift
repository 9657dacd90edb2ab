// What tells a checkpoint from somebody who writes over the file.
//
// In write-ahead mode only a checkpoint writes the database file, and none does without saying so first in the
// wal-index, which all connections share. A file that has changed while the wal-index says the same is another file.

import CSQLite

/// How far the write-ahead log has been copied into the file.
struct CheckpointMark: Hashable {
  /// Which log it is: it gets new salts whenever it is begun anew.
  private let salts: UInt64
  private let backfilledFrames: UInt32

  /// `nil` where the connection has no log open, and while a checkpoint runs: then nothing can be said of the file.
  init?(_ handle: OpaquePointer) {
    var log: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK,
      log?.pointee.pMethods != nil, let index = SQLiteFile(handle)?.walIndex
    else { return nil }
    // The offsets stand in SQLite's description of the format. What is attempted is said before the first page is
    // written, what is backfilled after the last.
    let attempted = index.load(fromByteOffset: 128, as: UInt32.self)
    backfilledFrames = index.load(fromByteOffset: 96, as: UInt32.self)
    salts = index.load(fromByteOffset: 32, as: UInt64.self)
    guard attempted == backfilledFrames else { return nil }
  }
}

/// The database file as the last checkpoint has left it.
struct CheckpointedFile {
  let mark: CheckpointMark
  private let size: Int
  /// With the counts of commits and of pages in it, the version of the schema and the numbers of free pages.
  private let header: [UInt8]

  /// `nil` where there is no mark, or the file can't be read.
  init?(_ handle: OpaquePointer) {
    guard let mark = CheckpointMark(handle), let (size, header) = Self.content(handle) else { return nil }
    // One that began meanwhile may have written.
    guard CheckpointMark(handle) == mark else { return nil }
    (self.mark, self.size, self.header) = (mark, size, header)
  }

  /// Whether the file is certainly another: it shows elsewhere than in what a checkpoint writes. `false` says nothing.
  func isWrittenOver(_ handle: OpaquePointer) -> Bool {
    guard let (size, header) = Self.content(handle) else { return false }
    // Asked last: a checkpoint says what it is about to write.
    return (size, header) != (self.size, self.header) && CheckpointMark(handle) == mark
  }

  private static func content(_ handle: OpaquePointer) -> (size: Int, header: [UInt8])? {
    guard let file = SQLiteFile(handle), let size = file.size else { return nil }
    var header = [UInt8](repeating: 0, count: 100)
    // What a shorter file lacks reads as zeros.
    _ = header.withUnsafeMutableBytes { file.read(into: $0, at: 0) }
    return (size, header)
  }
}
