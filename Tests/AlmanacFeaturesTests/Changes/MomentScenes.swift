// v in the list of changes: two moments, and what differs between them.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

private let music = """
  CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT);
  CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER REFERENCES Artist);
  INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept');
  INSERT INTO Album VALUES (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2), (3, 'Restless and Wild', 2);
  """
private let all = "SELECT * FROM Artist; SELECT * FROM Album"

@Suite(.recordsIssues, .container)
@MainActor
struct MomentScenes {
  /// Six commits: after the second, an album changes three times, one is as it was at the end, and one comes and goes.
  private func commits(_ scene: Scene) async throws {
    try await scene.outside("UPDATE Artist SET Name = 'ACDC' WHERE ArtistId = 1")
    try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
    try await scene.outside(
      """
      BEGIN; UPDATE Album SET Title = 'Two' WHERE AlbumId = 1; INSERT INTO Album VALUES (9, 'Passing', 1);
      UPDATE Album SET Title = 'Wild' WHERE AlbumId = 3; COMMIT
      """)
    try await scene.outside(
      "BEGIN; UPDATE Album SET Title = 'Three' WHERE AlbumId = 1; DELETE FROM Artist WHERE ArtistId = 1; COMMIT")
    try await scene.outside("BEGIN; DELETE FROM Album WHERE AlbumId = 9; INSERT INTO Artist VALUES (3, 'Kiss'); COMMIT")
    try await scene.outside("UPDATE Album SET Title = 'Restless and Wild' WHERE AlbumId = 3")
  }

