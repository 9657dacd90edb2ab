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
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 500  3 Statistics                   book.db · live
           Name ▲     E-mail                                             Active   Added
           User 0481  user481@example.org                                  ●        1 d
           User 0482  user482@example.org                                  ●        1 d
           User 0483  user483@example.org                                  ○        1 d
           User 0484  user484@example.org                                  ●        1 d
           User 0485  user485@example.org                                  ●        1 d
           User 0486  user486@example.org                                  ○        1 d
           User 0487  user487@example.org                                  ●        1 d
           User 0488  user488@example.org                                  ●        1 d
           User 0489  user489@example.org                                  ○        1 d
           User 0490  user490@example.org                                  ●        1 d
           User 0491  user491@example.org                                  ●        1 d
           User 0492  user492@example.org                                  ○        1 d
           User 0493  user493@example.org                                  ●        1 d
           User 0494  user494@example.org                                  ●        1 d
           User 0495  user495@example.org                                  ○        1 d
           User 0496  user496@example.org                                  ●        1 d
           User 0497  user497@example.org                                  ●        1 d
           User 0498  user498@example.org                                  ○        1 d
           User 0499  user499@example.org                                  ●        1 d
         ▌ User 0500  user500@example.org                                  ●        1 d
                                                                              following
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
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

  @Test func theSameKeyEndsIt() async throws {
    try await scene { scene in
      try await scene.press("End,F,F")
      #expect(scene.status == "")
      try await scene.outside("INSERT INTO facts(body) VALUES ('Bees see ultraviolet.')")
      #expect(scene.cursorRow?.hasPrefix("3 ") == true, "the cursor stays")
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
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
         ▌ alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo















                                                                                 paused
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
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

  /// Also what is beside the list, its ages, and the count on its tab; the other tabs go on.
  @Test func theWholeScreenStandsStill() async throws {
    try await scene(size: Size(width: 140, height: 10)) { scene in
      try await scene.press("2,Down,P")
      let before = scene.lines
      try await scene.outside(
        "UPDATE users SET name = 'Alan', active = 0 WHERE id = 2; DELETE FROM users WHERE id = 3;"
          + "INSERT INTO users(name, email) VALUES ('Aaron', 'a@example.org'), ('Zoe', 'z@example.org');"
          + "INSERT INTO facts(body) VALUES ('Ink is old.')")
      await scene.wait(86_400)
      scene.shows(
        """
         Almanac  1 Facts 4  2 Users 5  3 Statistics                                                                                 book.db · live
           Name ▲         E-mail                                             Active   Added  │ User 2
           Ada Byron      ada@example.org                                      ●        2 d  │
         ▌ alan mathison  alan@example.com                                     ●        3 d  │ ID      2
           Annie Easley   annie@example.net                                    ○        3 d  │ Name    alan mathison
           Donald Knuth   don@example.edu                                      ○        9 d  │ E-mail  alan@example.com
           Grace Hopper   grace@example.org                                    ●       1 mo  │ Active  yes
                                                                                             │ Added   2026-01-28 12:00:00 UTC · 3 d ago
                                                                                                                                  4 changes waiting
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      #expect(scene.lines[1...7] == before[1...7])
      // Another record is read when the cursor comes to it.
      try await scene.press("Down")
      #expect(scene.line(1).hasSuffix(" │ This record is gone."), "\(scene.line(1))")
      try await scene.press("Down")
      #expect(scene.line(4).hasSuffix(" │ Name    Donald Knuth"))
      try await scene.outside("UPDATE users SET name = 'Don' WHERE id = 4")
      #expect(scene.line(4).hasSuffix(" │ Name    Donald Knuth"))
      try await scene.press("P")
      #expect(scene.line(0).hasPrefix(" Almanac  1 Facts 4  2 Users 6  3 Statistics  "))
      #expect(scene.line(4).hasSuffix(" │ Name   ~Don~"))
    }
  }

  /// They are not the list's: facts, users, active and inactive ones are those of one moment.
  @Test func theStatisticsDoNotStandStillWithAList() async throws {
    try await scene { scene in
      try await scene.press("2,P,3")
      try await scene.outside("DELETE FROM users WHERE active = 0")
      let board = scene.lines.prefix(5).map { String($0.prefix(29)) }
      #expect(
        board == [
          " Almanac  1 Facts 3  2 Users ", "   Facts                   3 ", "   Users                  ~3~",
          "     Active                3", "     Inactive             ~0~",
        ])
      #expect(scene.line(0).hasPrefix(" Almanac  1 Facts 3  2 Users 3  3 Statistics "))
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

  @Test func aPausedSearchStandsStill() async throws {
    try await scene { scene in
      try await scene.press("/,type:an,Enter,P")
      try await scene.outside(
        "DELETE FROM facts WHERE id = 3; INSERT INTO facts(body, createdAt) VALUES ('An ant.', '2026-01-31 12:00')")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / an                                                                    1 of 3
           ID  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago


















                                                                      2 changes waiting
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      // Another search is another list: it is shown as it is.
      try await scene.press("/,C-u,type:ant")
      #expect(scene.line(1).hasSuffix(" 1 of 3"), "\(scene.line(1))")
      #expect(scene.list[0].contains("An ant."))
      #expect(scene.status == "")
    }
  }

  @Test func aStepOfTheListEndsThePause() async throws {
    try await scene { scene in
      try await scene.press("2,f,Space,P,u")
      #expect(scene.status == " Undone: Toggled user 1 · Ctrl-R redo")
      #expect(scene.cursorRow?.contains("Ada ") == true, "\(scene.lines)")
      try await scene.press("P,C-r")
      #expect(scene.status == " Toggled user 1 · hidden by the filter · Esc shows it · u undo")
      #expect(!scene.list.contains { $0.contains("Ada ") }, "\(scene.lines)")
      // That of another list does not.
      try await scene.press("1,P,2,u,1")
      try await scene.outside("DELETE FROM facts WHERE id = 1")
      #expect(scene.status.hasSuffix(" 1 change waiting"), "\(scene.status)")
    }
  }

  @Test func anotherListEndsThePause() async throws {
    for key in ["s", "S", "f", "/,type:b"] {
      try await scene { scene in
        try await scene.press("2,P")
        try await scene.outside("INSERT INTO users(name, email) VALUES ('Bob', 'bob@example.org')")
        #expect(scene.status.hasSuffix(" 1 change waiting"))
        try await scene.press(key)
        #expect(scene.status == "", "\(key)")
        #expect(scene.line(0).contains("2 Users 6 "), "\(key)")
        #expect(scene.list.contains { $0.contains("Bob") }, "\(key)")
      }
    }
  }

  @Test func aListStandsStillOrFollows() async throws {
    try await scene { scene in
      try await scene.press("P,F")
      #expect(scene.status.hasSuffix(" following") && !scene.status.contains("paused"), "\(scene.status)")
      try await scene.press("P")
      #expect(scene.status.hasSuffix(" paused") && !scene.status.contains("following"), "\(scene.status)")
    }
  }

  @Test func onePausedListLeavesTheOtherLive() async throws {
    try await scene { scene in
      try await scene.press("P,2")
      try await scene.outside(
        "INSERT INTO users(name, email) VALUES ('Bob', 'bob@example.org'); INSERT INTO facts(body) VALUES ('New.')")
      #expect(scene.list.contains { $0.hasPrefix(" + Bob ") })
      #expect(scene.line(0).contains("1 Facts 3  2 Users 6 "))
      #expect(scene.status == "")
      try await scene.press("1")
      #expect(scene.status.hasSuffix(" 1 change waiting"), "\(scene.status)")
      #expect(!scene.list.contains { $0.contains("New.") })
      try await scene.press("P")
      #expect(scene.list[0].contains("New."))
    }
  }

  @Test func theRecordBesideAPausedListStandsStillToo() async throws {
    try await scene(size: Size(width: 140, height: 12)) { scene in
      try await scene.press("P")
      try await scene.outside("UPDATE facts SET body = 'An octopus has nine brains.' WHERE id = 3")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                                                                                 book.db · live
           ID  Fact                                                                   Added  │ Fact 3
         ▌  3  An octopus has three hearts.                                       5 min ago  │
            2  A group of cats is called a clowder.                                 3 h ago  │ ID     3
            1  Honey never spoils.                                                  5 d ago  │ Fact   An octopus has three hearts.
                                                                                             │ Added  2026-01-31 11:55:00 UTC · 5 min ago
                                                                                             │
                                                                                             │
                                                                                             │
                                                                                             │
                                                                                                                                   1 change waiting
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("P")
      #expect(scene.lines.filter { $0.contains("~An octopus has nine brains.~") }.count == 2)
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

  @Test func aNewRecordIsVisited() async throws {
    try await scene { scene in
      try await scene.press("End")
      try await scene.outside("INSERT INTO facts(id, body) VALUES (200, 'New.')")
      await scene.wait(5)
      try await scene.press("n")
      #expect(scene.cursorRow?.hasPrefix("200  New.") == true, "\(scene.lines)")
    }
  }

  @Test func aChangeThatIsFarAway() async throws {
    try await scene(Content.facts(5000)) { scene in
      try await scene.outside("UPDATE facts SET body = 'changed' WHERE id = 4990")
      try await scene.press("End,n")
      #expect(scene.cursorRow?.hasPrefix("4990") == true, "\(scene.lines)")
    }
  }

  @Test func whatIsDeletedHereIsNotVisited() async throws {
    try await scene(Content.facts(500)) { scene in
      try await scene.press("a,type:Mine.,C-s,u,n")
      #expect(scene.status == " Nothing has changed since the list was opened.")
      try await scene.press("C-r,Down,Down,n")
      #expect(scene.cursorRow?.contains("Mine.") == true)
      try await scene.press("d,n")
      #expect(scene.status == " Nothing has changed since the list was opened.")
    }
  }

  @Test func whatIsAddedIsVisitedWhereverItStands() async throws {
    try await scene(Content.users(500)) { scene in
      try await scene.press("2,a,type:Zoe,Tab,type:zoe@example.org,C-s,Home,n")
      #expect(scene.cursorRow?.contains("Zoe") == true, "\(scene.lines)")
      try await scene.press("/,type:User 01,Enter,a,type:Yves,Tab,type:yves@example.org,C-s,Esc,Home,n")
      #expect(scene.cursorRow?.contains("Yves") == true, "it was hidden by the search: \(scene.lines)")
    }
  }
}
