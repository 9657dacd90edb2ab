// Text for standard output.
import Glibc

/// Collects pieces of text and writes them in blocks, so that a long value is never held whole a second time.
struct OutputText {
  private var bytes: [UInt8] = []
  private let output: Int32

  init(to output: Int32 = StandardStreams.output) { self.output = output }

  private static let limit = 1 << 16

  /// Whether a terminal gets it.
  var isTerminal: Bool { isatty(output) == 1 }

  /// Writes a piece. Throws like `StandardStreams.write`.
  mutating func write(_ piece: String) throws { try write(bytes: piece.utf8) }

  /// The same for bytes, which are not changed.
  mutating func write(bytes piece: some Collection<UInt8>) throws {
    bytes.append(contentsOf: piece)
    if bytes.count >= Self.limit { try flush() }
  }

  /// Writes the collected pieces.
  mutating func flush() throws {
    let bytes = bytes
    self.bytes = []
    if !bytes.isEmpty { try StandardStreams.write(bytes: bytes, to: output) }
  }
}
