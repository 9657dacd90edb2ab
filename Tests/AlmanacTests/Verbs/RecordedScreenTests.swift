// The screen begins with the commits that `almanac record` has kept.
import Foundation
import Harnesses
import TestSupport
import Testing

@Suite("The screen after almanac record")
struct RecordedScreenTests {
  /// Records commits in the state folder of a sandbox.
  private func record(_ file: String, _ more: String..., in sandbox: Sandbox) async throws -> (ChildProcess, String) {
    let process = try ChildProcess([Sandbox.binary, "record", file] + more, environment: sandbox.environment)
    let line = try #require(try await offPool { try process.line() })
    let path = line.dropFirst("Recording \(file) in ".count).prefix { $0 != ";" }
    return (process, String(path))
  }

  private func end(_ process: ChildProcess) async throws {
    process.signalGroup(SIGINT)
    _ = try await offPool { try process.end() }
  }

  /// Makes three commits by other programs, of values of each kind, each when the record has the one before.
  private func change(_ file: String, recordedIn path: String, _ sandbox: Sandbox) async throws {
    let reader = try ChildProcess(["tail", "-n", "+1", "-f", path], environment: sandbox.environment)
    let changes = [
      "UPDATE t SET n = 9e999, b = x'00ff' WHERE id = 1", "INSERT INTO t VALUES (3, 'x''41''', NULL)",
      "BEGIN; DELETE FROM t WHERE id = 2; UPDATE t SET n = 2.0 WHERE id = 1; COMMIT",
    ]
    for (number, sql) in changes.enumerated() {
      try await sandbox.sqlite(file, sql)
      try await offPool {
        while try reader.line()?.contains("\"recorded\",\"commit\":\(number + 1),") == false {}
      }
    }
  }

  private static let schema = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, n, b); INSERT INTO t VALUES (1, 'one', 1), (2, 'two', x'');
    """
  private static let dump = "SELECT id, quote(n), quote(b) FROM t"

  private func screen(_ keys: String, _ file: String, _ sandbox: Sandbox) async throws -> [String] {
    let ending = try await sandbox.almanac("script", keys, "--write", "--file", file, "--size", "80x12", "--utc")
    #expect(ending.errors == "")
    return ending.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("HIS-14: C begins with the recorded commits, R takes one back, and [ goes before them")
  func recorded() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["t.db"]
    try await sandbox.sqlite(file, Self.schema)
    let before = try await sandbox.sqlite(file, Self.dump)
    let (process, path) = try await record(file, in: sandbox)
    try await change(file, recordedIn: path, sandbox)
    try await end(process)
    let shown = try await screen("C", file, sandbox)
    #expect(shown[0].hasPrefix(" t.db › Changes 4 "), "\(shown)")
    #expect(
      shown[3..<8].map { $0.dropFirst(11).prefix(40).split(separator: " ").joined(separator: " ") }.contains {
        $0.contains("1 updated, 1 deleted in t")
      }, "\(shown)")
    let past = try await screen("g,[,[,[", file, sandbox)
    #expect(past[0].hasPrefix(" t.db › t "), "\(past)")
    #expect(past.contains { $0.contains("two") } && !past.contains { $0.contains("x'41'") }, "\(past)")
    let reverted = try await screen("C,R", file, sandbox)
    #expect(reverted.contains { $0.hasPrefix(" Reverted commit 3: 2 rows") }, "\(reverted)")
    #expect(try await sandbox.sqlite(file, Self.dump) == "1|Inf|X'00FF'\n2|'two'|X''\n3|'x''41'''|NULL")
    // The revert was not recorded, so commits behind the record are not known; what it has can still be reverted.
    let twice = try await screen("C,G,R", file, sandbox)
    #expect(twice.contains { $0.hasPrefix(" Reverted commit 1: t 1") }, "\(twice)")
    #expect(try await sandbox.sqlite(file, Self.dump) == before + "\n3|'x''41'''|NULL")
    let refused = try await screen("g,[", file, sandbox)
    #expect(refused.contains { $0.contains("not known: other programs may have") }, "\(refused)")
  }

  @Test("HIS-14: while record runs, the log of a file tells that nothing is missing; each commit is listed once")
  func running() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["t.db"]
    try await sandbox.sqlite(file, "PRAGMA journal_mode=wal; " + Self.schema)
    let (process, path) = try await record(file, in: sandbox)
    try await change(file, recordedIn: path, sandbox)
    let shown = try await screen("C", file, sandbox)
    #expect(shown[0].hasPrefix(" t.db › Changes 4 "), "\(shown)")
    #expect(!shown.contains { $0.contains("?") && $0.contains("not known") }, "\(shown)")
    let past = try await screen("g,[,[,[", file, sandbox)
    #expect(past.contains { $0.contains("two") } && !past.contains { $0.contains("x'41'") }, "\(past)")
    try await end(process)
    // The count of a log begins anew when no program has the file open: then it tells nothing.
    let later = try await screen("g,[", file, sandbox)
    #expect(later.contains { $0.contains("not known: other programs may have") }, "\(later)")
  }

  @Test("HIS-09: a damaged record, or one of statements, is a sentence, and the program works")
  func unreadable() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["t.db"]
    try await sandbox.sqlite(file, Self.schema)
    let (process, path) = try await record(file, in: sandbox)
    try await change(file, recordedIn: path, sandbox)
    try await end(process)
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    for text in [whole.replacing("\"update\"", with: "\"up"), whole.replacing("{\"change\":\"record\"", with: "-- ")] {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      let shown = try await screen("g", file, sandbox)
      #expect(shown.contains { $0.contains(" The record of earlier changes is not read: it is damaged") }, "\(shown)")
      #expect(shown.contains { $0.contains("x'41'") }, "\(shown)")
    }
  }

  @Test("HIS-14: rows of a table with a search index are listed and looked back at, but not reverted")
  func indexed() async throws {
    let sandbox = try Sandbox()
    let file = sandbox["t.db"]
    try await sandbox.sqlite(
      file, Self.schema + "CREATE VIRTUAL TABLE words USING fts5(w); INSERT INTO words VALUES ('tea');")
    let (process, _) = try await record(file, in: sandbox)
    try await sandbox.sqlite(file, "UPDATE t SET n = 'uno' WHERE id = 1")
    try await end(process)
    let refused = try await screen("C,R", file, sandbox)
    #expect(
      refused.contains { $0.contains("Not reverted: commit 1 changed words too, and a module keeps") }, "\(refused)")
    #expect(try await sandbox.sqlite(file, "SELECT n FROM t WHERE id = 1") == "uno")
  }
}
