// A temporary folder that only the person can read.
import AlmanacFeatures
import Glibc

/// A folder in the directory for temporary files.
struct PrivateFolder {
  let path: String

  /// Makes the folder. Throws `EditorFailure`.
  init() throws {
    var template = Array("\(Environment["TMPDIR"] ?? "/tmp")/almanac.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Self.failure("There is no temporary folder") }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Removes the folder with its content: an editor may have left copies.
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        if unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
      }
      closedir(folder)
    }
    rmdir(path)
  }

  /// Writes a new file that only the person can read. Throws `EditorFailure`.
  static func write(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure("There is no temporary file") }
    defer { close(file) }
    do {
      try StandardStreams.write(text, to: file)
    } catch {
      throw EditorFailure("\(error)")
    }
  }

  /// The content of a file. Throws `EditorFailure`.
  static func read(_ path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("The editor left no file") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      if count == 0 { break }
      guard count > 0 else { throw failure("What the editor left can't be read") }
      bytes += piece[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw EditorFailure("The editor left a text that is not UTF-8.")
    }
    return text
  }

  private static func failure(_ sentence: String) -> EditorFailure {
    EditorFailure("\(sentence): \(String(cString: strerror(errno))).")
  }
}
