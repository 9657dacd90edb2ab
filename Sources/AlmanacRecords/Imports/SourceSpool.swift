// A stream on the disk, so that it can be read twice.
import Glibc

/// The copy of a stream in a temporary file without a name.
final class SourceSpool: Sendable {
  private let descriptor: CInt

  /// Makes an empty file in a folder. Throws a sentence.
  init(in folder: String) throws {
    // Swift has no mkostemp, and between mkstemp and FD_CLOEXEC another thread may start a program.
    let path = "\(folder)/almanac-\(UInt64.random(in: 0...UInt64.max))"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Self.problem("A temporary file can't be made in \(folder)") }
    unlink(path)
  }

  deinit { close(descriptor) }

  /// Copies a source to its end. Throws a sentence, and the errors of reading.
  func fill(from source: SourceFile) throws {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { piece.deallocate() }
    while true {
      let count = try source.read(into: piece)
      if count == 0 { return }
      var written = 0
      while written < count {
        let more = write(descriptor, piece.baseAddress! + written, count - written)
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { throw Self.problem("The temporary file can't be written") }
        written += more
      }
    }
  }

  /// The copy, from its beginning. Only one at a time can be read. Throws `SystemCallError`.
  func file() throws -> SourceFile {
    lseek(descriptor, 0, SEEK_SET)
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw Self.problem("The temporary file can't be read") }
    return try SourceFile(own: copy)
  }

  private static func problem(_ what: String) -> SourceProblem {
    SourceProblem(description: "\(what): \(String(cString: strerror(errno))).")
  }
}
