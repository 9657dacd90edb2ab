// R in the list of changes: a commit of any program is reverted, as a step of ours.
import AlmanacFeatures
import Databases
import Terminals
import TestSupport
import Testing

private let music = """
  CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT);
  CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER REFERENCES Artist);
  CREATE TABLE Charts(Week INTEGER, Place INTEGER, AlbumId INTEGER, PRIMARY KEY (Week, Place)) WITHOUT ROWID;
  INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept');
  INSERT INTO Album VALUES (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2), (3, 'Restless and Wild', 2);
  INSERT INTO Charts VALUES (1, 1, 2);
  """

/// All rows of the library.
private let all = """
  SELECT * FROM Artist; SELECT * FROM Album; SELECT * FROM Charts
  """
private let original = [
  "1|AC/DC", "2|Accept", "1|For Those About To Rock|1", "2|Balls to the Wall|2", "3|Restless and Wild|2", "1|1|2",
]

@Suite(.recordsIssues, .container)
@MainActor
struct RevertScenes {
  @Test("HIS-01: R reverts all rows of the commit of a line; u takes that back, and Ctrl-R makes it again")
  func whole() async throws {
    try await fileScene(music) { scene in
      try await scene.outside(
        """
        BEGIN; UPDATE Album SET Title = 'Live' WHERE AlbumId = 2; INSERT INTO Charts VALUES (1, 2, 3);
        DELETE FROM Artist WHERE ArtistId = 1; COMMIT
        """)
      let theirs = try scene.rows(all)
      try await scene.press("C,R")
      #expect(try scene.rows(all) == original)
      scene.shows(
        """
         music.db › Changes 6                                                      live
         / search                                                                   1/8
           When    Table   Record     Change                                   Program ›
         ▌+now     ▾ 12:00:00 · 1 added, 1 updated, 1 deleted in Album, Arti…  this one
         + ·       Charts  1 2     -  AlbumId 3                                ·
         + ·       Artist  1       +  AC/DC                                    ·
         + ·       Album   2       ~  Title Live → Balls to the Wall           ·
           now     ▾ 12:00:00 · 1 added, 1 updated, 1 deleted in Album, Arti…  another
           ·       Charts  1 2     +  AlbumId 3                                ·
           ·       Artist  1       -  AC/DC                                    ·
           ·       Album   2       ~  Title Balls to the Wall → Live           ·











         Reverted commit 1: 3 rows · u undo                                   following
         ⏎ open  l record  R revert  Space fold  P pause  f filter  Esc back  ? help
        """)
      try await scene.press("u")
      #expect(scene.status.hasPrefix(" Undone: Reverted commit 1: 3 rows · Ctrl-R redo  "), "\(scene.lines)")
      #expect(try scene.rows(all) == theirs)
      try await scene.press("C-r")
      #expect(scene.status.hasPrefix(" Reverted commit 1: 3 rows · u undo  "))
      #expect(scene.line(0).hasPrefix(" music.db › Changes 12 "), "the list stays: \(scene.line(0))")
      #expect(try scene.rows(all) == original)
    }
  }

  @Test("HIS-01: R also reverts a commit of ours, and the revert of a commit; the record of one row is named")
  func ours() async throws {
    try await fileScene(music) { scene in
      try await scene.press("3,d,C,R")
      #expect(scene.status.hasPrefix(" Reverted commit 1: Charts 1 1 · u undo"), "\(scene.lines)")
      #expect(try scene.rows(all) == original)
      try await scene.press("g,R")
      #expect(scene.status.hasPrefix(" Reverted commit 2: Charts 1 1 · u undo"), "\(scene.lines)")
      #expect(try scene.rows(all) == original.dropLast())
    }
  }

