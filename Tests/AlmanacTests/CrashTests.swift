// Writers that are killed in the midst of it.
import Foundation
import TestSupport
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

  @Test("records that were added and edited are whole after kill -9, in the search too", arguments: 1...2)
  func killedEdits(_ round: Int) async throws {
    let sandbox = try Sandbox()
    let file = sandbox["book.db"]
    try await sandbox.almanac("list", "facts", "--file", file, "--create", "--empty").check()
    let burst = """
      while n=$((n + 1)); id=$(almanac add facts "raw $n"); do
        almanac edit facts $id "body=Édition $n" --json || exit
        test $((n % 3)) != 0 || almanac delete facts $id || exit
      done
      """
    var environment = sandbox.environment
    environment["ALMANAC_FILE"] = file
    let told = try await offPool { [environment] in
      let process = try ChildProcess(["sh", "-c", burst], environment: environment)
      defer { process.killGroup() }
      let lines = try process.lines(5 + round)
      process.killGroup()
      _ = try process.end()
      return lines
    }
    #expect(try await sandbox.sqlite(file, "PRAGMA integrity_check") == "ok")
    let rows = try await sandbox.almanac("list", "facts", "--sort", "id", "--file", file).text
    // What was told is there, edited; what was told to be deleted is not.
    for line in told where line.hasPrefix("{") {
      let id = Int(line.dropFirst(6).prefix { $0.isNumber })!
      #expect(told.contains("\(id)") || id % 3 == 0 || rows.contains("\(id)\tÉdition \(id)\t"))
    }
    for id in told where !id.hasPrefix("{") { #expect(!rows.hasPrefix("\(id)\t") && !rows.contains("\n\(id)\t")) }
    // The index has what the table has, and the search finds what a scan does.
    #expect(
      try await sandbox.sqlite(
        file,
        """
        INSERT INTO facts_search(facts_search) VALUES('integrity-check');
        SELECT (SELECT group_concat(id) FROM facts) IS (SELECT group_concat(rowid) FROM facts_search);
        """) == "1")
    let found = try await sandbox.almanac("list", "facts", "--search", "edition", "--sort", "id", "--file", file).text
    #expect(found == rows.split(separator: "\n").filter { $0.contains("Édition") }.map { $0 + "\n" }.joined())
  }
}
