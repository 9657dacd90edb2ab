// Writers that are killed while they write.
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
    // Two bursts at the same time; each prints the ID of each committed record.
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
    // The unreported records are complete too, and without gaps.
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
    // Each reported record exists with its edit; each record reported as deleted does not exist.
    for line in told where line.hasPrefix("{") {
      let id = Int(line.dropFirst(6).prefix { $0.isNumber })!
      #expect(told.contains("\(id)") || id % 3 == 0 || rows.contains("\(id)\tÉdition \(id)\t"))
    }
    for id in told where !id.hasPrefix("{") { #expect(!rows.hasPrefix("\(id)\t") && !rows.contains("\n\(id)\t")) }
    // The index matches the table, and the search finds the same as a scan.
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

  @Test(
    "users that were added, toggled, edited, deleted and changed by scripts are whole after kill -9", arguments: 1...3)
  func killedUsers(_ round: Int) async throws {
    let sandbox = try Sandbox()
    let file = sandbox["book.db"]
    try await sandbox.almanac("list", "users", "--file", file, "--create", "--empty").check()
    // Two processes that write in turn and print each change.
    let bursts = [
      """
      while n=$((n + 1)); id=$(almanac add users --name "Zoë $n" --email "zoe$n@example.org"); do
        echo "added $id"
        almanac toggle users $id >/dev/null && echo "toggled $id" || exit
        almanac edit users $id "name=Édouard $n" >/dev/null && echo "edited $id" || exit
        test $((n % 2)) != 0 || { almanac delete users $id >/dev/null && echo "deleted $id"; } || exit
      done
      """,
      """
      while n=$((n + 1)); almanac script "a,type:Signé $n,C-s" --write --size 40x6 | grep -q ' Added fact '; do
        echo "script $n"
      done
      """,
    ]
    var environment = sandbox.environment
    environment["ALMANAC_FILE"] = file
    let told = try await offPool { [environment] in
      let processes = try bursts.map { try ChildProcess(["sh", "-c", $0], environment: environment) }
      defer { for process in processes { process.killGroup() } }
      let lines = try processes[1].lines(1) + processes[0].lines(4 + round)
      for process in processes { process.killGroup() }
      // The lines printed before the kill count too.
      return try processes.reduce(lines) { lines, process in
        lines + (try process.end().text.split(separator: "\n").map(String.init))
      }
    }
    func ids(_ word: String) -> Set<String> {
      Set(told.filter { $0.hasPrefix(word + " ") }.map { String($0.dropFirst(word.count + 1)) })
    }
    let rows = try await sandbox.sqlite(file, "SELECT id, name, active FROM users ORDER BY id").split(separator: "\n")
    let users = Dictionary(uniqueKeysWithValues: rows.map { ($0.prefix { $0 != "|" }.description, String($0)) })
    for id in ids("added") where Int(id)! % 2 != 0 { #expect(users[id] != nil) }
    for id in ids("toggled") { #expect(users[id]?.hasSuffix("|0") != false) }
    for id in ids("edited") { #expect(users[id]?.hasPrefix("\(id)|Édouard \(id)|") != false) }
    for id in ids("deleted") { #expect(users[id] == nil) }
    // The last record may be between any two of its steps, but it is complete.
    #expect(rows.allSatisfy { $0.wholeMatch(of: /(\d+)\|(Zoë|Édouard) \1\|[01]/) != nil }, "\(rows)")
    for n in ids("script") {
      #expect(try await sandbox.sqlite(file, "SELECT count(*) FROM facts WHERE body = 'Signé \(n)'") == "1")
    }
    for table in ["users", "facts"] {
      #expect(
        try await sandbox.sqlite(
          file,
          """
          PRAGMA integrity_check;
          INSERT INTO \(table)_search(\(table)_search) VALUES('integrity-check');
          SELECT (SELECT group_concat(id) FROM \(table)) IS (SELECT group_concat(rowid) FROM \(table)_search);
          """) == "ok\n1")
    }
    let all = try await sandbox.almanac("list", "users", "--sort", "id", "--file", file).text
    // In each name, or else in each address.
    for (word, found) in [
      ("EDOUARD", all.split(separator: "\n").filter { $0.contains("Édouard") }), ("zoé", all.split(separator: "\n")),
    ] {
      let listed = try await sandbox.almanac("list", "users", "--search", word, "--sort", "id", "--file", file).text
      #expect(listed.split(separator: "\n") == found)
    }
  }
}
