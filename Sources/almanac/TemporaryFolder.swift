import Databases
import Glibc

/// A folder for files that nobody keeps. It goes with the program, also where a signal ends that.
final class TemporaryFolder {
  let path: String
  private let signals: EndingSignals

  init() throws {
    let base = Environment["TMPDIR"] ?? "/tmp"
    let path: String
    do {
      path = try FileCalls.makeTemporaryFolder(base + "/almanac.")
    } catch {
      throw CommandFailure("No temporary folder could be made in \(base): \(error.reason).")
    }
    self.path = path
    signals = EndingSignals { number in
      Self.remove(path)
      EndingSignals.pass(on: number)
    }
  }

  /// Removes the folder and the files in it.
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { try? FileCalls.unlink(path + "/" + name) }
      }
      closedir(folder)
    }
    try? FileCalls.removeFolder(path)
  }
}
