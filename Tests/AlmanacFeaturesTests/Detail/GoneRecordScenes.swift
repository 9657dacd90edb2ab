// An open record is deleted, comes back, or is left.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct GoneRecordScenes {
  @Test("NIO-04: a user who is deleted elsewhere while the detail is open: it says so, and the list goes on")
  func aUserWhoIsDeletedElsewhere() async throws {
    try await scene { scene in
      try await scene.press("2,Enter")
      #expect(scene.line(1) == "   User 1")
      try await scene.inside("DELETE FROM users WHERE id = 1")
      #expect(scene.lines[1...5] == ["   User 1", "", "   This record is gone", "", ""])
      try await scene.press("Space,1,2")
      #expect(scene.lines[1...5] == ["   User 1", "", "   This record is gone", "", ""], "on the way back too")
      try await scene.press("Esc")
      #expect(scene.cursorRow?.hasPrefix("alan") == true, "the neighbour has the cursor")
      #expect(scene.line(0).contains("2 Users 4"))
    }
  }

  @Test("NIO-11: a detail that has been left reads its record no more")
  func whatIsLeftReadsNothing() async throws {
    try await scene { scene in
      @MainActor func reads() -> Int { scene.statements.count { $0 == "SELECT * FROM main.`users` WHERE `id` = ?" } }
      try await scene.press("2,Enter")
      let opened = reads()
      try await scene.inside("UPDATE users SET name = 'Ada Countess' WHERE id = 1")
      #expect(reads() > opened, "while it is open it is read")
      try await scene.press("Esc")
      let left = reads()
      try await scene.inside("UPDATE users SET name = 'Ada King' WHERE id = 1")
      #expect(reads() == left)
      #expect(scene.list.contains { $0.contains("Ada King") })
    }
  }

  @Test func thatItIsGoneIsSaidNoMoreOnceItIsBack() async throws {
    try await scene { scene in
      try await scene.press("Enter")
      try await scene.outside("DELETE FROM facts WHERE id = 3")
      try await scene.press("e")
      #expect(scene.status == " This record is gone.")
      try await scene.outside("INSERT INTO facts(id, body) VALUES (3, 'It is back.')")
      #expect(scene.lines.joined().contains("It is back."))
      #expect(scene.status == "")
      // Keys pressed right after a refused key are not commands.
      await scene.wait(1)
      try await scene.press("e,type:!")
      try await scene.outside("DELETE FROM facts WHERE id = 3")
      try await scene.press("C-s")
      #expect(scene.status == " Added fact 4 · u undo")
      #expect(scene.lines.joined().contains("It is back.!"), "the open record goes on as the new one")
    }
  }
}