  @Test("HIS-10: v on two lines shows the net changes between both: counts by table, then rows; Esc goes back")
  func comparing() async throws {
    try await fileScene(music) { scene in
      try await commits(scene)
      try await scene.press("C,v")
      #expect(
        scene.status == " Moment marked: v on another line compares both; v here, with the beginning.",
        "\(scene.status)")
      #expect(
        scene.line(0).hasPrefix(" music.db › Changes 10, marked: commit 6 (12:00:00) "), "\(scene.line(0))")
      try await scene.press("G,k,v")
      scene.shows(
        """
         music.db › Changes 3 from commit 2 (12:00:00) to commit 6 (12:00:00)      live
         / search                                                                   1/2
           Table  Record   ‹Change
         ▌ ▸ 1 updated in Album
           ▸ 1 added, 1 deleted in Artist


















         ⏎ open  l record  R revert  Space fold  P pause  f filter  Esc back  ? help
        """)
      try await scene.press("Space,G,Space")
      #expect(
        scene.list.prefix(6) == [
          "   ▾ 1 updated in Album", " + Album   1       ~  Title One → Three", " ▌ ▾ 1 added, 1 deleted in Artist",
          " + Artist  3       +  Kiss", " + Artist  1       -  ACDC", "",
        ], "\(scene.lines)")
      try await scene.press("{")
      #expect(scene.cursorRow?.contains("in Album") == true, "\(scene.lines)")
      try await scene.press("v")
      #expect(scene.status == " This list is of two moments: Esc goes back to all changes.", "\(scene.status)")
      // Other programs go on: the moments stay.
      try await scene.outside("DELETE FROM Album")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 3 from commit 2 "), "\(scene.line(0))")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 13 "), "\(scene.line(0))")
      #expect(scene.cursorRow?.contains("Title For Those About To Rock → One") == true, "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db  Album "), "\(scene.line(0))")
    }
  }

  @Test("HIS-10: v twice on a line compares its moment with the beginning; Esc forgets a marked moment")
  func beginning() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
      try await scene.outside("UPDATE Album SET Title = 'Two' WHERE AlbumId = 1")
      try await scene.press("C,v,Esc")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 2   "), "\(scene.line(0))")
      try await scene.press("v,v")
      #expect(
        scene.line(0).hasPrefix(" music.db › Changes 1 from the beginning to commit 2 (12:00:00) "), "\(scene.line(0))")
      #expect(
        scene.list.prefix(3) == [
          " ▌ ▾ 1 updated in Album", "   Album  1       ~  Title For Those About To Rock → Two", "",
        ], "\(scene.lines)")
      try await scene.press("j,Enter")
      #expect(
        scene.lines[1..<8] == [
          " ▌ Table   Album", "   Record  1", "   Change  Title: For Those About To Rock → Two", "",
          "   Changes seen", "   now  ~ Title One → Two  another program",
          "   now  ~ Title For Those About To Rock → One  another program",
        ], "\(scene.lines)")
    }
  }

  @Test("HIS-10: between unknown rows or a change of the schema nothing is compared, and a sentence says why")
  func refused() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
      try await scene.outside("CREATE TABLE t(a)")
      try await scene.outside("UPDATE Album SET Title = 'For Those About To Rock' WHERE AlbumId = 1")
      try await scene.press("C,v,G,v")
      #expect(
        scene.lines[21...22] == [
          " Not compared: commits 2 to 3 changed the structure of the file: table t was", " made.",
        ], "\(scene.lines)")
      #expect(scene.line(0).contains("marked: commit 3"), "\(scene.line(0))")
    }
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
      try await scene.outside("UPDATE Album SET Title = 'For Those About To Rock' WHERE AlbumId = 1")
      try await scene.press("C,v,v")
      #expect(scene.status.hasPrefix(" Nothing differs between these two moments. "), "\(scene.status)")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 2   "), "\(scene.line(0))")
    }
  }

  @Test("HIS-10: R takes back all that differs, or the marked lines; y and Y copy net changes; l goes to the record")
  func acting() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Artist SET Name = 'ACDC' WHERE ArtistId = 1")
      let first = try scene.rows(all)
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
      try await scene.outside(
        "BEGIN; UPDATE Album SET Title = 'Two' WHERE AlbumId = 1; DELETE FROM Artist WHERE ArtistId = 2; COMMIT")
      let last = try scene.rows(all)
      try await scene.press("C,v,G,v")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 2 from commit 1 "), "\(scene.lines)")
      try await scene.press("y")
      #expect(
        scene.terminal.copied == #"UPDATE "Album" SET "Title" = 'Two' WHERE "AlbumId" IS 1;"#)
      try await scene.press("C-a,Y,type:sql t,Enter")
      #expect(
        scene.terminal.copied == """
          UPDATE "Album" SET "Title" = 'For Those About To Rock' WHERE "AlbumId" IS 1;
          INSERT INTO "Artist"("ArtistId", "Name") VALUES (2, 'Accept');
          """)
      try await scene.press("Y,type:as json,Enter")
      #expect(
        scene.terminal.copied == #"""
          {"change":"delete","table":"Artist","key":{"ArtistId":2},"old":{"ArtistId":2,"Name":"Accept"}}
          {"change":"update","table":"Album","key":{"AlbumId":1},"old":{"AlbumId":1,"Title":"For Those About To Rock","ArtistId":1},"new":{"AlbumId":1,"Title":"Two","ArtistId":1}}
          """#)
      try await scene.press("Esc,R")
      #expect(scene.status.hasPrefix(" Reverted commits 2 to 3: 2 rows · u undo"), "\(scene.lines)")
      #expect(try scene.rows(all) == first)
      try await scene.press("u")
      #expect(scene.status.hasPrefix(" Undone: Reverted commits 2 to 3: 2 rows · Ctrl-R redo"), "\(scene.status)")
      #expect(try scene.rows(all) == last)
      #expect(scene.line(0).hasPrefix(" music.db › Changes 2 from commit 1 "), "the list stays: \(scene.line(0))")
      // Only the marked table.
      try await scene.press("x,R")
      #expect(scene.status.hasPrefix(" Reverted 1 line: Album 1"), "\(scene.status)")
      try await scene.press("Esc,Space,j,l")
      #expect(scene.line(0).hasPrefix(" music.db  Album 3"), "\(scene.line(0))")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 2 from commit 1 "), "\(scene.line(0))")
    }
  }
}
