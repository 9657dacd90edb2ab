// The smallest terminal that shows a screen: every screen opens in it.
import Foundation
import Testing

@Suite("A terminal of 20x5", .serialized)
struct SmallTerminalTests {
  @Test("every screen opens, and is drawn whole")
  func screens() async throws {
    let sandbox = try Sandbox()
    let pane = try await Pane.start(sandbox, columns: 20, rows: 5)
    let file = sandbox["book.db"]
    try await sandbox.almanac("list", "facts", "--file", file, "--create", "--empty").check()
    try await sandbox.sqlite(
      file,
      """
      INSERT INTO facts(id, body, createdAt) VALUES
        (1, 'Honey never spoils.', '2001-01-01'), (2, 'An octopus has three hearts.', '2001-01-01');
      INSERT INTO users(id, name, email, createdAt) VALUES (1, 'Ada Byron', 'ada@example.org', '2001-01-01');
      """)
    func expect(_ picture: String, after keys: String..., at location: SourceLocation = #_sourceLocation) async throws {
      for key in keys { try await pane.type(key) }
      var rows = picture.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      while rows.count < 5 { rows.append("") }
      do {
        try await pane.wait("this screen") { $0.rows == rows }
      } catch {
        Issue.record("\(error)\nand not\n\(picture)", sourceLocation: location)
        throw error
      }
    }
    try await pane.command("clear; almanac '\(file)'; echo \"status $?\"")
    try await expect(
      """
      """)
    try await pane.type("q")
    #expect(try await pane.status() == 0)
  }
}
