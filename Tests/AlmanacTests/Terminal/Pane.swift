// A real terminal: a pane of tmux that runs a shell, with every byte sent to it.
import Foundation
import TestSupport

/// The screen of a pane at one moment.
struct Screen: Sendable {
  var rows: [String]

  func contains(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

  /// The row that contains `text`, without spaces at its ends; empty if there is none.
  func row(_ text: String) -> String { rows.first { $0.contains(text) }?.trimmingCharacters(in: .whitespaces) ?? "" }

  /// The index of the row that contains `text`.
  func index(of text: String) -> Int? { rows.firstIndex { $0.contains(text) } }

  /// Whether the counter of a wait shows at least so many seconds: each number is shown for one second only.
  func counts(_ seconds: Int) -> Bool {
    rows.contains { row in row.firstMatch(of: /· (\d+) s\b/).flatMap { Int($0.1) } ?? -1 >= seconds }
  }

  /// The row with the list's cursor, and its index.
  var selected: (index: Int, text: String)? {
    rows.firstIndex { $0.contains("▌") }.map { ($0, rows[$0]) }
  }
}

/// A pane of tmux with a server and a socket of its own.
///
/// The program's output is copied to a pipe. A wait for a text blocks on that pipe, and looks at the screen whenever
/// bytes have come.
final class Pane: Sendable {
  private let sandbox: Sandbox
  private let bytesReading: Int32
  /// Everything sent to the terminal so far. Only one thread at a time uses it.
  nonisolated(unsafe) private(set) var bytes: [UInt8] = []

  private init(_ sandbox: Sandbox, bytesReading: Int32) {
    self.sandbox = sandbox
    self.bytesReading = bytesReading
  }

  /// Starts a shell on a terminal of this size; it writes `$ ` when it waits for a command.
  static func start(_ sandbox: Sandbox, columns: Int = 80, rows: Int = 24) async throws -> Pane {
    let pipe = sandbox["bytes"]
    mkfifo(pipe, 0o600)
    // Open for both: then the pipe never ends, and opening it does not block.
    let descriptor = open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Trouble("There is no pipe to be had.") }
    let pane = Pane(sandbox, bytesReading: descriptor)
    try await pane.tmux(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c", sandbox.folder,
      // The shell starts after the copying of its bytes.
      "env", "-u", "LINES", "-u", "COLUMNS", "TERM=screen-256color", "PS1=$ ", "sh", "-c",
      "read -r go; exec bash --noprofile --norc -i")
    try await pane.tmux("set", "-g", "status", "off", ";", "pipe-pane", "-O", "exec cat >>'\(pipe)'")
    try await pane.type("Enter")
    try await pane.wait("a prompt") { $0.rows.contains("$") }
    return pane
  }

  deinit {
    close(bytesReading)
    // This does not wait for the server; the sandbox may be removed before the server ends.
    _ = try? ChildProcess(
      ["tmux", "-S", sandbox["tmux"], "kill-server"], environment: sandbox.environment
    ).end()
  }

  // MARK: Keys and commands

  /// Types a command and Enter.
  func command(_ line: String) async throws { try await tmux("send-keys", "-l", line + "\r") }

  /// Presses keys by their names in tmux, or types a character.
  func type(_ keys: String...) async throws { try await type(keys) }

  /// The same. A sequence without meaning separates an Esc from the following key, in this call or the next. Read
  /// together, as on a busy machine, they would be the key with Alt.
  func type(_ keys: [String]) async throws {
    var command: [String] = []
    for key in keys {
      command += ["send-keys", key, ";"]
      if key == "Escape" { command += ["send-keys", "-H", "1b", "5b", "49", ";"] }
    }
    try await tmux(command.dropLast())
  }

  /// Types text literally.
  func type(text: String) async throws { try await tmux("send-keys", "-l", text) }

  /// Sends bytes that tmux does not interpret.
  func type(bytes text: String) async throws {
    try await tmux(["send-keys", "-H"] + text.utf8.map { String($0, radix: 16) })
  }

  /// Presses one key so many times, without waiting for effects.
  func type(_ key: String, times: Int) async throws { try await tmux("send-keys", "-N", "\(times)", key) }

  /// Pastes the content of a file, as a terminal does for a program that has turned on bracketed paste.
  func paste(file: String) async throws {
    try await tmux("load-buffer", file, ";", "paste-buffer", "-p", "-d")
  }

  /// Closes the terminal of the running program.
  func closeTerminal() async throws { try await tmux("kill-pane") }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  // MARK: The screen

  func screen() async throws -> Screen {
    let text = try await tmux("capture-pane", "-p").text
    return Screen(rows: text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
  }

  /// A format of tmux, for example `#{alternate_on}`.
  func format(_ format: String) async throws -> String {
    try await tmux("display-message", "-p", format).text.trimmingCharacters(in: .newlines)
  }

  /// Waits until the screen meets `condition`.
  @discardableResult
  func wait(_ what: String, until condition: (Screen) -> Bool) async throws -> Screen {
    let deadline = ContinuousClock.now + ChildProcess.patience
    while true {
      let screen = try await screen()
      if condition(screen) { return screen }
      // A look costs a process, so it waits until more bytes were sent.
      guard try await hasMoreBytes(until: deadline) else {
        throw Trouble("There was never \(what) on the screen:\n\(screen.rows.joined(separator: "\n"))")
      }
    }
  }

  @discardableResult
  func wait(for text: String) async throws -> Screen {
    try await wait("‘\(text)’") { $0.contains(text) }
  }

  /// Waits until `text` was sent after the first `start` bytes; returns its end among all bytes.
  @discardableResult
  func endOfBytes(_ text: String, from start: Int) async throws -> Int {
    let deadline = ContinuousClock.now + ChildProcess.patience
    while true {
      if let range = bytes[start...].firstRange(of: Array(text.utf8)) { return range.upperBound }
      guard try await hasMoreBytes(until: deadline) else { throw Trouble("\(text) was never sent.") }
    }
  }

  /// Waits until the shell prints the status of a command that ends with `; echo "status $?"`.
  func status() async throws -> Int {
    let isStatus = { (row: String) in row.hasPrefix("status ") && Int(row.dropFirst(7)) != nil }
    let screen = try await wait("a status") { $0.rows.contains(where: isStatus) }
    return screen.rows.first(where: isStatus).flatMap { Int($0.dropFirst(7)) } ?? -1
  }

  /// Blocks until bytes were sent to the terminal, and takes them.
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
