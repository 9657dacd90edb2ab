// Standard output and standard error, written whole.
import Glibc
import Terminals

enum StandardStreams {
  /// The descriptors of output and complaints. A test sets its own for each run.
  @TaskLocal static var output = STDOUT_FILENO
  @TaskLocal static var errors = STDERR_FILENO

  /// Opens the standard streams that the program was started without: otherwise the next opened file would take their
  /// descriptors.
  static func open() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // Opened for reading, so that writing fails as before. The lowest free descriptor is this one.
      _ = Glibc.open("/dev/null", O_RDONLY)
    }
  }

  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(output) == 1 }

  /// The width in columns of the terminal at standard output.
  static var width: Int {
    var size = winsize()
    return ioctl(output, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Reads standard input to its end.
  static func readInput() throws -> [UInt8] {
    var input: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(STDIN_FILENO, &piece, piece.count)
      if count == 0 { return input }
      if count > 0 {
        input += piece[..<count]
      } else if errno != EINTR {
        throw CommandFailure("Standard input could not be read: \(String(cString: strerror(errno))).")
      }
    }
  }

  /// Writes all of `text` to standard output. Throws `OutputClosed` if there is no reader any more, otherwise
  /// `CommandFailure`.
  static func write(_ text: String) throws { try write(text, to: output) }

  /// The same to a descriptor.
  static func write(_ text: String, to descriptor: Int32) throws { try write(bytes: Array(text.utf8), to: descriptor) }

  /// The same for bytes.
  static func write(bytes: [UInt8], to descriptor: Int32) throws {
    guard let error = bytes.withUnsafeBytes({ writeAll($0, to: descriptor) }) else { return }
    // A closed terminal reports the same error as a broken disk.
    if error == EPIPE || error == EIO && isHungUp(descriptor) { throw OutputClosed() }
    throw CommandFailure("The output could not be written: \(String(cString: strerror(error))).")
  }

  /// The same for text that `body` produces piece by piece.
  static func write(_ body: (inout OutputText) throws -> Void) throws {
    var output = OutputText()
    try body(&output)
    try output.flush()
  }

  /// The same for a report of a completed deed.
  static func write(_ text: String, afterwards deed: String) throws {
    try write(afterwards: deed) { try $0.write(text) }
  }

  /// The same, piece by piece. If the report can't be written, the thrown failure begins with `deed`, because that was
  /// done.
  static func write(afterwards deed: String, _ body: (inout OutputText) throws -> Void) throws {
    do {
      try write(body)
    } catch let error as CommandFailure {
      throw CommandFailure("\(deed) \(error)")
    }
  }

  /// Reports a failure on standard error. The text is made harmless, because it may contain typed text or data.
  static func complain(_ sentence: String) {
    _ = writeAll(SafeText.string(sentence, isUnicode: Environment.isUnicode) + "\n", to: errors)
  }

  /// Whether the other end is closed.
  private static func isHungUp(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP) != 0
  }

  /// Returns the error that stopped it; `nil` if all was written.
  private static func writeAll(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32? {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes).baseAddress, bytes.count)
      if count >= 0 {
        bytes.removeFirst(count)
      } else if errno == EAGAIN {
        // Another program has made the descriptor non-blocking.
        var wish = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wish, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
