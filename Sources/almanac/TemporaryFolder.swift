import Glibc

/// A folder for files that nobody keeps. It goes with the program, also where a signal ends that.
final class TemporaryFolder {
  let path: String
  private let signals: EndingSignals

  init() throws {
    let base = Environment["TMPDIR"] ?? "/tmp"
    var template = Array("\(base)/almanac.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure("No temporary folder could be made in \(base): \(String(cString: strerror(errno))).")
    }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
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
        if name != ".", name != ".." { unlink(path + "/" + name) }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
