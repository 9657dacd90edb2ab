// Text on its way to standard output.

/// Collects pieces of text and writes some at a time, so that a long value is never held as a whole once more.
struct OutputText {
  private var text = ""
  private let output: Int32

  init(to output: Int32 = StandardStreams.output) { self.output = output }

  private static let limit = 1 << 16

  /// Throws as `StandardStreams.write` does.
  mutating func write(_ piece: String) throws {
    text += piece
    if text.utf8.count >= Self.limit { try flush() }
  }

  /// Writes what has been collected.
  mutating func flush() throws {
    let text = text
    self.text = ""
    if !text.isEmpty { try StandardStreams.write(text, to: output) }
  }
}
