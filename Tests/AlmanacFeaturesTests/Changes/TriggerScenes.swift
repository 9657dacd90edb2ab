// Files with triggers: a book to which another program has added some, and any other file.
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

  @Test("REAL-01: undo asks before it leaves a row that a trigger wrote and another program has changed since")
  func rowOfATriggerThatAnotherProgramHasChanged() async throws {
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
      #expect(scene.lines.contains { $0.contains("Undo the rest?") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("1 row of log stays: another program has changed it") })
      #expect(scene.line(23) == " y undo  Esc cancel", "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.status == " Nothing was changed.")
      #expect(try scene.rows("SELECT id FROM facts") == ["1"])
      // Then it is undone after the others.
      try await scene.press("u")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "3"])
      try await scene.press("u,y")
      #expect(
        Array(scene.lines[21...22]) == [
          " Undone: Deleted fact 2, but for record 1 of log, which another program has",
          " changed since · Ctrl-R redo",
        ])
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2", "3"])
      #expect(try scene.rows("SELECT what FROM log") == ["theirs"])
      try await scene.press("C-r")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "3"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT id FROM facts") == ["1", "2", "3"])
      #expect(try scene.rows("SELECT what FROM log") == ["theirs"])
    }
  }

  @Test(
    "REAL-13: the question whether to undo the rest speaks of its own step, and is asked where the person is",
    arguments: ["u,2", "u,a,type:Tea,C-s"])
  func questionOfAnotherStep(keys: String) async throws {
    try await scene { scene in
      try await scene.inside(
        """
        CREATE TABLE log(what);
        CREATE TRIGGER logs AFTER DELETE ON facts BEGIN INSERT INTO log VALUES (old.id); END
        """)
      try await scene.press("d")
      try await scene.outside("UPDATE log SET what = 'theirs'")
      try await scene.pressAtOnce(keys)
      let facts = try scene.rows("SELECT id FROM facts")
      await scene.wait(1)
      try await scene.press("1,y")
      let present = try scene.rows("SELECT id FROM facts")
      #expect(
        present == facts || present == (facts + ["3"]).sorted(), "nothing but the deletion is undone: \(scene.lines)")
      #expect(try scene.rows("SELECT what FROM log") == ["theirs"])
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

  /// Tables with each kind of key, whose triggers write to tables with each kind of key, by the record's name.
  private nonisolated static let keys = [
    "name TEXT, n INT, v TEXT, done BOOLEAN DEFAULT 0, PRIMARY KEY (name, n)) WITHOUT ROWID",
    "name TEXT, n INT, v TEXT, done BOOLEAN DEFAULT 0)",
    "name TEXT, n INTEGER PRIMARY KEY, v TEXT, done BOOLEAN DEFAULT 0)",
  ]

  private static func file(_ columns: String) -> String {
    """
    CREATE TABLE t(\(columns);
    INSERT INTO t(name, n, v) VALUES ('a free', 1, 'x'), ('b ignored', 2, 'x'), ('c refused', 3, 'x'), ('d lost', 4, 'x');
    CREATE TABLE log(what); INSERT INTO log VALUES ('begun');
    CREATE TABLE tally(name TEXT PRIMARY KEY, n) WITHOUT ROWID; INSERT INTO tally VALUES ('changes', 0);
    CREATE TRIGGER a1 BEFORE UPDATE ON t WHEN old.name = 'b ignored' BEGIN SELECT RAISE(IGNORE); END;
    CREATE TRIGGER a2 BEFORE DELETE ON t WHEN old.name = 'b ignored' BEGIN SELECT RAISE(IGNORE); END;
    CREATE TRIGGER a3 BEFORE INSERT ON t WHEN new.name = 'ignored' BEGIN SELECT RAISE(IGNORE); END;
    CREATE TRIGGER b1 BEFORE UPDATE ON t WHEN old.name = 'c refused' BEGIN SELECT RAISE(ABORT, 'c stays'); END;
    CREATE TRIGGER b2 AFTER DELETE ON t WHEN old.name = 'c refused' BEGIN SELECT RAISE(ROLLBACK, 'c stays'); END;
    CREATE TRIGGER b3 BEFORE INSERT ON t WHEN new.name = 'refused' BEGIN SELECT RAISE(FAIL, 'no such'); END;
    CREATE TRIGGER c1 AFTER UPDATE ON t WHEN old.name = 'd lost' BEGIN DELETE FROM t WHERE name = 'd lost'; END;
    CREATE TRIGGER c2 AFTER INSERT ON t WHEN new.name = 'lost' BEGIN DELETE FROM t WHERE name = 'lost'; END;
    CREATE TRIGGER d1 AFTER INSERT ON t WHEN new.name = 'new' BEGIN UPDATE t SET v = 'stamped' WHERE name = 'new'; END;
    CREATE TRIGGER e1 AFTER INSERT ON t BEGIN
      INSERT INTO log VALUES ('added ' || new.name); UPDATE tally SET n = n + 1; END;
    CREATE TRIGGER e2 AFTER UPDATE ON t BEGIN
      INSERT INTO log VALUES ('changed ' || new.name); UPDATE tally SET n = n + 1; END;
    CREATE TRIGGER e3 AFTER DELETE ON t BEGIN
      DELETE FROM log WHERE what = 'begun'; INSERT INTO tally VALUES (old.name, 1); END;
    """
  }

  private static let content =
    "SELECT name, n, v, done FROM t UNION ALL SELECT 'log', rowid, what, '' FROM log UNION ALL SELECT 'tally', name, n, '' FROM tally"

  @Test("ANY-16: what triggers refuse or undo is reported as that, and nothing is changed", arguments: keys)
  func refusedByTriggers(_ columns: String) async throws {
    try await fileScene(Self.file(columns)) { scene in
      let before = try scene.rows(Self.content)
      for (keys, message) in [
        ("2,g,j,d", "Not deleted: a trigger of the file keeps"),
        ("Space", "Not toggled: a trigger, or a column's type,"),
        ("j,d", "Not deleted: c stays. Nothing was changed."), ("Space", "Not toggled: c stays. Nothing was changed."),
        ("j,Space", "Not toggled: a trigger, or a column's type,"), ("C-a,d", "Not deleted: "),
        ("Space", "Not toggled: "),
        ("Esc,g,j,e,Tab,Tab,type:y,C-s", "Not saved: a trigger, or a column's type, keeps"),
        ("Esc,Esc,j,e,Tab,Tab,type:y,C-s", "Not saved: c stays"),
        ("Esc,Esc,j,e,Tab,Tab,type:y,C-s", "Not saved: a trigger, or a column's type, keeps"),
        ("Esc,Esc,a,type:ignored,Tab,type:9,C-s", "Not saved: a trigger of the file keeps"),
        ("Esc,Esc,a,type:refused,Tab,type:9,C-s", "Not saved: no such"),
        ("Esc,Esc,a,type:lost,Tab,type:9,C-s", "Not saved: a trigger of the file keeps"),
      ] {
        try await scene.press(keys)
        #expect(scene.lines.joined(separator: " ").contains(message), "\(keys): \(scene.lines)")
        #expect(try scene.rows(Self.content) == before, "\(keys)")
      }
      try await scene.press("Esc,Esc,u")
      #expect(scene.status == " Nothing to undo.")
    }
  }

  @Test("ANY-16: undo takes back what triggers did in every table, once, and redo makes it again", arguments: keys)
  func undoneTriggers(_ columns: String) async throws {
    try await fileScene(Self.file(columns)) { scene in
      var states = [try scene.rows(Self.content)]
      for (keys, message, row) in [
        ("2,a,type:new,Tab,type:9,Tab,type:mine,C-s", "Added t ", "new|9|stamped|0"),
        ("g,e,Tab,Tab,type:y,C-s", "Edited t ", "a free|1|xy|0"), ("Space", "Toggled t ", "a free|1|xy|1"),
        ("d,y", "Deleted t ", "tally|a free|1|"),
      ] {
        try await scene.press(keys)
        #expect(scene.status.hasPrefix(" \(message)") && scene.status.hasSuffix(" · u undo"), "\(scene.status)")
        states.append(try scene.rows(Self.content))
        #expect(states.last?.contains(row) == true, "\(keys): \(states.last ?? [])")
      }
      #expect(
        states.last?.suffix(6) == [
          "log|2|added new|", "log|3|changed new|", "log|4|changed a free|", "log|5|changed a free|", "tally|a free|1|",
          "tally|changes|4|",
        ])
      for state in states.dropLast().reversed() {
        try await scene.press("u")
        #expect(try scene.rows(Self.content) == state, "\(scene.status)")
      }
      try await scene.press("u")
      #expect(scene.status == " Nothing to undo.")
      for (step, state) in states.dropFirst().enumerated() {
        // A deletion that also deletes another row asks again.
        try await scene.press(step == states.count - 2 ? "C-r,y" : "C-r")
        #expect(try scene.rows(Self.content) == state, "\(scene.status)")
      }
    }
  }
}
