// Dialogs on the smallest screens.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct SmallDialogScenes {
  @Test func theNumberIsTypedOnTheLeastScreen() async throws {
    try await scene(Content.users(1234), size: Size(width: 20, height: 5)) { scene in
      try await scene.press("2,C-a,d,type:99")
      scene.shows(
        """
         2 Users 1,234 live
        Delete 1,234 users?
        Type 1234  99
               1,234 marked
         Esc leave all as i…
        """)
      try await scene.press("Enter")
      scene.shows(
        """
         2 Users 1,234 live
         That is another
         number. Nothing
         was changed.
         Esc leave all as i…
        """)
      try await scene.press("C-u,type:1234")
      #expect(scene.line(2) == "Type 1234  1234")
      try await scene.press("Enter")
      #expect(scene.lines[2...3].joined().contains("Deleted"), "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["0"])
    }
  }

  @Test func aNumberThatIsWrongIsSaidWhereTheDialogIsTooNarrow() async throws {
    try await scene(Content.facts(150), size: Size(width: 40, height: 10)) { scene in
      try await scene.press("C-a,d,type:99,Enter")
      scene.shows(
        """
         1 Facts 150  2 Users 0  3 Statis… live
        ┌ Delete 150 facts? ───────────────────┐
        │                                      │
        │ Type 150 to go on  99                │
        │                                      │
        │                                      │
        │                                      │
         That is another number. Nothing was
         changed.
         Esc leave all as it is
        """)
    }
  }

  @Test(arguments: [Size(width: 20, height: 5), Size(width: 40, height: 10), Size(width: 80, height: 24)])
  func theHelpSaysHowItIsClosed(_ size: Size) async throws {
    try await scene(size: size) { scene in
      try await scene.press("?")
      #expect(scene.lines.last?.hasPrefix(" Esc close") == true, "\(scene.lines)")
    }
  }
}
