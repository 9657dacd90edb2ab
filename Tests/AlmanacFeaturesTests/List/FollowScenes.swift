// Following the newest record, pausing, and visiting changes.
import AlmanacFeatures
import Databases
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
         / search                                                               500/500
           Name ▲        E-mail                                          Active   Added
           User 0482     user482@example.org                               ●        1 d
           User 0483     user483@example.org                               ○        1 d
           User 0484     user484@example.org                               ●        1 d
           User 0485     user485@example.org                               ●        1 d
           User 0486     user486@example.org                               ○        1 d
           User 0487     user487@example.org                               ●        1 d
           User 0488     user488@example.org                               ●        1 d
           User 0489     user489@example.org                               ○        1 d
           User 0490     user490@example.org                               ●        1 d
           User 0491     user491@example.org                               ●        1 d
           User 0492     user492@example.org                               ○        1 d
           User 0493     user493@example.org                               ●        1 d
           User 0494     user494@example.org                               ●        1 d
           User 0495     user495@example.org                               ○        1 d
           User 0496     user496@example.org                               ●        1 d
           User 0497     user497@example.org                               ●        1 d
           User 0498     user498@example.org                               ○        1 d
           User 0499     user499@example.org                               ●        1 d
         ▌ User 0500     user500@example.org                               ●        1 d
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

  @Test func aKeyEndsItWhileTheNewestRecordIsLookedUp() async throws {
    let gate = StatementGate()
    try await scene(Content.facts(3000), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("F")
      gate.close("SELECT `id` FROM main.`facts` WHERE")
      try RawConnection.run("INSERT INTO facts(id, body) VALUES (4000, 'New')", on: scene.path)
      try await scene.connection.lookForOutsideChanges()
      await gate.arrival()
      try await scene.pressWhileWaiting("Down")
      gate.open()
      await scene.run.settle()
      #expect(scene.cursorRow?.hasPrefix("2999 ") == true, "\(scene.lines)")
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
         Almanac  1 Facts 3  2 Users 5  3 Statistics                   book.db · paused
         / search                                                                   2/5
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
         Almanac  1 Facts 3  2 Users 5  3 Statistics                   book.db · paused
         / search                                                                   2/5
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
         / search                                                                   3/6
           Name ▲         E-mail                                         Active   Added
          ~Ada Lovelace~  ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
         ▌ Annie Easley   annie@example.net                                ○        3 d
         + Bob            bob@example.org                                  ●        now
           Grace Hopper   grace@example.org                                ●       1 mo
         + Zoe            zoe@example.org                                  ●        now













                                                                                 1 gone
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  /// A pause also stops the record next to the list, the ages, and the count on the list's tab; the other tabs stay
  /// live.
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
         Almanac  1 Facts 4 •1  2 Users 5  3 Statistics                                                                            book.db · paused
         / search                                                                               2/5  │ User 2
           Name ▲         E-mail                                                     Active   Added  │
           Ada Byron      ada@example.org                                              ●        2 d  │ ID      2
         ▌ alan mathison  alan@example.com                                             ●        3 d  │ Name    alan mathison
           Annie Easley   annie@example.net                                            ○        3 d  │ E-mail  alan@example.com
           Donald Knuth   don@example.edu                                              ○        9 d  │ Active  yes
           Grace Hopper   grace@example.org                                            ●       1 mo  │ Added   2026-01-28 12:00:00 UTC · 3 d ago
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
      #expect(scene.line(0).hasPrefix(" Almanac  1 Facts 4 •1  2 Users 6  3 Statistics  "))
      #expect(scene.line(4).hasSuffix(" │ Name   ~Don~"))
    }
  }

  /// The statistics do not belong to the list: all their counts are from the same moment.
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

  @Test func theNextAndThePreviousChange() async throws {
    try await scene { scene in
      try await scene.press("2,n")
      #expect(scene.status == " No record has come or changed.")
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

  @Test func theOnlyChangeIsUnderTheCursor() async throws {
    try await scene { scene in
      try await scene.press("2")
      try await scene.outside("UPDATE users SET active = NOT active WHERE id = 2")
      try await scene.press("n")
      #expect(scene.status == "")
      try await scene.press("n")
      #expect(scene.status == " No other record has come or changed.")
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

  @Test(
    "CHG-12: n goes to what others changed out of sight, also before the list was shown, and not to what they deleted")
  func changesOutOfSight() async throws {
    try await scene(Content.facts(5000)) { scene in
      try await scene.outside("UPDATE facts SET body = 'changed' WHERE id IN (40, 2500)")
      try await scene.outside("DELETE FROM facts WHERE id = 2500; UPDATE facts SET body = 'again' WHERE id = 30")
      try await scene.outside("INSERT INTO users(name, email) VALUES ('Eve', 'eve@example.org')")
      try await scene.press("n")
      #expect(scene.cursorRow?.hasPrefix("30  again") == true, "\(scene.lines)")
      try await scene.press("n,2,n")
      #expect(scene.status == " No other record has come or changed.")
      try await scene.press("1")
      #expect(scene.cursorRow?.hasPrefix("40  changed") == true, "\(scene.lines)")
    }
  }

  @Test func whatIsDeletedHereIsNotVisited() async throws {
    try await scene(Content.facts(500)) { scene in
      try await scene.press("a,type:Mine.,C-s,u,n")
      #expect(scene.status == " No record has come or changed.")
      try await scene.press("C-r,Down,Down,n")
      #expect(scene.cursorRow?.contains("Mine.") == true)
      try await scene.press("d,n")
      #expect(scene.status == " No record has come or changed.")
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

  @Test(arguments: ["CREATE TABLE k(a, b, PRIMARY KEY(a, b)) WITHOUT ROWID", "CREATE VIEW k AS SELECT 1 AS a"])
  func whereNothingTellsTheNewestItSaysSo(sql: String) async throws {
    try await fileScene(sql) { scene in
      try await scene.press("F")
      #expect(scene.status == " Nothing tells which record is the newest: F can't follow here.", "\(scene.lines)")
    }
  }
}
