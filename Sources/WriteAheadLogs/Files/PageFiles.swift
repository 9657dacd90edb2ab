// Where the bytes come from: the three files that SQLite keeps for one database.

/// Reads the bytes of the files that SQLite keeps for one database, by descriptors that the caller keeps open.
///
/// Closing any descriptor of a file drops the locks that the whole process has on it. So a program that has SQLite open
/// on the same file reads through SQLite's own file objects.
public protocol PageFiles {
  /// Copies bytes of the database file from an offset.
  /// - Returns: How many there were: fewer at the end of the file. `nil` when the read failed.
  func readDatabase(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int?
  /// Copies bytes of the log (`-wal`) from an offset.
  /// - Returns: How many there were: fewer at the end of the file. `nil` when the read failed.
  func readLog(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int?
  /// Copies the first bytes of the log's index (`-shm`). The feed asks for at most 136.
  /// - Returns: Whether they are there. False where the file has no index: it is not in write-ahead mode, or its log is
  ///   not open.
  func readIndex(into buffer: UnsafeMutableRawBufferPointer) -> Bool
  /// The size of the database file in bytes. `nil` when the file can't be asked.
  var databaseSize: Int? { get }
}
