// The screen, and `add` on the command line, killed while they write.
import Foundation
import TestSupport
import Testing

@Suite("The screen, killed", .serialized)
struct KillTests {
  @Test("kill -9 in a burst of deletes and adds, ten times: what was told is done, and nothing by halves")
  func tenTimes() async throws {
    let books = try Sandbox()
    let file = books["book.db"]
    try await books.almanac("list", "facts", "--file", file, "--create", "--sample").check()
    try await books.sqlite(
      file,
      """
      WITH RECURSIVE numbers(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
      INSERT INTO facts(id, body) SELECT n, 'Számla ' || n || ' is the bill' FROM numbers;
      """)
    for round in 1...10 { try await kill(round, file) }
    #expect(try await books.sqlite(file, "PRAGMA journal_mode") == "wal")
    #expect(try await books.almanac("list", "users", "--limit", "1", "--file", file).status == 0)
  }

  /// Kills both after so many records have disappeared from the screen, and checks the file.
  private func kill(_ round: Int, _ file: String) async throws {
    let sandbox = try Sandbox()
    let before = try await ids(sandbox, file, "SELECT id FROM facts ORDER BY id DESC")
    let pane = try await Pane.start(sandbox)
    let book = OpenBook(sandbox: sandbox, file: file, pane: pane)
    try await pane.command("almanac --file '\(file)'; echo \"status $?\"")
    try await pane.wait("the facts") { $0.selected?.text.contains(" \(before[0]) ") == true }
    let id = try await book.id()
    let add = "while n=$((n + 1)); do almanac add facts \"The added naïve $0 $n\" --file '\(file)' || exit; done"
    let adding = try ChildProcess(["sh", "-c", add, "\(round)"], environment: sandbox.environment)
    defer { adding.killGroup() }
    var told = try await offPool { try adding.lines(1) }
    // Each change on the screen is committed: the records above the cursor's are deleted.
    var shown = before[0]
    while before[0] - shown < 3 * round {
      try await pane.type("d")
      if let text = try await pane.screen().selected?.text, let id = self.id(text) { shown = id }
    }
    try await pane.type("d", times: round)
    Glibc.kill(id, SIGKILL)
    told += try await offPool {
      defer { adding.killGroup() }
      return try adding.lines(round % 3)
    }
    _ = try await offPool { try adding.end() }
    try await pane.wait("the end") { $0.contains("status 137") }

    let after = try await ids(sandbox, file, "SELECT id FROM facts ORDER BY id DESC")
    let kept = Array(before.drop { !after.contains($0) })
    // The deleted records are the first ones, without a gap: the reported ones, and perhaps some more.
    #expect(Array(after.filter(Set(before).contains)) == kept, "round \(round)")
    #expect(kept[0] <= shown, "round \(round)")
    #expect(told.allSatisfy { Int($0).map(after.contains) == true }, "round \(round)")
    #expect(
      try await sandbox.sqlite(
        file,
        """
        PRAGMA integrity_check;
        INSERT INTO facts_search(facts_search) VALUES('integrity-check');
        SELECT (SELECT group_concat(id) FROM facts) IS (SELECT group_concat(rowid) FROM facts_search);
        """) == "ok\n1", "round \(round)")
    // The search finds the same with and without the index.
    for word in ["the", "is"] {
      let scanned = try await ids(
        sandbox, file, "SELECT id FROM facts WHERE body LIKE '%\(word)%' ORDER BY id DESC")
      let found = try await sandbox.almanac("list", "facts", "--search", word, "--tsv", "--file", file)
      #expect(found.text.split(separator: "\n").dropFirst().compactMap { Int($0.prefix { $0 != "\t" }) } == scanned)
    }
  }

  /// The ID in the row with the cursor.
  private func id(_ row: String) -> Int? { row.split(separator: " ").lazy.compactMap { Int($0) }.first }

  private func ids(_ sandbox: Sandbox, _ file: String, _ sql: String) async throws -> [Int] {
    try await sandbox.sqlite(file, sql).split(separator: "\n").compactMap { Int($0) }
  }
}
