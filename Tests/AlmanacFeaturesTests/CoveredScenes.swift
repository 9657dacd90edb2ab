// A list that is not on the screen reads nothing, and is right when it is shown again.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct CoveredScenes {
  @Test func theOtherListRestsAndCatchesUp() async throws {
    try await scene { scene in
      let before = scene.statements.count { $0.contains("FROM \"users\"") && $0.contains("ORDER BY") }
      for name in ["Bob", "Cy"] {
        try await scene.outside("INSERT INTO users(name, email) VALUES ('\(name)', '\(name)@example.org')")
      }
      #expect(scene.statements.count { $0.contains("FROM \"users\"") && $0.contains("ORDER BY") } == before)
      #expect(scene.line(0).contains("2 Users 7"), "its count is on the screen, and is live")
      try await scene.press("2")
      #expect(scene.statements.count { $0.contains("FROM \"users\"") && $0.contains("ORDER BY") } == before + 1)
      #expect(scene.list.filter { $0.hasPrefix(" + ") }.count == 2, "what came meanwhile is marked: \(scene.list)")
    }
  }
}
