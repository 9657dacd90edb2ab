// Standard output and standard error, written whole.
import Glibc
import Terminals

enum StandardStreams {
  /// Where output and complaints go. A test gives each run descriptors of its own.
  @TaskLocal static var output = STDOUT_FILENO
  @TaskLocal static var errors = STDERR_FILENO

  /// Puts something in the place of streams that the program was started without: otherwise the next file that is
  /// opened would stand there.
  static func open() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // Opened for reading, so that writing fails as it would have; the lowest free descriptor is this one.
      _ = Glibc.open("/dev/null", O_RDONLY)
    }
  }

  /// Whether a person reads standard output.
  static var isTerminal: Bool { isatty(output) == 1 }

  /// How many columns the terminal has on which standard output is shown.
  static var width: Int {
    var size = winsize()
    return ioctl(output, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// All that comes on standard input until it ends.
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

  /// Writes all of `text` to standard output. Throws `OutputClosed` where it has no reader any more,
  /// otherwise `CommandFailure`.
  static func write(_ text: String) throws { try write(text, to: output) }

  /// The same for a descriptor.
  static func write(_ text: String, to descriptor: Int32) throws { try write(bytes: Array(text.utf8), to: descriptor) }

  /// The same of bytes.
  static func write(bytes: [UInt8], to descriptor: Int32) throws {
    guard let error = bytes.withUnsafeBytes({ writeAll($0, to: descriptor) }) else { return }
    // A terminal that has gone says what a broken disk says.
    if error == EPIPE || error == EIO && isHungUp(descriptor) { throw OutputClosed() }
    throw CommandFailure("The output could not be written: \(String(cString: strerror(error))).")
  }

  /// The same with the text that `body` gives piece by piece.
  static func write(_ body: (inout OutputText) throws -> Void) throws {
    var output = OutputText()
    try body(&output)
    try output.flush()
  }

  /// The same for a report of what was done.
  static func write(_ text: String, afterwards deed: String) throws {
    try write(afterwards: deed) { try $0.write(text) }
  }

  /// The same, piece by piece. Where it can't be written, what is thrown begins with `deed`: it was done.
  static func write(afterwards deed: String, _ body: (inout OutputText) throws -> Void) throws {
    do {
      try write(body)
    } catch let error as CommandFailure {
      throw CommandFailure("\(deed) \(error)")
    }
  }

  /// Says what failed, on standard error: harmless, whatever was typed or stands in the book.
  static func complain(_ sentence: String) {
    _ = writeAll(SafeText.string(sentence, isUnicode: Environment.isUnicode) + "\n", to: errors)
  }

  /// Whether the other end is closed.
  private static func isHungUp(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLHUP) != 0
  }

  /// Returns the error that stopped it.
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
