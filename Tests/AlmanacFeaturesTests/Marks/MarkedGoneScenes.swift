// Marked records that go, wherever they stand: the number that is told, and asked for, is that of those that are there.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct MarkedGoneScenes {
  private static let size = Size(width: 80, height: 12)

  @Test func marksOfRecordsFarOffGoWithThem() async throws {
    try await scene(Content.facts(500), size: Self.size) { scene in
      try await scene.press("C-a")
      #expect(scene.status.hasSuffix("   500 marked"))
      try await scene.outside("DELETE FROM facts WHERE id BETWEEN 1 AND 100")
      #expect(scene.status.hasSuffix("   400 marked"))
      try await scene.press("d")
      #expect(scene.lines.contains { $0.contains("Delete 400 facts?") })
      try await scene.press("type:400,Enter")
      #expect(scene.status.hasPrefix(" Deleted 400 facts · u undo"))
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["400"])
      #expect(!scene.status.contains("marked"), "what comes back is not marked")
    }
  }

  @Test func whatIsAskedAboutIsWhatIsThere() async throws {
    try await scene(Content.facts(500), size: Self.size) { scene in
      try await scene.press("C-a,d,type:500")
      // Of these some are on the screen, and some far off.
      try await scene.outside("DELETE FROM facts WHERE id > 495 OR id < 11")
      #expect(scene.lines.contains { $0.contains("Delete 485 facts?") })
      try await scene.press("Enter")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["485"])
      #expect(scene.lines.contains { $0.contains("Delete 485 facts?") }, "500 is not the number any more")
      try await scene.outside("DELETE FROM facts")
      #expect(scene.status == " The marked facts have gone.")
      #expect(!scene.lines.contains { $0.contains("Delete") && $0.contains("?") })
    }
  }

  @Test func whatTheFilterHidesIsNotMarkedEither() async throws {
    try await scene(Content.users(300), size: Self.size) { scene in
      try await scene.press("2,f,C-a")
      #expect(scene.status.hasSuffix("   200 marked"))
      try await scene.outside("UPDATE users SET active = 0 WHERE id > 280")
      #expect(scene.status.hasSuffix("   187 marked"))
    }
  }

  @Test func aMarkThatIsTakenAwayHasNothingLookedFor() async throws {
    try await scene(Content.facts(500), size: Self.size) { scene in
      var lookups: Int {
        scene.statements.filter { $0.hasPrefix("SELECT 1 FROM \"facts\" WHERE \"id\" = ") }.count
      }
      try await scene.press("C-a")
      let first = lookups
      #expect(first > 0)
      try await scene.press("x,Down,x")
      #expect(scene.status.hasSuffix("   498 marked"))
      #expect(lookups == first)
      // Those that stay marked are looked for all the same, and the others not missed.
      try await scene.outside("DELETE FROM facts WHERE id < 11 OR id = 500")
      #expect(scene.status.hasSuffix("   488 marked"))
      let second = lookups
      try await scene.press("x")
      #expect(scene.status.hasSuffix("   489 marked"))
      #expect(lookups > second)
    }
  }

  @Test func anotherOrderKeepsTheMarksAndASearchThoseThatItFinds() async throws {
    try await scene(Content.users(300), size: Self.size) { scene in
      try await scene.press("2,C-a,S")
      #expect(scene.status.hasSuffix("   300 marked"))
      try await scene.press("s")
      #expect(scene.status.hasSuffix("   300 marked"))
      try await scene.press("f")
      #expect(scene.status == " 100 users are not marked any more." + String(repeating: " ", count: 34) + "200 marked")
      try await scene.press("/,type:2,Enter")
      #expect(scene.status.hasSuffix("   91 marked"))
      #expect(try scene.rows("SELECT count(*) FROM users WHERE active AND email LIKE '%2%'") == ["91"])
    }
  }

  @Test func whatIsPressedForTheMarkedWaitsUntilAnotherListHasThem() async throws {
    try await scene(Content.users(300), size: Self.size) { scene in
      try await scene.press("2,C-a")
      try await scene.pressAtOnce("f,d")
      #expect(scene.lines.contains { $0.contains("Delete 200 users?") }, "\(scene.lines)")
    }
  }

  @Test("of a list that stands still nothing is changed that is not what is shown", arguments: ["Space", "d", "e"])
  func aPausedListCatchesUpFirst(key: String) async throws {
    try await scene(size: Self.size) { scene in
      try await scene.press("2,P")
      try await scene.outside("UPDATE users SET active = 0 WHERE name = 'Ada Byron'")
      #expect(scene.status.hasSuffix("   1 change waiting"))
      #expect(scene.cursorRow?.contains("●") == true)
      try await scene.press(key)
      #expect(scene.status == " The list has caught up: press the key again to change what it shows now.")
      #expect(scene.cursorRow?.contains("○") == true)
      #expect(try scene.rows("SELECT active FROM users WHERE name = 'Ada Byron'") == ["0"])
      #expect(scene.list.count { $0.contains("Ada Byron") } == 1, "and no form")
      // What comes at once behind e would be meant for its form.
      await scene.wait(0.5)
      try await scene.press("Space")
      #expect(try scene.rows("SELECT active FROM users WHERE name = 'Ada Byron'") == ["1"])
    }
  }
}
