// Another program that writes into the book at full speed: the real `sqlite3`.
import Foundation
import TestSupport

/// The real `sqlite3` at full speed, in a process of its own.
///
/// Every statement is a commit. It reports after each `stride` of them, and goes on without waiting.
struct ShellBurst {
  /// The number of finished statements at each report; ends with the shell.
  let progress: AsyncThrowingStream<Int, any Error>

  init(_ statements: [String], stride: Int, on path: String) throws {
    var script = "PRAGMA synchronous = OFF;\n"
    for (index, statement) in statements.enumerated() {
      script += statement + ";\n"
      if (index + 1) % stride == 0 { script += ".print \(index + 1)\n" }
    }
    try script.write(toFile: path + ".burst", atomically: true, encoding: .utf8)
    let process = try ChildProcess([
      "sqlite3", "-batch", "-bail", "-cmd", ".timeout 120000", path, ".read '\(path).burst'",
    ])
    progress = AsyncThrowingStream {
      try await offPool {
        if let line = try process.line() { return Int(line) }
        try process.end().check()
        return nil
      }
    }
  }
}
