// The program while random keys are typed, and its output when it ends.
import Harnesses

/// A program on a terminal. It keeps the last output.
final class TypedProgram {
  private let terminal: PseudoTerminal
  /// The shown text; nil until a test sets a screen.
  var screen: ScreenText?
  private var tail: [UInt8] = []

  /// More than the program writes when it ends.
  private static let tailLength = 4096

  /// Starts the program on a book, on a terminal of any size.
  init(_ rig: Rig, _ book: String, _ generator: inout SeededGenerator) throws {
    terminal = try PseudoTerminal(
      [rig.almanac, "--file", book], environment: rig.environment, width: Int.random(in: 20...120, using: &generator),
      height: Int.random(in: 5...40, using: &generator))
    // Before the program controls the terminal, Ctrl-S would stop its output, and Ctrl-D end it.
    _ = read(until: nanoseconds() + 10_000_000_000)
  }

  func type(_ keys: [UInt8]) { terminal.type(keys) }

  func resize(width: Int, height: Int) { terminal.resize(width: width, height: height) }

  /// Reads the next piece of output. Returns whether one came before `limit`.
  func read(until limit: Int) -> Bool {
    guard let chunk = terminal.read(until: limit) else { return false }
    screen?.take(chunk.bytes)
    tail = (tail + chunk.bytes).suffix(Self.tailLength)
    return true
  }

  /// Whether the program has ended. Throws if it ended with a status other than 0, or 1 with a sentence about what
  /// another program has prevented.
  func hasEnded() throws -> Bool {
    guard let status = terminal.ended() else { return false }
    while read(until: nanoseconds()) {}
    guard status == 0 || status == 1 && Self.tellsOfOthers(tail) else {
      let shown = screen.map { " It shows:\n\($0.text)" } ?? ""
      let said = String(decoding: tail.suffix(300), as: UTF8.self).debugDescription
      throw Trouble("The program ends with status \(status), and these bytes: \(said).\(shown)")
    }
    return true
  }

  /// Whether the bytes end with a sentence after the screen which says that another program has prevented the last
  /// action or the opening of the file.
  static func tellsOfOthers(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let said = text.ranges(of: "\u{1B}[?1049l").last.map { text[$0.upperBound...] } ?? text[...]
    guard let start = said.ranges(of: "almanac: ").last?.upperBound else { return false }
    let parts = said[start...].split(separator: ": ", maxSplits: 1)
    guard parts.count == 2 else { return said[start...].contains(/(gone already|was not opened)\./) }
    let reasons = ["another program has locked the file", "another file has taken its place", "another program has "]
    return (parts[0].hasPrefix("Not ") || [" was not opened", " can't be opened"].contains(where: parts[0].hasSuffix))
      && reasons.contains(where: parts[1].hasPrefix)
  }
}
