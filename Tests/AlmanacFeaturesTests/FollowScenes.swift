// Following the newest record, standing still, and visiting what changed.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct FollowScenes {
  @Test func theCursorGoesToEachNewRecordUntilItIsMoved() async throws {
    try await scene(Content.users(500)) { scene in
      try await scene.press("2,F")
      #expect(scene.cursorRow?.hasPrefix("User 0500") == true)
      #expect(scene.status.hasSuffix(" following"))
      try await scene.outside("INSERT INTO users(name, email) VALUES ('User 0100b', 'b@example.org')")
      #expect(scene.cursorRow?.hasPrefix("User 0100b") == true, "\(scene.lines)")
      try await scene.inside("INSERT INTO users(name, email) VALUES ('User 0400c', 'c@example.org')")
      #expect(scene.cursorRow?.hasPrefix("User 0400c") == true)
      try await scene.press("Up")
      #expect(scene.status == "")
      try await scene.outside("INSERT INTO users(name, email) VALUES ('A', 'a@example.org')")
      #expect(scene.cursorRow?.hasPrefix("User 0400 ") == true)
    }
  }

  @Test func ofASearchTheNewestHitIsFollowed() async throws {
    try await scene { scene in
      try await scene.press("/,type:e,Enter,End,F")
      try await scene.outside("INSERT INTO facts(body) VALUES ('xyz')")
      #expect(scene.cursorRow?.hasPrefix("3 ") == true)
      try await scene.outside("INSERT INTO facts(body) VALUES ('Bees see ultraviolet.')")
      #expect(scene.cursorRow?.hasPrefix("+ 5  Bees") == true)
    }
  }

  @Test func aPausedListStandsStill() async throws {
    try await scene { scene in
      try await scene.press("2,Down,P")
      let before = scene.lines
      #expect(scene.status == String(repeating: " ", count: 73) + "paused")
      try await scene.outside(
        "UPDATE users SET name = 'Ada Lovelace' WHERE id = 1; DELETE FROM users WHERE id = 4;"
          + "INSERT INTO users(name, email, createdAt) VALUES ('Bob', 'bob@example.org', '2026-01-31 12:00'),"
          + " ('Zoe', 'zoe@example.org', '2026-01-31 12:00')")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
         ▌ alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo















                                                                      4 changes waiting
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      #expect(scene.lines.prefix(20) == before.prefix(20))
      try await scene.press("Down,P")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 6  3 Statistics                     book.db · live
           Name ▲         E-mail                                         Active   Added
          ~Ada Lovelace~  ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
         ▌ Annie Easley   annie@example.net                                ○        3 d
         + Bob            bob@example.org                                  ●        now
           Grace Hopper   grace@example.org                                ●       1 mo
         + Zoe            zoe@example.org                                  ●        now















         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test func changesOutOfSightAreCountedByTheirNumber() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.press("P")
      try await scene.outside("DELETE FROM facts WHERE id <= 12")
      #expect(scene.status.hasSuffix(" 12 changes waiting"), "\(scene.status)")
      #expect(scene.line(0).contains("1 Facts 3,000 "))
      try await scene.press("P")
      #expect(scene.line(0).contains("1 Facts 2,988 "))
    }
  }

  @Test func anOwnChangeEndsThePause() async throws {
    try await scene { scene in
      try await scene.press("2,P")
      try await scene.outside("INSERT INTO users(name, email) VALUES ('Bob', 'bob@example.org')")
      try await scene.press("Space")
      #expect(scene.status == " Toggled user 1 · u undo")
      #expect(scene.list.contains { $0.contains("Bob") })
    }
  }

  @Test func theNextAndThePreviousChange() async throws {
    try await scene { scene in
      try await scene.press("2,n")
      #expect(scene.status == " Nothing has changed since the list was opened.")
      try await scene.outside("UPDATE users SET active = NOT active WHERE id IN (2, 5)")
      await scene.wait(5)
      try await scene.press("n")
      #expect(scene.cursorRow?.hasPrefix("alan") == true)
      try await scene.press("n")
      #expect(scene.cursorRow?.hasPrefix("Grace") == true)
      try await scene.press("n")
      #expect(scene.cursorRow?.hasPrefix("alan") == true, "after the last comes the first")
      try await scene.press("N")
      #expect(scene.cursorRow?.hasPrefix("Grace") == true)
    }
  }

  @Test func aChangeThatIsFarAway() async throws {
    try await scene(Content.facts(5000)) { scene in
      try await scene.outside("UPDATE facts SET body = 'changed' WHERE id = 4990")
      try await scene.press("End,n")
      #expect(scene.cursorRow?.hasPrefix("4990") == true, "\(scene.lines)")
    }
  }
}
