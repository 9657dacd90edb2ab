// Where the cursor is after the undo of a change of many records.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct UndoCursorScenes {
  private static let size = Size(width: 80, height: 12)

  @Test func allThatWereDeletedComeBackWithTheCursorOnItsRecordAndLine() async throws {
    try await scene(Content.facts(500), size: Self.size) { scene in
      try await scene.press("PgDn,PgDn,PgDn,Down,Down,C-a")
      let line = scene.cursorLine
      #expect(scene.cursorRow?.contains("Fact 477") == true)
      try await scene.press("d,type:500,Enter")
      #expect(scene.cursorRow == nil)
      try await scene.press("u")
      #expect(scene.cursorRow?.contains("Fact 477") == true)
      #expect(scene.cursorLine == line)
      try await scene.press("C-r,u")
      #expect(scene.cursorRow?.contains("Fact 477") == true)
    }
  }

  @Test func theCursorGoesBackToItsRecordFromWhereItWentMeanwhile() async throws {
    try await scene(Content.facts(500), size: Self.size) { scene in
      try await scene.press("/,type:fact 25,Enter,Down,C-a")
      #expect(scene.status.hasSuffix("   15 marked"))
      #expect(scene.cursorRow?.contains("Fact 325") == true)
      try await scene.press("d,Esc,Esc,G")
      #expect(scene.status == " Deleted 15 facts · u undo")
      #expect(scene.cursorRow?.contains("Fact 1 ") == true)
      try await scene.press("u")
      #expect(scene.cursorRow?.contains("Fact 325") == true)
    }
  }

  @Test func soItIsWhereAToggleTakesRecordsOutOfTheList() async throws {
    try await scene(Content.users(200), size: Self.size) { scene in
      try await scene.press("2,f,PgDn,Down,x,Down,x")
      let line = scene.cursorLine
      #expect(scene.cursorRow?.contains("User 0014") == true, "\(scene.lines)")
      try await scene.press("Space")
      #expect(scene.cursorRow?.contains("User 0016") == true)
      try await scene.press("u")
      #expect(scene.cursorRow?.contains("User 0014") == true)
      #expect(scene.cursorLine == line)
    }
  }

  @Test func aCursorThatWasOnNoneOfThemStaysWhereItIs() async throws {
    try await scene(Content.facts(500), size: Self.size) { scene in
      try await scene.press("x,Down,x,Down")
      #expect(scene.cursorRow?.contains("Fact 498") == true)
      try await scene.press("d,PgDn")
      let (row, line) = (scene.cursorRow, scene.cursorLine)
      try await scene.press("u")
      #expect(scene.cursorRow == row)
      #expect(scene.cursorLine == line)
    }
  }
}
