// Leaving a form with typed text in it.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct LeavingFormScenes {
  @Test("an answer that came with the key that asks was typed before the question could be read: it counts for nothing")
  func answersTypedAhead() async throws {
    try await scene { scene in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("a,type:x")
      try await scene.pressAtOnce("Esc,Esc,Esc")
      #expect(scene.formLines.contains { $0.hasPrefix("Esc again discards what you typed") }, "\(scene.lines)")
      try await scene.pressAtOnce("C-c,C-c,C-c")
      #expect(scene.status == " What you typed is not saved. The same key again quits all the same.")
      #expect(!hasEnded)
      // Text typed right after the question still goes into the field.
      try await scene.press("End")
      try await scene.pressAtOnce("Esc,type:yz")
      #expect(scene.formLines.contains { $0.hasPrefix("Fact  xyz") }, "\(scene.lines)")
      try await scene.press("Esc,Esc")
      #expect(scene.formLines.isEmpty, "\(scene.lines)")
    }
    // The question is also shown on a screen too small for anything else.
    try await scene { scene in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("a,type:x,resize:16x2")
      try await scene.pressAtOnce("C-c,C-c")
      #expect(!hasEnded)
      try await scene.press("C-c")
      #expect(hasEnded)
    }
  }

  @Test func quittingWithAnUnsavedFormAsks() async throws {
    try await scene { scene in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("a,q,C-c")
      #expect(!hasEnded)
      #expect(scene.status == " What you typed is not saved. The same key again quits all the same.")
      try await scene.press("Left,C-c")
      #expect(!hasEnded, "another key takes the question back")
      try await scene.press("C-c")
      #expect(hasEnded)
    }
    try await scene { scene in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("a,C-c")
      #expect(hasEnded, "nothing was typed")
    }
  }

  @Test func aRecordThatComesBackWhileItIsEdited() async throws {
    try await scene { scene in
      try await scene.press("e,type: And more.")
      try await scene.outside("DELETE FROM facts WHERE id = 3")
      try await scene.press("Esc")
      #expect(scene.lines.contains { $0.contains("Esc again discards what you typed") })
      try await scene.outside("INSERT INTO facts(id, body) VALUES (3, 'An octopus has three hearts.')")
      #expect(scene.lines.contains { $0.contains("Esc again discards what you typed") }, "it is still asked")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 3") == ["An octopus has three hearts. And more."])
    }
  }
}
