// Writers that are killed in the midst of it.
import Foundation
import Testing

@Suite("Killed writers", .serialized)
struct CrashTests {
  @Test("what was committed is all there after kill -9, and the search finds it", arguments: 1...3)
  func killedAdds(_ round: Int) async throws {
    let sandbox = try Sandbox()
    let file = sandbox["book.db"]
    try await sandbox.almanac("list", "facts", "--file", file, "--create", "--empty").check()
    let add = "while n=$((n + 1)); do almanac add facts \"$0 számla$n naïve\" --file '\(file)' || exit; done"
    // Two bursts at once; each tells the ID of what is committed.
    let bursts = ["left", "right"]
    let told = try await offPool {
      let processes = try bursts.map {
        try ChildProcess(["sh", "-c", add, $0], environment: sandbox.environment)
      }
      defer { for process in processes { process.killGroup() } }
      let first = try processes[0].lines(3 + 2 * round)
      processes[0].killGroup()
      let second = try processes[1].lines(2)
      processes[1].killGroup()
      for process in processes { _ = try process.end() }
      return (first + second).compactMap { Int($0) }
    }
    #expect(told.count == 5 + 2 * round)
    let rows = try await sandbox.sqlite(file, "SELECT id, body FROM facts ORDER BY id").split(separator: "\n")
    let ids = rows.map { Int($0.split(separator: "|")[0])! }
    #expect(Set(told).isSubset(of: ids))
    // Those of which nobody was told are whole too, and without gaps.
    #expect(ids == Array(1...rows.count))
    #expect(rows.allSatisfy { $0.hasSuffix(" naïve") })
    #expect(try await sandbox.sqlite(file, "PRAGMA integrity_check") == "ok")
    #expect(
      try await sandbox.sqlite(
        file,
        """
        INSERT INTO facts_search(facts_search) VALUES('integrity-check');
        SELECT (SELECT group_concat(id) FROM facts) IS (SELECT group_concat(rowid) FROM facts_search);
        """) == "1")
    for (search, expected) in [("szamla1 left", "left számla1 "), ("NAIVE right szamla2", "right számla2 ")] {
      #expect(try await sandbox.almanac("list", "facts", "--search", search, "--file", file).text.contains(expected))
    }
    #expect(
      try await sandbox.almanac("list", "facts", "--search", "naive", "--file", file).text.split(separator: "\n").count
        == rows.count)
  }
}
