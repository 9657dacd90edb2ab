// A real terminal: a pane of tmux, in which a shell runs, and every byte that was sent to it.
import Foundation
import TestSupport

/// The screen of a pane at one moment.
struct Screen: Sendable {
  var rows: [String]

  func contains(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

  /// The row that holds `text`, without spaces at its ends; empty where there is none.
  func row(_ text: String) -> String { rows.first { $0.contains(text) }?.trimmingCharacters(in: .whitespaces) ?? "" }

  /// Where the row that holds `text` is.
  func index(of text: String) -> Int? { rows.firstIndex { $0.contains(text) } }

  /// Whether a wait of at least so many seconds is counted: each number stands for a second only.
  func counts(_ seconds: Int) -> Bool {
    rows.contains { row in row.firstMatch(of: /· (\d+) s\b/).flatMap { Int($0.1) } ?? -1 >= seconds }
  }

  /// The row under the cursor of the list, and where it is.
  var selected: (index: Int, text: String)? {
    rows.firstIndex { $0.contains("▌") }.map { ($0, rows[$0]) }
  }
}

/// A pane of tmux with a server and a socket of its own.
///
/// What the program sends is copied to a pipe that the test reads: to wait for a text is to block on that pipe, and to
/// look at the screen whenever something has come.
final class Pane: Sendable {
  private let sandbox: Sandbox
  private let bytesReading: Int32
  /// Everything that was sent to the terminal so far. Only one thread at a time asks for it.
  nonisolated(unsafe) private(set) var bytes: [UInt8] = []

  private init(_ sandbox: Sandbox, bytesReading: Int32) {
    self.sandbox = sandbox
    self.bytesReading = bytesReading
  }

  /// Starts a shell on a terminal of so many columns and rows; it writes `$ ` when it waits for a command.
  static func start(_ sandbox: Sandbox, columns: Int = 80, rows: Int = 24) async throws -> Pane {
    let pipe = sandbox["bytes"]
    mkfifo(pipe, 0o600)
    // For both: then the pipe never ends, and opening it does not wait.
    let descriptor = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Trouble("There is no pipe to be had.") }
    let pane = Pane(sandbox, bytesReading: descriptor)
    try await pane.tmux(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", sandbox.folder,
      // The shell begins when its bytes are copied.
      "env", "-u", "LINES", "-u", "COLUMNS", "TERM=screen-256color", "PS1=$ ", "sh", "-c",
      "read -r go; exec bash --noprofile --norc -i")
    try await pane.tmux("set", "-g", "status", "off", ";", "pipe-pane", "-O", "exec cat >>'\(pipe)'")
    try await pane.type("Enter")
    try await pane.wait("a prompt") { $0.rows.contains("$") }
    return pane
  }

  deinit {
    close(bytesReading)
    // This does not wait for it; the sandbox may go before the server does.
    _ = try? ChildProcess(
      ["tmux", "-S", sandbox["tmux"], "kill-server"], environment: sandbox.environment
    ).end()
  }

  // MARK: Doing

  /// Types a command and Enter.
  func command(_ line: String) async throws { try await tmux("send-keys", "-l", line + "\r") }

  /// Presses keys by the names that tmux gives them, or types a character.
  func type(_ keys: String...) async throws { try await type(keys) }

  /// The same. An Esc is parted from what follows, in this call or the next, by a sequence that means nothing: read
  /// together, as they are where the machine is busy, they would be the key with Alt.
  func type(_ keys: [String]) async throws {
    var command: [String] = []
    for key in keys {
      command += ["send-keys", key, ";"]
      if key == "Escape" { command += ["send-keys", "-H", "1b", "5b", "49", ";"] }
    }
    try await tmux(command.dropLast())
  }

  /// Types text as it stands.
  func type(text: String) async throws { try await tmux("send-keys", "-l", text) }

  /// Hands over bytes, which tmux does not look at.
  func type(bytes text: String) async throws {
    try await tmux(["send-keys", "-H"] + text.utf8.map { String($0, radix: 16) })
  }

  /// Presses one key so often, without looking up.
  func type(_ key: String, times: Int) async throws { try await tmux("send-keys", "-N", "\(times)", key) }

  /// Pastes what a file holds, as a terminal does for whom has asked to be told where a paste begins and ends.
  func paste(file: String) async throws {
    try await tmux("load-buffer", file, ";", "paste-buffer", "-p", "-d")
  }

  /// Takes the terminal away from the program on it.
  func closeTerminal() async throws { try await tmux("kill-pane") }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  // MARK: Looking

  func screen() async throws -> Screen {
    let text = try await tmux("capture-pane", "-p").text
    return Screen(rows: text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
  }

  /// A format of tmux: `#{alternate_on}`, say.
  func format(_ format: String) async throws -> String {
    try await tmux("display-message", "-p", format).text.trimmingCharacters(in: .newlines)
  }

  /// Waits until the screen is as `condition` wants it.
  @discardableResult
  func wait(_ what: String, until condition: (Screen) -> Bool) async throws -> Screen {
    let deadline = ContinuousClock.now + ChildProcess.patience
    while true {
      let screen = try await screen()
      if condition(screen) { return screen }
      // A look costs a process, so it is only worth another when something was sent since.
      guard try await hasMoreBytes(until: deadline) else {
        throw Trouble("There was never \(what) on the screen:\n\(screen.rows.joined(separator: "\n"))")
      }
    }
  }

  @discardableResult
  func wait(for text: String) async throws -> Screen {
    try await wait("‘\(text)’") { $0.contains(text) }
  }

  /// Waits until `text` was sent, after the first `start` bytes; gives where it ends among all bytes.
  @discardableResult
  func endOfBytes(_ text: String, from start: Int) async throws -> Int {
    let deadline = ContinuousClock.now + ChildProcess.patience
    while true {
      if let range = bytes[start...].firstRange(of: Array(text.utf8)) { return range.upperBound }
      guard try await hasMoreBytes(until: deadline) else { throw Trouble("\(text) was never sent.") }
    }
  }

  /// Waits until the shell says how a command ended: the command is followed by `; echo "status $?"`.
  func status() async throws -> Int {
    let isStatus = { (row: String) in row.hasPrefix("status ") && Int(row.dropFirst(7)) != nil }
    let screen = try await wait("a status") { $0.rows.contains(where: isStatus) }
    return screen.rows.first(where: isStatus).flatMap { Int($0.dropFirst(7)) } ?? -1
  }

  /// Blocks until something was sent to the terminal, and takes it.
  private func hasMoreBytes(until deadline: ContinuousClock.Instant) async throws -> Bool {
    try await offPool { [self] in
      var wish = pollfd(fd: bytesReading, events: Int16(POLLIN), revents: 0)
      guard poll(&wish, 1, ChildProcess.milliseconds(until: deadline)) > 0 else { return false }
      var piece = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(bytesReading, &piece, piece.count), count > 0 { bytes += piece[..<count] }
      return true
    }
  }

  @discardableResult
  private func tmux(_ arguments: String...) async throws -> Ending { try await tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) async throws -> Ending {
    let ending = try await sandbox.run(["tmux", "-S", sandbox["tmux"]] + arguments)
    guard ending.status == 0 else { throw Trouble("tmux \(arguments): \(ending.errors)") }
    return ending
  }
}
