// Foreign keys on the screen: the records that they reference, and the way there and back.
import AlmanacFeatures
import Terminals
import TestSupport
import Testing

/// A small music library, whose albums reference artists.
private let music = """
  CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name TEXT);
  CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL, ArtistId INTEGER REFERENCES Artist);
  INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Accept'), (3, NULL);
  INSERT INTO Album VALUES
    (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2), (3, 'Restless and Wild', 2),
    (4, 'Let There Be Rock', 1), (5, 'Nothing', NULL), (6, 'No Name', 3);
  """

/// Forty people; each references the one before.
private let people = """
  CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, boss REFERENCES person);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
  INSERT INTO person SELECT i, 'Person ' || i, nullif(i - 1, 0) FROM n;
  """

@Suite(.recordsIssues, .container)
@MainActor
struct ForeignKeyScenes {
  @Test("ANY-14: Esc while the record is looked up that a foreign key names: the cursor stays, and keys wait no longer")
  func cancelled() async throws {
    let gate = StatementGate()
    try await fileScene(music, trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("j,L,L")
      gate.close(where: { $0.hasPrefix("SELECT") && $0.contains("ArtistId") && $0.contains(" WHERE ") })
      try await scene.pressWhileWaiting("Enter")
      await gate.arrival()
      try await scene.pressWhileWaiting("Down,Down")
      #expect(scene.cursorRow?.hasPrefix("2  Balls") == true)
      try await scene.pressWhileWaiting("Esc,Down")
      #expect(scene.cursorRow?.hasPrefix("3  Restless") == true, "what waited is dropped: \(scene.lines)")
      gate.open()
      await scene.run.settle()
      #expect(scene.line(0).hasPrefix(" music.db  Album 6  Artist 3 ") && scene.status == "", "\(scene.lines)")
      #expect(scene.cursorRow?.hasPrefix("3  Restless") == true)
    }
  }

  @Test("ANY-14: the bottom line says where Enter goes, in 80 columns and for a long name and key too")
  func hint() async throws {
    let sql = """
      CREATE TABLE a_table_with_a_name_of_many_letters(code TEXT PRIMARY KEY, done BOOLEAN);
      CREATE TABLE t(id INTEGER PRIMARY KEY, code TEXT REFERENCES a_table_with_a_name_of_many_letters, done BOOLEAN);
      INSERT INTO a_table_with_a_name_of_many_letters VALUES ('a key of more than a few words', 1);
      INSERT INTO t SELECT 1, code, done FROM a_table_with_a_name_of_many_letters;
      """
    try await fileScene(sql) { scene in
      try await scene.press("2,L")
      #expect(scene.keyLine == " a add  e edit  ⏎ open a_table_with_a_name_of_… a key of more than a fe…  ? help")
      try await scene.press("Enter,Enter")
      #expect(scene.line(0).contains("› a_table_with_a_name_of_many_letters a key"), "\(scene.lines)")
    }
  }

  @Test("ANY-14: the cell of a foreign key shows the key and, dim, the label of the record that it names")
  func labels() async throws {
    try await fileScene(music) { scene in
      scene.shows(
        """
         music.db  Album 6  Artist 3                                               live
         / search                                                                   1/6
         AlbumId ▲  Title                                                    ArtistId
         ▌       1  For Those About To Rock                                  1 AC/DC
                 2  Balls to the Wall                                        2 Accept
                 3  Restless and Wild                                        2 Accept
                 4  Let There Be Rock                                        1 AC/DC
                 5  Nothing                                                  NULL
                 6  No Name                                                  3














         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help  q quit
        """)
      let column = try #require(Array(scene.line(4)).lastIndex(of: "2"))
      let isDim = (column..<column + 8).map {
        scene.terminal.style(at: Point(column: $0, row: 4)).attributes.contains(.dim)
      }
      #expect(isDim == [false] + Array(repeating: true, count: 7))
    }
  }

  @Test("ANY-14: labels follow the records that are named, and are no change of the rows")
  func labelsAreLive() async throws {
    try await fileScene(music) { scene in
      try await scene.outside("UPDATE Artist SET Name = 'Axel Rudi Pell' WHERE ArtistId = 2")
      #expect(scene.line(4) == "         2  Balls to the Wall                                  2 Axel Rudi Pell")
      try await scene.outside("UPDATE Album SET ArtistId = 1 WHERE AlbumId = 2")
      #expect(scene.line(4).hasSuffix("~1 AC/DC~"))
      try await scene.outside("INSERT INTO Artist VALUES (9, 'X' || char(27) || '[2J' || char(10) || 'Y')")
      try await scene.outside("UPDATE Album SET ArtistId = 9 WHERE AlbumId = 3")
      #expect(scene.line(5).contains("~9 X"))
      #expect(!scene.lines.joined().unicodeScalars.contains { $0.value < 32 })
    }
  }

