// The screen of changes: each change that any program made to the file since it was opened.
import AlmanacFeatures
import AlmanacRecords
import Terminals
import TestSupport
import Testing

/// A small music library, with a table whose key has two columns and no rowids.
private let music = """
  CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT);
  CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER REFERENCES Artist);
  CREATE TABLE Charts(Week INTEGER, Place INTEGER, AlbumId INTEGER, PRIMARY KEY (Week, Place)) WITHOUT ROWID;
  INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept');
  INSERT INTO Album VALUES (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2), (3, 'Restless and Wild', 2);
  INSERT INTO Charts VALUES (1, 1, 2);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct ChangesScreenScenes {
  @Test("CHG-16: C lists what any program has changed, the newest first; Esc goes back")
  func list() async throws {
    try await fileScene(music) { scene in
      try await scene.outside(
        """
        BEGIN; UPDATE Album SET Title = 'Balls to the Wall (Live)' WHERE AlbumId = 2;
        INSERT INTO Charts VALUES (1, 2, 3); DELETE FROM Artist WHERE ArtistId = 1; COMMIT
        """)
      try await scene.outside("CREATE INDEX titles ON Album(Title)")
      try await scene.press("Down,d,C")
      scene.shows(
        """
         music.db › Changes 5                                                      live
         / search                                                                   1/6
           When    Table   Record     Change                                   Program ›
         ▌ now     Album   2       -  Balls to the Wall (Live) · ArtistId 2    this one
           now     Album           +  index titles was made                    another
           now     ▾ 12:00:00 · 1 added, 1 updated, 1 deleted in Album, Arti…  another
           ·       Charts  1 2     +  AlbumId 3                                ·
           ·       Artist  1       -  AC/DC                                    ·
           ·       Album   2       ~  Title …o the Wall → …o the Wall (Live)   ·













                                                                              following
         ⏎ open  l record  R revert  Space fold  P pause  f filter  Esc back  ? help
        """)
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db  Album 2  Artist 1 •1  Charts 2 •1 "))
      #expect(scene.cursorRow?.hasPrefix("3  Restless") == true)
    }
  }

  @Test("CHG-16: a change leads to its record, is searched and filtered like any list, and is live")
  func jump() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1; UPDATE Charts SET AlbumId = 1")
      try await scene.press("C")
      #expect(scene.names.count == 2)
      try await scene.outside("UPDATE Album SET Title = 'Three' WHERE AlbumId = 3")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 3"))
      try await scene.press("/,type:charts,Enter")
      #expect(scene.names.count == 1 && scene.cursorRow?.contains("1 1") == true, "\(scene.lines)")
      try await scene.press("l")
      #expect(scene.line(0).contains("Charts 1"))
      #expect(scene.cursorRow?.contains("1") == true && scene.lines[2].contains("Week"), "\(scene.lines)")
      try await scene.press("C,Esc")
      #expect(scene.names.count == 3, "Esc takes the search away first")
      try await scene.press("g,L,f")
      #expect(scene.names.count == 2, "those of Album: \(scene.lines)")
      try await scene.press("Esc,X")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 0"))
      #expect(scene.status == " The list begins again: the file was not changed.")
    }
  }

  @Test("CHG-16: where there is room the list has the time and the number of each commit; L goes to them elsewhere")
  func commits() async throws {
    try await fileScene(music, size: Size(width: 110, height: 10)) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId < 3; UPDATE Artist SET Name = 'x'")
      await scene.wait(3_661)
      try await scene.outside("BEGIN; DELETE FROM Album WHERE AlbumId = 3; DELETE FROM Charts; COMMIT")
      try await scene.press("C")
      scene.shows(
        """
         music.db › Changes 6                                                                                    live
         / search                                                                                                 1/9
           When    Table   Record     Change                                                Program  Time      Commit
         ▌ now     ▾ 2 deleted in Album and Charts                                          another  13:01:01       3
           ·       Charts  1 1     -  AlbumId 2                                             ·        ·              ·
           ·       Album   3       -  Restless and Wild · ArtistId 2                        ·        ·              ·
           1 h     ▾ 2 updated in Artist                                                    another  12:00:00       2
           ·       Artist  2       ~  Name Accept → x                                       ·        ·              ·
                                                                                                            following
         ⏎ open  l record  R revert  Space fold  P pause  f filter  y copy  / search  Esc back  : jump  ? help  q quit
        """)
    }
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One'")
      try await scene.press("C,L,L,L,L,L,L,L")
      #expect(scene.line(2).hasPrefix("  ‹Table") && scene.line(2).hasSuffix("  Program  Time      Commit"))
      #expect(scene.line(4).filter { $0 != " " } == "Album3~TitleRestlessandWild→One···", "\(scene.lines)")
    }
  }

  @Test("CHG-16: a row that came or went is named by the best of its texts, not by a moment or its key")
  func names() async throws {
    try await fileScene(
      "CREATE TABLE log(at TEXT, started TEXT, note TEXT, title TEXT, code TEXT PRIMARY KEY)"
    ) { scene in
      try await scene.outside("INSERT INTO log VALUES ('2026-01-01', '2026-01-01T10:00:00Z', 'Note', 'Title', 'a')")
      try await scene.outside("INSERT INTO log VALUES ('2026-01-02', '2026-01-01T10:00:00Z', 'Note', '', 'b')")
      try await scene.outside("INSERT INTO log VALUES ('2026-01-03', '2026-01-01T10:00:00Z', NULL, NULL, 'c')")
      try await scene.outside("INSERT INTO log(code) VALUES ('d')")
      try await scene.press("C")
      #expect(
        scene.list.prefix(4).map { $0.prefix { $0 != "·" }.filter { $0 != " " } } == [
          "▌nowlogd+codedanother", "nowlogc+2026-01-03", "nowlogb+Note", "nowloga+Title",
        ], "\(scene.lines)")
    }
  }

  @Test("CHG-09, CHG-16: the list shows this program's changes, undos and redos with their values")
  func ownChanges() async throws {
    try await fileScene(music) { scene in
      try await scene.press("C")
      #expect(scene.lines.contains { $0.hasSuffix("There are no changes yet.") }, "\(scene.lines)")
      try await scene.press("Esc,Down,d,u,C-r,C")
      #expect(
        scene.list.prefix(3).map { $0.filter { $0 != " " } } == [
          "▌+nowAlbum2-BallstotheWall·ArtistId2thisone", "+nowAlbum2+BallstotheWall·ArtistId2thisone",
          "+nowAlbum2-BallstotheWall·ArtistId2thisone",
        ])
    }
  }

  @Test("CHG-16: 10,000 commits are listed, filtered by kind, searched, held still and cleared")
  func manyCommits() async throws {
    try await fileScene(music) { scene in
      try await scene.press("C")
      // A checkpoint may overwrite pages that have not been compared: then some rows are not known.
      let burst = try ShellBurst(
        ["PRAGMA wal_autocheckpoint = 0"] + (1...10_000).map { "INSERT INTO Charts VALUES (\($0 + 10), 1, \($0))" },
        stride: 10_001, on: scene.path)
      for try await _ in burst.progress {}
      await scene.run.settle()
      // Commits that follow each other at once may come as one; its tables are in the order of their names.
      try await scene.outside("DELETE FROM Charts WHERE Week = 17")
      try await scene.outside("UPDATE Artist SET Name = 'ACDC' WHERE ArtistId = 1")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 10,002 "), "\(scene.line(0))")
      try await scene.press("g,L,L,L,f")
      #expect(scene.names.count == 1 && scene.cursorRow?.contains("AC/DC → ACDC") == true, "\(scene.lines)")
      try await scene.press("Esc,Down,f")
      #expect(scene.names.count == 1 && scene.cursorRow?.contains("Charts    17 1") == true, "\(scene.lines)")
      try await scene.press("Esc,/,type:10009,Enter")
      #expect(scene.names.count == 1, "\(scene.lines)")
      try await scene.press("Esc,P")
      try await scene.outside("UPDATE Artist SET Name = 'AC/DC'")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 10,002 "), "\(scene.line(0))")
      try await scene.press("P,X")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 0 "), "\(scene.line(0))")
    }
  }

  @Test("CHG-16: where the oldest changes had to go, the title says so, until the list begins again")
  func forgotten() async throws {
    try await fileScene(music) { scene in
      try await scene.press("C")
      for number in 1...6 {
        try await scene.outside("UPDATE Album SET Title = '\(number)' || hex(zeroblob(2000000)) WHERE AlbumId = 1")
      }
      #expect(scene.line(0).hasPrefix(" music.db › Changes 4, older ones forgotten "), "\(scene.line(0))")
      try await scene.press("X")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 0 "), "\(scene.line(0))")
    }
  }

  @Test("CHG-16, CHG-18: y copies the statement that makes a change; the list itself can't be changed")
  func copy() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET Title = 'It''s' WHERE AlbumId = 1")
      try await scene.press("C,y")
      #expect(scene.terminal.copied == #"UPDATE "Album" SET "Title" = 'It''s' WHERE "AlbumId" IS 1;"#)
      for key in ["d", "e", "a"] {
        try await scene.press(key)
        #expect(scene.status.hasPrefix(" This list tells what was changed. It can't be changed itself. "), "\(key)")
      }
      #expect(scene.line(0).hasPrefix(" music.db › Changes 1"))
    }
  }

  @Test(
    "CHG-17: a record shows its changes, the newest first, and who made them; so does a change of one that has gone")
  func history() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Charts SET AlbumId = 3 WHERE Week = 1")
      try await scene.outside("UPDATE Charts SET AlbumId = NULL WHERE Week = 1; UPDATE Album SET Title = 'x'")
      try await scene.press("3,Enter")
      #expect(
        scene.lines[1..<9] == [
          " ▌ Week     1", "   Place    1", "   AlbumId  NULL", "", "   Changes seen",
          "   now  ~ AlbumId 3 → NULL  another program", "   now  ~ AlbumId 2 → 3  another program", "",
        ])
      try await scene.outside("DELETE FROM Charts")
      try await scene.press("Esc,C,Enter")
      #expect(
        scene.lines[..<12] == [
          " music.db › Change 7                                                       live",
          " ▌ When     2026-01-31 12:00:00 UTC · now", "   Table    Charts", "   Record   1 1", "   Program  another",
          "   Commit   4", "   Change   Week: 1", "            Place: 1", "", "   Changes seen",
          "   now  - Week 1 · Place 1  another program", "   now  ~ AlbumId 3 → NULL  another program",
        ])
    }
  }

  @Test("CHG-12: what others delete is told exactly, and a filtered count needs no query")
  func counts() async throws {
    try await scene(Content.users(60)) { scene in
      try await scene.press("2,f")
      #expect(scene.lines[1].hasSuffix("active only · 40 of 60"))
      let before = scene.statements.count
      try await scene.outside("DELETE FROM users WHERE id BETWEEN 31 AND 36; UPDATE users SET active = 0 WHERE id = 50")
      #expect(scene.lines[0].contains("2 Users 54") && scene.lines[1].hasSuffix("active only · 35 of 54"))
      #expect(scene.status.hasSuffix(" 4 gone"), "another one has only left the filter: \(scene.status)")
      #expect(!scene.statements[before...].contains { $0.contains("count(*)") && !$0.contains("LIMIT") })
    }
  }

  @Test("CHG-13: a list whose filter or search excludes a row, before and after, does not read")
  func excluded() async throws {
    try await scene { scene in
      @MainActor func read(_ sql: String) async throws -> Int {
        let before = scene.statements.count
        try await scene.outside(sql)
        return scene.statements[before...].count { $0.contains("FROM main.`users`") && $0.contains(" ORDER BY ") }
      }
      try await scene.press("2,f")
      #expect(try await read("UPDATE users SET name = 'Anna Easley' WHERE id = 3") == 0, "she is inactive")
      #expect(try await read("UPDATE users SET active = 1 WHERE id = 3") > 0)
      #expect(scene.lines.contains { $0.contains("Anna Easley") })
      #expect(try await read("UPDATE users SET active = 0 WHERE id = 3") > 0)
      #expect(!scene.lines.contains { $0.contains("Anna Easley") })
      try await scene.press("Esc,/,type:hopper,Enter")
      #expect(try await read("UPDATE users SET name = 'Ada King' WHERE id = 1") == 0)
      #expect(try await read("UPDATE users SET name = 'Ada Hopper' WHERE id = 1") > 0)
      #expect(scene.names == ["Ada", "Grace"])
    }
  }
}