  @Test("HIS-03: a record that has changed since is not overwritten: the sentence names it")
  func changedSince() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
      try await scene.outside("UPDATE Album SET Title = 'Two' WHERE AlbumId = 1")
      try await scene.press("C,Down,R")
      #expect(scene.status == " Not reverted: Album 1 was changed since · = choose")
      #expect(try scene.rows("SELECT Title FROM Album WHERE AlbumId = 1") == ["Two"])
      // Another column has changed since: that one stays.
      try await scene.outside("UPDATE Album SET ArtistId = 2 WHERE AlbumId = 1")
      try await scene.press("g,Down,R")
      #expect(try scene.rows("SELECT * FROM Album WHERE AlbumId = 1") == ["1|One|2"], "\(scene.lines)")
    }
  }

  @Test("HIS-03: if some rows have changed since, a question names them: the others are reverted, or nothing is")
  func part() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET ArtistId = NULL")
      try await scene.outside("DELETE FROM Album WHERE AlbumId = 3; UPDATE Album SET ArtistId = 1 WHERE AlbumId = 2")
      let theirs = try scene.rows(all)
      try await scene.press("C,G,R")
      scene.shows(
        """
         music.db › Changes 5                                                      live
         / search                                                                   6/6
           When    Table  Record     Change                                     Program›
           now     Album  2       ~  ArtistId NULL → 1                          another
           now     Album  3       -  Restless and Wild                          another
           now     ▾ 12:00:00 · 3 updated in Album                              another
           ·       Album  3       ~  ArtistId 2 → NULL                          ·
           ·       Album  2       ~  ArtistId 2 → NULL                          ·
         ▌ ·    ┌ Revert the rest? ────────────────────────────────────────────┐·
                │                                                              │
                │ 1 of 3 rows can be reverted                                  │
                │ Album 3 was deleted since, and stays                         │
                │ Album 2 was changed since, and stays                         │
                │                                                              │
                └──────────────────────────────────────────────────────────────┘








         y revert  Esc cancel
        """)
      try await scene.press("Esc")
      #expect(scene.status.hasPrefix(" Nothing was changed."))
      #expect(try scene.rows(all) == theirs)
      try await scene.press("R,y")
      #expect(scene.status.hasPrefix(" Reverted commit 1: Album 1 · u undo"), "\(scene.lines)")
      #expect(try scene.rows("SELECT * FROM Album") == ["1|For Those About To Rock|1", "2|Balls to the Wall|1"])
      try await scene.press("u")
      #expect(scene.status == " Undone: Reverted commit 1: Album 1 · Ctrl-R redo")
      #expect(try scene.rows(all) == theirs)
    }
  }

  @Test("HIS-02: above 100 rows the number must be typed, and is not lost if it is typed at once")
  func many() async throws {
    try await fileScene(music) { scene in
      try await scene.outside(
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 101) INSERT INTO Charts SELECT 7, i, 1 FROM n")
      try await scene.press("C,R")
      #expect(scene.lines.contains { $0.contains("┌ Revert 101 rows of commit 1? ─") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.contains("Type 101 to go on") }, "\(scene.lines)")
      try await scene.press("Esc")
      #expect(try scene.rows("SELECT count(*) FROM Charts") == ["102"])
      try await scene.pressAtOnce("R,type:101,Enter")
      #expect(scene.status.hasPrefix(" Reverted commit 1: 101 rows · u undo"), "\(scene.lines)")
      #expect(try scene.rows(all) == original)
    }
  }

  @Test(
    "HIS-04: what can't be reverted says why, and nothing is written",
    arguments: [
      (["CREATE INDEX titles ON Album(Title)"], "commit 1 changed the structure of the file: index titles was made."),
      (
        ["BEGIN; UPDATE Album SET Title = 'x'; CREATE INDEX titles ON Album(Title); COMMIT"],
        "commit 1 changed the structure of the file: index titles was made."
      ),
      (["VACUUM"], "commit 1 wrote the structure of the file."),
      (["INSERT INTO words VALUES ('one two')"], "a module keeps the rows of words."),
      (
        ["UPDATE Album SET Title = 'x'", "ALTER TABLE Album ADD COLUMN Year"],
        "Album has other columns now."
      ),
      (
        ["UPDATE Album SET Title = 'x'", "ALTER TABLE Album RENAME TO Record"],
        "Album is not the table any more that it was."
      ),
      (
        ["UPDATE Charts SET AlbumId = 1", "DROP TABLE Charts; CREATE VIEW Charts AS SELECT 1 AS Week"],
        "Charts is not the table any more that it was."
      ),
      (
        ["INSERT INTO Artist VALUES (3, 'Kiss')", "INSERT INTO Album VALUES (4, 'Alive!', 3)"],
        "other records reference Artist 3; nothing was changed."
      ),
      (
        ["DELETE FROM tags WHERE name = 'a'", "INSERT INTO tags VALUES (2, 'a')"],
        "another record of tags has the same name; nothing was changed."
      ),
    ])
  func refused(commits: [String], said: String) async throws {
    let schema = """
      \(music); CREATE VIRTUAL TABLE words USING fts5(word); CREATE TABLE tags(id INTEGER PRIMARY KEY, name UNIQUE);
      INSERT INTO tags VALUES (1, 'a')
      """
    try await fileScene(schema, size: Size(width: 100, height: 24)) { scene in
      for sql in commits { try await scene.outside(sql) }
      let version = try scene.rows(
        "PRAGMA data_version; SELECT count(*), total(length(Title)) FROM \(commits.last?.contains("RENAME") == true ? "Record" : "Album")"
      )
      try await scene.press("C,G,R")
      #expect(scene.status.hasPrefix(" Not reverted: \(said)"), "\(scene.lines)")
      #expect(
        try scene.rows(
          "PRAGMA data_version; SELECT count(*), total(length(Title)) FROM \(commits.last?.contains("RENAME") == true ? "Record" : "Album")"
        ) == version)
      #expect(!scene.lines.contains { $0.contains("this one") }, "\(scene.lines)")
    }
  }

  @Test("HIS-04: of a commit whose first changes are forgotten nothing is reverted")
  func forgotten() async throws {
    try await fileScene(music) { scene in
      let inserts = (4...9).map { "INSERT INTO Album VALUES (\($0), hex(zeroblob(2900000)), NULL);" }.joined()
      try await scene.outside("BEGIN; \(inserts) COMMIT")
      try await scene.press("C")
      #expect(scene.line(0).contains("older ones forgotten"), "\(scene.line(0))")
      try await scene.press("R")
      #expect(scene.status.hasPrefix(" Not reverted: the list has forgotten other changes of commit 1."))
      #expect(try scene.rows("SELECT count(*) FROM Album") == ["9"])
    }
  }

  @Test("HIS-05: with --read-only R says so; a file that is not a book is asked about first")
  func permission() async throws {
    try await fileScene(music, isWriteAllowed: false) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
      try await scene.press("C,R")
      #expect(scene.lines.contains { $0.contains("┌ Write to music.db? ─") }, "\(scene.lines)")
      try await scene.press("Esc")
      #expect(try scene.rows("SELECT Title FROM Album WHERE AlbumId = 1") == ["One"])
      try await scene.press("R,y")
      #expect(scene.status.hasPrefix(" Reverted commit 1: Album 1 · u undo"), "\(scene.lines)")
      #expect(try scene.rows(all) == original)
    }
    try await fileScene(music, isReadOnly: true) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
      try await scene.press("C,R")
      #expect(scene.status.hasPrefix(" music.db is open with --read-only: you can't change it."), "\(scene.status)")
      #expect(!scene.keyLine.contains("R revert"))
    }
  }

  @Test("HIS-01: a redo waits behind a revert that fails, and is gone after one that is made; an empty list says so")
  func history() async throws {
    try await fileScene(music) { scene in
      try await scene.press("C,R")
      #expect(scene.status.hasPrefix(" There is no change here."), "\(scene.status)")
      try await scene.press("Esc,3,d,u")
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
      try await scene.outside("UPDATE Album SET Title = 'Two' WHERE AlbumId = 1")
      try await scene.press("C,Down,R,Esc,C-r")
      #expect(scene.status == " Deleted Charts 1 1 · u undo", "\(scene.lines)")
      try await scene.press("u,C,/,type:two,Enter,R,C-r")
      #expect(scene.status.hasPrefix(" Nothing to redo."), "\(scene.lines)")
      #expect(try scene.rows("SELECT Title FROM Album WHERE AlbumId = 1") == ["One"])
    }
  }

  @Test("HIS-01: with marks R reverts the rows of those lines only, of one commit or several")
  func marked() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET ArtistId = NULL")
      try await scene.outside("UPDATE Album SET ArtistId = 2 WHERE AlbumId = 1; DELETE FROM Charts")
      // From the top: Charts, Album 1 of the second program's commits, then Albums 3, 2 and 1 of the first one.
      try await scene.press("C,Down,x,Down,Down,x,R")
      #expect(scene.status.hasPrefix(" Reverted 2 lines: 2 rows · u undo"), "\(scene.lines)")
      #expect(
        try scene.rows("SELECT AlbumId, ArtistId FROM Album; SELECT * FROM Charts") == ["1|NULL", "2|NULL", "3|2"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT AlbumId, ArtistId FROM Album") == ["1|2", "2|NULL", "3|NULL"])
    }
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Artist SET Name = 'One' WHERE ArtistId = 1")
      try await scene.outside("UPDATE Artist SET Name = 'Two' WHERE ArtistId = 1")
      try await scene.press("C,x,Down,x,R")
      #expect(scene.status.hasPrefix(" Reverted 2 lines: Artist 1 · u undo"), "\(scene.lines)")
      #expect(try scene.rows(all) == original)
    }
  }

  @Test("HIS-05: R waits for a lock, and writes nothing if it is given up; on a full disk it says so")
  func lockAndFullDisk() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Album SET Title = 'One' WHERE AlbumId = 1")
      try await scene.press("C")
      scene.connection.waitForLocks(atMost: nil)
      let holder = try RawConnection(scene.path)
      try holder.run("BEGIN IMMEDIATE")
      try await scene.pressWhileWaiting("R")
      await scene.status { $0.waiting == .write }
      try await scene.press("Esc")
      #expect(scene.status.hasPrefix(" Not reverted: another program has locked the file."), "\(scene.lines)")
      try holder.run("ROLLBACK")
      #expect(try scene.rows("SELECT Title FROM Album WHERE AlbumId = 1") == ["One"])
      try await scene.press("R")
      #expect(scene.status.hasPrefix(" Reverted commit 1: Album 1 · u undo"), "\(scene.lines)")
    }
    try await fileScene("CREATE TABLE a(id INTEGER PRIMARY KEY, b); INSERT INTO a VALUES (1, zeroblob(99999))") {
      scene in
      try await scene.outside("UPDATE a SET b = 'small'")
      try await scene.outside("VACUUM")
      try await scene.connection.query("PRAGMA max_page_count=1")
      try await scene.press("C,G,R")
      #expect(
        scene.status.hasPrefix(" Not reverted: the disk is full; make room and try again."), "\(scene.lines)")
      #expect(try scene.rows("SELECT * FROM a") == ["1|small"])
      try await scene.connection.query("PRAGMA max_page_count=1000000")
      try await scene.press("R")
      #expect(try scene.rows("SELECT length(b) FROM a") == ["99999"], "\(scene.lines)")
    }
  }
}
