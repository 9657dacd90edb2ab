// The real `sqlite3` in a process of its own, as another program.

/// SQLite's own shell with a file. It waits for locks, and runs until it is ended or freed.
public final class SQLiteShell: Sendable {
  private let process: ChildProcess
  /// A line that no test's rows contain.
  private static let mark = "-- that was all --"

  /// Starts a shell, which opens `file` with its first statement; a read-only one leaves the log to others.
  public init(_ file: String, isReadOnly: Bool = false) throws {
    let patience = ChildProcess.patience / .milliseconds(1)
    process = try ChildProcess(
      ["sqlite3", "-batch", "-bail", "-init", "/dev/null"] + (isReadOnly ? ["-readonly"] : [])
        + ["-cmd", ".timeout \(Int(patience))", file])
  }

  // Its locks on the file are released when this returns.
  deinit { _ = try? process.end() }

  /// Runs statements, or a command with a dot, until their end; returns the rows, values separated by `|`.
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

  /// Ends the shell, and returns when it has closed the file.
  public func end() async throws { try await offPool { [process] in try process.end() }.check() }

  /// Kills the shell, and returns when it is gone.
  public func kill() async throws {
    process.killGroup()
    _ = try await offPool { [process] in try process.end() }
  }
}
