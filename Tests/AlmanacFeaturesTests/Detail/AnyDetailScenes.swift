// A record of any table: its fields, the records that it references, and those that reference it.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let music = """
  CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name NVARCHAR(120));
  CREATE TABLE Album(
    AlbumId INTEGER PRIMARY KEY, Title NVARCHAR(160) NOT NULL, ArtistId INTEGER NOT NULL REFERENCES Artist(ArtistId));
  CREATE TABLE Track(TrackId INTEGER PRIMARY KEY, Name TEXT NOT NULL, AlbumId INTEGER REFERENCES Album);
  INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept');
  INSERT INTO Album VALUES
    (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2), (3, 'Restless and Wild', 2);
  INSERT INTO Track VALUES (1, 'Fast As a Shark', 3), (2, 'Balls to the Wall', 2), (3, 'Princess of the Dawn', 3);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct AnyDetailScenes {
  @Test("ANY-14: a record shows what its foreign keys name, and which tables name it, with counts; Enter goes there")
  func fieldsAndNames() async throws {
    try await fileScene(music, size: Size(width: 76, height: 12)) { scene in
      try await scene.press("j,l,j,j")
      scene.shows(
        """
         music.db › Album 2                                                    live
           AlbumId   2
           Title     Balls to the Wall
         ▌ ArtistId  2 › Accept

           Named by
           Track.AlbumId    1 record




         ⏎ go to Artist 2  e edit  d delete  Esc back  : jump  ? help  q quit
        """)
      try await scene.press("Enter")
      scene.shows(
        """
         music.db › Artist 2                                                   live
         ▌ ArtistId  2
           Name      Accept

           Named by
           Album.ArtistId    2 records





         e edit  d delete  Esc back  : jump  ? help  q quit
        """)
      try await scene.press("G,Enter")
      #expect(scene.line(0).hasPrefix(" music.db  Album 3  Artist 2"))
      #expect(scene.list.prefix(3).map { $0.contains("2 Accept") } == [true, true, false])
      #expect(scene.line(11).contains("Esc back"))
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db › Artist 2 "))
      #expect(scene.line(5) == " ▌ Album.ArtistId    2 records")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db › Album 2 "))
      #expect(scene.line(3) == " ▌ ArtistId  2 › Accept")
      try await scene.press("h")
      #expect(scene.cursorRow?.hasPrefix("2  Balls to the Wall") == true)
      try await scene.press("Esc")
      #expect(scene.cursorRow?.hasPrefix("2  Balls to the Wall") == true, "there is nowhere to go back to")
    }
  }

  @Test("ANY-14: labels and counts follow what any program writes; what nothing names leads nowhere")
  func live() async throws {
    try await fileScene(music, size: Size(width: 60, height: 12)) { scene in
      try await scene.press("j,l")
      try await scene.outside("INSERT INTO Track VALUES (4, 'London Leatherboys', 2)")
      #expect(scene.line(6) == "   Track.AlbumId    2 records")
      try await scene.inside("DELETE FROM Track WHERE AlbumId = 2")
      #expect(scene.line(6) == "   Track.AlbumId    0 records")
      try await scene.outside("UPDATE Artist SET Name = 'Other' WHERE ArtistId = 2")
      #expect(scene.line(3) == "   ArtistId  2 › Other")
      try await scene.press("G,Enter")
      #expect(scene.status == " No record of Track names this one.")
      try await scene.outside("UPDATE Album SET AlbumId = 9 WHERE AlbumId = 2")
      #expect(scene.line(1) == "   This record is gone")
    }
  }

  @Test("ANY-14: a slow count holds up neither the record nor the keys; until it is known it is …")
  func slowCount() async throws {
    let gate = StatementGate()
    try await fileScene(music, size: Size(width: 60, height: 12), trace: gate.trace) { scene in
      gate.close("SELECT count(*) FROM main.`Track` WHERE (")
      try await scene.pressWhileWaiting("j,l")
      await gate.arrival()
      #expect(scene.line(2) == "   Title     Balls to the Wall")
      #expect(scene.line(6) == "   Track.AlbumId    … records")
      try await scene.pressWhileWaiting("j")
      #expect(scene.line(2) == " ▌ Title     Balls to the Wall")
      gate.open()
      await scene.run.settle()
      #expect(scene.line(6) == "   Track.AlbumId    1 record")
    }
  }

  @Test("ANY-14: several columns together name a record, from both sides, compared as the record that is named is")
  func compositeKey() async throws {
    let sql = """
      CREATE TABLE seat(hall TEXT COLLATE NOCASE, place INT, holder TEXT, PRIMARY KEY (hall, place)) WITHOUT ROWID;
      CREATE TABLE booking(id INTEGER PRIMARY KEY, h TEXT, p, FOREIGN KEY (h, p) REFERENCES seat);
      INSERT INTO seat VALUES ('A', 1, 'Ada'), ('B', 1, 'Bob');
      INSERT INTO booking VALUES (1, 'b', 1), (2, 'A', 1), (3, 'A', NULL), (4, 'B', 1);
      """
    try await fileScene(sql, size: Size(width: 60, height: 12)) { scene in
      try await scene.press("l")
      #expect(scene.lines[1...3] == [" ▌ id  1", "   h   b", "   p   1 › Bob"])
      try await scene.press("G,Enter")
      #expect(scene.line(0).hasPrefix(" music.db › seat B 1 "))
      #expect(scene.line(6) == "   booking.h, p    2 records")
      try await scene.press("G,l")
      #expect(scene.list.prefix(3).map { $0.trimmingPrefix(" ▌").drop { $0 == " " }.prefix(1) } == ["1", "4", ""])
    }
  }

  @Test("ANY-14: when Esc takes a jump back, the list that it led to shows what it showed before")
  func listOfJump() async throws {
    let sql = """
      CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist REFERENCES artist);
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO artist VALUES (1, 'Ada'), (2, 'Bob');
      INSERT INTO album VALUES (1, 'Red', 1), (2, 'Blue', 2), (3, 'Redder', 2), (4, 'Reddest', 2), (5, 'Green', 1);
      """
    try await fileScene(sql, size: Size(width: 60, height: 12)) { scene in
      try await scene.press("/,type:red,Enter,j")
      try await scene.press("2,G,l,G,Enter")
      #expect(
        Array(scene.list.prefix(4)) == [
          " ▌  2  Blue     2 Bob", "    3  Redder   2 Bob", "    4  Reddest  2 Bob", "",
        ])
      try await scene.press("Esc,Esc,1")
      #expect(scene.cursorRow == "3  Redder   2 Bob")
      #expect(scene.line(1) == " / red                                               3 of 5")
    }
  }

  @Test("ANY-14: jumps that filter one list twice are taken back one after the other")
  func listOfTwoJumps() async throws {
    let sql = """
      CREATE TABLE album(id INTEGER PRIMARY KEY, title TEXT, artist REFERENCES artist, producer REFERENCES artist);
      CREATE TABLE artist(id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO artist VALUES (1, 'Ada'), (2, 'Bob');
      INSERT INTO album VALUES (1, 'Red', 1, 2), (2, 'Blue', 2, 1), (3, 'Redder', 2, 1), (5, 'Green', 1, 2);
      """
    try await fileScene(sql, size: Size(width: 60, height: 12)) { scene in
      try await scene.press("G,2,G,l,G,k,Enter")
      #expect(scene.line(1).contains("artist = 2 only"), "\(scene.lines)")
      try await scene.press("L,L,L,Enter")
      #expect(scene.cursorRow == "1  Ada", "\(scene.lines)")
      try await scene.press("l,G,k,Enter")
      #expect(scene.line(1).contains("artist = 1 only"), "\(scene.lines)")
      try await scene.press("Esc,Esc,Esc")
      #expect(scene.line(1).contains("artist = 2 only"), "\(scene.lines)")
      #expect(scene.line(11).contains("Esc back"))
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db › artist 2 "), "\(scene.lines)")
      try await scene.press("Esc,1")
      #expect(scene.cursorRow?.hasPrefix("5  Green") == true, "\(scene.lines)")
      #expect(scene.line(1) == " / search                                               4/4")
    }
  }

  @Test("A search is of the list: in an open record / says so, and what is typed behind it does nothing")
  func searchKey() async throws {
    try await fileScene(music) { scene in
      try await scene.press("2,l")
      let screen = scene.lines.dropLast(2)
      let before = try scene.rows("SELECT * FROM Artist")
      try await scene.pressAtOnce("/,d,e,type:dog,Enter")
      #expect(scene.lines.dropLast(2) == screen)
      #expect(scene.status == " A search is of the list: Esc goes there.")
      #expect(try scene.rows("SELECT * FROM Artist") == before)
    }
  }

  @Test("ANY-14: ten jumps deep from record to record, each way back ends at its record and its field")
  func deepJumps() async throws {
    let people = """
      CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, boss REFERENCES person);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO person SELECT i, 'Person ' || i, nullif(i - 1, 0) FROM n;
      """
    try await fileScene(people, size: Size(width: 40, height: 12)) { scene in
      try await scene.press("G,l,j,j")
      for _ in 0..<11 { try await scene.press("Enter,j,j") }
      #expect(scene.line(0).hasPrefix(" music.db › person 29 "))
      for id in 30...40 {
        try await scene.press("Esc")
        #expect(scene.line(0).hasPrefix(" music.db › person \(id) "))
        #expect(scene.line(3) == " ▌ boss  \(id - 1) › Person \(id - 1)")
      }
      try await scene.press("Esc")
      #expect(scene.cursorRow?.hasPrefix("40  Person 40") == true)
    }
  }

  @Test("ANY-14: Esc while the record is looked up that a field names stays where it is")
  func cancelledLookup() async throws {
    let gate = StatementGate()
    try await fileScene(music, size: Size(width: 60, height: 12), trace: gate.trace) { scene in
      try await scene.press("j,l,j,j")
      gate.close("FROM main.`Artist` WHERE (`ArtistId` = ?) LIMIT 1")
      try await scene.pressWhileWaiting("Enter")
      await gate.arrival()
      try await scene.pressWhileWaiting("Esc")
      gate.open()
      await scene.run.settle()
      #expect(scene.line(0).hasPrefix(" music.db › Album 2 "))
      try await scene.press("Enter")
      #expect(scene.line(0).hasPrefix(" music.db › Artist 2 "))
    }
  }

  @Test("ANY-24: the cursor goes from field to field, through a long value line by line, and scrolls with it")
  func cursor() async throws {
    let text = (1...20).map { "line \($0)" }.joined(separator: "\n")
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT, born DATETIME, flag INT);
      INSERT INTO t VALUES (1, '\(text)', 'soon', 7);
      """
    try await fileScene(sql, size: Size(width: 40, height: 8)) { scene in
      try await scene.press("l,j")
      #expect(scene.lines[1...3] == [" ▌ body  line 1", "         line 2", "         line 3"])
      try await scene.press("j")
      #expect(scene.lines[1...2] == [" ▌       line 2", "         line 3"])
      for _ in 0..<14 { try await scene.press("j") }
      #expect(scene.lines[1...5].map { $0.dropFirst(9) } == ["line 16", "line 17", "line 18", "line 19", "line 20"])
      #expect(scene.line(1).hasPrefix(" ▌"))
      try await scene.press("j")
      #expect(scene.line(5) == " ▌ born  soon  DATETIME")
      try await scene.press("G")
      #expect(scene.line(5) == " ▌ flag  7")
      try await scene.press("k,k")
      #expect(scene.line(1).hasPrefix(" ▌"))
      try await scene.press("g")
      #expect(scene.line(1) == " ▌ id    1")
      try await scene.press("PgDn")
      #expect(scene.line(1) == " ▌       line 5")
      try await scene.press("PgUp")
      #expect(scene.line(1) == " ▌ id    1")
    }
  }
}
