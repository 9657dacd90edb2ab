// A key changes a record only if the person could have read the record's current values.
import AlmanacRecords
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct UnreadChangeScenes {
  private static let schema = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, done BOOLEAN);
    INSERT INTO t VALUES (1, 'one', 0), (2, 'two', 1), (3, 'three', 0);
    """
  nonisolated private static let places = ["", "l"]

  @Test("REAL-16: a deletion asks where the record has changed less than 400 ms ago", arguments: places)
  func deletion(place: String) async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 16)) { scene in
      if !place.isEmpty { try await scene.press(place) }
      try await scene.outside("UPDATE t SET name = 'theirs' WHERE id = 1")
      await scene.wait(0.399)
      try await scene.pressAtOnce("d")
      #expect(scene.lines.contains { $0.contains("Another program has just changed it.") }, "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM t") == ["3"])
      try await scene.press("n")
      await scene.wait(0.4)
      try await scene.pressAtOnce("d")
      #expect(try scene.rows("SELECT count(*) FROM t") == ["2"], "\(scene.lines)")
    }
  }

  @Test(
    "REAL-16: no key acts on a record that another program has just put under the cursor",
    arguments: ["d", "Space", "e"],
    [
      "DELETE FROM t WHERE id = 1", "UPDATE t SET id = 9 WHERE id = 1", "UPDATE t SET name = 'x' WHERE id = 1",
      "DROP TABLE t",
    ])
  func exchanged(key: String, change: String) async throws {
    let schema = Self.schema + "CREATE TABLE u(id INTEGER PRIMARY KEY, done BOOLEAN); INSERT INTO u VALUES (7, 0);"
    try await fileScene(schema, size: Size(width: 80, height: 16)) { scene in
      if change.contains("'x'") { try await scene.press("/,type:e,Enter") }
      try await scene.outside(change)
      let rows = try ["t", "u"].flatMap { try scene.rows("SELECT * FROM \(change == "DROP TABLE t" ? "u" : $0)") }
      await scene.wait(0.399)
      try await scene.pressAtOnce(key)
      #expect(scene.said.contains("Another record has just come here: press the key again."), "\(scene.lines)")
      let after = try ["t", "u"].flatMap { try scene.rows("SELECT * FROM \(change == "DROP TABLE t" ? "u" : $0)") }
      #expect(after == rows)
      #expect(!scene.lines.contains { $0.contains("save") }, "no form is open: \(scene.lines)")
      await scene.wait(0.4)
      // A letter right after the refused `e` would be text for its form.
      if key == "e" { try await scene.press("Esc") }
      try await scene.press("d")
      let left = try ["t", "u"].flatMap { try scene.rows("SELECT * FROM \(change == "DROP TABLE t" ? "u" : $0)") }
      #expect(left.count < rows.count, "\(scene.lines)")
    }
  }

  @Test("REAL-16: no key acts on a record that has just been deleted and added again as another", arguments: places)
  func replaced(place: String) async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 16)) { scene in
      if !place.isEmpty { try await scene.press(place) }
      try await scene.outside("DELETE FROM t WHERE id = 1; INSERT INTO t VALUES (1, 'another', 0)")
      await scene.wait(0.399)
      for key in place.isEmpty ? ["Space", "e", "Esc", "d"] : ["Space"] {
        try await scene.pressAtOnce(key)
        if key == "Esc" { continue }
        #expect(scene.said.contains("Another record has just come here: press the key again."), "\(scene.lines)")
      }
      #expect(try scene.rows("SELECT * FROM t WHERE id = 1") == ["1|another|0"])
      await scene.wait(0.4)
      try await scene.pressAtOnce("Space")
      #expect(try scene.rows("SELECT * FROM t WHERE id = 1") == ["1|another|1"], "\(scene.lines)")
      // After that, a change of another column does not prevent the key.
      await scene.wait(0.4)
      try await scene.outside("UPDATE t SET name = 'theirs' WHERE id = 1")
      try await scene.pressAtOnce("Space")
      #expect(try scene.rows("SELECT * FROM t WHERE id = 1") == ["1|theirs|0"], "\(scene.lines)")
    }
  }

  @Test("REAL-16: a record that came under the cursor while a dialog covered the list is new when that is closed")
  func exchangedUnderDialog() async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 16)) { scene in
      try await scene.press("?")
      try await scene.outside("DELETE FROM t WHERE id = 1")
      await scene.wait(1)
      try await scene.pressAtOnce("Esc,d")
      #expect(try scene.rows("SELECT count(*) FROM t") == ["2"], "\(scene.lines)")
    }
  }

  @Test("REAL-16: Space does not turn a flag that another program has just set", arguments: places)
  func toggle(place: String) async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 16)) { scene in
      if !place.isEmpty { try await scene.press(place) }
      try await scene.outside("UPDATE t SET done = 1 WHERE id = 1")
      await scene.wait(0.399)
      try await scene.pressAtOnce("Space")
      #expect(
        scene.said == "Not toggled: another program has just changed it. Nothing was changed.", "\(scene.lines)")
      #expect(try scene.rows("SELECT done FROM t WHERE id = 1") == ["1"])
      await scene.wait(0.4)
      try await scene.press("Space")
      #expect(try scene.rows("SELECT done FROM t WHERE id = 1") == ["0"], "\(scene.lines)")
      try await scene.press("Space")
      #expect(try scene.rows("SELECT done FROM t WHERE id = 1") == ["1"], "\(scene.lines)")
    }
  }

  @Test("REAL-16: what the person has changed counts as read, also where older rows come while it is being written")
  func ownChange() async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 16)) { scene in
      let session = scene.session
      let present = session.screen.environment
      var isChanging = false
      let environment = ScreenEnvironment(
        scheduler: present.scheduler, clock: present.clock, themeChoice: present.themeChoice, isUnicode: true,
        refusal: present.refusal, isLocked: { false }, isSidePaneShown: { true }, isChanging: { isChanging },
        pressTime: { 0 })
      let list = { @MainActor in session.store.withState { $0.lists.first } }
      let (first, table) = (list()?.live.page.rows.first, list()?.table)
      let old = try #require(first)
      let (reads, pane) = (ReadRecords(try #require(table), environment), environment.pane { _, _ in })
      reads.rowsTaken()
      isChanging = true
      try await scene.press("Space")
      reads.rowsTaken()
      reads.change(old, in: pane)
      isChanging = false
      let new = list()?.live.page.rows.first
      #expect(new != old)
      #expect(reads.read(try #require(new), in: pane) == new)
    }
  }

  @Test(
    "REAL-02: a change that undo could take back only for a while is asked about", arguments: ["d", "e,type:z,C-s"])
  func passingUndo(keys: String) async throws {
    let schema = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT); INSERT INTO t VALUES (1, 'honey'), (2, 'tea');
      CREATE VIRTUAL TABLE zfound USING fts5(body, content='');
      INSERT INTO zfound(rowid, body) SELECT id, body FROM t;
      CREATE TRIGGER gone AFTER DELETE ON t BEGIN
        INSERT INTO zfound(zfound, rowid, body) VALUES ('delete', old.id, old.body); END;
      CREATE TRIGGER moved AFTER UPDATE ON t BEGIN
        INSERT INTO zfound(zfound, rowid, body) VALUES ('delete', old.id, old.body); END;
      """
    try await fileScene(schema, size: Size(width: 80, height: 16)) { scene in
      let before = try scene.rows("SELECT * FROM t")
      try await scene.press(keys)
      #expect(
        scene.lines.contains { $0.lowercased().contains("undo works only until another row of zfound changes") },
        "\(scene.lines)")
      #expect(try scene.rows("SELECT * FROM t") == before)
      try await scene.press(keys.hasPrefix("e") ? "C-s" : "y")
      #expect(try scene.rows("SELECT * FROM t") != before, "\(scene.lines)")
      try await scene.press("u")
      #expect(try scene.rows("SELECT * FROM t") == before, "\(scene.lines)")
    }
  }
}
