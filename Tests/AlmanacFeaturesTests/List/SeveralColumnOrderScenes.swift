// Sorting a list by several columns.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let songs = """
  CREATE TABLE Song(id INTEGER PRIMARY KEY, title TEXT, artist TEXT, year INTEGER);
  INSERT INTO Song VALUES
    (1, 'Naima', 'Coltrane', 1960), (2, 'So What', 'Davis', 1959), (3, 'Giant Steps', 'Coltrane', 1960),
    (4, 'Blue in Green', 'Davis', 1959), (5, 'Solar', 'Davis', 1954);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct SeveralColumnOrderScenes {
  private let size = Size(width: 80, height: 11)

  @Test("CIT-03: Alt-s adds the current column, again turns it round, again takes it away; the header numbers them")
  func keys() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("L,L,s,L,M-s")
      scene.shows(
        """
         music.db  Song 5                                                          live
         / search                                                                   1/5
           id  title          artist ▲1                                         year ▲2
         ▌  1  Naima          Coltrane                                             1960
            3  Giant Steps    Coltrane                                             1960
            5  Solar          Davis                                                1954
            2  So What        Davis                                                1959
            4  Blue in Green  Davis                                                1959


         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help  q quit
        """)
      try await scene.press("M-s,H,H,M-s")
      scene.shows(
        """
         music.db  Song 5                                                          live
         / search                                                                   2/5
           id  title ▲3       artist ▲1                                         year ▼2
            3  Giant Steps    Coltrane                                             1960
         ▌  1  Naima          Coltrane                                             1960
            4  Blue in Green  Davis                                                1959
            2  So What        Davis                                                1959
            5  Solar          Davis                                                1954


         a add  e edit  d delete  / search  ⏎ open  : jump  C changes  ? help  q quit
        """)
      try await scene.press("S")
      #expect(scene.line(2) == "   id  title ▼3       artist ▼1                                         year ▲2")
      try await scene.press("S,L,L,M-s")
      #expect(scene.line(2) == "   id  title ▲2       artist ▲1                                            year")
      try await scene.press("H,H,M-s,M-s,L,M-s,M-s")
      #expect(
        scene.line(2) == " id ▲  title          artist                                               year",
        "the usual order again")
      try await scene.press("M-s")
      #expect(scene.line(2) == "   id  title          artist ▲                                             year")
    }
  }

  @Test("CIT-03: the cursor stays on its record, and another program's rows come to their place")
  func live() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("G,L,L,s,L,M-s,M-s")
      #expect(scene.cursorRow?.hasPrefix("5 ") == true, "\(scene.lines)")
      try await scene.outside("INSERT INTO Song VALUES (6, 'Freddie', 'Davis', 1958)")
      #expect(scene.ids == ["1", "3", "2", "4", "6", "5"])
      try await scene.outside("UPDATE Song SET year = 1999 WHERE id = 5")
      #expect(scene.ids == ["1", "3", "5", "2", "4", "6"])
      try await scene.outside("DELETE FROM Song WHERE id IN (3, 2)")
      #expect(scene.ids == ["1", "5", "4", "6"])
      #expect(scene.cursorRow?.hasPrefix("5 ") == true, "\(scene.lines)")
    }
  }

  @Test("CIT-03: behind a key nothing can be added, and the status line says so; s sorts by one column again")
  func behindAKey() async throws {
    try await fileScene(songs, size: size) { scene in
      try await scene.press("L,M-s,H,M-s,L,L,M-s")
      #expect(scene.status == " Not sorted by artist too: no two records are equal in title and id.", "\(scene.lines)")
      try await scene.press("H,s")
      #expect(scene.line(2) == "    id  title ▲        artist                                              year")
    }
  }

  @Test("CIT-03: an index serves the order, and no key of a page sorts the table")
  func indexed() async throws {
    let many = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, b INT); CREATE INDEX x ON t(a, b DESC);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO t SELECT i, i % 7, i % 11 FROM n;
      """
    try await fileScene(many, size: size) { scene in
      try await scene.press("L,s,L,M-s,M-s,G")
      #expect(scene.line(2).replacing(" ", with: "") == "ida▲1b▼2", "\(scene.lines)")
      #expect(scene.ids == (try scene.rows("SELECT id FROM t ORDER BY a, b DESC, id")).suffix(6).map { String($0) })
      #expect(!scene.line(1).contains("≈"))
    }
  }
}

extension Scene {
  /// The rowids of the list's rows.
  fileprivate var ids: [String] {
    list.filter { !$0.isEmpty }.compactMap { $0.dropFirst(3).split(separator: " ").first.map(String.init) }
  }
}
