// Output that is collected in a temporary file, so that a slow reader holds no snapshot of a database.
import AlmanacFeatures
import Glibc

/// A temporary file without a name, which is copied to standard output when it is complete.
struct SpooledOutput: ~Copyable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Makes the file. Throws `CommandFailure`.
  static func make() throws -> SpooledOutput {
    let folder = try Environment.path("TMPDIR") ?? "/tmp"
    var path = Array((folder + "/almanac-XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else {
      throw CommandFailure("A temporary file can't be made in \(folder): \(String(cString: strerror(errno))).")
    }
    unlink(path)
    return SpooledOutput(descriptor)
  }

  deinit { close(descriptor) }

  /// The text of the file, to be written to.
  var text: OutputText { OutputText(to: descriptor) }

  /// Copies what was written to standard output. Throws as `StandardStreams.write`.
  consuming func copy() throws {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var offset: off_t = 0
    while true {
      let count = pread(descriptor, &piece, piece.count, offset)
      guard count >= 0 else {
        throw CommandFailure("The temporary file can't be read: \(String(cString: strerror(errno))).")
      }
      if count == 0 { return }
      try StandardStreams.write(bytes: Array(piece[..<count]), to: StandardStreams.output)
      offset += off_t(count)
    }
  }
}
