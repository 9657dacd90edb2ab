// What a key draws anew.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct DrawnPaneScenes {
  @Test func aMotionDrawsTheKeyLineNotAnew() async throws {
    try await scene(Content.users(300)) { scene in
      try await scene.press("2,Down")
      let count = scene.session.screen.keyLine.drawCount
      try await scene.press("Down,Down,Up,PgDn,C-d,PgDn,PgDn,PgDn,PgDn,PgUp,End,Home")
      #expect(scene.session.screen.keyLine.drawCount == count)
      try await scene.press("Space")
      #expect(scene.session.screen.keyLine.drawCount > count, "there is an undo now")
    }
  }
}
