// The real binary, started as from a person's shell, in an environment of its own.
import Foundation
import TestSupport

/// A temporary folder, and an environment without anything of the person who runs the tests.
final class Sandbox: Sendable {
  let folder: String
  let environment: [String: String]

  /// The binary that was built with the tests.
  static let binary: String = {
    let tests = try! FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return (tests as NSString).deletingLastPathComponent + "/almanac"
  }()

  init() throws {
    var template = Array("/tmp/almanac-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Trouble("There is no temporary folder to be had.") }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.folder = folder
    let path = ChildProcess.environment["PATH"] ?? ""
    environment = [
      "PATH": (Self.binary as NSString).deletingLastPathComponent + ":" + path,
      "HOME": folder + "/home", "TMPDIR": folder + "/tmp",
      "XDG_DATA_HOME": folder + "/data", "XDG_CONFIG_HOME": folder + "/config", "XDG_STATE_HOME": folder + "/state",
      "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color", "LINES": "24", "COLUMNS": "80",
      // Backtraces of expected crashes would take minutes to write.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    for name in ["home", "tmp"] { mkdir(folder + "/" + name, 0o700) }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A path in the folder.
  subscript(name: String) -> String { folder + "/" + name }

  // MARK: Running

  /// Runs the binary.
  func almanac(
    _ arguments: String..., input: String = "", environment: [String: String?] = [:]
  ) async throws -> Ending {
    try await run([Self.binary] + arguments, input: input, environment: environment)
  }

  /// Runs SQL in SQLite's own shell: another process.
  @discardableResult
  func sqlite(_ file: String, _ sql: String) async throws -> String {
    try await SQLiteShell(file).run(sql).joined(separator: "\n")
  }

  /// Runs a script of the shell.
  func shell(_ script: String, environment: [String: String?] = [:]) async throws -> Ending {
    try await run(["sh", "-c", script], environment: environment)
  }

  /// Makes an executable script. Another process writes it: a child that another test starts meanwhile would inherit
  /// this process's open file, and a program that is open for writing can't be started.
  func makeProgram(_ script: String, at path: String) async throws {
    try await run(["install", "-m", "700", "/dev/stdin", path], input: script).check()
  }

  /// Runs a program to its end; `nil` removes a variable from its environment.
  func run(
    _ command: [String], input: String = "", environment changes: [String: String?] = [:]
  ) async throws -> Ending {
    let environment = self.environment.merging(changes.compactMapValues(\.self)) { $1 }
      .filter { changes[$0.key] != .some(nil) }
    return try await offPool {
      try ChildProcess(command, environment: environment).end(input: input)
    }
  }
}
