// A program on a pseudo-terminal, its screen, and what it costs.
import Glibc

/// A program that is driven by keys and whose screen is known.
///
/// The screen is made out only after a piece of output was stamped, so that this is in no figure.
final class DrivenProgram {
  private let terminal: PseudoTerminal
  private(set) var screen = ScreenText()
  private let command: [String]

  var process: pid_t { terminal.process }
  var start: Int { terminal.start }

  /// What a key brought about.
  struct Response {
    /// From the key to the first output, in nanoseconds; `nil` when there was none.
    var first: Int?
    var bytes = 0
  }

  init(_ command: [String], environment: [String: String]) throws {
    self.command = command
    terminal = try PseudoTerminal(command, environment: environment)
  }

  /// Waits until something is on the screen; gives the moment at which it came. Throws when it does not within seconds.
  @discardableResult
  func wait(for what: String, seconds: Int = 20, _ isThere: (ScreenText) -> Bool) throws -> Int {
    let limit = nanoseconds() + seconds * 1_000_000_000
    while let chunk = terminal.read(until: limit) {
      screen.take(chunk.bytes)
      if isThere(screen) { return chunk.time }
    }
    throw BenchError("\(command.joined(separator: " ")) did not show \(what). It shows:\n\(screen.text)")
  }

  @discardableResult
  func wait(for text: String, seconds: Int = 20) throws -> Int {
    try wait(for: "'\(text)'", seconds: seconds) { $0.shows(text) }
  }

  /// Reads until nothing has come for so long; gives how many bytes came.
  @discardableResult
  func settle(milliseconds: Int = 20) -> Int {
    var bytes = 0
    while let chunk = terminal.read(until: nanoseconds() + milliseconds * 1_000_000) {
      bytes += chunk.bytes.count
      screen.take(chunk.bytes)
    }
    return bytes
  }

  /// Types, and waits until what comes of it has come.
  @discardableResult
  func press(_ keys: String, quiet: Int = 12) -> Response {
    let start = terminal.type(Array(keys.utf8))
    // A key that brings nothing is waited for a little longer.
    guard let chunk = terminal.read(until: start + max(quiet, 50) * 1_000_000) else { return Response() }
    screen.take(chunk.bytes)
    return Response(first: chunk.time - start, bytes: chunk.bytes.count + settle(milliseconds: quiet))
  }

  /// Types; gives the moment at which that was done.
  @discardableResult
  func type(_ keys: String) -> Int { terminal.type(Array(keys.utf8)) }

  /// Presses the key that ends it. Whether it ended well.
  @discardableResult
  func quit() -> Bool {
    type("q")
    return terminal.waitForEnd()
  }

  /// Ends it as a failing machine would.
  func kill() { terminal.kill() }

  // MARK: Costs

  private var threads: [pid_t] { names(in: "/proc/\(process)/task").compactMap { pid_t($0) } }

  /// The processor's time that it has used so far, in nanoseconds.
  var processorTime: Int {
    threads.reduce(0) { sum, thread in
      let text = contents(of: "/proc/\(process)/task/\(thread)/schedstat")
      return sum + (text.split(separator: " ").first.flatMap { Int($0) } ?? 0)
    }
  }

  /// The instructions that `body` has it run, where the processor counts them.
  func instructions(_ body: () throws -> Void) rethrows -> Int? {
    let counter = InstructionCounter(threads: threads)
    try body()
    return counter?.total
  }

  /// A figure of its memory in kilobytes, by the kernel's name of it.
  func memory(_ name: String) -> Int {
    for line in contents(of: "/proc/\(process)/status").split(separator: "\n") where line.hasPrefix(name + ":") {
      return Int(line.filter(\.isNumber)) ?? 0
    }
    return 0
  }
}

/// A small file's text; empty where it can't be read.
func contents(of path: String) -> String {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return "" }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 8192)
  while true {
    let count = read(descriptor, &piece, piece.count)
    guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
    bytes += piece[..<count]
  }
}

/// The names in a folder.
private func names(in folder: String) -> [String] {
  guard let directory = opendir(folder) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    names.append(
      withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      })
  }
  return names
}
