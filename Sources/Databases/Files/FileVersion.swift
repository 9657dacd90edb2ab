import Glibc

/// A file as a look found it at its path. Another file is another version, and so is the same one after a change.
public struct FileVersion: Hashable, Sendable {
  /// Which file it is, whatever becomes of it.
  struct Identity: Hashable {
    var device: UInt
    var number: UInt
  }

  let identity: Identity
  private var size: Int
  /// When it was last changed.
  private var seconds: Int
  private var nanoseconds: Int
  /// The log beside it, where a look has asked for it and something stands in it.
  private var log: Log?

  /// A log as a look found it.
  private struct Log: Hashable {
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  /// Whether it has no byte.
  var isEmpty: Bool { size == 0 }

  /// `nil` where nothing stands at `path`. Throws where that can't be found out.
  init?(path: String) throws(SystemCallError) {
    guard let status = try FileCalls.statusIfThere(path) else { return nil }
    identity = Identity(device: UInt(status.st_dev), number: UInt(status.st_ino))
    (size, seconds, nanoseconds) = (Int(status.st_size), Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec))
  }

  /// The same with the log beside the file at `path`: a commit to it changes the file, and its bytes only at the next
  /// checkpoint. An empty log is none: who only opens the file makes and removes one.
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
