// A program on a pseudo-terminal, and its screen.
import Glibc

/// A program that is driven by keys and whose screen is known.
///
/// The screen is made out only after a piece of output was stamped, so that this is in no figure.
public final class DrivenProgram {
  private let terminal: PseudoTerminal
  /// What its terminal shows now.
  public private(set) var screen = ScreenText()
  private let command: [String]

  /// The identity of its process.
  public var process: Int32 { terminal.process }
  /// When it was started, in nanoseconds of the monotonic clock.
  public var start: Int { terminal.start }

  /// What a key brought about.
  public struct Response {
    /// From the key to the first output, in nanoseconds; `nil` when there was none.
    public var first: Int?
    /// How many bytes it wrote.
    public var bytes = 0
  }

  /// Starts a command in a terminal of its own. Throws `Trouble` where that fails.
  public init(_ command: [String], environment: [String: String]) throws {
    self.command = command
    terminal = try PseudoTerminal(command, environment: environment)
  }

  /// Waits until something is on the screen; gives the moment at which it came. Throws when it does not within seconds.
  @discardableResult
  public func wait(for what: String, seconds: Int = 20, _ isThere: (ScreenText) -> Bool) throws -> Int {
    let limit = nanoseconds() + seconds * 1_000_000_000
    while let chunk = terminal.read(until: limit) {
      screen.take(chunk.bytes)
      if isThere(screen) { return chunk.time }
    }
    throw Trouble("\(command.joined(separator: " ")) did not show \(what). It shows:\n\(screen.text)")
  }

  /// Waits until a text is on the screen. Returns when it came. Throws `Trouble` if it doesn't come in time.
  @discardableResult
  public func wait(for text: String, seconds: Int = 20) throws -> Int {
    try wait(for: "'\(text)'", seconds: seconds) { $0.shows(text) }
  }

  /// Reads until nothing has come for so long; gives how many bytes came.
  @discardableResult
  public func settle(milliseconds: Int = 20) -> Int {
    var bytes = 0
    while let chunk = terminal.read(until: nanoseconds() + milliseconds * 1_000_000) {
      bytes += chunk.bytes.count
      screen.take(chunk.bytes)
    }
    return bytes
  }

  /// Types, and waits until what comes of it has come.
  @discardableResult
  public func press(_ keys: String, quiet: Int = 12) -> Response {
    let start = terminal.type(Array(keys.utf8))
    // A key that brings nothing is waited for a little longer.
    guard let chunk = terminal.read(until: start + max(quiet, 50) * 1_000_000) else { return Response() }
    screen.take(chunk.bytes)
    return Response(first: chunk.time - start, bytes: chunk.bytes.count + settle(milliseconds: quiet))
  }

  /// Types; gives the moment at which that was done.
  @discardableResult
  public func type(_ keys: String) -> Int { terminal.type(Array(keys.utf8)) }

  /// Presses the key that ends it. Whether it ended well.
  @discardableResult
  public func quit() -> Bool {
    type("q")
    return terminal.waitForEnd()
  }

  /// Ends it as a failing machine would.
  public func kill() { terminal.kill() }
}
