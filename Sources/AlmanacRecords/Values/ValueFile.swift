// Writes a value of a record to a file of its own.
//
//   a temporary file in the same folder ──> written in parts ──> closed ──> linked to the path if free ──> unlinked
public import Databases
import Glibc

/// A file with one value: the bytes of a text or a blob, or the digits of a number.
public enum ValueFile {
  /// The reason that nothing was written, as a sentence.
  public struct Failure: SentenceError, Hashable, Sendable {
    public let description: String
  }

  /// Creates a file at `path` with a value. Returns the number of bytes. If it throws, no file was created; an existing
  /// file is left alone.
  public static func write(_ value: ExactValue, to path: String) throws -> Int {
    switch value {
    case .null: throw Failure(description: "NULL has no bytes to write.")
    case .integer(let number): return try write(Array(String(number).utf8), to: path)
    case .real(let number): return try write(Array(String(number).utf8), to: path)
    case .text(let bytes), .utf16(let bytes, _), .blob(let bytes): return try write(bytes, to: path)
    }
  }

  /// The number of bytes written at a time.
  private static let partLength = 1 << 20

  private static func write(_ bytes: [UInt8], to path: String) throws -> Int {
    try write(bytes.count, to: path) { Array(bytes[$0]) }
  }

  /// Creates a file of `count` bytes, which `part` returns in parts.
  static func write(_ count: Int, to path: String, part: (Range<Int>) throws -> [UInt8]) throws -> Int {
    let path = path.inHomeFolder
    if access(path, F_OK) == 0 { throw exists(path) }
    let unfinished = "\(path).\(getpid()).almanac"
    let file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(path, errno) }
    defer { unlink(unfinished) }
    do {
      for start in stride(from: 0, to: count, by: partLength) {
        if let error = write(try part(start..<min(count, start + partLength)), to: file) { throw failure(path, error) }
      }
    } catch {
      close(file)
      throw error
    }
    guard close(file) == 0 else { throw failure(path, errno) }
    // Unlike a rename, a link replaces nothing. A file system without links needs a rename.
    if link(unfinished, path) == 0 { return count }
    guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS, access(path, F_OK) != 0 else {
      throw errno == EEXIST ? exists(path) : failure(path, errno)
    }
    guard rename(unfinished, path) == 0 else { throw failure(path, errno) }
    return count
  }

  /// Writes all bytes. Returns the error number if that failed; otherwise nil.
  private static func write(_ bytes: [UInt8], to file: Int32) -> Int32? {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count == 0 ? ENOSPC : errno }
        done += count
      }
      return nil
    }
  }

  private static func exists(_ path: String) -> Failure {
    Failure(description: "\(path) is there already, and is left alone: give another name.")
  }

  private static func failure(_ path: String, _ error: Int32) -> Failure {
    Failure(description: "\(path) can't be written: \(String(cString: strerror(error))).")
  }
}
