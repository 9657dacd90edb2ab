// The three files that SQLite keeps for one database.

/// Reads the bytes of the files that SQLite keeps for one database, through descriptors that the caller keeps open.
///
/// Closing any descriptor of a file drops all locks of the process on it. So a program that has SQLite open on the same
/// file must read through SQLite's own file objects.
public protocol PageFiles {
  /// Copies bytes of the database file from an offset.
  /// - Returns: The number of bytes; fewer at the end of the file. Nil if the read failed.
  func readDatabase(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int?
  /// Copies bytes of the log (`-wal`) from an offset.
  /// - Returns: The number of bytes; fewer at the end of the file. Nil if the read failed.
  func readLog(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int?
  /// Copies the first bytes of the log's index (`-shm`). The feed asks for at most 136.
  /// - Returns: Whether they exist. False if the file has no index, because it is not in write-ahead mode or its log is
  ///   not open.
  func readIndex(into buffer: UnsafeMutableRawBufferPointer) -> Bool
  /// The size of the database file in bytes; nil if it can't be read.
  var databaseSize: Int? { get }
}
