// Another program's database on the screen.
import AlmanacFeatures
import AlmanacRecords
import Terminals
import TestSupport
import Testing

/// A small music library.
private let music = """
  CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT);
  CREATE TABLE Album(
    AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER NOT NULL REFERENCES Artist);
  CREATE TABLE Playlist(Name TEXT, Place INTEGER, Title TEXT, PRIMARY KEY (Name, Place)) WITHOUT ROWID;
  CREATE VIEW Titles AS SELECT Album.Title, Artist.Name FROM Album JOIN Artist USING (ArtistId) ORDER BY AlbumId;
  INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept'), (3, NULL);
  INSERT INTO Album VALUES
    (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2), (3, 'Restless and Wild', 2),
    (4, 'Let There Be Rock', 1);
  INSERT INTO Playlist VALUES ('Loud', 1, 'Balls to the Wall'), ('Loud', 2, 'Let There Be Rock'), ('Soft', 1, NULL);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct AnyFileScenes {
  @Test("ANY-01: a tab for each table, then for each view, with its count; the first table is shown")
  func tabsForAllTables() async throws {
    try await fileScene(music) { scene in
      scene.shows(
        """
         music.db  Album 4  Artist 3  Playlist 3  Titles 4                         live
         / search                                                                   1/4
         AlbumId ▲  Title                                                    ArtistId
         ▌       1  For Those About To Rock                                  1 AC/DC
                 2  Balls to the Wall                                        2 Accept
                 3  Restless and Wild                                        2 Accept
                 4  Let There Be Rock                                        1 AC/DC
















         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help  q quit
        """)
      try await scene.press("Tab,Tab")
      #expect(
        scene.list.prefix(3) == [
          " ▌ Loud        1  Balls to the Wall", "   Loud        2  Let There Be Rock", "   Soft        1  NULL",
        ])
      try await scene.press("4")
      #expect(scene.cursorRow == "For Those About To Rock  AC/DC")
      try await scene.press("BTab,BTab,BTab")
      #expect(scene.line(2).hasPrefix(" AlbumId ▲"))
    }
  }

  @Test("ANY-01: the tables of a full-text index, and those of SQLite itself, have no tab")
  func tablesOfModules() async throws {
    let sql = """
      CREATE TABLE notes(id INTEGER PRIMARY KEY AUTOINCREMENT, text);
      CREATE VIRTUAL TABLE found USING fts5(text); INSERT INTO notes(text) VALUES (1); ANALYZE;
      """
    try await fileScene(sql) { scene in
      #expect(scene.line(0) == " music.db  found 0  notes 1                                                live")
    }
  }

  @Test("ANY-12: the rows of a view are listed, searched, sorted, paged and opened, live")
  func viewIsLive() async throws {
    let sql =
      music + """
        WITH RECURSIVE n(i) AS (SELECT 5 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO Album SELECT i, 'Album ' || i, 1 + i % 2 FROM n;
        """
    try await fileScene(sql, size: Size(width: 60, height: 10)) { scene in
      try await scene.press("4,G")
      #expect(scene.cursorRow == "Album 300                 AC/DC")
      try await scene.press("g,PgDn,Down")
      #expect(scene.cursorRow == "Album 7                   Accept")
      try await scene.outside("DELETE FROM Album WHERE AlbumId < 4")
      #expect(scene.cursorRow == "Album 7                   Accept")
      try await scene.press("/,type:accept 29,Enter,G")
      #expect(scene.cursorRow == "Album 299                 Accept")
      try await scene.outside("UPDATE Artist SET Name = 'Accepted' WHERE ArtistId = 2")
      #expect(scene.list.contains { $0.contains("Album 291 ") && $0.contains("Accepted") })
      try await scene.press("Enter")
      #expect(scene.lines.contains { $0.contains("Name") && $0.contains("Accepted") })
      try await scene.press("Esc,Esc,s,g")
      #expect(scene.cursorRow?.hasPrefix("Album 10 ") == true)
    }
  }

  @Test("The first change of another program's file asks once; Esc leaves the file as it is")
  func writePermission() async throws {
    try await fileScene(music, isWriteAllowed: false) { scene in
      // A key that can't act asks for no permission.
      try await scene.press("2,G,Space")
      #expect(scene.status == " Artist has no column that is declared boolean.")
      try await scene.press("d")
      #expect(scene.lines.contains { $0.contains(" Write to music.db? ") }, "\(scene.lines)")
      #expect(scene.line(23) == " ⏎ write  Esc leave it as it is")
      try await scene.press("x,Esc")
      #expect(try scene.rows("SELECT count(*) FROM Artist") == ["3"])
      #expect(scene.status == " Nothing was changed.")
      try await scene.press("d,Enter")
      #expect(try scene.rows("SELECT count(*) FROM Artist") == ["2"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*) FROM Artist") == ["3"])
      #expect(scene.status == " Undone: Deleted Artist 3 · Ctrl-R redo")
      try await scene.press("3,d")
      #expect(try scene.rows("SELECT count(*) FROM Playlist") == ["2"], "it asks once")
      try await scene.press("u")
      #expect(scene.cursorRow == "+Loud        1  Balls to the Wall")
    }
  }

  @Test("What was meant for one record is not done to another that has the cursor when the file may be written to")
  func writePermissionForAnotherRecord() async throws {
    try await fileScene(music, isWriteAllowed: false) { scene in
      try await scene.press("2,d")
      #expect(scene.lines.contains { $0.contains(" Write to music.db? ") }, "\(scene.lines)")
      try await scene.outside("PRAGMA foreign_keys = OFF; DELETE FROM Artist WHERE ArtistId = 1")
      try await scene.press("y")
      #expect(scene.status == " The cursor was not on this record: press the key again.")
      #expect(try scene.rows("SELECT count(*) FROM Artist WHERE ArtistId = 2") == ["1"])
    }
  }

  @Test("A key that needs the permission to write waits for its record first: the answer is for that")
  func writePermissionBeforeTheRows() async throws {
    try await fileScene(music, isWriteAllowed: false) { scene in
      try await scene.pressAtOnce("2,G,d")
      #expect(scene.lines.contains { $0.contains(" Write to music.db? ") }, "\(scene.lines)")
      try await scene.press("Enter")
      #expect(try scene.rows("SELECT group_concat(ArtistId) FROM Artist") == ["1,2"])
    }
  }

  @Test("Keys that were pressed before the question was on the screen do not answer it", arguments: ["Enter", "y"])
  func answersTypedAhead(_ key: String) async throws {
    try await fileScene(music, isWriteAllowed: false) { scene in
      try await scene.press("2,G")
      try await scene.pressAtOnce("d,\(key),\(key)")
      #expect(scene.lines.contains { $0.contains(" Write to music.db? ") }, "\(scene.lines)")
      #expect(try scene.rows("SELECT count(*) FROM Artist") == ["3"])
      // Esc cancels the question, visible or not.
      try await scene.press("Esc")
      try await scene.pressAtOnce("d,Esc,k")
      #expect(scene.cursorRow == "2  Accept")
      try await scene.press("G,d,\(key)")
      #expect(try scene.rows("SELECT count(*) FROM Artist") == ["2"])
    }
  }

  @Test("ANY-25: tables come and go, and get other columns, while they are shown")
  func schemaChanges() async throws {
    try await fileScene(music) { scene in
      try await scene.press("2,G,x,k")
      try await scene.outside("ALTER TABLE Artist ADD COLUMN Country TEXT DEFAULT 'unknown'")
      #expect(scene.line(2) == " ArtistId ▲  Name    Country")
      #expect(scene.cursorRow == "2  Accept  unknown")
      #expect(scene.status.hasSuffix("1 marked"))
      try await scene.outside("CREATE TABLE Concert(Town)")
      #expect(scene.line(0).hasPrefix(" music.db  Album 4  Artist 3  Concert 0  Playlist 3"))
      try await scene.outside("DROP VIEW Titles; DROP TABLE Artist")
      #expect(scene.line(0).hasPrefix(" music.db  Album 4  Concert 0  Playlist 3"))
      #expect(scene.status.hasPrefix(" Artist is no longer in the file."))
      try await scene.outside("DROP TABLE Album; DROP TABLE Concert; DROP TABLE Playlist")
      #expect(scene.list.first == "   There are no tables in this file yet.")
      try await scene.outside("CREATE TABLE Again(x)")
      #expect(scene.line(0).hasPrefix(" music.db  Again 0 "))
    }
  }

  @Test(
    "ANY-22: f shows the records that have the value of the current column, with its storage class; f again shows all",
    arguments: [
      (0, ["1  one", "5  one"]), (1, ["2  ONE"]), (2, ["3  1"]),
      (3, ["4  1"]), (5, ["6  NULL", "7  NULL"]), (7, ["8  x'00ff'"]),
    ])
  func filterByValue(row: Int, expected: [String]) async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, v COLLATE NOCASE);
      INSERT INTO t VALUES (1, 'one'), (2, 'ONE'), (3, 1), (4, '1'), (5, 'one'), (6, NULL), (7, NULL), (8, x'00ff'),
        (9, 1.0);
      """
    try await fileScene(sql) { scene in
      try await scene.press("L" + String(repeating: ",Down", count: row) + ",f")
      #expect(scene.list.prefix { $0 != "" }.map { String($0.dropFirst(2).drop { $0 == " " }) } == expected)
      try await scene.press("f")
      #expect(scene.list.prefix { $0 != "" }.count == 9)
    }
  }

  @Test("ANY-24: 60 columns are scrolled sideways, the key stays, and signs tell that there are more")
  func manyColumns() async throws {
    let names = (1...60).map { "c\($0)" }
    let sql = """
      CREATE TABLE wide(id INTEGER PRIMARY KEY, \(names.joined(separator: ", ")));
      INSERT INTO wide VALUES (1, \(names.map { "'v\($0)'" }.joined(separator: ", ")));
      """
    try await fileScene(sql) { scene in
      #expect(scene.line(2) == " id ▲  c1    c2    c3    c4    c5    c6    c7    c8    c9    c10    c11        ›")
      #expect(scene.line(3) == " ▌  1  vc1   vc2   vc3   vc4   vc5   vc6   vc7   vc8   vc9   vc10   vc11")
      try await scene.press("L,L,L,L,L,L,L,L,L,L,L,L,L")
      #expect(scene.line(2) == " id ▲ ‹c3    c4    c5    c6    c7    c8    c9    c10    c11    c12    c13      ›")
      try await scene.press(Array(repeating: "L", count: 60).joined(separator: ","))
      #expect(scene.line(2).contains("c60"))
      #expect(!scene.line(2).contains("›"))
      try await scene.press("H,H")
      #expect(scene.line(2).contains("c60"))
      try await scene.press(Array(repeating: "H", count: 60).joined(separator: ","))
      #expect(scene.line(2).hasPrefix(" id ▲  c1    c2"))
      // The column that the list is sorted by is visible too.
      try await scene.press(Array(repeating: "s", count: 13).joined(separator: ","))
      #expect(scene.line(2) == "   id ‹c3    c4    c5    c6    c7    c8    c9    c10    c11    c12    c13 ▲    ›")
      try await scene.press("L")
      #expect(scene.line(2).hasPrefix("   id  c1    c2"))
      try await scene.press("S")
      #expect(scene.line(2).contains("c13 ▼"))
    }
  }

  @Test("Space turns a column that is declared boolean, and NULL to yes")
  func toggledNull() async throws {
    try await fileScene("CREATE TABLE t(id INTEGER PRIMARY KEY, done BOOLEAN); INSERT INTO t(id) VALUES (1)") { scene in
      try await scene.press("Space")
      #expect(try scene.rows("SELECT done FROM t") == ["1"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT done IS NULL FROM t") == ["1"])
    }
  }

  @Test("Space does not change a value other than 0 and 1, also among marked records, and names the value")
  func toggledTexts() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, done BOOLEAN);
      INSERT INTO t VALUES (1, 1), (2, 't'), (3, 'false'), (4, 5), (5, 0);
      """
    try await fileScene(sql, size: Size(width: 110, height: 12)) { scene in
      try await scene.press("j,Space")
      #expect(
        scene.status == " Not toggled: done of record 2 is neither 0 nor 1: it is the text 't'. Nothing was changed.")
      try await scene.press("j,j,Space")
      #expect(scene.status == " Not toggled: done of record 4 is neither 0 nor 1: it is 5. Nothing was changed.")
      try await scene.press("C-a,Space")
      #expect(
        scene.status
          == " Not toggled: done of record 2 is neither 0 nor 1: it is the text 't'. Nothing was changed.          5 marked"
      )
      #expect(try scene.rows("SELECT quote(done) FROM t") == ["1", "'t'", "'false'", "5", "0"])
    }
  }

  @Test("ANY-12: a broken view says on its own tab what SQLite says; the others work, and say nothing of it")
  func brokenView() async throws {
    let sql = "CREATE TABLE gone(x); CREATE VIEW Broken AS SELECT * FROM gone; DROP TABLE gone; CREATE TABLE fine(y);"
    try await fileScene(sql) { scene in
      #expect(scene.line(0) == " music.db  fine 0  Broken …                                                live")
      #expect(scene.status == "")
      try await scene.press("Tab")
      #expect(scene.status == " The list could not be read: no such table: gone.")
      try await scene.outside("CREATE TABLE gone(x); INSERT INTO gone VALUES (7)")
      #expect(scene.line(0) == " music.db  fine 0  gone 1 •1  Broken 1                                     live")
      #expect(scene.cursorRow == "7")
      #expect(scene.status == "")
    }
  }

  @Test("ANY-10: two tables have each its tab and its list where only bytes tell their names apart")
  func namesByBytes() async throws {
    let (composed, decomposed) = ("\"caf\u{E9}\"", "\"cafe\u{301}\"")
    let sql = """
      CREATE TABLE \(composed)(a); CREATE TABLE \(decomposed)(a);
      INSERT INTO \(composed) VALUES ('of one character'); INSERT INTO \(decomposed) VALUES ('of two');
      """
    try await fileScene(sql) { scene in
      // In SQLite's order the name with a plain e comes first.
      try await scene.press("1")
      #expect(scene.cursorRow == "of two")
      try await scene.press("2")
      #expect(scene.cursorRow == "of one character")
      try await scene.press("Tab")
      #expect(scene.cursorRow == "of two")
    }
  }
}
