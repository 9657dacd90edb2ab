// R on a line of `Changes seen` in an open record, and the number of unseen changes in each tab.
import AlmanacFeatures
import Databases
import Terminals
import TestSupport
import Testing

private let music = """
  CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT);
  CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER REFERENCES Artist);
  INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept');
  INSERT INTO Album VALUES (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct SeenChangeScenes {
  @Test("HIS-01: R on a line of Changes seen reverts that change alone, as one step that u takes back")
  func oneChange() async throws {
    try await fileScene(music) { scene in
      try await scene.outside(
        "BEGIN; UPDATE Artist SET Name = 'ACDC' WHERE ArtistId = 1; DELETE FROM Artist WHERE ArtistId = 2; COMMIT")
      try await scene.press("2,Enter,R")
      #expect(scene.status == " The cursor is on no change: they are below, under Changes seen.")
      try await scene.press("G")
      scene.shows(
        """
         music.db › Artist 1                                                       live
           ArtistId  1
           Name      ACDC

           Named by
           Album.ArtistId    1 record

           Changes seen
         ▌ now  ~ Name AC/DC → ACDC  another program














         e edit  d delete  R revert  Esc back  : jump  ? help  q quit
        """)
      try await scene.press("R")
      #expect(scene.status.hasPrefix(" Reverted 1 line: Artist 1 · u undo"), "\(scene.lines)")
      #expect(try scene.rows("SELECT * FROM Artist") == ["1|AC/DC"], "the rest of the commit stays")
      #expect(
        scene.lines[7...9] == [
          "   Changes seen", "   now  ~ Name ACDC → AC/DC  this program",
          " ▌ now  ~ Name AC/DC → ACDC  another program",
        ], "the cursor stays on its change: \(scene.lines)")
      try await scene.press("u")
      #expect(scene.status.hasPrefix(" Undone: Reverted 1 line: Artist 1 · Ctrl-R redo"), "\(scene.lines)")
      #expect(try scene.rows("SELECT * FROM Artist") == ["1|ACDC"])
    }
  }

  @Test("HIS-03: R on an older line overwrites no newer value, and = lets the person choose")
  func older() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Artist SET Name = 'One' WHERE ArtistId = 1")
      try await scene.outside("UPDATE Artist SET Name = 'Two' WHERE ArtistId = 1")
      try await scene.press("2,Enter,G,R")
      #expect(scene.status == " Not reverted: Artist 1 was changed since · = choose", "\(scene.lines)")
      #expect(try scene.rows("SELECT Name FROM Artist WHERE ArtistId = 1") == ["Two"])
      try await scene.press("=")
      #expect(scene.lines.contains { $0.contains("AC/DC") }, "\(scene.lines)")
    }
  }

  @Test("HIS-05: in a file that is only read, R on a line of Changes seen says so")
  func readOnly() async throws {
    try await fileScene(music, isReadOnly: true) { scene in
      try await scene.outside("UPDATE Artist SET Name = 'One' WHERE ArtistId = 1")
      try await scene.press("2,Enter,G,R")
      #expect(scene.status.contains("only"), "\(scene.lines)")
      #expect(try scene.rows("SELECT Name FROM Artist WHERE ArtistId = 1") == ["One"])
    }
  }

  @Test("HIS-01: newer changes come above the line with the cursor: R still means the same change")
  func newerAbove() async throws {
    try await fileScene(music, size: Size(width: 80, height: 10)) { scene in
      try await scene.outside("UPDATE Artist SET Name = 'One' WHERE ArtistId = 1")
      try await scene.press("2,Enter,G")
      let line = scene.lines.firstIndex { $0.hasPrefix(" ▌ now  ~ Name AC/DC → One") }
      for name in ["Two", "Three", "Four"] {
        try await scene.outside("UPDATE Artist SET Name = '\(name)' WHERE ArtistId = 1")
      }
      let moved = scene.lines.firstIndex { $0.hasPrefix(" ▌ now  ~ Name AC/DC → One") }
      #expect(line != nil && moved != nil, "\(scene.lines)")
      try await scene.outside("UPDATE Artist SET Name = 'One' WHERE ArtistId = 1")
      try await scene.press("R")
      #expect(try scene.rows("SELECT Name FROM Artist WHERE ArtistId = 1") == ["AC/DC"], "\(scene.lines)")
    }
  }

  @Test("HIS-01: a change that newer ones have pushed out of Changes seen loses the cursor: R reverts none of them")
  func pushedOut() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Artist SET Name = 'One' WHERE ArtistId = 1")
      try await scene.press("2,Enter,G")
      #expect(scene.lines[8] == " ▌ now  ~ Name AC/DC → One  another program", "\(scene.lines)")
      for number in 1...100 { try await scene.outside("UPDATE Artist SET Name = 'n\(number)' WHERE ArtistId = 1") }
      try await scene.press("R")
      #expect(scene.status == " The cursor is on no change: they are below, under Changes seen.", "\(scene.lines)")
      #expect(try scene.rows("SELECT Name FROM Artist WHERE ArtistId = 1") == ["n100"])
      #expect(scene.lines.first { $0.hasPrefix(" ▌") } == " ▌ Album.ArtistId    1 record", "\(scene.lines)")
      // The newest change is one line below.
      try await scene.press("j,R")
      #expect(try scene.rows("SELECT Name FROM Artist WHERE ArtistId = 1") == ["n99"], "\(scene.lines)")
    }
  }

  @Test("HIS-01: in the detail of a line of C, R on another line of Changes seen reverts that one")
  func inTheList() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Artist SET Name = 'One' WHERE ArtistId = 1")
      try await scene.outside("UPDATE Artist SET Name = 'Two' WHERE ArtistId = 1")
      // The newest line is open; below it are both changes of the record.
      try await scene.press("C,Enter,G,k")
      #expect(scene.lines.last == " l record  R revert  P pause  y copy  Esc back  : jump  ? help  q quit")
      try await scene.press("R")
      #expect(scene.status.hasPrefix(" Reverted 1 line: Artist 1 · u undo"), "\(scene.lines)")
      #expect(try scene.rows("SELECT Name FROM Artist WHERE ArtistId = 1") == ["One"])
      // On a field, R means the commit of the line.
      try await scene.press("u,g,R")
      #expect(scene.status.hasPrefix(" Reverted commit 2: Artist 1 · u undo"), "\(scene.lines)")
    }
  }

  @Test("HIS-01: each tab says how many changes other programs have made there since the person looked")
  func tabs() async throws {
    try await fileScene(music) { scene in
      #expect(scene.line(0) == " music.db  Album 2  Artist 2                                               live")
      try await scene.outside("UPDATE Artist SET Name = Name || '!'; UPDATE Album SET Title = 'x' WHERE AlbumId = 1")
      #expect(scene.line(0) == " music.db  Album 2  Artist 2 •2                                            live")
      try await scene.press("2")
      #expect(scene.line(0) == " music.db  Album 2  Artist 2                                               live")
      try await scene.outside("DELETE FROM Artist WHERE ArtistId = 2")
      try await scene.press("1")
      #expect(scene.line(0) == " music.db  Album 2  Artist 1                                               live")
      // What Almanac itself changes is no news.
      try await scene.press("d,2")
      #expect(scene.line(0) == " music.db  Album 1  Artist 1                                               live")
      try await scene.outside(
        "WITH n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 1000) INSERT INTO Album SELECT x + 9, x, NULL FROM n"
      )
      #expect(scene.line(0) == " music.db  Album 1,001 •999+  Artist 1                                     live")
    }
  }

  @Test("HIS-01: where ten tabs have no room for numbers, a sign in place of a space says that there are changes")
  func tenTabs() async throws {
    let schema = (1...10).map { "CREATE TABLE T\($0)(x); INSERT INTO T\($0) VALUES (0);" }.joined()
    try await fileScene(schema) { scene in
      let before = scene.line(0)
      try await scene.outside("INSERT INTO T2 SELECT 1 FROM T1; UPDATE T4 SET x = 1")
      #expect(before == " music.db  T1 1  T10 1  T2 1  T3 1  T4 1  T5 1  T6 1  T7 1  T8 1  T9 1     live")
      #expect(scene.line(0) == " music.db  T1 1  T10 1  T2 2• T3 1  T4 1• T5 1  T6 1  T7 1  T8 1  T9 1     live")
      try await scene.press("3")
      #expect(scene.line(0) == " music.db  T1 1  T10 1  T2 2  T3 1  T4 1 •1  T5 1  T6 1  T7 1  T8 1  T9 1  live")
    }
  }
}
