// Editing existing records.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct EditScenes {
  @Test func theFormIsFilledWithTheRecord() async throws {
    try await scene { scene in
      try await scene.press("2,Down,e")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   2/5
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
         ▌ alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
        ┌ Edit user 2 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Name    alan mathison                                                        │
        │                                                                              │
        │ E-mail  alan@example.com                                                     │
        │                                                                              │
        │ Active  [x]                                                                  │
        │                                                                              │
        │ Save                                                            Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘







         Tab next field  Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("BSpace,BSpace,BSpace,type: Turing,C-s")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   2/5
           Name ▲             E-mail                                     Active   Added
           Ada Byron          ada@example.org                              ●        2 d
         ▌~alan mathi Turing~ alan@example.com                             ●        3 d
           Annie Easley       annie@example.net                            ○        3 d
           Donald Knuth       don@example.edu                              ○        9 d
           Grace Hopper       grace@example.org                            ●       1 mo














         Edited user 2 · u undo
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      #expect(
        try scene.rows("SELECT * FROM users WHERE id = 2")
          == ["2|alan mathi Turing|alan@example.com|1|2026-01-28 12:00:00.000"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT name FROM users WHERE id = 2") == ["alan mathison"])
      #expect(scene.status == " Undone: Edited user 2 · Ctrl-R redo")
      try await scene.press("C-r")
      #expect(try scene.rows("SELECT name FROM users WHERE id = 2") == ["alan mathi Turing"])
    }
  }

  @Test func keysTypedBeforeTheRecordIsReadAreAppliedInOrder() async throws {
    try await scene { scene in
      try await scene.press("2")
      try await scene.pressAtOnce("e,type:!,Tab,C-u,type:a@example.net,Tab,Space,C-s")
      #expect(
        try scene.rows("SELECT name, email, active FROM users WHERE id = 1") == ["Ada Byron!|a@example.net|0"])
      #expect(scene.status == " Edited user 1 · u undo")
    }
  }

  @Test func readingAndSavingAreSaidAtOnce() async throws {
    try await scene { scene in
      scene.terminal.send(.key(.character("e")))
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        ┌ Edit fact 3 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact                                                                         │
        │                                                                              │
        │ Reading…                                                                 Esc │
        └──────────────────────────────────────────────────────────────────────────────┘









         Esc leave
        """)
      await scene.run.settle()
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        ┌ Edit fact 3 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact  An octopus has three hearts.                                           │
        │                                                                              │
        │ Save                                                            Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘









         Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("type:!")
      scene.terminal.send(.key(.control("s")))
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        ┌ Edit fact 3 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact  An octopus has three hearts.!                                          │
        │                                                                              │
        │ Saving…                                                                      │
        └──────────────────────────────────────────────────────────────────────────────┘










        """)
      // During the save the form stays open and the keys wait: they are meant for the screen after it.
      try await scene.pressAtOnce("Esc,j,Enter")
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 3") == ["An octopus has three hearts.!"])
      #expect(scene.line(1) == "   Fact 2")
    }
  }

  @Test func savingWhatCannotBeSavedSaysWhy() async throws {
    try await scene { scene in
      try await scene.press("2,e,C-u")
      let foot = Point(column: 2, row: 14)
      #expect(scene.line(foot.row).hasPrefix("│ Save  needs a name "))
      #expect(!scene.terminal.style(at: foot).attributes.contains(.bold))
      try await scene.press("Tab,C-s")
      #expect(scene.terminal.style(at: foot) == Theme().error)
      #expect(scene.terminal.cursor == Point(column: 10, row: 8), "on the field that hinders it")
      try await scene.press("type:A")
      #expect(scene.line(foot.row).hasPrefix("│ Save   "))
      #expect(scene.terminal.style(at: foot) == Theme().keyCaption)
    }
  }

  @Test func someoneElsesChangeIsSaidBesideATouchedFieldAndFollowedByTheOthers() async throws {
    try await scene { scene in
      try await scene.press("2,G,e,type:!")
      try await scene.outside("UPDATE users SET name = 'Grace H.', email = 'gh@example.org' WHERE id = 5")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   5/5
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
        ┌ Edit user 5 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Name    Grace Hopper!                                                        │
        │         now “Grace H.” · was “Grace Hopper”                                  │
        │ E-mail  gh@example.org                                                       │
        │         was “grace@example.org”                                              │
        │ Active  [x]                                                                  │
        │                                                                              │
        │ Save                                                            Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘







         Tab next field  Ctrl-N take theirs  Ctrl-S save  ⏎ next or save  Esc leave
        """)
      // The new value was shown, so saving may overwrite it.
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT name, email FROM users WHERE id = 5") == ["Grace Hopper!|gh@example.org"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT name, email FROM users WHERE id = 5") == ["Grace H.|gh@example.org"])
    }
  }

  @Test func aChangeThatWasNotShownIsNotOverwritten() async throws {
    try await scene { scene in
      try await scene.press("2,G,e,type:!")
      try RawConnection.run("UPDATE users SET name = 'Grace H.' WHERE id = 5", on: scene.path)
      // The keys come before the change can be seen.
      try await scene.pressAtOnce("C-s")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   5/5
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
        ┌ Edit user 5 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Name    Grace Hopper!                                                        │
        │         now “Grace H.” · was “Grace Hopper”                                  │
        │ E-mail  grace@example.org                                                    │
        │                                                                              │
        │ Active  [x]                                                                  │
        │                                                                              │
        │ Not saved: another program has just changed this record.        Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘







         Tab next field  Ctrl-N take theirs  Ctrl-S save  ⏎ next or save  Esc leave
        """)
      #expect(try scene.rows("SELECT name FROM users WHERE id = 5") == ["Grace H."])
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT name FROM users WHERE id = 5") == ["Grace Hopper!"])
    }
  }

  @Test func aChangeOfAFieldOutOfSightIsShownBeforeItIsOverwritten() async throws {
    try await scene(size: Size(width: 30, height: 8)) { scene in
      try await scene.press("2,e,type:!,Tab,type:.uk")
      try await scene.outside("UPDATE users SET name = 'Ada B.' WHERE id = 1")
      try await scene.press("C-s")
      scene.shows(
        """
         1 Facts 3  2 Users 5  › live
        ┌ Edit user 1 ───────────────┐
        │ Name    Ada Byron!         │
        │         now “Ada B.” · wa… │
         Not saved: another program
         has just changed this
         record.
         Tab next field  Ctrl-S save
        """)
      #expect(try scene.rows("SELECT name, email FROM users WHERE id = 1") == ["Ada B.|ada@example.org"])
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT name, email FROM users WHERE id = 1") == ["Ada Byron!|ada@example.org.uk"])
    }
  }

  @Test func aRefusedSaveGoesToTheFieldThatSomeoneElseHasChanged() async throws {
    try await scene(size: Size(width: 30, height: 8)) { scene in
      try await scene.press("2,e,type:!,Tab,type:.uk")
      try RawConnection.run("UPDATE users SET name = 'Ada B.' WHERE id = 1", on: scene.path)
      try await scene.pressAtOnce("C-s")
      #expect(scene.line(2).contains("Name    Ada Byron!"), "\(scene.lines)")
      #expect(scene.line(3).contains("now “Ada B.”"))
      #expect(try scene.rows("SELECT name, email FROM users WHERE id = 1") == ["Ada B.|ada@example.org"])
    }
  }

  @Test func aRecordThatGoesWhileItIsEdited() async throws {
    try await scene { scene in
      try await scene.press("e,type: And more.")
      try await scene.outside("DELETE FROM facts WHERE id = 3")
      try await scene.press("type: Much.")
      scene.shows(
        """
         Almanac  1 Facts 2  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/2
         ID ▼  Fact                                                               Added
         ▌  2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago



        ┌ Edit fact 3 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact  An octopus has three hearts. And more. Much.                           │
        │                                                                              │
        │ This record is gone: Save adds a new one                        Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘









         Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("C-s")
      #expect(scene.said == "Added fact 4")
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 4") == ["An octopus has three hearts. And more. Much."])
    }
  }

  @Test func editingFromTheDetail() async throws {
    try await scene { scene in
      try await scene.press("Enter,e,type: Indeed.,Enter")
      #expect(scene.line(1) == "   Fact 3")
      #expect(scene.line(4) == "   Fact  ~An octopus has three hearts. Indeed.~")
      #expect(scene.status == " Edited fact 3 · u undo")
    }
  }

  @Test func quittingAsksWhileARecordIsEdited() async throws {
    try await scene { scene in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("e,type:x,C-c")
      #expect(!hasEnded)
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        ┌ Edit fact 3 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact  An octopus has three hearts.x                                          │
        │                                                                              │
        │ Save                                                            Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘








         What you typed is not saved. The same key again quits all the same.
         Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("C-c")
      #expect(hasEnded)
    }
  }
}
