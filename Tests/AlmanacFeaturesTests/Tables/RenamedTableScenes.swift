// Another program renames a table: everything remembered about it moves to the new name.
import AlmanacRecords
import Databases
import Stores
import TestSupport
import Testing

@testable import AlmanacFeatures

/// Songs, the artists that they reference, and a trigger's notes about the artists.
private let music = """
  CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE log(id INTEGER PRIMARY KEY, gone TEXT);
  CREATE TABLE song(id INTEGER PRIMARY KEY, title TEXT, artist REFERENCES artist ON DELETE CASCADE);
  CREATE TRIGGER gone AFTER DELETE ON artist BEGIN INSERT INTO log(gone) VALUES (old.name); END;
  INSERT INTO artist VALUES (1, 'Ada'), (2, 'Bob');
  INSERT INTO song VALUES (1, 'Red', 1), (2, 'Blue', 2), (3, 'Green', 2);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct RenamedTableScenes {
  @Test("ANY-25: a record that is open stays open in a table that is renamed, with what was typed into its form")
  func renamedUnderForm() async throws {
    try await fileScene("CREATE TABLE t(id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'one'), (2, 'two')") {
      scene in
      try await scene.press("j,Enter,e,End,type: more")
      try await scene.outside("ALTER TABLE t RENAME TO s")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT x FROM s") == ["one", "two more"], "\(scene.lines)")
      #expect(scene.line(0).hasPrefix(" music.db › s 2 "), "\(scene.lines)")
    }
  }

  @Test(
    "ANY-25: undo and redo go on in a table that is renamed, also one that a cascade or a trigger reached",
    arguments: [("artist", "z"), ("song", "a"), ("log", "z")])
  func undo(_ old: String, _ new: String) async throws {
    func name(_ table: String) -> String { table == old ? new : table }
    func content(_ scene: Scene) throws -> [String] {
      try scene.rows("SELECT * FROM \(name("artist"))") + scene.rows("SELECT * FROM \(name("song"))")
        + scene.rows("SELECT * FROM \(name("log"))")
    }
    try await fileScene(music) { scene in
      try await scene.press("1,G,d,y")
      #expect(scene.status.contains("Deleted artist 2 · u undo"), "\(scene.lines)")
      try await scene.outside("ALTER TABLE \(old) RENAME TO \(new)")
      #expect(scene.status.contains("Deleted artist 2 · u undo"), "\(scene.lines)")
      #expect(try content(scene) == ["1|Ada", "1|Red|1", "1|Bob"])
      try await scene.press("u")
      #expect(scene.status.contains("Undone: Deleted artist 2 · Ctrl-R redo"), "\(scene.lines)")
      #expect(scene.cursorRow == "+ 2  Bob", "\(scene.lines)")
      #expect(try content(scene) == ["1|Ada", "2|Bob", "1|Red|1", "2|Blue|2", "3|Green|2"])
      try await scene.press("C-r,y")
      #expect(try content(scene) == ["1|Ada", "1|Red|1", "1|Bob"], "\(scene.lines)")
    }
  }

  @Test("ANY-25: undo in a table that is renamed compares first, and swapped names mean the records that they meant")
  func undoCompares() async throws {
    let sql = """
      CREATE TABLE a(id INTEGER PRIMARY KEY, x); CREATE TABLE b(id INTEGER PRIMARY KEY, x);
      INSERT INTO a VALUES (1, 'of a'); INSERT INTO b VALUES (1, 'of b');
      """
    try await fileScene(sql) { scene in
      try await scene.press("1,d")
      for sql in ["ALTER TABLE a RENAME TO c", "ALTER TABLE b RENAME TO a", "ALTER TABLE c RENAME TO b"] {
        try await scene.outside(sql)
      }
      try await scene.press("u")
      let content = "SELECT * FROM a UNION ALL SELECT * FROM b"
      #expect(try scene.rows(content) == ["1|of b", "1|of a"], "\(scene.lines)")
      try await scene.press("e,End,type: more,C-s")
      #expect(try scene.rows(content) == ["1|of b", "1|of a more"], "\(scene.lines)")
      try await scene.outside("ALTER TABLE b RENAME TO d")
      try await scene.outside("UPDATE d SET x = 'theirs'")
      try await scene.press("u")
      #expect(scene.status.contains("another program has changed d 1 since"), "\(scene.lines)")
      #expect(try scene.rows("SELECT * FROM d") == ["1|theirs"])
    }
  }

  @Test("ANY-14, ANY-25: Esc takes jumps back in tables that are renamed")
  func jumps() async throws {
    try await fileScene(music) { scene in
      // From a song to its artist, and from there to the songs that reference it.
      try await scene.press("3,G,Enter,G,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › artist 2 "), "\(scene.lines)")
      try await scene.press("G,Enter")
      #expect(scene.line(1).contains("artist = 2 only"), "\(scene.lines)")
      try await scene.outside("ALTER TABLE song RENAME TO track")
      try await scene.outside("ALTER TABLE artist RENAME TO band")
      #expect(scene.line(0).contains(" track 3 ") && scene.line(1).contains("artist = 2 only"), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db › band 2 "), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db › track 3 "), "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.cursorRow?.hasPrefix("3  Green") == true && scene.line(1).hasSuffix(" 3/3"), "\(scene.lines)")
    }
  }

  @Test("ANY-25: an error of a table waits on its tab when that has another name")
  func messages() async throws {
    let sql = "CREATE TABLE a(x); CREATE TABLE t(id INTEGER PRIMARY KEY, x); INSERT INTO t VALUES (1, 'one')"
    try await fileScene(sql) { scene in
      try await scene.press("2,Space")
      let error = scene.status
      #expect(error.contains("t has no "), "\(scene.lines)")
      try await scene.outside("ALTER TABLE t RENAME TO s")
      #expect(scene.status == error)
      try await scene.outside("ALTER TABLE a RENAME TO b")
      #expect(scene.status == error)
    }
  }

  @Test(
    "ANY-25: a change that is being written while the schema changes can be undone",
    arguments: [("", "d"), ("e,End,type: more", "C-s")])
  func changeUnderWay(_ before: String, _ key: String) async throws {
    try await fileScene("CREATE TABLE t(id INTEGER PRIMARY KEY, y); INSERT INTO t VALUES (1, 'one')") { scene in
      if !before.isEmpty { try await scene.press(before) }
      scene.connection.waitForLocks(atMost: nil)
      let holder = try RawConnection(scene.path)
      try holder.run("PRAGMA busy_timeout=60000; BEGIN IMMEDIATE")
      try await scene.pressWhileWaiting(key)
      await scene.status { !$0.waiting.isEmpty }
      // The change usually keeps waiting: another transaction begins at once.
      try holder.run("ALTER TABLE t ADD COLUMN z; COMMIT; BEGIN IMMEDIATE")
      try await scene.connection.lookForOutsideChanges()
      await scene.until { $0.tables["t"]?.columns == ["id", "y", "z"] }
      try holder.run("COMMIT")
      await scene.run.settle()
      #expect(scene.line(2).split(separator: " ").contains("z"), "\(scene.lines)")
      #expect(try scene.rows("SELECT y FROM t") == (key == "d" ? [] : ["one more"]), "\(scene.lines)")
      try await scene.press("u")
      #expect(try scene.rows("SELECT y FROM t") == ["one"], "\(scene.lines)")
      #expect(scene.status.contains("Undone: "), "\(scene.lines)")
    }
  }
}
