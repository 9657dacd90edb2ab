// Marks, and changes of all marked records.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct MarkScenes {
  @Test("DL-07: marked records that go by d come back by undo, unmarked")
  func markedRecordsAreDeletedAsOneStep() async throws {
    try await scene { scene in
      try await scene.press("2,x,Down,Down,x")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   3/5
           Name ▲         E-mail                                         Active   Added
         * Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
         ▌*Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo














                                                                               2 marked
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("d")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 3  3 Statistics                     book.db · live
         / search                                                                   2/3
           Name ▲         E-mail                                         Active   Added
           alan mathison  alan@example.com                                 ●        3 d
         ▌ Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo
















         Deleted 2 users · u undo
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      try await scene.press("u")
      #expect(scene.status == " Undone: Deleted 2 users · Ctrl-R redo", "what comes back is not marked")
      #expect(try scene.rows("SELECT id FROM users ORDER BY id") == ["1", "2", "3", "4", "5"])
      try await scene.press("C-r")
      #expect(try scene.rows("SELECT id FROM users ORDER BY id") == ["2", "4", "5"])
    }
  }

  @Test("DL-07: a marked record that goes by itself comes back by undo, unmarked; the others stay marked")
  func aMarkedRecordThatIsDeletedInItsDetail() async throws {
    try await scene { scene in
      try await scene.press("2,x,Down,x,Up,Enter,d")
      #expect(scene.status == " Deleted user 1 · u undo")
      try await scene.press("Esc,u")
      #expect(scene.list[0].dropFirst(2).hasPrefix("+Ada Byron"), "\(scene.list[0])")
      #expect(scene.list[1].dropFirst(2).hasPrefix("*alan mathison") || scene.list[1].dropFirst(1).hasPrefix("* alan"))
      #expect(scene.status.hasSuffix(" 1 marked"))
    }
  }

  @Test func toggledTogetherTheyStayMarked() async throws {
    try await scene { scene in
      try await scene.press("2,x,Down,x,Down,Space")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   3/5
           Name ▲         E-mail                                         Active   Added
         * Ada Byron      ada@example.org                                 ~○~       2 d
         * alan mathison  alan@example.com                                ~○~       3 d
         ▌ Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo














         Toggled 2 users · u undo                                              2 marked
         a add  e edit  Space toggle  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      #expect(try scene.rows("SELECT id FROM users WHERE active ORDER BY id") == ["5"])
      try await scene.press("x,x,u")
      #expect(try scene.rows("SELECT id FROM users WHERE active ORDER BY id") == ["1", "2", "5"])
      #expect(scene.cursorRow?.hasPrefix("Annie") == true, "of many records none takes the cursor")
    }
  }

  @Test func allThatAreFoundAndNoOthers() async throws {
    try await scene(Content.users(90)) { scene in
      try await scene.press("2,f,/,type:user1,Enter,C-a")
      #expect(scene.status.hasSuffix(" 8 marked"), "\(scene.status)")
      try await scene.press("d")
      #expect(scene.status == " Deleted 8 users · u undo")
      #expect(
        try scene.rows("SELECT count(*), sum(active), count(*) FILTER (WHERE email LIKE 'user1%') FROM users")
          == ["82|52|3"])
    }
  }

  @Test func whatIsPressedBehindMarkingAllIsMeantForAll() async throws {
    try await scene(Content.facts(60)) { scene in
      try await scene.pressAtOnce("C-a,d")
      #expect(scene.status == " Deleted 60 facts · u undo")
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["0"])
    }
  }

  @Test func marksOutsideTheRowsAtHandAreMeantToo() async throws {
    try await scene(Content.facts(5000)) { scene in
      try await scene.press("x,End,x,Home,d")
      #expect(scene.status == " Deleted 2 facts · u undo")
      #expect(try scene.rows("SELECT min(id), max(id), count(*) FROM facts") == ["2|4999|4998"])
    }
  }

  @Test func whatCouldNotBeTakenBackIsNotDeletedAndTheSentenceSaysWhatCanBeDone() async throws {
    let content = """
      INSERT INTO facts(id, body, createdAt) VALUES (1, 'Large', zeroblob(67108864)), (2, 'Small', '2026-01-31 09:00')
      """
    try await scene(content, size: Size(width: 80, height: 10)) { scene in
      try await scene.press("C-a,d")
      scene.shows(
        """
         Almanac  1 Facts 2  2 Users 0  3 Statistics                     book.db · live
         / search                                                                   1/2
         ID ▼  Fact                                                               Added
         ▌* 2  Small                                                            3 h ago
         *  1  Large                                                        blob, 64 MB


         Not deleted: undo can't keep so much: 64 MB at most. Nothing was changed.
         Delete fewer at a time, or for good with almanac delete.
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("Esc,Down,d")
      #expect(
        Array(scene.lines[7...8]) == [
          " Not deleted: undo can't keep so much: 64 MB at most. Nothing was changed.",
          " almanac delete facts 1 does it for good.",
        ])
      try await scene.press("Up,d")
      #expect(scene.status == " Deleted fact 2 · u undo")
      #expect(try scene.rows("SELECT id FROM facts") == ["1"])
    }
  }

  @Test func escTakesMarksAwayBeforeTheSearch() async throws {
    try await scene { scene in
      try await scene.press("2,f,/,type:an,Enter,x,Esc")
      #expect(scene.status == "")
      #expect(scene.line(1).hasPrefix(" / an"))
      try await scene.press("Esc,Esc")
      #expect(scene.line(2).hasPrefix("   Name ▲"))
    }
  }

  @Test func escEndsASearchThatIsTypedBeforeItTakesMarksAway() async throws {
    try await scene { scene in
      try await scene.press("2,x,/,type:ada,Esc")
      #expect(scene.line(2).hasPrefix("   Name ▲"))
      #expect(scene.status.hasSuffix(" 1 marked"))
      try await scene.press("Esc")
      #expect(scene.status == "")
    }
  }

  @Test("Marks that a typed letter takes come back by Backspace and Esc; Enter tells how many a search has taken")
  func marksWhileASearchIsTyped() async throws {
    try await scene { scene in
      try await scene.press("2,C-a")
      #expect(scene.status.hasSuffix("   5 marked"))
      try await scene.press("/,type:adax")
      #expect(!scene.lines.contains { $0.contains("not marked any more") }, "\(scene.lines)")
      try await scene.press("BSpace")
      #expect(scene.cursorRow?.hasPrefix("*Ada") == true, "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.status.hasSuffix("   5 marked"))
      #expect(!scene.lines.contains { $0.contains("not marked any more") }, "\(scene.lines)")
      try await scene.press("/,type:ada,Enter")
      #expect(scene.status.hasPrefix(" 4 users are not marked any more."), "\(scene.lines)")
      #expect(scene.status.hasSuffix(" 1 marked"))
    }
  }

  @Test("A record that another program deletes while a search is typed does not come back marked")
  func aMarkGoesWhileASearchIsTyped() async throws {
    try await scene { scene in
      try await scene.press("2,C-a,/,type:ada")
      try await scene.outside("DELETE FROM users WHERE name LIKE 'Ada%'")
      try await scene.press("Esc")
      #expect(scene.status.hasSuffix(" 4 marked"), "\(scene.lines)")
      // The same for one that the search hides, and whose identity gets another record.
      try await scene.press("/,type:grace")
      try await scene.outside("DELETE FROM users WHERE id = 2")
      try await scene.outside(
        "INSERT INTO users(id, name, email, createdAt) VALUES (2, 'Zed', 'z@example.org', '2026-01-30 12:00:00.000')")
      try await scene.press("Esc")
      #expect(scene.status.hasSuffix(" 3 marked"), "\(scene.lines)")
    }
  }

  @Test func escClosesADialogBeforeItClearsTheSearch() async throws {
    try await scene { scene in
      try await scene.press("/,type:an,Enter,a,Esc")
      #expect(scene.line(1).hasPrefix(" / an "))
      #expect(!scene.lines.contains { $0.contains("New fact") })
      try await scene.press("?,Esc")
      #expect(scene.line(1).hasPrefix(" / an "))
      try await scene.press("Esc")
      #expect(scene.line(2).hasPrefix(" ID ▼"))
    }
  }

  @Test func aFilterKeepsTheMarksOfWhatIsListedAndTellsOfTheOthers() async throws {
    try await scene { scene in
      try await scene.press("2,x,Down,Down,x,f")
      #expect(scene.status == " 1 user is not marked any more." + String(repeating: " ", count: 40) + "1 marked")
      try await scene.press("d,f,f")
      #expect(try scene.rows("SELECT id FROM users ORDER BY id") == ["2", "3", "4", "5"])
      try await scene.press("C-a,s")
      #expect(scene.status.hasSuffix(" 4 marked"), "what is only sorted stays marked")
    }
  }

  @Test func aMarkGoesWithItsRecord() async throws {
    try await scene { scene in
      try await scene.press("2,x,Down,x")
      try await scene.outside("DELETE FROM users WHERE id = 1")
      #expect(scene.status.hasSuffix(" 1 marked · 1 gone"))
      try await scene.outside("UPDATE users SET name = 'Zed' WHERE id = 2")
      await scene.wait(2)
      #expect(scene.cursorRow?.hasPrefix("*Zed") == true, "the mark of a record that moves goes with it")
    }
  }
}
