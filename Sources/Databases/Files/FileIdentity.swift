import Glibc

/// Which file stands at a path. Another one may come to stand there under the same name.
public struct FileIdentity: Hashable, Sendable {
  private var device: UInt
  private var number: UInt

  /// `nil` where nothing stands at `path`. Throws where that can't be found out.
  init?(path: String) throws(SystemCallError) {
    guard let status = try FileCalls.statusIfThere(path) else { return nil }
    (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}
