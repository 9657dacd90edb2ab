// The columns of a list stay where they are.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ColumnScenes {
  @Test func whateverUsersAreSortedBy() async throws {
    try await scene { scene in
      try await scene.press("2")
      var headers = [scene.line(2)]
      for key in ["S", "s", "S", "s", "S"] {
        try await scene.press(key)
        headers.append(scene.line(2))
      }
      #expect(
        headers == [
          "   Name ▲         E-mail                                         Active   Added",
          "   Name ▼         E-mail                                         Active   Added",
          "   Name           E-mail ▲                                       Active   Added",
          "   Name           E-mail ▼                                       Active   Added",
          "   Name           E-mail                                         Active Added ▼",
          "   Name           E-mail                                         Active Added ▲",
        ])
    }
  }

  @Test func namesThatAreShorterThanTheirTitle() async throws {
    try await scene(
      """
      INSERT INTO users(id, name, email, createdAt) VALUES
        (1, 'A', 'a@b', '2026-01-31'), (2, 'B', 'b@c', '2026-01-31')
      """
    ) { scene in
      try await scene.press("2")
      #expect(scene.line(2) == "   Name ▲  E-mail                                                Active   Added")
      try await scene.press("s")
      #expect(scene.line(2) == "   Name    E-mail ▲                                              Active   Added")
      try await scene.press("s")
      #expect(scene.line(2) == "   Name    E-mail                                                Active Added ▼")
    }
  }

  @Test func factsTheOtherWayRound() async throws {
    try await scene { scene in
      #expect(scene.line(2) == "   ID  Fact                                                               Added")
      try await scene.press("S")
      #expect(scene.line(2) == " ID ▲  Fact                                                               Added")
      #expect(scene.line(3).hasPrefix("    1  Honey"))
    }
  }
}
