// A file that a person asked for: it appears whole or not at all, and replaces nothing.
//
//   a temporary file in the same folder ──> written in parts ──> closed ──> linked to the path if free ──> unlinked
import Glibc

/// A new file that is being written. Call `finish` or `discard` once, as the last.
public struct NewFile: Sendable {
  /// The reason that nothing was written, as a sentence.
  public struct Failure: SentenceError, Hashable, Sendable {
    public let description: String
  }

  private let path: String
  private let unfinished: String
  private let file: Int32

  /// Begins a file. Throws `Failure`, also if there is a file at the path already, which is left alone.
  init(_ path: String) throws {
    self.path = path.inHomeFolder
    unfinished = "\(self.path).\(getpid()).almanac"
    if access(self.path, F_OK) == 0 { throw Self.exists(self.path) }
    file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw Self.failure(self.path, errno) }
  }

  /// Writes all bytes behind the earlier ones. Throws `Failure`.
  func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw Self.failure(path, count == 0 ? ENOSPC : errno) }
        done += count
      }
    }
  }

  /// The file appears at its path. Throws `Failure`; then there is no new file.
  func finish() throws {
    defer { unlink(unfinished) }
    guard close(file) == 0 else { throw Self.failure(path, errno) }
    // Unlike a rename, a link replaces nothing. A file system without links needs a rename.
    if link(unfinished, path) == 0 { return }
    guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS, access(path, F_OK) != 0 else {
      throw errno == EEXIST ? Self.exists(path) : Self.failure(path, errno)
    }
    guard rename(unfinished, path) == 0 else { throw Self.failure(path, errno) }
  }

  /// No file appears.
  func discard() {
    close(file)
    unlink(unfinished)
  }

  private static func exists(_ path: String) -> Failure {
    Failure(description: "\(path) is there already, and is left alone: give another name.")
  }

  private static func failure(_ path: String, _ error: Int32) -> Failure {
    Failure(description: "\(path) can't be written: \(String(cString: strerror(error))).")
  }
}
