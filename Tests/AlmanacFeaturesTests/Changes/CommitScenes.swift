// The list of changes by commits: their summaries, what folds them, and what u means there.
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
private let original = [
  "1|AC/DC", "2|Accept", "1|For Those About To Rock|1", "2|Balls to the Wall|2", "3|Restless and Wild|2",
]

@Suite(.recordsIssues, .container)
@MainActor
struct CommitScenes {
  private func three(_ scene: Scene) async throws {
    try await scene.outside("BEGIN; UPDATE Album SET ArtistId = NULL; DELETE FROM Artist WHERE ArtistId = 2; COMMIT")
    try await scene.outside("UPDATE Artist SET Name = 'ACDC'")
    try await scene.outside("BEGIN; INSERT INTO Artist VALUES (4, 'Kiss'); CREATE INDEX names ON Artist(Name); COMMIT")
  }

  @Test("CHG-16: a commit of several changes has a summary; Space hides its lines and shows them again")
  func folding() async throws {
    try await fileScene(music) { scene in
      try await three(scene)
      try await scene.press("C")
      scene.shows(
        """
         music.db › Changes 7                                                      live
         / search                                                                   1/9
           When    Table   Record     Change                                    Program›
         ▌ now     ▾ 12:00:00 · 1 added in Artist; structure changed            another
           ·       Artist  4       +  Kiss                                      ·
           ·       Artist          +  index names was made                      ·
           now     Artist  1       ~  Name AC/DC → ACDC                         another
           now     ▾ 12:00:00 · 3 updated, 1 deleted in Album and Artist        another
           ·       Artist  2       -  Accept                                    ·
           ·       Album   3       ~  ArtistId 2 → NULL                         ·
           ·       Album   2       ~  ArtistId 2 → NULL                         ·
           ·       Album   1       ~  ArtistId 1 → NULL                         ·










                                                                              following
         ⏎ open  l record  R revert  Space fold  P pause  f filter  Esc back  ? help
        """)
      try await scene.press("G,Space")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 7 "), "the changes are still there")
      #expect(
        scene.list.prefix(6) == [
          "   now     ▾ 12:00:00 · 1 added in Artist; structure changed            another",
          "   ·       Artist  4       +  Kiss                                      ·",
          "   ·       Artist          +  index names was made                      ·",
          "   now     Artist  1       ~  Name AC/DC → ACDC                         another",
          " ▌ now     ▸ 12:00:00 · 3 updated, 1 deleted in Album and Artist        another", "",
        ], "\(scene.lines)")
      // A commit of one change has no summary.
      try await scene.press("Up,Space")
      #expect(scene.status == " This commit has one line: there is nothing to fold.")
      try await scene.press("g,Space,G,Space")
      #expect(scene.list[0].hasPrefix("   now     ▸ ") && scene.list[2].hasPrefix(" ▌ now     ▾ "), "\(scene.lines)")
      #expect(scene.list[6].hasPrefix(" + ·       Album   1       ~ "), "\(scene.lines)")
      try await scene.press("Enter")
      #expect(
        scene.lines[1..<7] == [
          " ▌ When     2026-01-31 12:00:00 UTC · now", "   Table", "   Record", "   Program  another", "   Commit   1",
          "   Change   3 updated, 1 deleted in Album and Artist",
        ], "\(scene.lines)")
      try await scene.press("Space")
      #expect(scene.status == " Commits are in the list: Esc goes there.")
    }
  }

  @Test("CHG-16: } and { go from commit to commit, in both orders; a search lists only lines")
  func visiting() async throws {
    try await fileScene(music) { scene in
      try await three(scene)
      try await scene.press("C")
      @MainActor func place(after key: String) async throws -> Int? {
        try await scene.press(key)
        return scene.cursorLine.map { $0 - 3 }
      }
      #expect(try await place(after: "}") == 3)
      #expect(try await place(after: "}") == 4)
      #expect(try await place(after: "}") == 4)
      #expect(scene.status == " There is no other commit below.")
      #expect(try await place(after: "Down,Down,{") == 4)
      #expect(try await place(after: "{") == 3)
      #expect(try await place(after: "{") == 0)
      #expect(try await place(after: "{") == 0)
      #expect(scene.status == " There is no other commit above.")
      // The oldest first: a summary is below its lines.
      #expect(try await place(after: "S,g") == 0)
      #expect(try await place(after: "}") == 4)
      #expect(try await place(after: "}") == 5)
      #expect(try await place(after: "{") == 4)
      try await scene.press("/,type:kiss,Enter,}")
      #expect(scene.status.hasPrefix(" The list has only the lines found: Esc shows whole commits."))
      #expect(scene.names.count == 1)
    }
  }

  @Test("CHG-16: a wide list has the time of a summary in its column; without Unicode it has other signs")
  func sizes() async throws {
    try await fileScene(music, size: Size(width: 110, height: 10)) { scene in
      try await three(scene)
      try await scene.press("C")
      #expect(
        scene.list[0]
          == " ▌ now     ▾ 1 added in Artist; structure changed                                   another  12:00:00       3",
        "\(scene.lines)")
      try await scene.press("Space")
      #expect(scene.list[1].hasSuffix("another  12:00:00       2"), "\(scene.lines)")
    }
  }

  @Test("CHG-18: y copies all statements of a summed up commit")
  func copying() async throws {
    try await fileScene(music) { scene in
      try await scene.outside(
        "BEGIN; DELETE FROM Artist WHERE ArtistId = 1; INSERT INTO Artist VALUES (4, 'Kiss'); COMMIT")
      try await scene.press("C,y")
      #expect(
        scene.terminal.copied == """
          DELETE FROM "Artist" WHERE "ArtistId" IS 1;
          INSERT INTO "Artist"("ArtistId", "Name") VALUES (4, 'Kiss');
          """)
      #expect(scene.status.hasPrefix(#" Copied: DELETE FROM "Artist" WHERE "ArtistId" IS 1;…  "#), "\(scene.status)")
    }
  }

  @Test("HIS-16: Y in C copies what takes a commit back, and JSON; each applied gives the state before and after")
  func copyingOtherForms() async throws {
    try await fileScene(music) { scene in
      try await scene.outside(
        "BEGIN; UPDATE Album SET Title = 'Rock' WHERE AlbumId = 1; DELETE FROM Artist WHERE ArtistId = 2; COMMIT")
      let after = try scene.rows(all)
      try await scene.press("C,y")
      let statements = try #require(scene.terminal.copied)
      try await scene.press("Y")
      #expect(scene.lines.contains { $0.contains("copy SQL that takes it back") }, "\(scene.lines)")
      try await scene.press("type:sql t,Enter")
      let inverse = try #require(scene.terminal.copied)
      #expect(
        inverse == """
          INSERT INTO "Artist"("ArtistId", "Name") VALUES (2, 'Accept');
          UPDATE "Album" SET "Title" = 'For Those About To Rock' WHERE "AlbumId" IS 1;
          """)
      try await scene.press("Y,type:as json,Enter")
      #expect(
        scene.terminal.copied == #"""
          {"change":"update","table":"Album","key":{"AlbumId":1},"old":{"AlbumId":1,"Title":"For Those About To Rock","ArtistId":1},"new":{"AlbumId":1,"Title":"Rock","ArtistId":1},"commit":1}
          {"change":"delete","table":"Artist","key":{"ArtistId":2},"old":{"ArtistId":2,"Name":"Accept"},"commit":1}
          """#)
      try await scene.outside(inverse)
      #expect(try scene.rows(all) == original)
      try await scene.outside(statements)
      #expect(try scene.rows(all) == after)
    }
  }

  @Test("HIS-16: with marks y copies the marked lines; a line without a statement says so")
  func copyingMarked() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET Title = 'A' WHERE AlbumId = 1")
      try await scene.outside("UPDATE Album SET Title = 'B' WHERE AlbumId = 2")
      try await scene.outside("ALTER TABLE Album ADD COLUMN Year")
      try await scene.press("C,j,x,j,x,y")
      #expect(
        scene.terminal.copied == """
          UPDATE "Album" SET "Title" = 'A' WHERE "AlbumId" IS 1;
          UPDATE "Album" SET "Title" = 'B' WHERE "AlbumId" IS 2;
          """)
      try await scene.press("Esc,g,y")
      #expect(scene.status == " Not copied: no single statement makes this change.")
    }
  }

  @Test("HIS-01: R on a summary reverts its commit, and with marks the lines of the marked summaries")
  func reverting() async throws {
    try await fileScene(music) { scene in
      try await three(scene)
      try await scene.press("C,G,{,Space,R")
      #expect(scene.status.hasPrefix(" Reverted commit 1: 4 rows · u undo"), "\(scene.lines)")
      #expect(try scene.rows("SELECT * FROM Album") == Array(original.suffix(3)))
    }
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET ArtistId = NULL")
      try await scene.outside("UPDATE Artist SET Name = 'x'")
      try await scene.press("C,x,},x,R")
      #expect(scene.status.hasPrefix(" Reverted 5 lines: 5 rows · u undo"), "\(scene.lines)")
      #expect(try scene.rows(all) == original)
    }
  }

  @Test("HIS-01: u takes back the change in the message or under the cursor, and no other one; the list stays")
  func undoing() async throws {
    try await fileScene(music) { scene in
      try await scene.press("d,d,C")
      #expect(scene.list[0].contains("-  ") && scene.names.count == 2, "\(scene.lines)")
      try await scene.press("Down,u")
      let latest = scene.status
      #expect(latest.hasPrefix(" Not undone: your latest change is another: Deleted "), "\(latest)")
      try await scene.press("C-r")
      #expect(scene.status.hasPrefix(" Nothing to redo."))
      try await scene.press("Up,u")
      #expect(scene.status.hasPrefix(" Undone: Deleted "), "\(scene.lines)")
      #expect(scene.line(0).hasPrefix(" music.db › Changes 3 "), "\(scene.lines)")
      // The message offers it.
      try await scene.press("C-r")
      #expect(scene.status.hasPrefix(" Deleted ") && scene.line(0).hasPrefix(" music.db › Changes 4 "))
      // Another message: now the cursor decides.
      try await scene.press("G,u")
      #expect(scene.status == latest)
      try await scene.press("g,Enter,u")
      #expect(scene.status.hasPrefix(" Undone: Deleted "), "also while it is open: \(scene.lines)")
    }
  }

  @Test("CHG-16: C in the bottom line counts what others have changed since the person looked there")
  func unseen() async throws {
    try await fileScene(music, size: Size(width: 100, height: 24)) { scene in
      #expect(scene.keyLine.contains("  C changes  ?"))
      try await scene.outside("UPDATE Album SET ArtistId = NULL")
      #expect(scene.keyLine.contains("  C changes 3  ?"), "\(scene.keyLine)")
      try await scene.press("d")
      #expect(scene.keyLine.contains("  C changes 3  ?"), "own changes are no news: \(scene.keyLine)")
      try await scene.press("C")
      try await scene.outside("UPDATE Artist SET Name = 'x'")
      try await scene.press("Esc")
      #expect(scene.keyLine.contains("  C changes  ?"), "\(scene.keyLine)")
      try await scene.outside(
        "WITH n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 1100) INSERT INTO Artist SELECT i, i FROM n")
      #expect(scene.keyLine.contains("  C changes 999+  ?"), "\(scene.keyLine)")
    }
  }
}
