// A paused list: changes meanwhile, and the ends of the pause.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct PauseScenes {
  @Test func aPausedSearchStandsStill() async throws {
    try await scene { scene in
      try await scene.press("/,type:an,Enter,P")
      try await scene.outside(
        "DELETE FROM facts WHERE id = 3; INSERT INTO facts(body, createdAt) VALUES ('An ant.', '2026-01-31 12:00')")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                   book.db · paused
         / an                                                                    1 of 3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago


















                                                                      2 changes waiting
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      // Another search is another list, and shows the current rows.
      try await scene.press("/,C-u,type:ant")
      #expect(scene.line(1).hasSuffix(" 1 of 3"), "\(scene.line(1))")
      #expect(scene.list[0].contains("An ant."))
      #expect(scene.status == "")
    }
  }

  @Test func whatWaitsIsToldWhereverTheCursorGoes() async throws {
    try await scene(Content.facts(500), size: Size(width: 80, height: 12)) { scene in
      try await scene.press("P")
      for _ in 0..<10 { try await scene.outside("INSERT INTO facts(body) VALUES ('new')") }
      #expect(scene.status.hasSuffix("   10 changes waiting"), "\(scene.status)")
      for key in ["PgDn", "PgDn", "PgDn", "PgDn", "End", "PgUp", "Home"] {
        try await scene.press(key)
        #expect(scene.status.contains("   10 changes waiting"), "\(key): \(scene.status)")
      }
      try await scene.press("End")
      try await scene.outside("INSERT INTO facts(body) VALUES ('new')")
      #expect(scene.status.contains("   11 changes waiting"), "\(scene.status)")
      #expect(scene.line(0).contains("1 Facts 500 "))
      try await scene.press("P")
      #expect(!scene.status.contains("waiting"))
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
      // An undo in another list does not end the pause.
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

  @Test("a following list can be paused, and follows again after it has caught up")
  func aListStandsStillThenFollows() async throws {
    try await scene { scene in
      try await scene.press("P,F")
      #expect(scene.status.hasSuffix(" following") && !scene.status.contains("paused"), "\(scene.status)")
      try await scene.press("P")
      #expect(scene.status.hasSuffix(" paused · following"), "\(scene.status)")
      #expect(scene.line(0).hasSuffix("book.db · paused"))
      try await scene.outside("INSERT INTO facts(body) VALUES ('newest')")
      #expect(scene.status.hasSuffix(" 1 change waiting · following"), "\(scene.status)")
      try await scene.press("P")
      #expect(scene.line(0).hasSuffix("book.db · live"))
      #expect(scene.cursorRow?.contains("newest") == true)
      #expect(scene.status.hasSuffix(" following"))
    }
  }

  @Test func onePausedListLeavesTheOtherLive() async throws {
    try await scene { scene in
      try await scene.press("P,2")
      try await scene.outside(
        "INSERT INTO users(name, email) VALUES ('Bob', 'bob@example.org'); INSERT INTO facts(body) VALUES ('New.')")
      #expect(scene.list.contains { $0.hasPrefix(" + Bob ") })
      #expect(scene.line(0).contains("1 Facts 3 •1  2 Users 6 "))
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
         Almanac  1 Facts 3  2 Users 5  3 Statistics                                                                               book.db · paused
         / search                                                                               1/3  │ Fact 3
         ID ▼  Fact                                                                           Added  │
         ▌  3  An octopus has three hearts.                                               5 min ago  │ ID     3
            2  A group of cats is called a clowder.                                         3 h ago  │ Fact   An octopus has three hearts.
            1  Honey never spoils.                                                          5 d ago  │ Added  2026-01-31 11:55:00 UTC · 5 min ago
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

  @Test func pausedStatisticsStandStill() async throws {
    try await scene { scene in
      try await scene.press("3,P")
      #expect(scene.status.hasSuffix(" paused"), "\(scene.status)")
      let before = scene.lines
      try await scene.outside(
        "DELETE FROM users WHERE id = 3; INSERT INTO facts(body, createdAt) VALUES ('An ant.', '2026-01-31 12:00')")
      await scene.wait(86_400)
      #expect(scene.lines.dropLast(2) == before.dropLast(2))
      #expect(scene.status.hasSuffix(" 2 changes waiting"), "\(scene.status)")
      // They also wait while another, live screen is shown.
      try await scene.press("1")
      #expect(scene.line(0).contains("1 Facts 4  2 Users 4 "))
      try await scene.press("3")
      #expect(scene.lines.dropLast(2) == before.dropLast(2))
      #expect(scene.status.hasSuffix(" 2 changes waiting"), "\(scene.status)")
      try await scene.press("P")
      scene.shows(
        """
         Almanac  1 Facts 4  2 Users 4  3 Statistics                     book.db · live
           Facts                  ~4~  Facts added, by month
           Users                  ~4~  Jan ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇~4~
             Active                3   Feb 0
             Inactive             ~1~

           Newest users                Users, by mail domain
           Ada Byron             3 d   example.org ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 2
           alan mathison         4 d   example.com ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Donald Knuth         10 d   example.edu ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇ 1
           Grace Hopper         1 mo












         ? help  q quit
        """)
    }
  }

  @Test func anOwnChangeEndsThePauseOfStatistics() async throws {
    try await scene { scene in
      try await scene.press("3,P,1,d,3")
      #expect(scene.status == "")
      #expect(scene.line(0).contains("1 Facts 2 "))
      try await scene.press("P,u,3")
      #expect(scene.status == "")
      #expect(scene.line(0).contains("1 Facts 3 "))
      try await scene.press("P,C-r,3")
      #expect(scene.status == "")
      #expect(scene.line(0).contains("1 Facts 2 "))
    }
  }

  @Test func statisticsThatAreNotKnownYetAreReadBeforeTheyStandStill() async throws {
    try await scene(typedAhead: "3,P") { scene in
      #expect(scene.line(1).hasPrefix("   Facts                   3 "), "\(scene.lines)")
      #expect(scene.status.hasSuffix(" paused"))
      try await scene.outside("DELETE FROM facts")
      #expect(scene.line(1).hasPrefix("   Facts                   3 "), "\(scene.lines)")
      #expect(scene.status.hasSuffix(" 3 changes waiting"))
      // A visible change that changes no number is counted too.
      try await scene.press("P,P")
      try await scene.outside("UPDATE users SET name = 'Ada King' WHERE id = 1")
      #expect(scene.status.hasSuffix(" 1 change waiting"), "\(scene.status)")
    }
  }

  @Test func anOpenRecordStandsStillWithItsList() async throws {
    try await scene { scene in
      try await scene.press("Enter,P")
      #expect(scene.status.hasSuffix(" paused"), "\(scene.status)")
      try await scene.outside("UPDATE facts SET body = 'An octopus has nine brains.' WHERE id = 3")
      await scene.wait(86_400)
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                   book.db · paused
           Fact 3

           ID     3
           Fact   An octopus has three hearts.
           Added  2026-01-31 11:55:00 UTC · 5 min ago
















                                                                       1 change waiting
         Esc back  e edit  d delete  ? help  q quit
        """)
      try await scene.press("P")
      #expect(scene.line(4) == "   Fact  ~An octopus has nine brains.~")
      #expect(scene.status == "")
    }
  }

  /// A key that changes a record acts only on the shown values.
  @Test(arguments: ["e", "Space", "d"])
  func anOpenRecordThatIsAnotherByNowIsNotChanged(_ key: String) async throws {
    try await scene { scene in
      try await scene.press("2,Enter,P")
      try await scene.outside("UPDATE users SET name = 'Ada King' WHERE id = 1")
      try await scene.press(key)
      #expect(scene.status == " The list has caught up: press the key again for what it shows now.")
      #expect(scene.line(4) == "   Name   ~Ada King~")
      // Keys pressed right after e would be meant for its form.
      await scene.wait(0.5)
      try await scene.press(key)
      let seen = ["e": "Edit user 1", "Space": " Toggled user 1 ", "d": " Deleted user 1 "][key]!
      #expect(scene.lines.contains { $0.contains(seen) }, "\(scene.lines)")
    }
  }

  @Test func anOpenRecordThatHasGoneStandsStillToo() async throws {
    try await scene { scene in
      try await scene.press("Enter,P")
      try await scene.outside("DELETE FROM facts WHERE id = 3")
      #expect(scene.line(4) == "   Fact   An octopus has three hearts.")
      #expect(scene.status.hasSuffix(" 1 change waiting"), "\(scene.status)")
      try await scene.press("d")
      #expect(scene.line(3) == "   This record is gone", "\(scene.lines)")
      // Its list is live again too.
      try await scene.press("Esc")
      #expect(scene.line(3).hasPrefix(" ▌  2 ") && scene.status == "", "\(scene.lines)")
    }
  }

  @Test("in a paused list a key changes only what is shown", arguments: ["Space", "d", "e"])
  func aPausedListCatchesUpFirst(key: String) async throws {
    try await scene(size: Size(width: 80, height: 12)) { scene in
      try await scene.press("2,P")
      try await scene.outside("UPDATE users SET active = 0 WHERE name = 'Ada Byron'")
      #expect(scene.status.hasSuffix("   1 change waiting"))
      #expect(scene.cursorRow?.contains("●") == true)
      try await scene.press(key)
      #expect(scene.status == " The list has caught up: press the key again for what it shows now.")
      #expect(scene.cursorRow?.contains("○") == true)
      #expect(try scene.rows("SELECT active FROM users WHERE name = 'Ada Byron'") == ["0"])
      #expect(scene.list.count { $0.contains("Ada Byron") } == 1, "and no form")
      // Keys pressed right after e would be meant for its form.
      await scene.wait(0.5)
      try await scene.press("Space")
      #expect(try scene.rows("SELECT active FROM users WHERE name = 'Ada Byron'") == ["1"])
    }
  }
}
