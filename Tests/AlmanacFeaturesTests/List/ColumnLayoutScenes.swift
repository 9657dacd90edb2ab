// A person arranges the columns of a list.
import Containers
import Foundation
import Locks
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let songs = """
  CREATE TABLE Song(id INTEGER PRIMARY KEY, title TEXT, artist TEXT, year INTEGER, secret TEXT);
  INSERT INTO Song VALUES
    (1, 'Blue in Green', 'Miles Davis', 1959, 'one'), (2, 'Naima', 'John Coltrane', 1960, 'two'),
    (3, 'Round Midnight', 'Thelonious Monk', 1944, 'three');
  """

@Suite(.recordsIssues, .container)
@MainActor
struct ColumnLayoutScenes {
  private let size = Size(width: 80, height: 10)

  /// Keeps the arrangements in memory.
  private static func keep(_ kept: Lock<KeptScreen>) {
    Container.shared.screenKeeper.register {
      ScreenKeeper(last: { kept.withLock(\.self) }, change: { change in kept.withLock { change(&$0) } })
    }
  }

  @Test("CIT-02: _ hides the column, the next one is the current one, and = brings all back")
  func hiding() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("L,_")
      scene.shows(
        """
         music.db  Song 3                                                          live
         / search                                                                   1/3
         id ▲  artist           year  secret
         ▌  1  Miles Davis      1959  one
            2  John Coltrane    1960  two
            3  Thelonious Monk  1944  three


         title is hidden: = shows all columns.                          1 hidden column
         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help  q quit
        """)
      try await scene.press("_,_")
      #expect(scene.line(2) == " id ▲  secret")
      try await scene.press("_,_")
      #expect(scene.status.hasPrefix(" id is the last shown column: it stays."), "\(scene.lines)")
      try await scene.press("=")
      #expect(scene.line(2) == " id ▲  title           artist           year  secret")
      #expect(scene.status == " All columns are as they were.")
      try await scene.press("=")
      #expect(scene.status == " The columns are as they were.")
    }
  }

  @Test("CIT-02: + and - change the width by two columns of the screen; texts that have no room are cut")
  func widths() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("L,-,-,-")
      scene.shows(
        """
         music.db  Song 3                                                          live
         / search                                                                   1/3
         id ▲  title     artist           year  secret
         ▌  1  Blue in…  Miles Davis      1959  one
            2  Naima     John Coltrane    1960  two
            3  Round M…  Thelonious Monk  1944  three



         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help  q quit
        """)
      try await scene.press("+")
      #expect(scene.line(3) == " ▌  1  Blue in G…  Miles Davis      1959  one")
      try await scene.press(Array(repeating: "-", count: 12).joined(separator: ","))
      #expect(scene.line(3) == " ▌  1  Bl…  Miles Davis      1959  one")
    }
  }

  @Test("CIT-02: < and > move the column, and the cursor goes with it")
  func moving() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("L,L,L,<,<")
      scene.shows(
        """
         music.db  Song 3                                                          live
         / search                                                                   1/3
         id ▲  year  title           artist           secret
         ▌  1  1959  Blue in Green   Miles Davis      one
            2  1960  Naima           John Coltrane    two
            3  1944  Round Midnight  Thelonious Monk  three



         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help  q quit
        """)
      try await scene.press("f")
      #expect(scene.cursorRow?.hasPrefix("1 ") == true, "the moved column is the current one: \(scene.lines)")
      try await scene.press("Esc,<,<,<,>")
      #expect(scene.line(2) == " id ▲  year  title           artist           secret", "\(scene.lines)")
    }
  }

  @Test("CIT-02: ^ keeps the columns up to the current one in sight; there again it keeps only the key")
  func freezing() async throws {
    let wide = """
      CREATE TABLE Wide(id INTEGER PRIMARY KEY, name TEXT, \((1...20).map { "c\($0) INT" }.joined(separator: ", ")));
      INSERT INTO Wide(id, name, c1, c20) VALUES (1, 'the name', 11, 2020);
      """
    try await fileScene(wide, size: Size(width: 60, height: 8)) { scene in
      let toTheEnd = Array(repeating: "L", count: 21).joined(separator: ",")
      try await scene.press(toTheEnd)
      #expect(scene.line(2) == " id ▲ ‹ c12   c13   c14   c15   c16   c17   c18   c19   c20")
      try await scene.press(Array(repeating: "H", count: 20).joined(separator: ",") + ",^")
      #expect(scene.status.hasPrefix(" Columns up to name stay in sight; ^ again: only the key."))
      try await scene.press(toTheEnd)
      #expect(scene.line(2) == " id ▲  name       ‹ c14   c15   c16   c17   c18   c19   c20")
      try await scene.press(Array(repeating: "H", count: 20).joined(separator: ",") + ",^")
      #expect(scene.status.hasPrefix(" Only the key stays in sight."), "\(scene.lines)")
      try await scene.press(toTheEnd)
      #expect(!scene.line(2).contains("name"))
    }
  }

  @Test("CIT-02: : goes to a column by name, and shows a hidden one")
  func byName() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press(":,type:year,Enter,f")
      #expect(scene.cursorRow?.hasPrefix("1 ") == true && scene.line(4) == "", "\(scene.lines)")
      try await scene.press("Esc,:,type:secret,Enter,_")
      #expect(scene.line(2) == " id ▲  title           artist                                              year")
      try await scene.press(":,type:secret")
      #expect(scene.lines.contains { $0.contains("secret") && $0.contains("hidden column") }, "\(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.line(2).hasSuffix("secret") && !scene.status.contains("hidden"), "\(scene.lines)")
    }
  }

  @Test("CIT-02: y, Y and :export have the shown columns in their order, and say what they leave out")
  func output() async throws {
    try await fileScene(songs, size: Size(width: 200, height: 12)) { scene in
      try await scene.press(":,type:secret,Enter,_,:,type:year,Enter,<,<,y")
      #expect(
        scene.terminal.copied == #"{"id":1,"year":1959,"title":"Blue in Green","artist":"Miles Davis"}"# + "\n")
      #expect(scene.status.hasPrefix(" Copied Song 1 without 1 hidden column."), "\(scene.status)")
      try await scene.press("Y,type:csv,Enter")
      #expect(scene.terminal.copied == "id,year,title,artist\r\n1,1959,Blue in Green,Miles Davis\r\n")
      try await scene.press("Y,type:insert,Enter")
      #expect(
        scene.terminal.copied
          == "INSERT INTO \"Song\"(\"id\", \"year\", \"title\", \"artist\") VALUES (1, 1959, 'Blue in Green', 'Miles Davis');\n"
      )
      let path = scene.path + ".tsv"
      try await scene.press(":,type:export \(path),Enter")
      #expect(scene.status.contains(" without 1 hidden column."), "\(scene.status)")
      #expect(
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").prefix(2)
          == ["id\tyear\ttitle\tartist", "1\t1959\tBlue in Green\tMiles Davis"])
      try await scene.press(":,type:sql: this,Enter")
      #expect(scene.lines.contains { $0.contains("SELECT id, year, title, artist") }, "\(scene.lines)")
    }
  }

  @Test("CIT-02: a hidden column is still in the record, in the form and in the search; an open record is copied whole")
  func elsewhere() async throws {
    try await fileScene(songs, size: Size(width: 80, height: 16)) { scene in
      try await scene.press(":,type:secret,Enter,_,/,type:three,Enter")
      #expect(scene.cursorRow?.hasPrefix("3 ") == true && scene.line(4) == "", "\(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.lines.contains { $0.contains("secret  three") }, "\(scene.lines)")
      try await scene.press("y")
      #expect(
        scene.terminal.copied
          == #"{"id":3,"title":"Round Midnight","artist":"Thelonious Monk","year":1944,"secret":"three"}"# + "\n")
      try await scene.press("Esc,e")
      #expect(scene.lines.contains { $0.contains("secret  three") }, "\(scene.lines)")
    }
  }

  @Test(
    "CIT-02: the arrangement is kept per table, and the next start has it; a table of the same name in other letters too"
  )
  func kept() async throws {
    let kept = Lock(KeptScreen())
    Self.keep(kept)
    try await fileScene(songs + "CREATE TABLE Other(a, b);", size: size) { scene in
      try await scene.press(":,type:Song,Enter,L,_,L,-,<,^")
    }
    let layout = kept.withLock { $0["song"].layout }
    #expect(
      layout
        == ColumnLayout(
          order: ["id", "title", "year", "artist", "secret"], hidden: ["title"], widths: ["year": 3], frozen: "year"))
    kept.withLock { $0 = KeptScreen(tables: ["SONG": KeptTable(layout: layout)]) }
    try await fileScene(songs, size: size) { scene in
      #expect(scene.line(2) == " id ▲ year  artist           secret")
      try await scene.press("=")
    }
    #expect(kept.withLock(\.self) == KeptScreen())
  }

  @Test("CIT-02: an arrangement that can't be read or kept is a sentence, and the keys work")
  func unkept() async throws {
    struct Unreadable: Error, CustomStringConvertible { let description: String }
    Container.shared.screenKeeper.register {
      ScreenKeeper(
        last: { throw Unreadable(description: "The arranged columns can't be read.") },
        change: { _ in throw Unreadable(description: "the disk is full.") })
    }
    try await fileScene(songs, size: size) { scene in
      #expect(scene.status.hasPrefix(" The arranged columns can't be read."), "\(scene.lines)")
      try await scene.press("_")
      #expect(scene.status.hasPrefix(" The columns stay so until you quit: the disk is full."), "\(scene.lines)")
      #expect(scene.line(2).hasPrefix("   title"))
    }
  }

  @Test("CIT-02: another program's changes are marked at the moved columns; those of a hidden one are not seen")
  func live() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("L,L,L,<,<,<,L,L,L,L,_")
      #expect(scene.line(2) == "   year id▲  title           artist")
      try await scene.outside("UPDATE Song SET title = 'Blue', secret = 'x' WHERE id = 1")
      #expect(scene.line(3) == " ▌ 1959   1 ~Blue~           Miles Davis")
      await scene.wait(2)
      try await scene.outside("UPDATE Song SET secret = 'y' WHERE id = 1")
      #expect(scene.line(3) == " ▌ 1959   1  Blue            Miles Davis")
    }
  }

  @Test("CIT-02: a column that another program renames keeps its place; one that it adds comes behind its neighbour")
  func alteredTable() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("L,_,L,<,-")
      try await scene.outside("ALTER TABLE Song RENAME COLUMN year TO born")
      #expect(scene.line(2) == " id ▲ born  artist           secret")
      try await scene.outside("ALTER TABLE Song ADD COLUMN more TEXT")
      #expect(scene.line(2) == " id ▲ born  artist           secret    more")
    }
  }

  @Test("CIT-02: the table at another moment has the same arrangement, and what is arranged there stays")
  func past() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("L,_")
      try await scene.outside("UPDATE Song SET year = 1958 WHERE id = 1")
      try await scene.press("[")
      #expect(scene.line(2).hasPrefix(" id ▲  artist "), "\(scene.lines)")
      try await scene.press("L,L,_,Esc")
      #expect(scene.line(2).hasPrefix(" id ▲  artist "), "\(scene.lines)")
      #expect(!scene.line(2).contains("year"))
    }
  }

  @Test("CIT-02: a book's lists have columns of their own, and the keys say so")
  func ofABook() async throws {
    try await scene { scene in
      for key in ["_", "=", "+", "-", "<", ">", "^"] {
        try await scene.press(key)
        #expect(scene.status == " This list has no current column.", "\(key)")
      }
    }
  }
}
