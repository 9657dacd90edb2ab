// The statistics of a book.
import Foundation
import TestSupport
import Testing

@Suite("almanac stats")
struct StatsCommandTests {
  /// Three facts of two months, one of them without a known month; four users of three domains.
  private func book(_ sandbox: Sandbox) async throws -> String {
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(
      book,
      """
      INSERT INTO facts(body, createdAt) VALUES ('c', '2026-03-31'), ('d', 'some day');
      INSERT INTO users(name, email, active, createdAt) VALUES
        ('Kay ' || char(27), 'kay@EXAMPLE.net', 1, '2026-02-01 00:00:00.000'), ('Nobody', 'no address', 0, '2025-01-01');
      """)
    return book
  }

  @Test("the newest users are whole, however long their values are")
  func wholeValues() async throws {
    let sandbox = try Sandbox()
    let book = try await sandbox.smallBook()
    try await sandbox.sqlite(
      book,
      """
      INSERT INTO users(name, email, createdAt)
      VALUES (replace(hex(zeroblob(2500)), '00', 'né'), zeroblob(200), '2027-01-01')
      """)
    let json = try await sandbox.almanac("stats", "--json", "--file", book)
    let name = String(repeating: "né", count: 2500)
    let email = "x'" + String(repeating: "00", count: 200) + "'"
    #expect(json.text.contains(#""newest":[{"id":3,"name":"\#(name)","email":"\#(email)","active":true,"#))
    let lines = try await sandbox.almanac("stats", "--file", book)
    #expect(lines.text.contains("\nnewest\t3\t\(name)\t\(email)\t1\t2027-01-01\n"))
  }

  @Test("a line for each number in a pipe, one object as JSON")
  func numbers() async throws {
    let sandbox = try Sandbox()
    let book = try await book(sandbox)
    #expect(
      try await sandbox.almanac("stats", "--file", book).text == """
        facts\t4
        users\t4
        active\t2
        inactive\t2
        newest\t3\tKay ␛\tkay@EXAMPLE.net\t1\t2026-02-01 00:00:00.000
        newest\t2\tAda Byron\tada@example.org\t0\t2026-01-01 00:00:00.000
        newest\t1\tGrace Hopper\tgrace@example.org\t1\t2026-01-01 00:00:00.000
        newest\t4\tNobody\tno address\t0\t2025-01-01
        month\t2026-01\t2
        month\t2026-03\t1
        domain\texample.org\t2
        domain\texample.net\t1
        others\t1

        """)
    let json = try await sandbox.almanac("stats", "--json", "--file", book)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    #expect(object["facts"] as? Int == 4)
    #expect(object["inactive"] as? Int == 2)
    #expect((object["newest"] as? [[String: Any]])?.map { $0["id"] as? Int } == [3, 2, 1, 4])
    #expect(
      json.text.hasPrefix(
        """
        {"facts":4,"users":4,"active":2,"inactive":2,
        "newest":[{"id":3,"name":"Kay \\u001b","email":"kay@EXAMPLE.net","active":true,"createdAt":"2026-02-01 00:00:00.000"},
        """))
    #expect(
      json.text.hasSuffix(
        """
        "months":[{"month":"2026-01","facts":2},{"month":"2026-03","facts":1}],
        "domains":[{"domain":"example.org","users":2},{"domain":"example.net","users":1}],"others":1}

        """))
    let empty = try await sandbox.almanac("stats", "--json", "--file", try await emptyBook(sandbox))
    #expect(
      empty.text == """
        {"facts":0,"users":0,"active":0,"inactive":0,
        "newest":[],
        "months":[],
        "domains":[],"others":0}

        """)
    try await sandbox.refuses(
      2, "almanac stats: 'users' is one argument too many; --help shows the usage.", "stats", "users")
  }

  @Test("a page with bars on a terminal")
  func page() async throws {
    let sandbox = try Sandbox()
    let book = try await book(sandbox)
    // The chart ends with the present month, even after long pauses.
    let months = try await sandbox.sqlite(
      book,
      """
      UPDATE facts SET createdAt = date('now', 'start of month', '-2 months') WHERE createdAt LIKE '2026-01%';
      UPDATE facts SET createdAt = date('now') WHERE createdAt LIKE '2026-03%';
      INSERT INTO facts(body, createdAt) VALUES ('e', '2099-01-01');
      SELECT strftime('%Y-%m', 'now', 'start of month', -n || ' months')
      FROM (SELECT 2 AS n UNION ALL SELECT 1 UNION ALL SELECT 0);
      """
    ).split(separator: "\n")
    let pane = try await Pane.start(sandbox, columns: 50, rows: 26)
    try await pane.command("clear; almanac stats --file \(book); echo \"status $?\"")
    #expect(try await pane.status() == 0)
    let rows = try await pane.screen().rows
    let first = try #require(rows.firstIndex { $0.hasPrefix("Facts ") })
    #expect(rows[first...].prefix(5) == ["Facts     5", "Users     4", "Active    2", "Inactive  2", ""])
    #expect(rows.contains("Newest users"))
    #expect(rows.contains { $0.hasPrefix("  Kay ␛         ") && $0.hasSuffix("  kay@EXAMPLE.net") })
    let growth = try #require(rows.firstIndex(of: "Facts added, by month"))
    #expect(
      rows[(growth + 1)...].prefix(4) == [
        "  \(months[0])  " + String(repeating: "▇", count: 37) + " 2", "  \(months[1])  0",
        "  \(months[2])  " + String(repeating: "▇", count: 18) + " 1", "",
      ])
    let domains = try #require(rows.firstIndex(of: "Users, by mail domain"))
    #expect(
      rows[(domains + 1)...].prefix(3) == [
        "  example.org  " + String(repeating: "▇", count: 33) + " 2",
        "  example.net  " + String(repeating: "▇", count: 16) + " 1",
        "  others       " + String(repeating: "▇", count: 16) + " 1",
      ])
    let none = try await emptyBook(sandbox)
    try await pane.command("clear; almanac stats --file \(none); echo \"status $?\"")
    // The status of the command before is on the screen, too, until it is cleared.
    let screen = try await pane.wait("the statistics") { $0.rows.contains("Inactive  0") && $0.contains("status 0") }
    #expect(!screen.contains("Newest") && !screen.contains("month") && !screen.contains("domain"))
  }

  private func emptyBook(_ sandbox: Sandbox) async throws -> String {
    let book = sandbox["empty.db"]
    try await sandbox.almanac("list", "facts", "--file", book, "--create", "--empty").check()
    return book
  }
}