  @Test("ANY-14: a list without foreign keys asks for no labels")
  func nothingToLabel() async throws {
    try await fileScene(music) { scene in
      try await scene.press("2")
      let count = scene.statements.count
      try await scene.press("G,k")
      try await scene.outside("UPDATE Artist SET Name = 'Other' WHERE ArtistId = 1")
      #expect(!scene.statements.dropFirst(count).contains { $0.contains("SELECT `Name` FROM") })
    }
  }

  @Test("ANY-14: several columns name a record together; the last of them shows its label")
  func compositeKey() async throws {
    let sql = """
      CREATE TABLE seat(hall TEXT, place INT, holder TEXT, PRIMARY KEY (hall, place)) WITHOUT ROWID;
      CREATE TABLE booking(id INTEGER PRIMARY KEY, h, p, FOREIGN KEY (h, p) REFERENCES seat);
      INSERT INTO seat VALUES ('A', 1, 'Ada'), ('B', 1, 'Bob');
      INSERT INTO booking VALUES (1, 'B', 1), (2, 'A', 1), (3, 'A', NULL);
      """
    try await fileScene(sql) { scene in
      let rows = scene.list.prefix(3).map { $0.split(separator: " ").joined(separator: " ") }
      #expect(rows == ["▌ 1 B 1 Bob", "2 A 1 Ada", "3 A NULL"])
      try await scene.press("L")
      #expect(scene.line(23).contains("⏎ open seat B 1"))
      try await scene.press("Enter")
      #expect(scene.line(0).hasPrefix(" music.db  booking 3  seat 2 "))
      #expect(scene.cursorRow == "B           1  Bob")
      try await scene.press("Esc,L,Down,Enter")
      #expect(scene.cursorRow == "A           1  Ada")
      try await scene.press("Esc,Down")
      #expect(scene.line(23).contains("⏎ open  "))
      try await scene.press("Enter")
      #expect(scene.line(0).hasPrefix(" music.db › booking 3 "))
    }
  }

  @Test("ANY-14: Enter on a foreign key goes to its record, whatever hides it there; Esc comes back to record and line")
  func thereAndBack() async throws {
    let sql =
      music + """
        WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO Artist SELECT i, 'Artist ' || i FROM n;
        WITH RECURSIVE n(i) AS (SELECT 7 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO Album SELECT i, 'Album ' || i, i FROM n;
        """
    try await fileScene(sql, size: Size(width: 60, height: 12)) { scene in
      try await scene.press("L,L,G,k,k")
      #expect(scene.cursorRow == "498  Album 498                      498 Artist 498")
      let line = scene.cursorLine
      try await scene.press("Enter")
      #expect(scene.cursorRow == "498  Artist 498")
      #expect(scene.line(11).contains("Esc back"))
      try await scene.press("Esc")
      #expect((scene.cursorRow, scene.cursorLine) == ("498  Album 498                      498 Artist 498", line))
      #expect(!scene.line(11).contains("Esc"))
      // A search in the other list hides the record.
      try await scene.press("2,/,type:accept,Enter,1,Enter")
      #expect(scene.cursorRow == "498  Artist 498")
      #expect(scene.line(1).hasPrefix(" / search"))
      try await scene.press("Esc")
      #expect((scene.cursorRow, scene.cursorLine) == ("498  Album 498                      498 Artist 498", line))
    }
  }

  @Test("ANY-14: ten jumps deep and more, in one table too, each way back ends at its record and its line")
  func deepJumps() async throws {
    try await fileScene(people, size: Size(width: 40, height: 12)) { scene in
      try await scene.press("L,L,G,k,k")
      var places: [String] = []
      for _ in 0..<12 {
        places.append("\(scene.cursorLine ?? 0) \(scene.cursorRow ?? "")")
        try await scene.press("Enter")
      }
      #expect(scene.cursorRow == "26  Person 26  25 Person 25")
      for place in places.reversed() {
        try await scene.press("Esc")
        #expect("\(scene.cursorLine ?? 0) \(scene.cursorRow ?? "")" == place)
      }
      try await scene.press("Esc")
      #expect(scene.cursorRow?.hasPrefix("38  Person 38") == true)
      try await scene.pressAtOnce("Enter,Enter,Enter")
      #expect(scene.cursorRow?.hasPrefix("35  Person 35") == true)
    }
  }

