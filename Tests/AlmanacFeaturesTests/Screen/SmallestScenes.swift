// Tiny screens: a terminal of any size is drawn, and shows the same as before when it grows again.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct SmallestScenes {
  @Test(arguments: ["2", "2,Enter", "2,e", "3", "?", "2,d", "2,Down,Space"])
  func aScreenOfAnySizeIsDrawn(keys: String) async throws {
    try await scene { scene in
      try await scene.press(keys)
      let before = scene.lines
      for width in [1, 19, 20, 50, 79, 120, 160, 300] {
        for height in 1...8 { try await scene.press("resize:\(width)x\(height)") }
      }
      try await scene.press("resize:80x24")
      #expect(scene.lines == before)
    }
  }
}
