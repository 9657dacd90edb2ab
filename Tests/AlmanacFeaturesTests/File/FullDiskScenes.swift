// A full disk: nothing is lost, the typed text is kept, and each change that is impossible says why.
import AlmanacFeatures
import Databases
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct FullDiskScenes {
  @Test func anAdditionKeepsWhatWasTyped() async throws {
    try await scene { scene in
      try await scene.press("d")
      try await scene.connection.query("PRAGMA max_page_count=1")
      try await scene.press("a,paste:" + String(repeating: "Long. ", count: 4000) + ",C-s")
      scene.shows(
        """
         Almanac  1 Facts 2  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/2
         ID ▼  Fact                                                               Added
         ▌  2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago



        ┌ New fact ────────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Fact  …. Long. Long. Long. Long. Long. Long. Long. Long. Long. Long. Long.   │
        │                                                                              │
        │ Not saved: the disk is full; make room and try again.           Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘








         Deleted fact 3
         Ctrl-S save  ⏎ next or save  Esc leave
        """)
      try await scene.connection.query("PRAGMA max_page_count=1000000")
      try await scene.press("C-s")
      #expect(scene.status == " Added fact 4 · u undo")
      try await scene.press("u,u")
      #expect(scene.status == " Undone: Deleted fact 3 · Ctrl-R redo")
      #expect(try scene.rows("SELECT id FROM facts ORDER BY id") == ["1", "2", "3"])
    }
  }

  /// Leaves no room for any kind of change, until room is made.
  private func fill(_ scene: Scene) async throws {
    try await scene.inside(
      """
      CREATE TABLE heap(bytes);
      CREATE TRIGGER a BEFORE DELETE ON facts BEGIN INSERT INTO heap VALUES (zeroblob(1 << 20)); END;
      CREATE TRIGGER b BEFORE INSERT ON facts BEGIN INSERT INTO heap VALUES (zeroblob(1 << 20)); END;
      CREATE TRIGGER c BEFORE UPDATE ON users BEGIN INSERT INTO heap VALUES (zeroblob(1 << 20)); END;
      """)
    try await scene.connection.query("PRAGMA max_page_count=1")
  }

  private func makeRoom(_ scene: Scene) async throws {
    try await scene.connection.query("PRAGMA max_page_count=1000000")
  }

  @Test func aDeletion() async throws {
    try await scene { scene in
      try await fill(scene)
      try await scene.press("d")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         Not deleted: the disk is full; make room and try again. Nothing was changed.
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      #expect(try scene.rows("SELECT count(*) FROM facts") == ["3"])
      try await makeRoom(scene)
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 3 · u undo")
    }
  }

  @Test func aToggle() async throws {
    try await scene { scene in
      try await fill(scene)
      try await scene.press("2,Space")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo














         Not toggled: the disk is full; make room and try again. Nothing was changed.
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      #expect(try scene.rows("SELECT active FROM users WHERE id = 1") == ["1"])
      try await scene.press("C-a,Space")
      #expect(scene.status == " Not toggled: the disk is full; make room and try again. Nothing was changed.")
      try await makeRoom(scene)
      try await scene.press("Space")
      #expect(try scene.rows("SELECT active FROM users ORDER BY id") == ["0", "0", "1", "1", "0"])
    }
  }

  @Test func anEditKeepsWhatWasTyped() async throws {
    try await scene { scene in
      try await fill(scene)
      try await scene.press("2,e,type: Lovelace,C-s")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/5
           Name ▲         E-mail                                         Active   Added
         ▌ Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
           Annie Easley   annie@example.net                                ○        3 d
        ┌ Edit user 1 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ Name    Ada Byron Lovelace                                                   │
        │                                                                              │
        │ E-mail  ada@example.org                                                      │
        │                                                                              │
        │ Active  [x]                                                                  │
        │                                                                              │
        │ Not saved: the disk is full; make room and try again.           Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘







         Tab next field  Ctrl-S save  ⏎ next or save  Esc leave
        """)
      #expect(try scene.rows("SELECT name FROM users WHERE id = 1") == ["Ada Byron"])
      try await makeRoom(scene)
      try await scene.press("C-s")
      #expect(scene.status == " Edited user 1 · u undo")
      #expect(try scene.rows("SELECT name FROM users WHERE id = 1") == ["Ada Byron Lovelace"])
    }
  }

  @Test func undoAndRedoCanBeTriedAgain() async throws {
    try await scene { scene in
      // The fact is larger than the room that its deletion frees, once other data has taken that room.
      let body = "UPDATE facts SET body = hex(zeroblob(100000)) WHERE id = 3"
      try await scene.inside("CREATE TABLE heap(bytes); \(body)")
      try await scene.press("d")
      try await fillUp(scene)
      try await scene.press("u")
      scene.shows(
        """
         Almanac  1 Facts 2  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/2
         ID ▼  Fact                                                               Added
         ▌  2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago

















         Not undone: the disk is full; make room and try again.
         a add  e edit  d delete  / search  ⏎ open  u undo  ? help  q quit
        """)
      try await makeRoom(scene)
      try await scene.press("u")
      #expect(scene.status == " Undone: Deleted fact 3 · Ctrl-R redo")
      try await scene.press("a,paste:" + String(repeating: "Long. ", count: 20_000) + ",C-s,u")
      #expect(scene.status == " Undone: Added fact 4 · Ctrl-R redo")
      try await fillUp(scene)
      try await scene.press("C-r")
      #expect(scene.status == " Not done again: the disk is full; make room and try again.")
      try await makeRoom(scene)
      try await scene.press("C-r")
      #expect(scene.status == " Added fact 4 · u undo")
    }
  }

  /// Leaves no room at all until room is made.
  private func fillUp(_ scene: Scene) async throws {
    try await scene.inside("INSERT INTO heap VALUES (zeroblob(1 << 20))")
    try await scene.connection.query("PRAGMA max_page_count=1")
  }
}