  @Test("ANY-14: Esc first removes search and filter, then goes back; the list is then as it was before the jump")
  func escInOrder() async throws {
    try await fileScene(people, size: Size(width: 40, height: 12)) { scene in
      try await scene.press("/,type:person 3,Enter,L,L")
      #expect(scene.cursorRow == "3  Person 3   2 Person 2")
      try await scene.press("Enter")
      #expect(scene.cursorRow == "2  Person 2   1 Person 1")
      try await scene.press("/,type:person 2,Enter,x,Esc,Esc")
      #expect(scene.line(11).contains("Esc back"))
      try await scene.press("Esc")
      #expect(scene.line(1).hasPrefix(" / person 3"))
      #expect(scene.cursorRow == "3  Person 3   2 Person 2")
    }
  }

  @Test("ANY-14: a key to a missing table or record says so, and the record stays where it is")
  func nothingThere() async throws {
    let sql = """
      PRAGMA foreign_keys=OFF;
      CREATE TABLE parent(id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE child(id INTEGER PRIMARY KEY, a REFERENCES missing, b REFERENCES parent, c REFERENCES parent(other));
      INSERT INTO child VALUES (1, 7, 8, 9);
      """
    try await fileScene(sql) { scene in
      try await scene.press("L,Enter")
      #expect(scene.status == " a names a record of missing, which is not in the file.")
      try await scene.press("L,Enter")
      #expect(scene.status == " parent has no record with id 8.")
      try await scene.press("L,Enter")
      #expect(scene.status == " c names a record by a column that parent does not have.")
      #expect(scene.cursorRow?.hasPrefix("1  ") == true)
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db  child 1  parent 0"))
    }
  }

  @Test("ANY-14: a paused list keeps its labels")
  func pausedLabels() async throws {
    try await fileScene(music) { scene in
      try await scene.press("P")
      try await scene.outside("UPDATE Artist SET Name = 'Other' WHERE ArtistId = 2")
      #expect(scene.line(4).hasSuffix(" 2 Accept"))
      try await scene.press("P")
      #expect(scene.line(4).hasSuffix(" 2 Other"))
    }
  }

  @Test("ANY-14: a key that is too long to be known whole has no label, and still leads to its record")
  func longKey() async throws {
    let sql = """
      CREATE TABLE parent(id TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE child(id INTEGER PRIMARY KEY, p REFERENCES parent);
      INSERT INTO parent VALUES (printf('%.5000c', 'k'), 'Long'), (printf('%.4000c', 'k'), 'Cut');
      INSERT INTO child SELECT 1, id FROM parent WHERE name = 'Long';
      """
    try await fileScene(sql) { scene in
      #expect(scene.line(3).hasPrefix(" ▌  1  kkk"))
      try await scene.press("L,Enter")
      #expect(scene.line(0).hasPrefix(" music.db  child 1  parent 2"))
      #expect(scene.cursorRow?.hasSuffix("Long") == true)
      try await scene.press("Esc,l")
      #expect(scene.line(0).hasPrefix(" music.db › child 1 "))
    }
  }

  @Test("ANY-14, ANY-25: the table that Esc would go back to is gone: it says so, and goes to the one before")
  func placeIsGone() async throws {
    let song = "CREATE TABLE Song(id INTEGER PRIMARY KEY, a REFERENCES Album); INSERT INTO Song VALUES (1, 2);"
    try await fileScene(music + song) { scene in
      try await scene.press("3,L,Enter,L,L,Enter")
      #expect(scene.cursorRow == "2  Accept")
      try await scene.outside("DROP TABLE Album")
      try await scene.press("Esc")
      #expect(scene.status == " Album is no longer in the file.")
      #expect(scene.line(0).contains("Song 1"))
    }
  }

  @Test("ANY-14: a list of the records that name another says of Esc, once they are gone, what it does")
  func namedByNoMore() async throws {
    try await fileScene(music) { scene in
      try await scene.press("2,l,G,Enter")
      #expect(scene.line(0).hasPrefix(" music.db  Album 6"), "\(scene.lines)")
      try await scene.outside("DELETE FROM Album WHERE ArtistId = 1")
      #expect(scene.list[1] == "   No record has ArtistId = 1 any more. Esc goes back.")
      #expect(scene.line(23).contains("Esc back"))
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db › Artist 1 "))
      try await scene.press("Esc,1")
      #expect(scene.cursorRow?.hasPrefix("2  Balls to the Wall") == true)
    }
  }
}
