// Toggling, deleting, undoing.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct ChangeScenes {
  @Test func toggling() async throws {
    try await scene { scene in
      try await scene.press("2,Down,Down,Down,Space")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   4/5
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
         ▌ Donald Knuth   don@example.edu                                 ~●~       9 d
           Grace Hopper   grace@example.org                                ●       1 mo














         Toggled user 4 · u undo
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      try await scene.press("Space")
      #expect(scene.line(6).contains("~○~"))
      #expect(scene.status == " Toggled user 4 · u undo")
    }
  }

  @Test func deletingGivesTheNeighbourTheCursor() async throws {
    try await scene { scene in
      try await scene.press("2,Down,Down,d")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 4  3 Statistics                     book.db · live
         / search                                                                   3/4
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
         ▌ Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo















         Deleted user 3 · u undo
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      try await scene.press("End,Del")
      #expect(scene.cursorRow?.hasPrefix("Donald Knuth") == true, "at the end the one before")
      #expect(try scene.rows("SELECT id FROM users ORDER BY id") == ["1", "2", "4"])
    }
  }

  @Test func deletingToTheLastAndBack() async throws {
    try await scene { scene in
      try await scene.press("d,d,d")
      #expect(scene.line(4) == "   There are no facts yet. a adds one.")
      try await scene.press("u,u,u")
      #expect(
        scene.list.prefix(3).map { String($0.prefix(8)) } == [" ▌+ 3  A", " +  2  A", " +  1  H"], "\(scene.list[0])")
      #expect(scene.status == " Undone: Deleted fact 3 · Ctrl-R redo")
      try await scene.press("u")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌+ 3  An octopus has three hearts.                                   5 min ago
         +  2  A group of cats is called a clowder.                             3 h ago
         +  1  Honey never spoils.                                              5 d ago
















         Nothing to undo.
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test func undoAndRedo() async throws {
    try await scene { scene in
      try await scene.press("2,Down,d")
      try await scene.press("u")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   2/5
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
         ▌+alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo














         Undone: Deleted user 2 · Ctrl-R redo
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("C-r")
      #expect(!scene.lines.contains { $0.contains("alan") })
      #expect(scene.status == " Deleted user 2 · u undo")
      try await scene.press("u,Space,u,C-r")
      #expect(scene.status == " Toggled user 2 · u undo")
      try await scene.press("C-r")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   2/5
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
         ▌+alan mathison  alan@example.com                                 ○        3 d
           Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo














         Nothing to redo.
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      #expect(try scene.rows("SELECT active FROM users WHERE id = 2") == ["0"])
    }
  }

  @Test func undoIsRefusedWhereSomeoneElseChangedTheRecord() async throws {
    try await scene { scene in
      try await scene.press("2,Space")
      try await scene.outside("UPDATE users SET active = 7 WHERE id = 1")
      try await scene.press("u")
      #expect(scene.status == " Not undone: another program has changed user 1 since · = choose")
      #expect(try scene.rows("SELECT active FROM users WHERE id = 1") == ["7"])
      // An error stays until a key is pressed.
      await scene.wait(120)
      #expect(scene.status == " Not undone: another program has changed user 1 since · = choose")
      try await scene.press("C-r")
      #expect(scene.status == " Nothing to redo.")
      #expect(try scene.rows("SELECT active FROM users WHERE id = 1") == ["7"])
      // Nothing is lost: the change can be undone once the record is again as the change left it.
      try await scene.outside("UPDATE users SET active = 0 WHERE id = 1")
      try await scene.press("u")
      #expect(scene.status == " Undone: Toggled user 1 · Ctrl-R redo")
      #expect(try scene.rows("SELECT active FROM users WHERE id = 1") == ["1"])
    }
  }

  @Test func undoOfAnAdditionLeavesWhatSomeoneElseMadeOfIt() async throws {
    try await scene { scene in
      try await scene.press("a,type:Mine.,Enter")
      try await scene.outside("UPDATE facts SET body = 'Theirs.' WHERE id = 4")
      try await scene.press("u")
      #expect(scene.status == " Not undone: another program has changed fact 4 since; it stays as it is.")
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 4") == ["Theirs."])
    }
  }

  @Test func undoThatIsRefusedSaysWhichRecordAndWhatStays() async throws {
    try await scene { scene in
      try await scene.press("2,Space,Down,Space,Down,x,Down,x,Space")
      try await scene.outside("UPDATE users SET active = 7 WHERE id IN (3, 4)")
      try await scene.press("u")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   4/5
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                 ~○~       2 d
           alan mathison  alan@example.com                                ~○~       3 d
         * Annie Easley   annie@example.net                               ~7~       3 d
         ▌*Donald Knuth   don@example.edu                                 ~7~       9 d
           Grace Hopper   grace@example.org                                ●       1 mo













         Not undone: another program has changed user 4 since; nothing was changed · u
         the step before
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      #expect(try scene.rows("SELECT active FROM users ORDER BY id") == ["0", "0", "7", "7", "1"])
      try await scene.outside("DELETE FROM users WHERE id = 2")
      try await scene.press("u")
      #expect(scene.status == " Not undone: another program has deleted user 2 since · u the step before")
      try await scene.press("u")
      #expect(scene.status == " Undone: Toggled user 1 · Ctrl-R redo                                  2 marked")
      try await scene.outside("UPDATE users SET active = 7 WHERE id = 1")
      try await scene.press("C-r")
      #expect(scene.status == " Not done again: another program has changed user 1 since · = choose   2 marked")
    }
  }

  @Test func redoThatIsRefusedTellsOfTheStepAfter() async throws {
    try await scene { scene in
      try await scene.press("2,Space,Down,Space,u,u")
      try await scene.outside("UPDATE users SET active = 7 WHERE id = 1")
      try await scene.press("C-r")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                 ~7~       2 d
           alan mathison  alan@example.com                                ~●~       3 d
           Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo













         Not done again: another program has changed user 1 since · = choose · Ctrl-R
         the step after
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("C-r")
      #expect(scene.status == " Toggled user 2 · u undo")
      #expect(try scene.rows("SELECT active FROM users ORDER BY id") == ["7", "0", "0", "0", "1"])
    }
  }

  @Test func undoOfADeletionIsRefusedWhereTheEMailIsTakenNow() async throws {
    try await scene { scene in
      try await scene.press("2,d")
      try await scene.outside("INSERT INTO users(id, name, email) VALUES (77, 'Other', 'ada@example.org')")
      try await scene.press("u")
      #expect(scene.status == " Not undone: another record of users has the same email; nothing was changed.")
      #expect(try scene.rows("SELECT name FROM users WHERE email = 'ada@example.org'") == ["Other"])
      // Once the address is free, the same key undoes it.
      try await scene.outside("DELETE FROM users WHERE id = 77")
      try await scene.press("u")
      #expect(try scene.rows("SELECT id, name FROM users WHERE email = 'ada@example.org'") == ["1|Ada Byron"])
    }
  }

  @Test func undoFromAnotherScreenBringsTheRecordBack() async throws {
    try await scene { scene in
      try await scene.press("d,2,u,1")
      #expect(scene.cursorRow?.contains("3  An octopus") == true, "\(scene.lines)")
    }
  }

  @Test func undoKeepsTheBytes() async throws {
    try await scene(
      """
      INSERT INTO facts(id, body, createdAt) VALUES (1, CAST(x'61ff00e9' AS TEXT), x'00ff'), (2, 'two', 'now and then')
      """
    ) { scene in
      let before = try scene.rows("SELECT id, hex(body), typeof(body), hex(createdAt), typeof(createdAt) FROM facts")
      try await scene.press("d,d,u,u")
      #expect(
        try scene.rows("SELECT id, hex(body), typeof(body), hex(createdAt), typeof(createdAt) FROM facts") == before)
    }
  }

  @Test func aRecordThatHasGoneAlready() async throws {
    try await scene { scene in
      // The screen has not followed yet when the key is pressed.
      try RawConnection.run("DELETE FROM facts WHERE id = 3", on: scene.path)
      try await scene.pressAtOnce("d")
      #expect(scene.status == " Fact 3 has gone already.")
      #expect(try scene.rows("SELECT id FROM facts ORDER BY id") == ["1", "2"])
    }
  }

  @Test func deletionsFasterThanTheyShowMeanOneRecordEach() async throws {
    try await scene(Content.facts(300)) { scene in
      try await scene.pressAtOnce(Array(repeating: "d", count: 40).joined(separator: ","))
      #expect(try scene.rows("SELECT max(id), count(*) FROM facts") == ["260|260"])
      #expect(scene.cursorRow?.hasPrefix("260 ") == true)
      #expect(scene.status == " Deleted fact 261 · u undo")
      try await scene.pressAtOnce("d,Down,d,Enter")
      #expect(try scene.rows("SELECT max(id), count(*) FROM facts") == ["259|258"])
      #expect(scene.line(1) == "   Fact 257")
    }
  }

  @Test func whatIsPressedBehindAChangeThatIsRefusedIsForgotten() async throws {
    try await scene { scene in
      try await scene.inside(
        "CREATE TRIGGER keep BEFORE DELETE ON facts BEGIN SELECT RAISE(FAIL, 'kept'); END")
      try await scene.pressAtOnce("d,Down,Down")
      #expect(scene.status.hasPrefix(" "), "\(scene.status)")
      #expect(scene.cursorRow?.hasPrefix("3 ") == true)
      try await scene.press("Down")
      #expect(scene.cursorRow?.hasPrefix("2 ") == true, "and the keys go on")
    }
  }

  @Test("an undo that can't be exact any more changes nothing, says so, and is given up")
  func anUndoThatCantBeExact() async throws {
    try await scene(size: Size(width: 100, height: 12)) { scene in
      try await scene.inside(
        """
        CREATE TABLE notes(fact INTEGER REFERENCES facts ON DELETE CASCADE, text, extra);
        INSERT INTO notes VALUES (3, 'mine', 'x')
        """)
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 3 · u undo")
      try await scene.outside("ALTER TABLE notes DROP COLUMN extra")
      try await scene.press("u")
      #expect(
        scene.status == " Not undone: notes has no column extra any more; the step is given up.")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["2"])
      try await scene.press("u")
      #expect(scene.status == " Nothing to undo.")
    }
  }
}
