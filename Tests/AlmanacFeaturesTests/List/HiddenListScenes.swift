// A hidden list reads nothing, and is up to date when it is shown again.
@testable import AlmanacFeatures
import Stores
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct HiddenListScenes {
  @Test func theOtherListRestsAndCatchesUp() async throws {
    try await scene { scene in
      try await scene.press("2,1")
      let before = scene.statements.count { $0.contains("FROM main.`users`") && $0.contains("ORDER BY") }
      for name in ["Bob", "Cy"] {
        try await scene.outside("INSERT INTO users(name, email) VALUES ('\(name)', '\(name)@example.org')")
      }
      #expect(scene.statements.count { $0.contains("FROM main.`users`") && $0.contains("ORDER BY") } == before)
      #expect(scene.line(0).contains("2 Users 7"), "its count is on the screen, and is live")
      try await scene.press("2")
      #expect(scene.statements.count { $0.contains("FROM main.`users`") && $0.contains("ORDER BY") } == before + 1)
      #expect(scene.list.filter { $0.hasPrefix(" + ") }.count == 2, "what came meanwhile is marked: \(scene.list)")
    }
  }

  @Test("CHG-12: a hidden list reads nothing: its count follows the rows of commits")
  func allOfAHiddenListRests() async throws {
    for keys in ["2,/,type:a,Enter", "2,Enter", "2,e", "2,F"] {
      try await scene { scene in
        try await scene.press(keys + (keys == "2,e" ? "" : ",1"))
        // A form takes the keys, so the action of a tab's key hides its list.
        if keys == "2,e" { scene.session.store.send(.tabKeyPressed(.table("facts"))) }
        await scene.run.settle()
        let before = scene.statements.count
        try await scene.outside("UPDATE users SET name = 'Ada Lovelace' WHERE id = 1")
        let read = scene.statements[before...].filter {
          $0.contains("users") && !$0.hasPrefix("CREATE VIRTUAL TABLE temp.")
        }
        #expect(read == [], "\(keys)")
        scene.session.store.send(.tabKeyPressed(.table("users")))
        await scene.run.settle()
        #expect(scene.lines.contains { $0.contains("Ada Lovelace") }, "\(keys): \(scene.lines)")
      }
    }
  }
}
