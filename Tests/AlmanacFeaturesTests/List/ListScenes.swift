// The lists as a person sees them.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ListScenes {
  @Test func factsNewestFirst() async throws {
    try await scene { scene in
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago

















         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test func usersByName() async throws {
    try await scene { scene in
      try await scene.press("2,Down,Down")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   3/5
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
         ▌ Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo















         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test func emptyListsSayWhatHelps() async throws {
    try await scene(Content.noRows) { scene in
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 0  3 Statistics                     book.db · live
         / search
         ID ▼  Fact                                                               Added

           There are no facts yet. a adds one.


















         a add  / search  ? help  q quit
        """)
      try await scene.press("Tab")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 0  3 Statistics                     book.db · live
         / search
           Name ▲  E-mail                                                Active   Added

           There are no users yet. a adds one.


















         a add  / search  ? help  q quit
        """)
      // Keys that need a record do nothing.
      try await scene.press("d,Space,Enter,Down,G,PgDn,C-d,u,C-r,Esc")
      #expect(scene.status == "")
    }
  }

  @Test func aTerminalWithoutUnicode() async throws {
    try await scene(isUnicode: false) { scene in
      try await scene.press("2,/,type:example,Enter")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db - live
         / example                                                               5 of 5
           Name ^         E-mail                                         Active   Added
         > Ada Byron      ada@example.org                                  *        2 d
           alan mathison  alan@example.com                                 *        3 d
           Annie Easley   annie@example.net                                -        3 d
           Donald Knuth   don@example.edu                                  -        9 d
           Grace Hopper   grace@example.org                                *       1 mo















         a add  e edit  Space toggle  d delete  / search  Enter open  ? help  q quit
        """)
    }
  }

  @Test func tabKeysTurnThePages() async throws {
    try await scene { scene in
      for (key, expected) in [
        ("Tab", "users"), ("Tab", "facts"), ("BTab", "users"), ("1", "facts"), ("2", "users"), ("2", "users"),
        ("9", "users"), ("BTab", "facts"),
      ] {
        try await scene.press(key)
        let shown = scene.lines[1...2].joined().contains("Fact") ? "facts" : "users"
        #expect(shown == expected, "after \(key)")
      }
    }
  }

  @Test("at the end of a long list the search line counts, since the rows reach the end")
  func placeAtTheEnd() async throws {
    try await scene(Content.facts(20_000)) { scene in
      try await scene.press("End")
      #expect(scene.line(1).hasSuffix(" 20,000/20,000"), "\(scene.line(1))")
      try await scene.press("k")
      #expect(scene.line(1).hasSuffix(" 19,999/20,000"), "\(scene.line(1))")
      try await scene.outside("DELETE FROM facts WHERE id = 1")
      #expect(scene.line(1).hasSuffix(" 19,999/19,999"), "\(scene.line(1))")
    }
  }

  @Test func eachListKeepsItsPlace() async throws {
    try await scene { scene in
      try await scene.press("Down,Down,2,Down,1")
      #expect(scene.cursorRow?.hasPrefix("1  Honey") == true)
      try await scene.press("2")
      #expect(scene.cursorRow?.hasPrefix("alan") == true)
    }
  }

  @Test func movingKeys() async throws {
    try await scene(Content.facts(100)) { scene in
      for (key, fact) in [
        ("j", 99), ("Down", 98), ("k", 99), ("Up", 100), ("k", 100), ("PgDn", 81), ("C-d", 72), ("C-u", 81),
        ("PgUp", 100),
        ("G", 1), ("g", 100), ("End", 1), ("Home", 100),
      ] {
        try await scene.press(key)
        #expect(scene.cursorRow?.hasPrefix("\(fact)  Fact \(fact) ") == true, "after \(key): \(scene.cursorRow ?? "")")
      }
    }
  }

  @Test func hostileTextIsShownAsWhatItIs() async throws {
    try await scene(
      """
      INSERT INTO facts(id, body, createdAt) VALUES
        (1, 'bell ' || char(7) || ' escape ' || char(27) || '[31m red', '2026-01-31'),
        (2, 'two' || char(10) || 'lines' || char(9) || 'tab', 'yesterday'),
        (3, 'left ' || char(0x202e) || 'to right', ''),
        (4, CAST(x'6e6f7420ff20757466' AS TEXT), '2026-01-31 12:00:00'),
        (5, 'nul ' || char(0) || ' inside', '2027-01-01'),
        (6, '', '1900-01-01'),
        (7, x'00ff41', '2026-01-31T11:00+01:00'),
        (8, x'', x'');
      """
    ) { scene in
      scene.shows(
        """
         Almanac  1 Facts 8  2 Users 0  3 Statistics                     book.db · live
         / search                                                                   1/8
         ID ▼  Fact                                                               Added
         ▌  8  empty blob                                                    empty blob
            7  x'00ff41'                                                        2 h ago
            6                                                                 126 y ago
            5  nul ␀ inside                                                    in 11 mo
            4  not � utf                                                            now
            3  left ␦to right
            2  two↵lines→tab                                                  yesterday
            1  bell ␇ escape ␛[31m red                                         12 h ago












         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("G,Enter")
      #expect(scene.line(4) == "   Fact   bell ␇ escape ␛[31m red")
    }
  }

  @Test func wideAndCombiningCharactersStayInTheirColumns() async throws {
    try await scene(
      """
      INSERT INTO users(id, name, email, active, createdAt) VALUES
        (1, '山田太郎', 'yamada@example.jp', 1, '2026-01-30 12:00:00'),
        (2, 'Zoe' || char(0x308) || ' e' || char(0x301), 'zoe@example.org', 0, '2026-01-30 12:00:00'),
        (3, '👩‍👩‍👧 Family', 'family@example.org', 1, '2026-01-30 12:00:00'),
        (4, 'Plain', '日本語のとても長いメールアドレスがここに書かれている@example.org', 1, '2026-01-30 12:00:00');
      """
    ) { scene in
      try await scene.press("2")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 4  3 Statistics                     book.db · live
         / search                                                                   1/4
           Name ▲     E-mail                                             Active   Added
         ▌ Plain      日本語のとても長いメールアドレスがここに書かれて…    ●        1 d
           Zoë é      zoe@example.org                                      ○        1 d
           山田太郎   yamada@example.jp                                    ●        1 d
           👩‍👩‍👧 Family  family@example.org                                   ●        1 d
















         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("/,type:田")
      #expect(scene.list[0].hasPrefix(" ▌ 山田太郎"))
      #expect(scene.terminal.style(at: Point(column: 5, row: 3)).attributes.contains(.underline))
      #expect(!scene.terminal.style(at: Point(column: 3, row: 3)).attributes.contains(.underline))
    }
  }

  @Test func aLongBodyIsCutInTheListAndWholeInTheDetail() async throws {
    let words = (1...400).map { "word\($0)" }.joined(separator: " ")
    try await scene(
      "INSERT INTO facts(id, body, createdAt) VALUES (1, '\(words)', '2026-01-31 11:00:00')"
    ) { scene in
      #expect(
        scene.line(3) == " ▌  1  word1 word2 word3 word4 word5 word6 word7 word8 word9 word1…     1 h ago")
      try await scene.press("Enter")
      #expect(scene.line(4).hasPrefix("   Fact   word1 word2"))
      try await scene.press("G")
      #expect(scene.lines[1..<22].contains { $0.hasSuffix("word400") })
    }
  }

  @Test func theMouseSelectsOpensAndScrolls() async throws {
    try await scene(Content.facts(100)) { scene in
      try await scene.press("click:10x5")
      #expect(scene.cursorRow?.hasPrefix("98 ") == true)
      try await scene.press("wheeldown:10x4,wheeldown:10x4")
      #expect(scene.list[0].hasPrefix(" ▌  94"), "the cursor is pushed along: \(scene.list[0])")
      try await scene.press("wheelup:10x4,click:10x1,click:79x23,wheelleft:10x4,doubleclick:10x6")
      #expect(scene.line(1) == "   Fact 94")
    }
  }

  @Test func pastedTextIsNoCommand() async throws {
    try await scene { scene in
      let before = scene.list
      try await scene.press("paste:dddq/x")
      #expect(scene.list == before)
      #expect(scene.status == " Paste text into a search or a form, not here.")
    }
  }

  @Test func endOfTheTerminalEndsTheRun() async throws {
    try await scene { scene in
      var ends = 0
      scene.run.onEnd = { ends += 1 }
      scene.terminal.send(.end)
      scene.terminal.send(.end)
      try await scene.press("q,Down")
      #expect(ends == 1)
    }
  }

  @Test func quittingKeys() async throws {
    for key in ["q", "C-c"] {
      try await scene { scene in
        var hasEnded = false
        scene.run.onEnd = { hasEnded = true }
        try await scene.press(key)
        #expect(hasEnded, "\(key)")
      }
    }
  }

  @Test func drawingAnewAndSuspending() async throws {
    try await scene { scene in
      try await scene.press("C-l,C-z,a,C-l,C-z")
      #expect(scene.terminal.redrawCount == 2)
      #expect(scene.terminal.suspensionCount == 2)
    }
  }

  @Test("keys typed after a motion act on its target, even if its rows are not read yet")
  func keysBehindAMotion() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.pressAtOnce(Array(repeating: "Down", count: 500).joined(separator: ",") + ",Enter")
      #expect(scene.line(1) == "   Fact 2500")
      try await scene.press("Esc")
      try await scene.pressAtOnce("Home,End,d")
      try await scene.pressAtOnce("End,Home,PgDn,PgDn,PgDn,PgDn,PgDn,PgDn,PgDn,PgDn,d")
      #expect(try scene.rows("SELECT max(id), min(id), sum(id) FROM facts") == ["3000|2|\(3000 * 3001 / 2 - 1 - 2848)"])
      try await scene.pressAtOnce("G,x,g,/")
      #expect(scene.line(1).hasPrefix(" /"))
    }
  }
}
