// Another program deletes very many records at once, those on the screen among them.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct BulkGoneScenes {
  @Test("the records around the cursor go, after a search among them was cleared: the list shows those that are left")
  func aClearedSearch() async throws {
    try await scene(Content.facts(494)) { scene in
      try await scene.outside(
        """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
        INSERT INTO facts(body) SELECT 'bulk fact number ' || n FROM numbers
        """)
      try await scene.press("/,type:number 500,Esc")
      #expect(scene.lines.contains { $0.contains("bulk fact number 500") })
      try await scene.outside("DELETE FROM facts WHERE body LIKE 'bulk%'")
      #expect(!scene.lines.contains { $0.contains("bulk") }, "\(scene.lines)")
    }
  }
}
