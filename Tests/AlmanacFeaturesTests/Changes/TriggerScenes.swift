// A book to which someone has added triggers and tables of their own.
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct TriggerScenes {
  @Test func undoBringsBackWhatCascadedAndTakesBackWhatTriggersWrote() async throws {
    try await scene { scene in
      try await scene.inside(
        """
        CREATE TABLE sources(fact REFERENCES facts ON DELETE CASCADE, name, short AS (substr(name, 1, 3)) STORED);
        CREATE TABLE log(what);
        CREATE TRIGGER logs AFTER DELETE ON facts BEGIN INSERT INTO log VALUES (old.id); END;
        INSERT INTO sources(fact, name) VALUES (3, 'Nature'), (1, 'Science')
        """)
      try await scene.press("d")
      #expect(scene.status == " Deleted fact 3 · u undo")
      #expect(try scene.rows("SELECT * FROM sources") == ["1|Science|Sci"])
      #expect(try scene.rows("SELECT * FROM log") == ["3"])
      try await scene.press("u")
      #expect(scene.status == " Undone: Deleted fact 3 · Ctrl-R redo")
      #expect(scene.cursorRow?.contains("octopus") == true)
      #expect(try scene.rows("SELECT * FROM sources ORDER BY rowid") == ["3|Nature|Nat", "1|Science|Sci"])
      #expect(try scene.rows("SELECT * FROM log") == [])
      try await scene.press("C-r")
      #expect(try scene.rows("SELECT * FROM sources") == ["1|Science|Sci"])
      #expect(try scene.rows("SELECT * FROM log") == ["3"])
    }
  }

  @Test func whereUndoIsRefusedItSaysWhyAndTheStepBeforeIsNext() async throws {
    try await scene { scene in
      try await scene.press("d")
      try await scene.inside(
        """
        CREATE TABLE log(what);
        CREATE TRIGGER logs AFTER DELETE ON facts BEGIN INSERT INTO log VALUES (old.id); END
        """)
      try await scene.press("d")
      try await scene.outside("UPDATE log SET what = 'theirs'")
      try await scene.press("u")
      #expect(scene.status == " Not undone: another program has changed a row of log since · u the step before")
      #expect(try scene.rows("SELECT id FROM facts") == ["1"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "3"])
    }
  }

  @Test func whatATriggerKeepsIsNotCalledDeletedNorGone() async throws {
    try await scene { scene in
      try await scene.inside("CREATE TRIGGER keep BEFORE DELETE ON facts BEGIN SELECT RAISE(IGNORE); END")
      try await scene.press("d")
      #expect(
        scene.lines.joined().contains(
          "Not deleted: a trigger of the file keeps record 3 of facts from being deleted. Nothing was changed."))
      #expect(try scene.rows("SELECT id FROM facts ORDER BY id") == ["1", "2", "3"])
      try await scene.press("u")
      #expect(scene.status == " Nothing to undo.")
    }
  }

  @Test func whatATriggerKeepsOutIsNotCalledAdded() async throws {
    try await scene { scene in
      try await scene.inside(
        "CREATE TRIGGER away AFTER INSERT ON facts BEGIN DELETE FROM facts WHERE id = new.id; END")
      try await scene.press("a,type:Tea,C-s")
      #expect(
        scene.lines.contains { $0.contains("│ Not saved: a trigger of the file keeps the record out of facts.") })
    }
  }
}
