// A book with very many records on the screen: every key is fast, and memory is as small as for a small book.
import Foundation
import TestSupport
import Testing

@Suite("A large book", .serialized)
struct LargeBookTests {
  /// The number of facts and of users: few, unless `ALMANAC_ROWS` is set; 1,000,000 takes some minutes to make.
  private static let rows = ProcessInfo.processInfo.environment["ALMANAC_ROWS"].flatMap(Int.init) ?? 20_000

  @Test("start, End, Home, pages, searches, toggle, delete and an outside insert, in the memory of a small book")
  func everything() async throws {
    let small = try await memory(rows: 1_000)
    let large = try await memory(rows: Self.rows)
    print("\(Self.rows) rows: \(large) kB of anonymous memory; 1,000 rows: \(small) kB")
    // Only the caches of the connections may differ, and their size is fixed.
    #expect(large < small + 8 * 1024)
  }

  /// Does all that with a book of so many facts and users; returns the anonymous memory in kB.
  private func memory(rows: Int) async throws -> Int {
    let sandbox = try Sandbox()
    let file = sandbox["large.db"]
    try await sandbox.almanac("list", "facts", "--limit", "0", "--file", file, "--create", "--empty").check()
    try await sandbox.sqlite(
      file,
      """
      PRAGMA synchronous = OFF;
      BEGIN;
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(rows))
      INSERT INTO facts(id, body) SELECT n, 'String ' || n || CASE WHEN n % 500 = 7 THEN ' clowder' ELSE '' END
      FROM numbers;
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(rows))
      INSERT INTO users(id, name, email)
      SELECT n, printf('User %07d', n), 'user' || n || '@example.org' FROM numbers;
      COMMIT;
      """)
    let pane = try await Pane.start(sandbox)
    let total = grouped(rows)
    try await pane.command("(echo $BASHPID >'\(sandbox["pid"])'; exec almanac --file '\(file)'); echo \"status $?\"")
    try await pane.wait("the first page and the counts") {
      $0.contains("1 Facts \(total)  2 Users \(total)") && $0.selected?.text.contains(" \(rows)  String ") == true
    }

    try await pane.type("End")
    try await pane.wait("the last fact") { $0.selected?.text.contains("  String 1 ") == true }
    try await pane.type("Home")
    try await pane.wait("the first fact") { $0.selected?.text.contains(" \(rows)  String ") == true }
    try await pane.type("PageDown", "PageDown", "PageDown")
    try await pane.wait("the fourth page") { $0.selected?.text.contains(" \(rows - 57)  String ") == true }

    try await pane.type("/", "s", "t", "r")
    try await pane.wait("all found") { $0.contains("/ str ") && $0.contains(" \(total) of \(total)") }
    try await pane.type("C-u", "c", "l", "o", "w")
    let rare = grouped((rows - 7) / 500 + 1)
    try await pane.wait("the rare ones") { $0.contains(" \(rare) of \(total)") && $0.contains(" clowder") }
    try await pane.type("x")
    try await pane.wait("a miss") { $0.contains("0 of \(total)") && $0.contains("Nothing matches.") }
    try await pane.type("Escape", "2")
    try await pane.wait("users") { $0.selected?.text.contains("User 0000001") == true }

    try await pane.type("Space")
    try await pane.wait("the toggle") { $0.contains("Toggled user 1") && $0.selected?.text.contains("○") == true }
    try await pane.type("d")
    try await pane.wait("the deletion, and the neighbour") {
      $0.contains("Users \(grouped(rows - 1))") && $0.selected?.text.contains("User 0000002") == true
    }
    let start = pane.bytes.count
    try await sandbox.sqlite(file, "INSERT INTO users(name, email) VALUES ('User 0000002b', 'b@example.org')")
    let screen = try await pane.wait("the outside row") {
      $0.contains(" User 0000002b") && $0.contains("Users \(total)")
    }
    // Its mark is shown for one second only, so the test looks at the sent bytes, not at the screen.
    try await pane.endOfBytes("+", from: start)
    #expect(screen.selected?.text.contains("User 0000002 ") == true)

    let id = try String(contentsOfFile: sandbox["pid"], encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    let anonymous = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    return try #require(Int(anonymous.filter(\.isNumber)))
  }

  private func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { ((digits.count - $0) % 3 == 0 && $0 > 0 ? "," : "") + String(digits[$0]) }.joined()
  }
}
