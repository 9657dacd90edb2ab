// The smallest supported terminal: every screen opens in it.
import Foundation
import TestSupport
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
      if !keys.isEmpty { try await pane.type(keys) }
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
       1 Facts 2   › live
       ID ▼  Fact
       ▌  2  An octopus …

       a add  ? help
      """)
    try await expect(
      """
       1 Facts 2   › live
       / oct       1 of 2
       ▌  2  An octopus …

       ⏎ keep the search
      """, after: "/", "o", "c", "t")
    try await expect(
      """
       1 Facts 2   › live
         Fact 2
         ID     2

       Esc back  ? help
      """, after: "Enter", "Enter")
    try await expect(
      """
       1 Facts 2   › live
       Fact
       required

       Ctrl-S save
      """, after: "Escape", "Escape", "a")
    try await expect(
      """
       1 Facts 2   › live
       Fact  x
       Esc again: discard

       Ctrl-S save
      """, after: "x", "Escape")
    // Another key in between: a held Esc discards nothing.
    try await expect(
      """
       1 Facts 2   › live
       Fact
       required

       Ctrl-S save
      """, after: "BSpace")
    try await expect(
      """
      New here? ↑ ↓ move,
      ⏎ opens, Esc goes
      back, / searches, u
      \(sandbox.folder.prefix(9))…  197 more
       Esc close  / search
      """, after: "Escape", "?")
    try await expect(
      """
       1 Facts 2   › live
       ID ▼  Fact
       ▌* 2  An octopus …
                 1 marked
       a add  ? help
      """, after: "Escape", "x")
    try await expect(
      """
      ‹ 2 Users 1  › live
         User 1
         ID      1

       Esc back  ? help
      """, after: "Escape", "2", "Enter")
    try await expect(
      """
      ‹ 2 Users 1  › live
       Name    Ada Byron
       Save

       Tab next field
      """, after: "e")
    try await expect(
      """
      ‹ 2 Users 1  › live
       Name    …Countess
       Save

       Tab next field
      """, after: "Space", "C", "o", "u", "n", "t", "e", "s", "s")
    try await expect(
      """
      ‹ 2 Users 1  › live
       E-mail
       required

       Tab next field
      """, after: "Tab", "C-u")
    try await expect(
      """
      ‹ 2 Users 1  › live
       E-mail  a@b.c
       Save

       Tab next field
      """, after: "a", "@", "b", ".", "c")
    try await expect(
      """
      ‹ 2 Users 1  › live
         User 1
         ID      1
       Edited user 1 · u…
       Esc back  ? help
      """, after: "C-s")
    try await expect(
      """
      ‹ 2 Users 1  › live
         Name ▲
       ▌ Ada Byron Count…
       Toggled user 1 · …
       a add  ? help
      """, after: "Escape", "Space")
    try await expect(
      """
      ‹ 3 Statistics live
         Facts          2
         Users          1

       j scroll down
      """, after: "3")
    try await expect(
      """
       1 Facts 1   › live
       ID ▼  Fact
       ▌  1  Honey never…
       Deleted fact 2 · …
       a add  ? help
      """, after: "1", "d")
    try await pane.type("q")
    #expect(try await pane.status() == 0)
    #expect(try await sandbox.sqlite(file, "SELECT name, email, active FROM users") == "Ada Byron Countess|a@b.c|0")
  }
}
