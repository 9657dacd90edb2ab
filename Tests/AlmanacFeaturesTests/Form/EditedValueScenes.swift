// Which values an edit writes into the book, and which it leaves alone.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct EditedValueScenes {
  @Test func onlyChangedColumnsAreWritten() async throws {
    try await scene { scene in
      try await scene.inside(
        """
        CREATE TABLE seen(what TEXT);
        CREATE TRIGGER names AFTER UPDATE OF name ON users BEGIN INSERT INTO seen VALUES ('name'); END;
        CREATE TRIGGER mails AFTER UPDATE OF email ON users BEGIN INSERT INTO seen VALUES ('email'); END;
        UPDATE users SET name = '  Ada  ' WHERE id = 1; DELETE FROM seen
        """)
      try await scene.press("2,e,Tab,type:.uk,C-s")
      #expect(try scene.rows("SELECT what FROM seen") == ["email"])
      #expect(
        try scene.rows("SELECT name, email FROM users WHERE id = 1") == ["  Ada  |ada@example.org.uk"],
        "what was not touched is not trimmed")
    }
  }

  @Test func anEditThatChangesNothingIsNoStep() async throws {
    try await scene { scene in
      try await scene.press("e,C-s")
      #expect(!scene.lines.contains { $0.contains("Edit fact") })
      try await scene.press("e,type:x,BSpace,Esc")
      #expect(!scene.lines.contains { $0.contains("Edit fact") }, "nothing to lose")
      #expect(scene.status == "")
      try await scene.press("u")
      #expect(scene.status == " Nothing to undo.")
    }
  }

  @Test func theOwnEMailIsNotTaken() async throws {
    try await scene { scene in
      try await scene.press("2,e,Tab,type:x,BSpace,C-u,type:ada@example.org")
      try await scene.press("type:  ")
      #expect(!scene.lines.contains { $0.contains("already taken") }, "with spaces behind, as it is saved")
      try await scene.press("C-u,type:ADA@example.org,C-u,type:alan@example.com")
      #expect(scene.lines.contains { $0.contains("│         already taken") })
      try await scene.press("BTab,C-s")
      #expect(scene.lines.contains { $0.contains("Save  needs a free e-mail") })
      #expect(scene.terminal.cursor?.row == 10, "saving goes to the field that hinders it")
    }
  }

  @Test func whatIsNoTextIsShownAndLeftAsItIs() async throws {
    try await scene(
      """
      INSERT INTO users(id, name, email, active, createdAt) VALUES
        (1, CAST(x'61ff62' AS TEXT), x'00ff10', 'maybe', '2026-01-31')
      """
    ) { scene in
      try await scene.press("2,e,type:x,C-u,Tab,type:y,Tab,Space")
      scene.shows(
        """
         Almanac  1 Facts 0  2 Users 1  3 Statistics                     book.db · live
         / search                                                                   1/1
           Name ▲  E-mail                                                Active   Added
         ▌ a�b     x'00ff10'                                             maybe     12 h


        ┌ Edit user 1 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Name    a�b                                                                  │
        │         not valid UTF-8: left as it is                                       │
        │ E-mail  x'00ff10'                                                            │
        │         a blob of 3 bytes: left as it is                                     │
        │ Active  maybe                                                                │
        │         neither 0 nor 1: left as it is                                       │
        │ Save                                                            Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘







         Tab next field  Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.press("C-s")
      #expect(
        try scene.rows("SELECT hex(name), hex(email), typeof(email), active FROM users")
          == ["61FF62|00FF10|blob|maybe"])
    }
  }

  @Test func lineBreaksAndTabsAreShownAndKept() async throws {
    try await scene(
      "INSERT INTO facts(id, body, createdAt) VALUES (1, 'one' || char(10) || 'two' || char(9) || 'three', '2026-01-31')"
    ) { scene in
      try await scene.press("e")
      #expect(scene.lines.contains { $0.contains("│ Fact  one↵two→three ") })
      try await scene.press("type:!,C-s")
      #expect(try scene.rows("SELECT hex(body) FROM facts") == ["6F6E650A74776F09746872656521"])
    }
  }

  @Test func someoneElsesChangeOfAToggleIsSaidBesideIt() async throws {
    try await scene { scene in
      try await scene.press("2,G,Up,e,BTab,Space")
      try await scene.outside("UPDATE users SET active = 1 WHERE id = 4")
      #expect(!scene.lines.contains { $0.contains("now") }, "it is what was chosen here")
      try await scene.outside("UPDATE users SET active = 5 WHERE id = 4")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   4/5
           Name ▲         E-mail                                         Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
        ┌ Edit user 4 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Name    Donald Knuth                                                         │
        │                                                                              │
        │ E-mail  don@example.edu                                                      │
        │                                                                              │
        │ Active  [x]                                                                  │
        │         now 5 · was 0                                                        │
        │ Save                                                            Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘







         Tab next field  Space toggle  Ctrl-N take theirs  Ctrl-S save  Esc leave
        """)
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT active FROM users WHERE id = 4") == ["1"])
    }
  }

  @Test func aSaveThatFailsKeepsWhatWasTyped() async throws {
    try await scene { scene in
      try await scene.inside(
        "CREATE TRIGGER refuse BEFORE UPDATE ON facts BEGIN SELECT RAISE(ABORT, 'no edits today'); END")
      try await scene.press("e,type:!")
      // Text typed during the save is dropped.
      try await scene.pressAtOnce("C-s,x")
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
        │ Not saved: no edits today.                                      Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘








         What you typed after it was dropped.
         Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.inside(
        """
        DROP TRIGGER refuse;
        CREATE TRIGGER ignore BEFORE UPDATE ON facts BEGIN SELECT RAISE(IGNORE); END
        """)
      try await scene.press("C-s")
      #expect(scene.lines.contains { $0.contains("│ Not saved: a trigger, or a column's type, keeps record 3") })
      try await scene.inside("DROP TRIGGER ignore")
      try await scene.press("C-s")
      #expect(scene.status == " Edited fact 3 · u undo")
      // The earlier message is not repeated.
      try await scene.press("e,C-s")
      #expect(scene.status == " Nothing was changed.")
    }
  }
}
