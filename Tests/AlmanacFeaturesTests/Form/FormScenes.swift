// Adding records.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct FormScenes {
  @Test func aFormSaysWhatIsRequired() async throws {
    try await scene { scene in
      try await scene.press("2,a")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
        ┌ New user ────────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Name                                                                         │
        │         required                                                             │
        │ E-mail                                                                       │
        │         required                                                             │
        │ Active  [x]                                                                  │
        │                                                                              │
        │ Save  needs a name and an e-mail                                Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘







         Tab next field  Ctrl-S save  ⏎ next or save  Esc leave
        """)
      #expect(scene.terminal.cursor == Point(column: 10, row: 8))
      // Saving is disabled until it can work.
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
    }
  }

  @Test("NIO-10: without a name or an e-mail nothing is saved; with both the user is in the list and in the statistics")
  func savingNeedsBoth() async throws {
    try await scene { scene in
      for (keys, needs) in [
        ("2,a", "needs a name and an e-mail"), ("type:Kay", "needs an e-mail"),
        ("type:kay@example.org,BTab,C-u", "needs a name"),
      ] {
        try await scene.press(keys + ",C-s")
        #expect(scene.lines.contains { $0.contains("│ Save  \(needs) ") }, "\(scene.lines)")
      }
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
      try await scene.press("type:Kay,C-s")
      #expect(scene.cursorRow?.hasPrefix("+Kay ") == true)
      try await scene.press("3")
      #expect(scene.line(2).hasPrefix("   Users                   6 "))
    }
  }

  @Test func aTakenEMailIsSaidWhileItIsTyped() async throws {
    try await scene { scene in
      try await scene.press("2,a,type:Katherine Johnson,Tab,type:ada@example.org,C-s")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
        ┌ New user ────────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Name    Katherine Johnson                                                    │
        │                                                                              │
        │ E-mail  ada@example.org                                                      │
        │         already taken                                                        │
        │ Active  [x]                                                                  │
        │                                                                              │
        │ Save  needs a free e-mail                                       Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘







         Tab next field  Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("type:.uk")
      #expect(!scene.lines.contains { $0.contains("already taken") })
      #expect(scene.lines.contains { $0.contains("│ Save  ") })
    }
  }

  @Test func someoneElseTakesTheEMailMeanwhile() async throws {
    try await scene { scene in
      try await scene.press("2,a,type:K,Tab,type:k@example.org")
      try await scene.outside("INSERT INTO users(name, email) VALUES ('Kay', 'k@example.org')")
      #expect(scene.lines.contains { $0.contains("already taken") })
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT name FROM users WHERE email = 'k@example.org'") == ["Kay"])
      try await scene.outside("DELETE FROM users WHERE name = 'Kay'")
      #expect(!scene.lines.contains { $0.contains("already taken") })
    }
  }

  @Test func savedUserAppearsMarkedAndSelected() async throws {
    try await scene { scene in
      // `createdAt` is the scene's time, not the real one.
      try await scene.inside(
        """
        CREATE TRIGGER stamp AFTER INSERT ON users
        BEGIN UPDATE users SET createdAt = '2026-01-31 12:00:00.000' WHERE id = new.id; END
        """)
      try await scene.press("2,a,type:Barbara Liskov,Tab,type:barbara@example.org,Tab,Space,Enter")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 6  3 Statistics                     book.db · live
         / search                                                                   4/6
           Name ▲          E-mail                                        Active   Added
           Ada Byron       ada@example.org                                 ●        2 d
           alan mathison   alan@example.com                                ●        3 d
           Annie Easley    annie@example.net                               ○        3 d
         ▌+Barbara Liskov  barbara@example.org                             ○        now
           Donald Knuth    don@example.edu                                 ○        9 d
           Grace Hopper    grace@example.org                               ●       1 mo













         Added user 6 · u undo
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      #expect(
        try scene.rows("SELECT name, email, active FROM users WHERE id = 6") == ["Barbara Liskov|barbara@example.org|0"]
      )
    }
  }

  @Test func aSavedFactAppearsEvenFarFromTheCursor() async throws {
    try await scene(Content.facts(3000)) { scene in
      try await scene.press("G,a,type:Brand new.,Enter")
      #expect(scene.list[0].hasPrefix(" ▌+3001  Brand new."), "\(scene.list[0])")
      #expect(scene.status == " Added fact 3001 · u undo")
      try await scene.press("u")
      #expect(scene.cursorRow?.hasPrefix("3000 ") == true)
      #expect(scene.status == " Undone: Added fact 3001 · Ctrl-R redo")
      try await scene.press("C-r")
      #expect(scene.list[0].hasPrefix(" ▌+3001  Brand new."), "\(scene.list[0])")
    }
  }

  @Test func whatIsTypedIsTextAndTrimmed() async throws {
    try await scene { scene in
      try await scene.press("a,type:  q/ud?2 ,paste:one\ntwo\tthree,type:  ,C-s")
      #expect(try scene.rows("SELECT body FROM facts WHERE id = 4") == ["q/ud?2 one two three"])
    }
  }

  @Test func whiteSpaceAloneIsNothing() async throws {
    try await scene { scene in
      try await scene.press("a,type:   ,C-s,Enter")
      #expect(scene.lines.contains { $0.contains("required") })
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["3"])
    }
  }

  @Test func leavingAsksIfSomethingWasTyped() async throws {
    try await scene { scene in
      try await scene.press("a")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        ┌ New fact ────────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact                                                                         │
        │       required                                                               │
        │ Save  needs a fact                                              Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘









         Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("Esc")
      #expect(!scene.lines.contains { $0.contains("New fact") }, "nothing was typed")
      try await scene.press("a,type:x,Esc")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        ┌ New fact ────────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact  x                                                                      │
        │                                                                              │
        │ Esc again discards what you typed                               Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘









         Ctrl-S save  ⏎ next or save  Esc leave
        """)
      // Any other key cancels the question.
      try await scene.press("type:y,Esc")
      #expect(scene.lines.contains { $0.contains("Esc again discards what you typed") })
      try await scene.press("Esc")
      #expect(!scene.lines.contains { $0.contains("New fact") })
      try await scene.press("a")
      #expect(scene.lines.contains { $0.contains("required") }, "a new form is empty")
    }
  }

  @Test func theListGoesOnLivingBehindTheForm() async throws {
    try await scene { scene in
      try await scene.press("a,type:Draft")
      try await scene.outside("INSERT INTO facts(id, body, createdAt) VALUES (9, 'Outside.', '2026-01-31 12:00')")
      scene.shows(
        """
         Almanac  1 Facts 4  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   2/4
         ID ▼  Fact                                                               Added
         +  9  Outside.                                                             now
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago

        ┌ New fact ────────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact  Draft                                                                  │
        │                                                                              │
        │ Save                                                            Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘









         Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("C-s")
      #expect(scene.cursorRow?.contains("Draft") == true)
    }
  }

  @Test func fieldsInTurn() async throws {
    try await scene { scene in
      try await scene.press("2,a,type:A,BTab,Space,Tab,type:B,Down,type:c@example.org,Up,C-a,type:0,Enter,Enter")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"], "Enter goes on to the last field")
      try await scene.press("Enter")
      #expect(try scene.rows("SELECT name, email, active FROM users WHERE id = 6") == ["0AB|c@example.org|0"])
    }
  }

  @Test func aFormIsKeptWhenItCannotBeSaved() async throws {
    try await scene { scene in
      try await scene.inside(
        """
        CREATE TRIGGER refuse BEFORE INSERT ON facts BEGIN SELECT RAISE(ABORT, 'no more facts today'); END
        """)
      try await scene.press("a,type:One more.,C-s")
      #expect(scene.lines.contains { $0.contains("│ Not saved: no more facts today.") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("One more.") })
      try await scene.inside("DROP TRIGGER refuse")
      try await scene.press("C-s")
      #expect(scene.cursorRow?.contains("One more.") == true)
    }
  }

  @Test func aSmallScreenKeepsTheFocusedFieldInSight() async throws {
    try await scene(size: Size(width: 40, height: 9)) { scene in
      try await scene.press("2,a,type:Name,Tab,type:e@example.org")
      scene.shows(
        """
         1 Facts 3  2 Users 5            › live
        ┌ New user ────────────────────────────┐
        │ E-mail  e@example.org                │
        │                                      │
        │ Active  [x]                          │
        │ Save                    Ctrl-S · Esc │
        └──────────────────────────────────────┘

         Tab next field  Ctrl-S save  Esc leave
        """)
      try await scene.press("Tab,Space")
      #expect(scene.lines.contains { $0.contains("[ ]") })
    }
  }

  @Test func aFormWithoutUnicode() async throws {
    try await scene(isUnicode: false) { scene in
      try await scene.press("a")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db - live
         / search                                                                   1/3
         ID v  Fact                                                               Added
         >  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago


        + New fact --------------------------------------------------------------------+
        |                                                                              |
        | Fact                                                                         |
        |       required                                                               |
        | Save  needs a fact                                              Ctrl-S - Esc |
        +------------------------------------------------------------------------------+









         Ctrl-S save  Enter next or save  Esc leave
        """)
    }
  }
}
