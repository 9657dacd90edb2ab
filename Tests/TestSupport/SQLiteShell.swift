// The real `sqlite3` in a process of its own: what another program does to a file.

/// SQLite's own shell on a file, which waits for locks, and stays until it is ended or forgotten.
public final class SQLiteShell: Sendable {
  private let process: ChildProcess
  /// Comes in no test's rows.
  private static let mark = "-- that was all --"

  /// Starts a shell, which opens `file` with its first statement; one that only reads leaves the log to others.
  public init(_ file: String, isReadOnly: Bool = false) throws {
    let patience = ChildProcess.patience / .milliseconds(1)
    process = try ChildProcess(
      ["sqlite3", "-batch", "-bail", "-init", "/dev/null"] + (isReadOnly ? ["-readonly"] : [])
        + ["-cmd", ".timeout \(Int(patience))", file])
  }

  // What it holds of the file is let go when this returns.
  deinit { _ = try? process.end() }

  /// Runs statements, or a command with a dot, and returns when that has run; gives the rows, values separated by `|`.
  @discardableResult
  public func run(_ sql: String) async throws -> [String] {
    try await offPool { [process] in
      try process.type("\(sql)\n;\n.print '\(Self.mark)'\n")
      var rows: [String] = []
      while let line = try process.line() {
        if line == Self.mark { return rows }
        rows.append(line)
      }
      throw Trouble("sqlite3: \(try process.end().errors)")
    }
  }

  /// Ends the shell, and returns when it has let the file go.
  public func end() async throws { try await offPool { [process] in try process.end() }.check() }

  /// Kills the shell, and returns when it is gone.
  public func kill() async throws {
    process.killGroup()
    _ = try await offPool { [process] in try process.end() }
  }
}
