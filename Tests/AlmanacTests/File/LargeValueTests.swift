// The memory that writing a very long value takes.
import Foundation
import TestSupport
import Testing

@Suite("Long values", .serialized)
struct LargeValueTests {
  /// The peak memory of a program in bytes, after it has written a line and waits for its reader.
  private func peak(_ sandbox: Sandbox, _ arguments: [String]) async throws -> Int {
    let command = ["sh", "-c", "echo $$; exec \"$@\"", "sh", Sandbox.binary] + arguments
    return try await offPool {
      let process = try ChildProcess(command, environment: sandbox.environment)
      let lines = try process.lines(2)
      let status = try String(contentsOfFile: "/proc/\(lines[0])/status", encoding: .utf8)
      process.killGroup()
      _ = try process.end()
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
      return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }
  }

  @Test("A value that is written out is in memory three times at most, with what SQLite has of it")
  func bound() async throws {
    let sandbox = try Sandbox()
    let (small, large) = (sandbox["small.db"], sandbox["large.db"])
    let size = 4 << 20
    for file in [small, large] {
      try await sandbox.almanac("list", "facts", "--file", file, "--create", "--empty").check()
    }
    // More data than a pipe holds: in short values, and in one long value with the same characters, some of which need
    // quotes.
    let text = #"replace(hex(zeroblob(%d)), '00', 'a "b", ' || char(10))"#
    try await sandbox.sqlite(
      small,
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9000)
      INSERT INTO facts(body) SELECT \(String(format: text, 10)) FROM n
      """)
    try await sandbox.sqlite(large, "INSERT INTO facts(id, body) VALUES (1, \(String(format: text, size / 9)))")
    for format in [["--json"], ["--csv"], ["--tsv"], []] {
      let list = ["list", "facts", "--file"]
      let (base, most) = (
        try await peak(sandbox, list + [small] + format), try await peak(sandbox, list + [large] + format)
      )
      #expect(base > 0 && most - base < 3 * size, "\(format): \(most - base) bytes")
    }
    let base = try await peak(sandbox, ["list", "facts", "--file", small])
    let shown = try await peak(sandbox, ["show", "facts", "1", "--file", large])
    #expect(shown - base < 3 * size, "\(shown - base) bytes")
    let found = try await peak(sandbox, ["list", "facts", "--search", "b", "--csv", "--file", large])
    #expect(found - base < 5 * size, "\(found - base) bytes")
  }
}
