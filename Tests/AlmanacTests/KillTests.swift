// The screen, and adds from the command line, killed in the midst of writing.
import Foundation
import Testing

@Suite("The screen, killed", .serialized)
struct KillTests {
  /// So many keys are sent at once that the end comes before they are through.
  private static let keys = 2000

  @Test("kill -9 in a burst of deletes and adds, ten times: what was told is done, and nothing by halves")
  func tenTimes() async throws {
    let books = try Sandbox()
    let file = books["book.db"]
    try await books.almanac("list", "facts", "--file", file, "--create", "--sample").check()
    try await books.sqlite(
      file,
      """
      WITH RECURSIVE numbers(n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM numbers WHERE n < 21000)
      INSERT INTO facts(id, body) SELECT n, 'Számla ' || n || ' is the bill' FROM numbers;
      """)
    for round in 1...10 { try await kill(round, file) }
    #expect(try await books.sqlite(file, "PRAGMA journal_mode") == "wal")
    #expect(try await books.almanac("list", "users", "--limit", "1", "--file", file).status == 0)
  }

  /// Kills both when so many records are gone from the screen, and looks at the file.
  private func kill(_ round: Int, _ file: String) async throws {
    let sandbox = try Sandbox()
    let before = try await ids(sandbox, file, "SELECT id FROM facts ORDER BY id DESC")
    let pane = try await Pane.start(sandbox)
    let book = OpenBook(sandbox: sandbox, file: file, pane: pane)
    try await pane.command("almanac --file '\(file)'; echo \"status $?\"")
    try await pane.wait("the facts") { $0.selected?.text.contains(" \(before[0]) ") == true && !$0.contains("…  2 ") }
    let id = try await book.id()
    let add = "while n=$((n + 1)); do almanac add facts \"The added naïve $0 $n\" --file '\(file)' || exit; done"
    let adding = try ChildProcess(["sh", "-c", add, "\(round)"], environment: sandbox.environment)
    let (first, rest) = (1, round % 3)
    var told = try await offPool { try adding.lines(first) }
    try await pane.type("d", times: Self.keys)
    let screen = try await pane.wait("some deletions") { screen in
      deleted(screen).map { before[0] - $0 >= round * round } == true
    }
    Glibc.kill(id, SIGKILL)
    told += try await offPool {
      defer { adding.killGroup() }
      return try adding.lines(rest)
    }
    _ = try await offPool { try adding.end() }
    try await pane.wait("the end") { $0.contains("status 137") }

    let after = try await ids(sandbox, file, "SELECT id FROM facts ORDER BY id DESC")
    let gone = try #require(deleted(screen))
    let kept = Array(before.drop { !after.contains($0) })
    // From the first on, without a gap: those that were told, and perhaps some more.
    #expect(Array(after.filter(Set(before).contains)) == kept, "round \(round)")
    #expect(kept[0] < gone && before.count - kept.count < Self.keys, "round \(round): it came too late")
    #expect(told.allSatisfy { Int($0).map(after.contains) == true }, "round \(round)")
    #expect(
      try await sandbox.sqlite(
        file,
        """
        PRAGMA integrity_check;
        INSERT INTO facts_search(facts_search) VALUES('integrity-check');
        SELECT (SELECT group_concat(id) FROM facts) IS (SELECT group_concat(rowid) FROM facts_search);
        """) == "ok\n1", "round \(round)")
    // The same with the index and without it.
    for word in ["the", "is"] {
      let scanned = try await ids(
        sandbox, file, "SELECT id FROM facts WHERE body LIKE '%\(word)%' ORDER BY id DESC")
      let found = try await sandbox.almanac("list", "facts", "--search", word, "--tsv", "--file", file)
      #expect(found.text.split(separator: "\n").dropFirst().compactMap { Int($0.prefix { $0 != "\t" }) } == scanned)
    }
  }

  /// The record that the screen says was deleted last.
  private func deleted(_ screen: Screen) -> Int? {
    let words = screen.row("Deleted fact ").split(separator: " ")
    return words.firstIndex(of: "fact").flatMap { Int(words[$0 + 1]) }
  }

  private func ids(_ sandbox: Sandbox, _ file: String, _ sql: String) async throws -> [Int] {
    try await sandbox.sqlite(file, sql).split(separator: "\n").compactMap { Int($0) }
  }
}
