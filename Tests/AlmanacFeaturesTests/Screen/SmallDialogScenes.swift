// Dialogs on the smallest screens.
import AlmanacRecords
import Databases
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct SmallDialogScenes {
  @Test func theNumberIsTypedOnTheLeastScreen() async throws {
    try await scene(Content.users(1234), size: Size(width: 20, height: 5)) { scene in
      try await scene.press("2,C-a,d")
      scene.shows(
        """
        ‹ 2 Users 1,2… live
        Delete 1,234 users?
        Type 1234
               1,234 marked
         ⏎ go on  Esc cancel
        """)
      try await scene.press("type:99")
      scene.shows(
        """
        ‹ 2 Users 1,2… live
        Delete 1,234 users?
        Type 1234  99
               1,234 marked
         ⏎ go on  Esc cancel
        """)
      try await scene.press("Enter")
      scene.shows(
        """
        ‹ 2 Users 1,2… live
        Delete 1,234 users?
        Type 1234  99
         Wrong number.
         ⏎ go on  Esc cancel
        """)
      try await scene.press("C-u,type:1234")
      scene.shows(
        """
        ‹ 2 Users 1,2… live
        Delete 1,234 users?
        Type 1234  1234
               1,234 marked
         ⏎ go on  Esc cancel
        """)
      try await scene.press("Enter")
      #expect(scene.lines[2...3].joined().contains("Deleted"), "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["0"])
    }
  }

  @Test func controlCLeavesTheDialogAndNotTheProgram() async throws {
    try await scene(Content.facts(150)) { scene in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("C-a,d,type:15,C-c")
      #expect(!hasEnded)
      #expect(!scene.lines.joined().contains("to go on"))
      #expect(scene.status == " Nothing was changed.                                                150 marked")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["150"])
      try await scene.press("C-c")
      #expect(hasEnded)
    }
  }

  @Test func aNumberThatIsWrongIsSaidInANarrowDialog() async throws {
    try await scene(Content.facts(150), size: Size(width: 40, height: 10)) { scene in
      try await scene.press("C-a,d")
      scene.shows(
        """
         1 Facts 150  2 Users 0          › live
        ┌ Delete 150 facts? ───────────────────┐
        │                                      │
        │ Type 150 to go on                    │
        │                                      │
        │                                      │
        │                                      │
        └──────────────────────────────────────┘
                                     150 marked
         ⏎ go on  Esc cancel
        """)
      try await scene.press("type:99")
      scene.shows(
        """
         1 Facts 150  2 Users 0          › live
        ┌ Delete 150 facts? ───────────────────┐
        │                                      │
        │ Type 150 to go on  99                │
        │                                      │
        │                                      │
        │                                      │
        └──────────────────────────────────────┘
                                     150 marked
         ⏎ go on  Esc cancel
        """)
      try await scene.press("Enter")
      scene.shows(
        """
         1 Facts 150  2 Users 0          › live
        ┌ Delete 150 facts? ───────────────────┐
        │                                      │
        │ Type 150 to go on  99                │
        │                                      │
        │ That is a different number. Nothing  │
        │ was changed.                         │
        └──────────────────────────────────────┘
                                     150 marked
         ⏎ go on  Esc cancel
        """)
      // With two lines less the dialog has no room for it.
      try await scene.press("resize:40x8")
      scene.shows(
        """
         1 Facts 150  2 Users 0          › live
        ┌ Delete 150 facts? ───────────────────┐
        │                                      │
        │ Type 150 to go on  99                │
        │                                      │
        └──────────────────────────────────────┘
         That is a different number.
         ⏎ go on  Esc cancel
        """)
    }
  }

  @Test func theNumberIsAskedForWhereItsWordsDoNotFit() {
    let ids = (1...123_456).map(RecordID.rowID)
    let state = BulkConfirmation.State(
      deed: .change(.delete), chosen: ChosenRecords(Set(ids)), records: "123,456 facts")
    #expect(state.question(width: 22) == "Delete 123,456 facts?")
    #expect(state.question(width: 20) == "Delete 123,456?")
  }

  @Test func aBookIsBegunOrLeftOnTheLeastScreen() throws {
    let scene = OpeningScene(isAsked: true, size: Size(width: 20, height: 5))
    scene.shows(
      """
      ┌ Your book ───────┐
      │ ▌ s  samples     │
      │   e  empty       │
      └──────────────────┘
       ⏎ begin  Esc leave
      """)
    try scene.press("Down")
    #expect(scene.terminal.screen[2] == "│ ▌ e  empty       │")
  }

  @Test func aBookIsWaitedForOnTheLeastScreen() async throws {
    let gate = Gate()
    let scene = OpeningScene(isAsked: false, size: Size(width: 20, height: 5), open: gate.open)
    let tell = await gate.hasBegun()
    scene.clock.advance(by: 1)
    await scene.frame()
    scene.shows(
      """
      ┌ book.db ─────────┐
      │ Opening · 1 s    │
      │                  │
      └──────────────────┘
       Esc leave
      """)
    try await scene.told(.write, tell)
    scene.clock.advance(by: 2)
    await scene.frame()
    scene.shows(
      """
      ┌ book.db ─────────┐
      │ It is locked.    │
      │ Waiting · 3 s    │
      └──────────────────┘
       Esc leave
      """)
    try scene.press("resize:20x7")
    scene.shows(
      """
      ┌ book.db ─────────┐
      │ Another program  │
      │ has locked it.   │
      │ Waiting · 3 s    │
      │                  │
      └──────────────────┘
       Esc leave
      """)
    try scene.press("Esc")
    await scene.opening.settle()
    #expect(scene.ending == "given up a locked one")
  }

  @Test(arguments: [Size(width: 20, height: 5), Size(width: 40, height: 10), Size(width: 80, height: 24)])
  func theHelpSaysHowItIsClosed(_ size: Size) async throws {
    try await scene(size: size) { scene in
      try await scene.press("?")
      #expect(scene.lines.last?.hasPrefix(" Esc close") == true, "\(scene.lines)")
    }
  }
}
