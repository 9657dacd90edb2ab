// Arrivals below the screen, and deletions by other programs.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct NewsScenes {
  private static let size = Size(width: 80, height: 10)

  @Test("Arrivals below the screen are counted among the loaded rows; a plus says that there may be more")
  func manyNewBelow() async throws {
    let table = "CREATE TABLE log(id INTEGER PRIMARY KEY, t); INSERT INTO log(t) VALUES ('a'), ('b'), ('c');"
    try await fileScene(table, size: Size(width: 60, height: 10)) { scene in
      try await scene.outside("INSERT INTO log(t) VALUES ('d'), ('e'), ('f'), ('g'), ('h')")
      #expect(scene.status.hasSuffix("   3 new below"), "\(scene.lines)")
      for _ in 0..<100 { try await scene.outside("INSERT INTO log(t) VALUES ('x')") }
      #expect(scene.status.hasSuffix("+ new below"), "\(scene.lines)")
      try await scene.press("G")
      #expect(!scene.status.contains("new below"), "\(scene.lines)")
    }
  }

  @Test("arrivals below the screen are reported until the person scrolls to them")
  func below() async throws {
    try await scene(Content.facts(60), size: Self.size) { scene in
      try await scene.press("S,g")
      try await scene.outside("INSERT INTO facts(body) VALUES ('new'), ('newer')")
      #expect(scene.status.hasSuffix("   2 new below"))
      try await scene.outside("DELETE FROM facts WHERE body = 'new'")
      #expect(scene.status.hasSuffix("   1 new below · 1 gone"))
      try await scene.press("Down")
      #expect(scene.status.hasSuffix("   1 new below"))
      try await scene.press("G")
      #expect(scene.status == "")
    }
  }

  @Test("deletions by others are reported until a key is pressed; our own deletions and undos are not")
  func gone() async throws {
    try await scene(Content.facts(60), size: Self.size) { scene in
      try await scene.outside("DELETE FROM facts WHERE id IN (60, 58, 30)")
      #expect(scene.status.hasSuffix("   3 gone"))
      try await scene.outside("DELETE FROM facts WHERE id = 57")
      #expect(scene.status.hasSuffix("   4 gone"))
      try await scene.press("Down")
      #expect(scene.status == "")
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 56 · u undo")
      try await scene.press("u,C-r")
      #expect(scene.status == " Deleted fact 56 · u undo")
      try await scene.press("a,type:mine,C-s,u")
      #expect(!scene.status.contains("gone"))
    }
  }

  @Test("nothing is reported of a record that may only have left the loaded rows")
  func moved() async throws {
    let users = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
      INSERT INTO users(name, email) SELECT printf('User %03d', i), 'u' || i || '@example.org' FROM n
      """
    try await scene(users, size: Self.size) { scene in
      try await scene.press("2")
      try await scene.outside("UPDATE users SET name = 'Zoe' WHERE id = 3")
      #expect(scene.status == "")
      // A record that only leaves a filter or a search is not reported either.
      try await scene.press("f")
      try await scene.outside("UPDATE users SET active = 0 WHERE id = 2")
      #expect(scene.status == "")
    }
  }

  @Test("CHG-12: deletions by another program are also reported for records that could not be deleted here")
  func goneAfterRefusals() async throws {
    try await scene { scene in
      try await scene.inside(
        "CREATE TRIGGER keep BEFORE DELETE ON users BEGIN SELECT RAISE(ABORT, 'users stay'); END")
      try await scene.press("2,d")
      #expect(scene.status.hasPrefix(" Not deleted: users stay."))
      try await scene.inside("DROP TRIGGER keep")
      try await scene.outside("DELETE FROM users WHERE id = 1")
      #expect(scene.status.hasSuffix(" 1 gone"), "\(scene.status)")
      // A refused edit, and an undo.
      try await scene.press("g,e,Tab,C-u,type:annie@example.net,C-s,Esc,Esc")
      try await scene.outside("DELETE FROM users WHERE id = 2")
      #expect(scene.status.hasSuffix(" 1 gone"), "\(scene.lines)")
      try await scene.press("1,a,type:Mine.,Enter")
      try await scene.outside("UPDATE facts SET body = 'Theirs.' WHERE id = 4")
      try await scene.press("u")
      #expect(scene.status == " Not undone: another program has changed fact 4 since; it stays as it is.")
      try await scene.press("g")
      try await scene.outside("DELETE FROM facts WHERE id = 4")
      #expect(scene.status.hasSuffix(" 1 gone"), "\(scene.status)")
    }
  }
}
