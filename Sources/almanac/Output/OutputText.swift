// Text on its way to standard output.

/// Collects pieces of text and writes some at a time, so that a long value is never held as a whole once more.
struct OutputText {
  private var bytes: [UInt8] = []
  private let output: Int32

  init(to output: Int32 = StandardStreams.output) { self.output = output }

  private static let limit = 1 << 16

  /// Throws as `StandardStreams.write` does.
  mutating func write(_ piece: String) throws { try write(bytes: piece.utf8) }

  /// The same of bytes, which stay what they are.
  mutating func write(bytes piece: some Collection<UInt8>) throws {
    bytes.append(contentsOf: piece)
    if bytes.count >= Self.limit { try flush() }
  }

  /// Writes what has been collected.
  mutating func flush() throws {
    let bytes = bytes
    self.bytes = []
    if !bytes.isEmpty { try StandardStreams.write(bytes: bytes, to: output) }
  }
}
