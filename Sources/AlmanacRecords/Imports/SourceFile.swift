// The file, or the stream, that records are imported from.

import Databases
import Glibc

/// A file that is open for reading, or standard input. A read that waits for bytes ends when it is cancelled, from any
/// thread.
final class SourceFile: Sendable {
  private let descriptor: CInt
  private let isOwn: Bool
  /// Written to when the reading is to end.
  private let stop: CInt
  /// The length of a file; `nil` of a stream, which does not tell.
  let length: Int?

  /// Opens the file at `path`; `nil` is standard input. Throws `SystemCallError`.
  init(_ path: String?) throws {
    isOwn = path != nil
    descriptor = try path.map { try FileCalls.openForReading($0, waits: false) } ?? STDIN_FILENO
    do {
      stop = try FileCalls.makeStop()
    } catch {
      if isOwn { close(descriptor) }
      throw error
    }
    var status = stat()
    length = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  deinit {
    close(stop)
    if isOwn { close(descriptor) }
  }

  /// Reads what is there, and waits while nothing is. Gives the number of bytes; 0 at the end. Throws `SystemCallError`,
  /// and `CancellationError` after `cancel()`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var wishes = [stop, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&wishes, 2, -1) < 0, errno == EINTR {}
    if wishes[0].revents != 0 { throw CancellationError() }
    return try FileCalls.read(descriptor, into: buffer)
  }

  /// Lets a read end that waits, and each later one.
  func cancel() { FileCalls.stop(stop) }
}
