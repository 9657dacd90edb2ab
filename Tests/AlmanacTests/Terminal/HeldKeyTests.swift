// A held key, on a real terminal.
import Foundation
import TestSupport
import Testing

@Suite("A held key", .serialized)
struct HeldKeyTests {
  /// A book of 3,000 facts, on a screen.
  private func longBook() async throws -> OpenBook {
    let book = try await OpenBook.start()
    try await book.sql(
      """
      DELETE FROM facts;
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
      INSERT INTO facts(id, body) SELECT n, 'Fact ' || n FROM numbers;
      """)
    try await book.pane.wait("3,000 facts") {
      $0.contains("1 Facts 3,000") && $0.selected?.text.contains(" Fact ") == true
    }
    try await book.pane.type("g")
    try await book.pane.wait("the cursor on the first") { $0.selected?.text.contains(" Fact 3000 ") == true }
    return book
  }

  @Test("500 Down at once, and Enter right behind them: the record that is open is the 501st")
  func fiveHundred() async throws {
    let book = try await longBook()
    try await book.pane.type("Down", times: 500)
    try await book.pane.type("Enter")
    try await book.pane.wait("the record") { $0.rows[1].hasPrefix("   Fact 2500") }
    try await book.quit()
  }

  @Test("2,000 repeats while another process writes above: the right record, and what is typed last is answered")
  func twoThousand() async throws {
    let book = try await longBook()
    let (pane, file) = (book.pane, book.file)
    async let burst: Void = book.sandbox.shell(
      """
      for i in $(seq 300); do echo "INSERT INTO facts(id, body) VALUES (5000 + $i, 'Above $i');"; done |
        sqlite3 -cmd '.timeout 30000' '\(file)'
      """
    ).check()
    try await pane.type("j", times: 2000)
    try await pane.wait("the record under the cursor") { $0.selected?.text.contains(" Fact 1000 ") == true }
    try await pane.type("/")
    try await pane.type(text: "above 300")
    try await burst
    try await pane.wait("the last that was written") {
      $0.contains("/ above 300 ") && $0.contains("1 of 3,300") && $0.selected?.text.contains("Above 300 ") == true
    }
    try await pane.type("Escape")
    try await pane.wait("all") { !$0.contains("/ above 300") }
    try await book.quit()
  }
}
