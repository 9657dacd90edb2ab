// Records that are added or changed while the filter or the search hides them.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct HiddenRecordScenes {
  @Test func anAddedRecordThatTheFilterHides() async throws {
    try await scene { scene in
      try await scene.inside(
        """
        CREATE TRIGGER stamp AFTER INSERT ON users
        BEGIN UPDATE users SET createdAt = '2026-01-31 12:00:00.000' WHERE id = new.id; END
        """)
      try await scene.press("2,f,f,a,type:Barbara Liskov,Tab,type:barbara@example.org,C-s")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 6  3 Statistics                     book.db · live
         / search                                                inactive only · 2 of 6
           Name ▲         E-mail                                         Active   Added
         ▌ Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d

















         Added user 6 · hidden by the filter · Esc shows it · u undo
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      try await scene.press("Esc")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 6  3 Statistics                     book.db · live
         / search                                                                   4/6
           Name ▲            E-mail                                      Active   Added
           Ada Byron         ada@example.org                               ●        2 d
           alan mathison     alan@example.com                              ●        3 d
           Annie Easley      annie@example.net                             ○        3 d
         ▌+Barbara Liskov    barbara@example.org                           ●        now
           Donald Knuth      don@example.edu                               ○        9 d
           Grace Hopper      grace@example.org                             ●       1 mo













         Added user 6 · u undo
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
    }
  }

  @Test func aRecordThatTheSearchHides() async throws {
    try await scene { scene in
      try await scene.press("/,type:honey,Enter,a,type:Bees dance.,Enter")
      scene.shows(
        """
         Almanac  1 Facts 4  2 Users 5  3 Statistics                     book.db · live
         / honey                                                                 1 of 4
         ID ▼  Fact                                                               Added
         ▌  1  Honey never spoils.                                              5 d ago


















         Added fact 4 · hidden by the search · Esc shows it · u undo
         a add  e edit  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      try await scene.press("u")
      #expect(scene.status == " Undone: Added fact 4 · Ctrl-R redo")
      try await scene.press("C-r,Esc")
      #expect(scene.cursorRow?.contains("4  Bees dance.") == true, "\(scene.lines)")
      #expect(scene.status == " Added fact 4 · u undo")
      #expect(scene.line(1).hasPrefix(" / search"))
    }
  }

  @Test func whatBothHide() async throws {
    try await scene { scene in
      try await scene.press("2,f,/,type:example,Enter,Space")
      #expect(scene.status == " Toggled user 1 · hidden by the filter · Esc shows it · u undo")
      try await scene.press("e,C-u,type:A,Tab,C-u,type:ada@home,C-s")
      #expect(scene.status == " Edited user 2 · hidden by the search · Esc shows it · u undo")
      try await scene.press("Esc")
      #expect(scene.cursorRow?.hasPrefix("A ") == true)
      #expect(scene.line(1).hasSuffix("active only · 2 of 5"), "the filter stays")
      try await scene.press("/,type:grace,Enter,a,type:B,Tab,type:b@home,Tab,Space,Enter")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 6  3 Statistics                     book.db · live
         / grace                                                   active only · 1 of 6
           Name ▲         E-mail                                         Active   Added
         ▌ Grace Hopper   grace@example.org                                ●       1 mo


















         Added user 6 · hidden by the search and the filter · Esc shows it · u undo
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      try await scene.press("Esc")
      #expect(scene.cursorRow?.contains("B ") == true)
      #expect(scene.list.filter { !$0.isEmpty }.count == 6)
    }
  }

  @Test func escClearsMarksBeforeWhatHidesTheRecord() async throws {
    try await scene { scene in
      try await scene.press("2,f,x,a,type:B,Tab,type:b@home,Tab,Space,Enter")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 6  3 Statistics                     book.db · live
         / search                                                  active only · 3 of 6
           Name ▲         E-mail                                         Active   Added
         ▌*Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Grace Hopper   grace@example.org                                ●       1 mo
















         Added user 6 · hidden by the filter · u undo                          1 marked
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      try await scene.press("Esc")
      #expect(scene.status == " Added user 6 · hidden by the filter · Esc shows it · u undo")
      #expect(scene.line(1).hasSuffix(" active only · 3 of 6"))
      // The same once more with marks.
      try await scene.press("x")
      #expect(scene.status.hasPrefix(" Added user 6 · hidden by the filter · u undo "))
      try await scene.press("Esc,Esc")
      #expect(scene.cursorRow?.contains("B ") == true)
      #expect(scene.status == " Added user 6 · u undo")
    }
  }

  @Test func escClosesTheHelpAndTheTypedSearchBeforeItShowsTheRecord() async throws {
    try await scene { scene in
      try await scene.press("2,f,a,type:B,Tab,type:b@home,Tab,Space,Enter,?")
      #expect(scene.lines.contains { $0.contains("┌ Help ") })
      try await scene.press("Esc")
      #expect(!scene.lines.contains { $0.contains("┌ Help ") })
      #expect(scene.status == " Added user 6 · hidden by the filter · Esc shows it · u undo")
      try await scene.press("/,type:grace")
      #expect(scene.status == " Added user 6")
      try await scene.press("Esc")
      #expect(scene.line(1).hasSuffix(" active only · 3 of 6"))
    }
  }

  @Test func aRecordThatIsOpenIsNotHiddenUntilItIsLeft() async throws {
    try await scene { scene in
      try await scene.press("2,f,Enter,Space")
      #expect(scene.status == " Toggled user 1 · u undo")
      try await scene.press("Esc")
      #expect(scene.status == " Toggled user 1 · hidden by the filter · Esc shows it · u undo")
      try await scene.press("u")
      #expect(scene.status == " Undone: Toggled user 1 · Ctrl-R redo")
      #expect(scene.cursorRow?.contains("Ada ") == true)
      try await scene.press("C-r")
      #expect(scene.status == " Toggled user 1 · hidden by the filter · Esc shows it · u undo")
    }
  }

  @Test func anUndoneDeletionThatTheSearchHides() async throws {
    try await scene { scene in
      try await scene.press("d,/,type:honey,Enter,u")
      #expect(scene.status == " Undone: Deleted fact 3 · hidden by the search · Esc shows it · Ctrl-R redo")
      // Clearing the search another way has the same effect.
      try await scene.press("/,Esc")
      #expect(scene.status == " Undone: Deleted fact 3 · Ctrl-R redo")
      try await scene.press("Esc")
      #expect(scene.cursorRow?.hasPrefix("1 ") == true, "\(scene.lines)")
    }
  }

  @Test("undone deletions that the search hides are no failures: the keys typed after the first are performed")
  func repeatedUndo() async throws {
    try await scene { scene in
      try await scene.press("d,d,/,type:honey,Enter")
      try await scene.pressAtOnce("u,u")
      #expect(scene.status == " Undone: Deleted fact 3 · hidden by the search · Esc shows it · Ctrl-R redo")
      #expect(scene.line(0).contains("1 Facts 3 "))
    }
  }

  @Test func onANarrowScreenItTakesMoreLinesUntilAKeyIsPressed() async throws {
    try await scene(size: Size(width: 50, height: 12)) { scene in
      try await scene.press("2,f,f,a,type:B,Tab,type:b@home,C-s")
      #expect(
        Array(scene.lines[9...10]) == [" Added user 6 · hidden by the filter · Esc shows", " it · u undo"])
      try await scene.press("j")
      #expect(Array(scene.lines[9...10]) == ["", " Added user 6 · hidden by the filter · Esc shows…"])
      try await scene.press("Esc")
      #expect(scene.cursorRow?.contains("B ") == true)
    }
  }

  @Test func whatChangedAndIsNotListedIsNotVisitedWithoutAWord() async throws {
    try await scene { scene in
      try await scene.press("2,Space,f,f,g")
      try await scene.press("n")
      #expect(scene.cursorRow?.hasPrefix("Ada ") == true, "\(scene.lines)")
      try await scene.press("Space,n")
      #expect(scene.status == " User 1 is there, but this list does not show it.")
      try await scene.press("n")
      #expect(scene.status == " No record has come or changed.")
    }
  }

  @Test func whatChangedAndWasDeletedHasGone() async throws {
    try await scene { scene in
      try await scene.press("2")
      try await scene.outside("UPDATE users SET active = NOT active WHERE id = 5")
      try await scene.outside("DELETE FROM users WHERE id = 5")
      try await scene.press("n")
      #expect(scene.status == " User 5 has gone.")
    }
  }
}
