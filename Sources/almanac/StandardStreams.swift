// Standard output, written whole.
import Glibc

/// Whoever read our output has gone: nothing is wrong, there is just nobody left to tell.
struct OutputClosed: Error {}

enum Output {
  /// Writes all of `text` to standard output.
  static func write(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE { throw OutputClosed() }
        throw CommandFailure(description: "The output could not be written: \(String(cString: strerror(errno))).")
      }
      bytes.removeFirst(count)
    }
  }
}
