// Undo of many records, after another program has changed some of them.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct UndoConflictScenes {
  private static let states = "SELECT active FROM users ORDER BY id"

  @Test func whatSomeoneElseChangedIsLeftAndNamed() async throws {
    try await scene { scene in
      try await scene.press("2,C-a,Space")
      #expect(try scene.rows(Self.states) == ["0", "0", "1", "1", "0"])
      try await scene.outside("UPDATE users SET active = 7 WHERE id = 3")
      try await scene.press("u")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/5
           Name ▲         E-mail                                         Active   Added
         ▌*Ada Byron      ada@example.org                                 ~●~       2 d
         * alan mathison  alan@example.com                                ~●~       3 d
         * Annie Easley   annie@example.net                               ~7~       3 d
         * Donald Knuth   don@example.edu                                 ~○~       9 d
         * Grace Hopper   grace@example.org                               ~●~      1 mo













         Undone: Toggled 5 users, but for user 3, which another program has changed
         since · Ctrl-R redo
         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      #expect(try scene.rows(Self.states) == ["1", "1", "7", "0", "1"])
      // Redo repeats what was undone, and nothing else.
      try await scene.press("C-r")
      #expect(scene.status == " Toggled 4 users · u undo                                              5 marked")
      #expect(try scene.rows(Self.states) == ["0", "0", "7", "1", "0"])
      try await scene.press("u")
      #expect(scene.status == " Undone: Toggled 4 users · Ctrl-R redo                                 5 marked")
      #expect(try scene.rows(Self.states) == ["1", "1", "7", "0", "1"])
    }
  }

  @Test("REAL-01: a record that others reference by now stays, and holds up no other record and no step before it")
  func whatOthersReferenceIsLeft() async throws {
    let schema = """
      CREATE TABLE Artist(Id INTEGER PRIMARY KEY, Name UNIQUE);
      CREATE TABLE Album(Id INTEGER PRIMARY KEY, Artist REFERENCES Artist);
      INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Kiss')
      """
    try await fileScene(schema, size: Size(width: 120, height: 12)) { scene in
      try await scene.press("2,d,a,type:Rush,C-s")
      #expect(scene.status == " Added Artist 3 · u undo", "\(scene.lines)")
      try await scene.outside("INSERT INTO Album VALUES (1, 3)")
      try await scene.press("u")
      #expect(scene.status == " Not undone: other records reference Artist 3; nothing was changed · u the step before")
      try await scene.press("u")
      #expect(scene.status.hasPrefix(" Undone: Deleted Artist 1"), "\(scene.lines)")
      try await scene.outside("DELETE FROM Album")
      try await scene.press("u")
      #expect(scene.status.hasPrefix(" Undone: Added Artist 3"), "\(scene.lines)")
      // Of several deleted ones, the one whose name another record has by now stays away.
      try await scene.press("g,C-a,d,y")
      try await scene.outside("INSERT INTO Artist VALUES (9, 'Kiss')")
      try await scene.press("u")
      #expect(
        scene.status.hasPrefix(
          " Undone: Deleted 2 records, but for Artist 2: another record of Artist has the same Name"),
        "\(scene.lines)")
      #expect(try scene.rows("SELECT Id || Name FROM Artist ORDER BY Id") == ["1AC/DC", "9Kiss"])
    }
  }

  @Test func ofSeveralThatAreLeftTheNumberIsTold() async throws {
    try await scene(size: Size(width: 120, height: 12)) { scene in
      try await scene.press("2,C-a,Space,Esc")
      try await scene.outside("UPDATE users SET active = 7 WHERE id = 3; DELETE FROM users WHERE id = 2")
      try await scene.press("u")
      #expect(
        scene.status
          == " Undone: Toggled 5 users, but for 2 that another program has changed or deleted since · Ctrl-R redo")
      #expect(try scene.rows(Self.states) == ["1", "7", "0", "1"])
      try await scene.outside("DELETE FROM users WHERE id = 5")
      try await scene.press("C-r")
      #expect(
        scene.status == " Toggled 3 users, but for user 5, which another program has deleted since · u undo")
      try await scene.press("u")
      #expect(scene.status == " Undone: Toggled 2 users · Ctrl-R redo")
      #expect(try scene.rows(Self.states) == ["1", "7", "0"])
    }
  }

  @Test func deletedRecordsComeBackButForWhatStandsInTheirPlace() async throws {
    try await scene(size: Size(width: 120, height: 12)) { scene in
      try await scene.press("C-a,d")
      try await scene.outside("INSERT INTO facts(id, body) VALUES (2, 'Theirs.')")
      try await scene.press("u")
      #expect(
        scene.status
          == " Undone: Deleted 3 facts, but for fact 2, which another program has added since · Ctrl-R redo")
      #expect(
        try scene.rows("SELECT id, body FROM facts ORDER BY id")
          == ["1|Honey never spoils.", "2|Theirs.", "3|An octopus has three hearts."])
    }
  }

  @Test(
    "undo says what another program has done to the record",
    arguments: [
      (["UPDATE users SET active = 7 WHERE id = 1"], "changed user 1 since · = choose"),
      (["DELETE FROM users WHERE id = 1"], "deleted user 1 since."),
      (["UPDATE users SET active = 7 WHERE id = 1", "DELETE FROM users WHERE id = 1"], "deleted user 1 since."),
      (
        [
          "DELETE FROM users WHERE id = 1",
          "INSERT INTO users(id, name, email, active) VALUES (1, 'New', 'n@example.org', 1)",
          "UPDATE users SET name = 'Newer' WHERE id = 1",
        ], "deleted user 1 since, and added another one in its place; it stays as it is."
      ),
    ])
  func theirDeed(deeds: [String], said: String) async throws {
    try await scene(size: Size(width: 130, height: 12)) { scene in
      // A change by another program before ours does not count.
      try await scene.outside("UPDATE facts SET id = 9 WHERE id = 1")
      try await scene.press("2,Space")
      for sql in deeds { try await scene.outside(sql) }
      let theirs = try scene.rows("SELECT * FROM users")
      try await scene.press("u")
      #expect(scene.status == " Not undone: another program has \(said)")
      #expect(try scene.rows("SELECT * FROM users") == theirs)
    }
  }

  @Test func keysGoOnWhereTheRecordOfTheCursorIsLeft() async throws {
    try await scene { scene in
      try await scene.press("2,C-a,Space")
      try await scene.outside("UPDATE users SET active = 7 WHERE id = 1")
      try await scene.pressAtOnce("u,Down")
      #expect(scene.cursorRow?.contains("alan mathison") == true, "\(scene.lines)")
    }
  }
}
