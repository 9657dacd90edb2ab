// The file or stream of an import.

import Databases
import Glibc

/// A file open for reading, or standard input. Another thread can cancel a read that waits for bytes.
final class SourceFile: Sendable {
  private let descriptor: CInt
  private let isOwn: Bool
  /// The descriptor that ends a read when it is written to.
  private let stop: CInt
  /// The length of a file in bytes; nil for a stream.
  let length: Int?

  /// Opens the file at `path`; nil means standard input. Throws `SystemCallError`.
  convenience init(_ path: String?) throws {
    if let path {
      try self.init(own: FileCalls.openForReading(path, waits: false))
    } else {
      try self.init(STDIN_FILENO, isOwn: false)
    }
  }

  /// Takes an open descriptor, and closes it in the end. Throws `SystemCallError`.
  convenience init(own descriptor: CInt) throws { try self.init(descriptor, isOwn: true) }

  private init(_ descriptor: CInt, isOwn: Bool) throws {
    (self.descriptor, self.isOwn) = (descriptor, isOwn)
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

  /// Reads the available bytes, and waits while there are none. Returns their number; 0 at the end. Throws
  /// `SystemCallError`, and `CancellationError` after `cancel()`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var wishes = [stop, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&wishes, 2, -1) < 0, errno == EINTR {}
    if wishes[0].revents != 0 { throw CancellationError() }
    return try FileCalls.read(descriptor, into: buffer)
  }

  /// Ends a waiting read and each later one.
  func cancel() { FileCalls.stop(stop) }
}
