// Keys that are typed faster than what they ask for act in their order.
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct KeyOrderScenes {
  @Test func undoWaitsForTheChangeBeforeIt() async throws {
    try await scene { scene in
      try await scene.pressAtOnce("d,u")
      #expect(scene.status == " Undone: Deleted fact 3 · Ctrl-R redo")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2", "3"])
      #expect(scene.cursorLine == 3)
      try await scene.pressAtOnce("d,u,C-r")
      #expect(scene.status == " Deleted fact 3 · u undo")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"])
      try await scene.pressAtOnce("2,Space,u,Space,Space,u")
      #expect(scene.status == " Undone: Toggled user 1 · Ctrl-R redo")
      #expect(try scene.rows("SELECT active FROM users WHERE id = 1") == ["0"])
    }
  }

  @Test func undoWaitsForAKeyThatWaitsForRows() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.press("x,d")
      try await scene.pressAtOnce("G,d,u")
      #expect(scene.status == " Undone: Deleted fact 1 · Ctrl-R redo")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["2999"])
    }
  }

  @Test func whatIsTypedBehindAKeyThatOpensAFormIsMeantForTheForm() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.pressAtOnce("G,e,type:2dx,paste:q,C-s")
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 1") == ["Fact 12dxq"])
      try await scene.pressAtOnce("g,e,type:x,Esc")
      #expect(!scene.lines.contains { $0.contains("Edit fact") }, "Esc forgets what waits")
      try await scene.pressAtOnce("C-a,d,type:3000,Enter")
      #expect(scene.status == " Deleted 3,000 facts · u undo")
    }
  }

  @Test func whatIsPressedBehindAnUndoMeansItsRecord() async throws {
    try await scene { scene in
      try await scene.pressAtOnce("d,u,d")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"])
      #expect(scene.status == " Deleted fact 3 · u undo")
      try await scene.pressAtOnce("u,j,d")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "3"])
      try await scene.pressAtOnce("G,u,e,type:!,C-s")
      await scene.run.settle()
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 2") == ["A group of cats is called a clowder.!"])
    }
  }

  @Test func undoBehindAChangeThatIsRefusedTakesNothingElseBack() async throws {
    try await scene { scene in
      try await scene.press("d")
      try await scene.inside(
        "CREATE TRIGGER refuse BEFORE DELETE ON facts BEGIN SELECT RAISE(ABORT, 'no deletions today'); END")
      try await scene.pressAtOnce("d,u")
      #expect(scene.status == " Not deleted: no deletions today. Nothing was changed.")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2"])
      try await scene.press("u")
      #expect(scene.status == " Undone: Deleted fact 3 · Ctrl-R redo")
    }
  }

  @Test("a record that somebody brings back before the rows have been read again: they are as they were")
  func aRecordThatComesBackAtOnce() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      gate.close(#"SELECT "id", "id", "body""#)
      try await scene.pressWhileWaiting("d")
      await gate.arrival()
      try RawConnection.run(
        """
        INSERT INTO facts(id, body, createdAt) VALUES
          (3, 'An octopus has three hearts.', '2026-01-31 11:55:00.000')
        """, on: scene.path)
      gate.open()
      await scene.run.settle()
      #expect(scene.cursorLine == 3)
      try await scene.press("Enter")
      #expect(scene.line(1) == "   Fact 3")
    }
  }

  @Test("Enter when the deletion is written and the rows are still as they were: the next record is opened")
  func enterBeforeADeletedRecordHasGone() async throws {
    let gate = StatementGate()
    try await scene(trace: gate.trace) { scene in
      gate.close(#"SELECT "id", "id", "body""#)
      try await scene.pressWhileWaiting("d")
      await gate.arrival()
      await scene.until { $0.message?.text == "Deleted fact 3" }
      try await scene.pressWhileWaiting("Enter")
      #expect(scene.cursorLine == 3)
      gate.open()
      await scene.run.settle()
      #expect(scene.line(1) == "   Fact 2")
    }
  }
}
