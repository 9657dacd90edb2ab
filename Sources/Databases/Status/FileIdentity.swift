import CSQLite
import Glibc

/// Which file it is that stands at a path: another one may come to stand there under the same name.
struct FileIdentity: Hashable, Sendable {
  private var device: UInt
  private var number: UInt

  /// `nil` when nothing stands there, or nothing that can be asked about.
  init?(path: String) {
    guard let form = FileForm(path: path) else { return nil }
    self = form.identity
  }

  fileprivate init(_ status: stat) {
    (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}

/// A file as it is at one moment: which one it is, how long, and when it was written.
struct FileForm: Hashable, Sendable {
  let identity: FileIdentity
  let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// `nil` when nothing stands there, or nothing that can be asked about: `errno` tells.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    identity = FileIdentity(status)
    size = Int(status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}
