// Searching while typing.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct SearchScenes {
  @Test func typedKeptAndCleared() async throws {
    try await scene { scene in
      try await scene.press("/,type:clow")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / clow                                                                  1 of 3
         ID ▼  Fact                                                               Added
         ▌  2  A group of cats is called a clowder.                             3 h ago



















         ⏎ keep the search  Esc clear it  ↑ previous hit  ↓ next hit
        """)
      #expect(scene.terminal.cursor == Point(column: 7, row: 1))
      #expect(scene.terminal.style(at: Point(column: 35, row: 3)).attributes.contains(.underline))
      try await scene.press("Enter")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / clow                                                                  1 of 3
         ID ▼  Fact                                                               Added
         ▌  2  A group of cats is called a clowder.                             3 h ago



















         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      #expect(scene.terminal.cursor == nil)
      try await scene.press("Esc")
      // The cursor stays on the found record.
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   2/3
         ID ▼  Fact                                                               Added
            3  An octopus has three hearts.                                   5 min ago
         ▌  2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago

















         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test func aSearchWithoutHitsReturnsToWhereItBegan() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.press("PgDn,PgDn,Down,Down,Down")
      let before = scene.list.first { $0.hasPrefix(" ▌") }
      try await scene.press("/,type:zebra,Esc")
      #expect(scene.list.first { $0.hasPrefix(" ▌") } == before)
    }
  }

  @Test func noHit() async throws {
    try await scene { scene in
      try await scene.press("/,type:zebra")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / zebra                                                                 0 of 3
         ID ▼  Fact                                                               Added

           Nothing matches. Esc clears the search.


















         ⏎ keep the search  Esc clear it  ↑ previous hit  ↓ next hit
        """)
      try await scene.press("Esc")
      #expect(scene.list.filter { !$0.isEmpty }.count == 3)
    }
  }

  @Test func countsSayNOfM() async throws {
    try await scene(Content.facts(1024)) { scene in
      for (typed, count) in [
        ("1023", "1 of 1,024"), ("Fact", "1,024 of 1,024"), ("fact !1", "728 of 1,024"), ("\"act 1\"", "136 of 1,024"),
        ("none", "0 of 1,024"),
      ] {
        try await scene.press("/,C-u,type:\(typed)")
        #expect(scene.line(1).hasSuffix(" " + count), "\(typed): \(scene.line(1))")
        try await scene.press("Enter")
      }
    }
  }

  @Test func theLastHitCountStaysWhileTheNextIsCounted() async throws {
    try await scene { scene in
      try await scene.press("/")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         /                                                                          1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago

















         ⏎ keep the search  Esc clear it  ↑ previous hit  ↓ next hit
        """)
      try await scene.pressAtOnce("type:cat")
      #expect(scene.line(1).hasSuffix("1 of 3"))
    }
  }

  @Test func upAndDownMoveAmongTheHits() async throws {
    try await scene(Content.facts(200)) { scene in
      try await scene.press("/,type:7,Down,Down,PgDn,PgUp,Up")
      #expect(scene.cursorRow?.hasPrefix("187 ") == true, "\(scene.cursorRow ?? "")")
      #expect(scene.line(1).hasPrefix(" / 7 "))
    }
  }

  @Test func aSearchEditedAsInAShell() async throws {
    try await scene { scene in
      try await scene.press("/,type:cats of,C-w,BSpace,BSpace,C-a,Del,type:b,C-e,type:!")
      #expect(scene.line(1).hasPrefix(" / bat!"), "\(scene.line(1))")
      try await scene.press("Left,Left,C-u")
      #expect(scene.line(1).hasPrefix(" / t!"), "\(scene.line(1))")
      #expect(scene.terminal.cursor == Point(column: 3, row: 1))
    }
  }

  @Test func keysAreTextWhileASearchIsTyped() async throws {
    try await scene { scene in
      try await scene.press("/,type:dq2?u/jk ")
      #expect(scene.line(1).hasPrefix(" / dq2?u/jk"))
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["3"])
      try await scene.press("paste:q\tx\ny,Tab,BTab,C-d")
      #expect(scene.line(1).hasPrefix(" / dq2?u/jk q x y"), "\(scene.line(1))")
    }
  }

  @Test func aLongSearchIsScrolled() async throws {
    try await scene(size: Size(width: 40, height: 10)) { scene in
      try await scene.press("/,type:abcdefghijklmnopqrstuvwxyz0123456789")
      #expect(scene.line(1) == " / …jklmnopqrstuvwxyz0123456789  0 of 3", "its end, while it is typed")
      try await scene.press("C-a")
      #expect(scene.line(1) == " / abcdefghijklmnopqrstuvwxyz01… 0 of 3")
      try await scene.press("C-e,Enter")
      #expect(scene.line(1) == " / abcdefghijklmnopqrstuvwxyz01… 0 of 3", "its beginning, once it is kept")
    }
  }

  @Test func aKeptSearchIsEditedAgain() async throws {
    try await scene { scene in
      try await scene.press("/,type:clow,Enter,/,type:d")
      #expect(scene.line(1).hasPrefix(" / clowd "))
      try await scene.press("Esc")
      #expect(scene.line(2).hasPrefix(" ID ▼"))
    }
  }

  @Test func clearingAKeptSearchKeepsTheCursorAmongManyRows() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.press("/,type:1500,Enter")
      let line = scene.cursorLine
      try await scene.press("Esc")
      #expect(scene.cursorRow?.hasPrefix("1500 ") == true)
      #expect(!scene.list.contains(""), "rows on both sides")
      #expect(line == 3)
      try await scene.press("Down")
      #expect(scene.cursorRow?.hasPrefix("1499 ") == true)
    }
  }

  @Test func bothColumnsOfUsersAreSearched() async throws {
    try await scene { scene in
      try await scene.press("2,/,type:example.org")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / example.org                                                           2 of 5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           Grace Hopper   grace@example.org                                ●       1 mo


















         ⏎ keep the search  Esc clear it  ↑ previous hit  ↓ next hit
        """)
      try await scene.press("C-u,type:EASLEY annie@")
      #expect(scene.line(1).hasSuffix("1 of 5"))
      #expect(scene.cursorRow?.hasPrefix("Annie Easley") == true)
    }
  }

  @Test func aRecordWrittenElsewhereThatMatchesAppears() async throws {
    try await scene { scene in
      try await scene.press("/,type:cat")
      try await scene.outside(
        """
        INSERT INTO facts(id, body, createdAt) VALUES
          (4, 'Cats sleep.', '2026-01-31 12:00'), (5, 'Dogs bark.', '2026-01-31 12:00')
        """)
      scene.shows(
        """
         Almanac  1 Facts 5  2 Users 5  3 Statistics                     book.db · live
         / cat                                                                   2 of 5
         ID ▼  Fact                                                               Added
         +  4  Cats sleep.                                                          now
         ▌  2  A group of cats is called a clowder.                             3 h ago


















         ⏎ keep the search  Esc clear it  ↑ previous hit  ↓ next hit
        """)
      #expect(scene.terminal.cursor == Point(column: 6, row: 1), "the search is still typed")
    }
  }

  @Test func aRecordThatNoLongerMatchesGoesAndItsNeighbourHasTheCursor() async throws {
    try await scene(Content.facts(50)) { scene in
      try await scene.press("/,type:fact,Enter,Down,Down")
      #expect(scene.cursorRow?.hasPrefix("48 ") == true)
      try await scene.outside("UPDATE facts SET body = 'other' WHERE id = 48")
      #expect(scene.cursorRow?.hasPrefix("47 ") == true, "\(scene.cursorRow ?? "")")
      #expect(scene.line(1).hasSuffix("49 of 50"))
      try await scene.outside("UPDATE facts SET body = 'fact again' WHERE id = 48")
      #expect(scene.cursorRow?.hasPrefix("47 ") == true, "the cursor does not jump back: \(scene.cursorRow ?? "")")
      try await scene.press("Down")
      #expect(scene.cursorRow?.hasPrefix("46 ") == true, "\(scene.cursorRow ?? "")")
    }
  }

  /// The keys of `script`, with and without waiting, from the same start: both end on the same screen.
  @Test(
    arguments: [
      "/,type:17,Down,Down,Enter,Down", "/,type:1,BSpace,type:29,Enter,Down,Up,Down",
      "/,type:Fact,PgDn,PgDn,Down,Enter,End",
      "PgDn,PgDn,PgDn,PgDn,PgDn,C-u,Down,Down", "End,PgUp,PgUp,PgUp,PgUp,PgUp,PgUp,Down",
      "End,/,type:5,Enter,End,Up,Up",
      "/,type:2,Down,type:9,Down,Down,Enter,Enter", "2,/,type:x,1,Enter,1,Down",
    ])
  func keysFasterThanLoadsEndOnTheSameScreen(_ script: String) async throws {
    var slow: [String] = []
    try await scene(Content.facts(3000)) { scene in
      try await scene.press(script)
      slow = scene.lines
    }
    try await scene(Content.facts(3000)) { scene in
      try await scene.pressAtOnce(script)
      #expect(
        scene.lines == slow, "\(scene.lines.joined(separator: "\n"))\n-- slowly --\n\(slow.joined(separator: "\n"))")
    }
  }

  @Test func aResizeWhileASearchIsLoadedDoesNotEndIt() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.press("PgDn,PgDn,PgDn")
      try await scene.pressAtOnce("/,type:29,resize:130x60")
      #expect(scene.list[0].contains("2999"), "\(scene.list[0])")
      #expect(scene.line(1).contains(" 159 of 3,000"), "\(scene.line(1))")
      #expect(!scene.list.contains(""))
    }
  }

  @Test func aRecordIsNotDeletedForOneThatTheSearchHasPassedOver() async throws {
    try await scene { scene in
      try await scene.pressAtOnce("/,type:honey,Enter,d")
      #expect(try scene.rows("SELECT id FROM facts ORDER BY id") == ["2", "3"])
    }
  }

  @Test(arguments: ["!", "\"", "\"\"", "! !", "  "])
  func whatSearchesForNothingFindsAll(_ text: String) async throws {
    try await scene { scene in
      try await scene.press("/,paste:\(text)")
      #expect(scene.line(1).hasPrefix(" / ") && scene.line(1).hasSuffix(" 3 of 3"), "\(scene.line(1))")
      try await scene.press("Enter")
      try await scene.outside("INSERT INTO facts(body) VALUES ('Bees see ultraviolet.')")
      #expect(scene.line(1).hasSuffix(" 4 of 4"))
    }
  }
}
