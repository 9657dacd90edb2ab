// A program on a pseudo-terminal, and its screen.
import Glibc

/// A program driven by keys, with a known screen.
///
/// The screen is computed after each piece of output was stamped, so that the time for it is in no figure.
public final class DrivenProgram {
  private let terminal: PseudoTerminal
  /// The current text of its terminal.
  public private(set) var screen = ScreenText()
  private let command: [String]

  /// The identity of its process.
  public var process: Int32 { terminal.process }
  /// The time of its start, in nanoseconds of the monotonic clock.
  public var start: Int { terminal.start }

  /// The result of a key.
  public struct Response {
    /// The time from the key to the first output, in nanoseconds; nil if there was none.
    public var first: Int?
    /// The number of bytes that it wrote.
    public var bytes = 0
  }

  /// Starts a command in a new terminal. Throws `Trouble` if that fails.
  public init(_ command: [String], environment: [String: String]) throws {
    self.command = command
    terminal = try PseudoTerminal(command, environment: environment)
  }

  /// Waits until the screen meets a condition; returns the time of that. Throws if it does not within `seconds`.
  @discardableResult
  public func wait(for what: String, seconds: Int = 20, _ isThere: (ScreenText) -> Bool) throws -> Int {
    let limit = nanoseconds() + seconds * 1_000_000_000
    while let chunk = terminal.read(until: limit) {
      screen.take(chunk.bytes)
      if isThere(screen) { return chunk.time }
    }
    throw Trouble("\(command.joined(separator: " ")) did not show \(what). It shows:\n\(screen.text)")
  }

  /// Waits until the screen shows a text; returns the time of that. Throws `Trouble` if it does not come in time.
  @discardableResult
  public func wait(for text: String, seconds: Int = 20) throws -> Int {
    try wait(for: "'\(text)'", seconds: seconds) { $0.shows(text) }
  }

  /// Reads until no output has come for a time; returns the number of bytes.
  @discardableResult
  public func settle(milliseconds: Int = 20) -> Int {
    var bytes = 0
    while let chunk = terminal.read(until: nanoseconds() + milliseconds * 1_000_000) {
      bytes += chunk.bytes.count
      screen.take(chunk.bytes)
    }
    return bytes
  }

  /// Types keys, and waits for their output.
  @discardableResult
  public func press(_ keys: String, quiet: Int = 12) -> Response {
    let start = terminal.type(Array(keys.utf8))
    // Waits a little longer for a key without output.
    guard let chunk = terminal.read(until: start + max(quiet, 50) * 1_000_000) else { return Response() }
    screen.take(chunk.bytes)
    return Response(first: chunk.time - start, bytes: chunk.bytes.count + settle(milliseconds: quiet))
  }

  /// Types keys; returns the time of that.
  @discardableResult
  public func type(_ keys: String) -> Int { terminal.type(Array(keys.utf8)) }

  /// Presses the key that quits. Returns whether the program ended without error.
  @discardableResult
  public func quit() -> Bool {
    type("q")
    return terminal.waitForEnd()
  }

  /// Kills the program without warning.
  public func kill() { terminal.kill() }
}
