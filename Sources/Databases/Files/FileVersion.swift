import Glibc

/// A version of the file at a path, as a look found it. Another file is another version, and so is the same file after
/// a change.
public struct FileVersion: Hashable, Sendable {
  /// The identity of the file, which changes of its content keep.
  struct Identity: Hashable {
    var device: UInt
    var number: UInt
  }

  let identity: Identity
  private var size: Int
  /// The time of its last change.
  private var seconds: Int
  private var nanoseconds: Int
  /// Its log, if a look has asked for it and it is not empty.
  private var log: Log?

  /// A log, as a look found it.
  private struct Log: Hashable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  /// Whether the file has no bytes.
  var isEmpty: Bool { size == 0 }

  /// Nil if nothing is at `path`. Throws if that can't be found out.
  init?(path: String) throws(SystemCallError) {
    guard let status = try FileCalls.statusIfThere(path) else { return nil }
    identity = Identity(device: UInt(status.st_dev), number: UInt(status.st_ino))
    (size, seconds, nanoseconds) = (Int(status.st_size), Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec))
  }

  /// The same version with the log of the file at `path`. A commit to the log changes the database, but the file's
  /// bytes only at the next checkpoint. An empty log counts as none: a program that only opens the file creates and
  /// removes one.
  func withLog(of path: String) -> FileVersion {
    guard let place = try? FileCalls.resolved(path), let status = try? FileCalls.statusIfThere(place + "-wal"),
      status.st_size > 0
    else { return self }
    var version = self
    version.log = Log(
      size: Int(status.st_size), seconds: Int(status.st_mtim.tv_sec), nanoseconds: Int(status.st_mtim.tv_nsec))
    return version
  }
}
