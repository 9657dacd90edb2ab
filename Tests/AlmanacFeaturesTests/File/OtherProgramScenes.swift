// Other programs write into the book while it is shown.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct OtherProgramScenes {
  @Test func insertedDeletedAndUpdated() async throws {
    try await scene { scene in
      try await scene.press("2,Down,Down")
      try await scene.outside(
        """
        BEGIN;
        INSERT INTO users(id, name, email, createdAt)
          VALUES (6, 'Barbara Liskov', 'barbara@example.org', '2026-01-31 12:00:00');
        DELETE FROM users WHERE id = 1;
        UPDATE users SET active = 1 WHERE id = 4;
        UPDATE users SET email = 'rear@example.org', active = 0 WHERE id = 5;
        COMMIT
        """)
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   2/5
           Name ▲          E-mail                                        Active   Added
           alan mathison   alan@example.com                                ●        3 d
         ▌ Annie Easley    annie@example.net                               ○        3 d
         + Barbara Liskov  barbara@example.org                             ●        now
           Donald Knuth    don@example.edu                                ~●~       9 d
           Grace Hopper   ~rear@example.org~                              ~○~      1 mo














                                                                                 1 gone
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test func aRealShellWrites() async throws {
    try await scene { scene in
      try await scene.press("2,1")
      try await scene.shell(
        "REPLACE INTO users(id, name, email, active) VALUES (2, 'Alan Turing', 'at@example.com', 0)")
      try await scene.press("2")
      #expect(scene.line(4).hasPrefix("  ~Alan Turing~"), "\(scene.line(4))")
      try await scene.shell("UPDATE users SET name = upper(name) WHERE id = 2; DELETE FROM facts;")
      #expect(scene.line(4).hasPrefix("  ~ALAN TURING~"), "\(scene.line(4))")
      try await scene.press("1")
      #expect(scene.line(4) == "   There are no facts yet. a adds one.")
    }
  }

  @Test func aReplaceThatPushesAnotherRowOut() async throws {
    try await scene { scene in
      try await scene.press("2")
      try await scene.outside(
        "REPLACE INTO users(id, name, email, createdAt) VALUES (9, 'Zed', 'ada@example.org', '2026-01-31 12:00')")
      #expect(
        scene.list.prefix(5).map { String($0.dropFirst(3).prefix(4)) } == ["alan", "Anni", "Dona", "Grac", "Zed "])
      #expect(scene.line(0).contains("2 Users 5"))
      #expect(scene.cursorRow?.hasPrefix("alan") == true, "the neighbour has the cursor")
      try await scene.press("/,type:ada@")
      #expect(scene.line(1).hasSuffix("1 of 5"))
    }
  }

  @Test("DL-08: the same values, written elsewhere or here, are no frame and no cell")
  func theSameValuesAreSilence() async throws {
    try await scene { scene in
      let before = scene.lines
      try await scene.outside("UPDATE facts SET body = body, createdAt = createdAt; UPDATE users SET active = active")
      #expect(scene.lines == before)
      let cost = try await scene.cost {
        try await scene.inside("UPDATE facts SET body = body; UPDATE users SET name = name")
      }
      #expect(cost.frames == 0)
      #expect(cost.cells == 0)
    }
  }

  @Test func whatIsRolledBackIsSilence() async throws {
    try await scene { scene in
      let cost = try await scene.cost {
        try await scene.outside("BEGIN; DELETE FROM facts; UPDATE users SET name = 'x'; ROLLBACK")
      }
      #expect(cost.frames == 0)
      #expect(cost.cells == 0)
    }
  }

  @Test func rowsThatArriveAboveLeaveTheCursorOnItsLine() async throws {
    try await scene(Content.facts(500)) { scene in
      try await scene.press("PgDn,PgDn,Down,Down,Down")
      let (row, line) = (scene.cursorRow, scene.cursorLine)
      let before = scene.list
      try await scene.outside("INSERT INTO facts(body) VALUES ('new'), ('newer'), ('newest')")
      #expect(scene.cursorRow == row)
      #expect(scene.cursorLine == line)
      #expect(scene.list == before, "not a row has moved")
      scene.shows(
        """
         Almanac  1 Facts 503  2 Users 0  3 Statistics                   book.db · live
         / search                                                                45/503
          ID ▼  Fact                                                              Added
           462  Fact 462                                                        1 d ago
           461  Fact 461                                                        1 d ago
           460  Fact 460                                                        1 d ago
         ▌ 459  Fact 459                                                        1 d ago
           458  Fact 458                                                        1 d ago
           457  Fact 457                                                        1 d ago
           456  Fact 456                                                        1 d ago
           455  Fact 455                                                        1 d ago
           454  Fact 454                                                        1 d ago
           453  Fact 453                                                        1 d ago
           452  Fact 452                                                        1 d ago
           451  Fact 451                                                        1 d ago
           450  Fact 450                                                        1 d ago
           449  Fact 449                                                        1 d ago
           448  Fact 448                                                        1 d ago
           447  Fact 447                                                        1 d ago
           446  Fact 446                                                        1 d ago
           445  Fact 445                                                        1 d ago
           444  Fact 444                                                        1 d ago
                                                                            3 new above
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("Home")
      #expect(scene.status == "", "they have been seen")
      #expect(scene.cursorRow?.contains("newest") == true)
    }
  }

  @Test func aMessageAndNewsStandSideBySide() async throws {
    try await scene(Content.facts(500)) { scene in
      try await scene.press("PgDn,PgDn,d")
      try await scene.outside("INSERT INTO facts(body) VALUES ('new')")
      #expect(scene.status == " Deleted fact 462 · u undo" + String(repeating: " ", count: 41) + " 1 new above")
    }
  }

  @Test func rowsThatGoAboveLeaveTheCursorOnItsLine() async throws {
    try await scene(Content.facts(500)) { scene in
      try await scene.press("PgDn,PgDn,Down,Down,Down")
      let (row, line) = (scene.cursorRow, scene.cursorLine)
      try await scene.outside("DELETE FROM facts WHERE id > 480")
      #expect(scene.cursorRow == row)
      #expect(scene.cursorLine == line)
    }
  }

  @Test func theCursorsRecordGoesInTheMiddleOfALongList() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.press("/,type:1500,Enter,Esc")
      try await scene.outside("DELETE FROM facts WHERE id BETWEEN 1490 AND 1500")
      #expect(scene.cursorRow?.hasPrefix("1489 ") == true, "\(scene.cursorRow ?? "")")
      #expect(scene.line(0).contains("1 Facts 2,989"))
    }
  }

  @Test func veryManyRowsArriveAboveAShortList() async throws {
    try await scene(Content.facts(1)) { scene in
      try await scene.outside(
        """
        WITH RECURSIVE numbers(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM numbers WHERE n < 500)
        INSERT INTO facts(id, body) SELECT n, 'Fact ' || n FROM numbers; UPDATE facts SET body = 'Changed.' WHERE id = 1
        """)
      #expect(scene.line(0).contains("1 Facts 500"))
      #expect(scene.cursorRow?.contains("Changed.") == true, "\(scene.cursorRow ?? "")")
      try await scene.press("Up")
      #expect(scene.cursorRow?.contains("Fact 2 ") == true, "\(scene.cursorRow ?? "")")
    }
  }

  @Test func everythingGoesAndComesBack() async throws {
    try await scene(Content.facts(500)) { scene in
      try await scene.press("G")
      try await scene.outside("DELETE FROM facts")
      #expect(scene.line(4) == "   There are no facts yet. a adds one.")
      try await scene.outside("INSERT INTO facts(id, body, createdAt) VALUES (7, 'Back.', '2026-01-31 12:00')")
      #expect(scene.cursorRow?.hasPrefix("7  Back.") == true || scene.cursorRow?.hasPrefix("+  7  Back.") == true)
    }
  }

  @Test func aRenamedUserMovesWithinTheWindow() async throws {
    try await scene { scene in
      try await scene.press("2")
      try await scene.outside("UPDATE users SET name = 'Zelda Byron' WHERE id = 1")
      // The cursor moves with its record.
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   5/5
           Name ▲         E-mail                                         Active   Added
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo
         ▌~Zelda Byron~   ada@example.org                                  ●        2 d















         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test func aRenamedUserMovesOutOfTheWindowAndTheCursorGoesWithIt() async throws {
    try await scene(Content.users(3000)) { scene in
      try await scene.press("2,Down,Down")
      try await scene.outside("UPDATE users SET name = 'User 2500b' WHERE id = 3")
      #expect(scene.cursorRow?.hasPrefix("User 2500b") == true || scene.cursorRow?.hasPrefix("~User 2500b") == true)
      #expect(scene.list.contains { $0.hasPrefix("   User 2500 ") })
      #expect(scene.list.contains { $0.hasPrefix("   User 2501 ") })
    }
  }

  @Test func usersRenamedIntoTheWindowAppear() async throws {
    try await scene(Content.users(3000)) { scene in
      try await scene.press("2")
      try await scene.outside("UPDATE users SET name = 'User 0002b' WHERE id = 2900")
      #expect(scene.list[2].hasPrefix(" + User 0002b"), "\(scene.list[2])")
      #expect(scene.cursorRow?.hasPrefix("User 0001") == true)
    }
  }

  @Test func anIdentityThatChanges() async throws {
    try await scene { scene in
      try await scene.press("Down")
      try await scene.outside("UPDATE facts SET id = 10 WHERE id = 2")
      #expect(
        scene.list.prefix(3).map { String($0.prefix(6)) } == [" + 10 ", "    3 ", " ▌  1 "], "\(scene.list.prefix(3))")
    }
  }

  @Test func manyCommitsOneAfterAnother() async throws {
    try await scene(watches: true) { scene in
      for number in 10..<40 {
        try RawConnection.run("INSERT INTO facts(id, body) VALUES (\(number), 'Fact \(number)')", on: scene.path)
      }
      await scene.wait(0)
      #expect(scene.line(0).contains("1 Facts 33"))
      #expect(scene.cursorRow?.hasPrefix("3  An octopus") == true)
    }
  }

  @Test("DL-04: a list that becomes empty and fills again has its cursor on the first, wherever that was before")
  func emptiedAndFilled() async throws {
    for key in ["Down", "PgDn,PgDn,PgDn,PgDn", "End"] {
      try await scene(Content.facts(500)) { scene in
        try await scene.press(key)
        try await scene.outside("CREATE TABLE kept AS SELECT * FROM facts; DELETE FROM facts")
        #expect(scene.line(0).contains("1 Facts 0 "))
        try await scene.outside("INSERT INTO facts SELECT * FROM kept")
        #expect(scene.line(0).contains("1 Facts 500 "))
        #expect(scene.cursorRow?.contains("500  Fact 500 ") == true && scene.cursorLine == 3, "\(key): \(scene.lines)")
        #expect(!scene.status.contains("above"))
      }
    }
  }

  @Test func aTableThatIsGoneIsSaidAndTheRowsStay() async throws {
    try await scene { scene in
      try await scene.outside("ALTER TABLE facts RENAME TO hidden")
      #expect(scene.line(0).hasSuffix("book.db · can't be read"))
      #expect(
        Array(scene.lines[21...22]) == [
          " The list could not be read: no such table: facts. What you see is what was", " there before.",
        ])
      #expect(scene.list[0].contains("An octopus"))
      try await scene.outside("ALTER TABLE hidden RENAME TO facts; UPDATE facts SET body = 'Back.' WHERE id = 3")
      #expect(scene.line(0).hasSuffix("book.db · live"))
      #expect(scene.list[0].contains("Back."))
      #expect(scene.status == "")
    }
  }
}
