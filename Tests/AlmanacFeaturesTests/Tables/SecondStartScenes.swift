// The next start shows a file as it was left.
import AlmanacRecords
import Containers
import Databases
import Locks
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

private let band = """
  CREATE TABLE band(id INTEGER PRIMARY KEY, name TEXT);
  INSERT INTO band VALUES (1, 'Trio'), (2, 'Quartet');
  CREATE TABLE song(id INTEGER PRIMARY KEY, title TEXT, year INT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
  INSERT INTO song SELECT i, 'Song ' || i, 1900 + i * 7 % 100 FROM n;
  """

@Suite(.recordsIssues, .container)
@MainActor
struct SecondStartScenes {
  private let size = Size(width: 60, height: 12)
  private let kept = Lock(KeptScreen())
  private let reads = Lock(0)

  /// Keeps the screen in memory.
  private init() {
    Container.shared.screenKeeper.register { [kept, reads] in
      let last: @Sendable () -> KeptScreen = {
        reads.withLock { $0 += 1 }
        return kept.withLock(\.self)
      }
      return ScreenKeeper(last: last, change: { change in kept.withLock { change(&$0) } })
    }
  }

  /// A file with songs, in which something is different since the first start.
  private func start(
    _ change: String = "", schema: String = band, _ play: (Scene) async throws -> Void = { _ in }
  ) async throws {
    try await fileScene(schema + change, size: size, play)
  }

  @Test("CIT-27, ANY-23: the tab, the search, the order, the columns and the record on its line are as they were left")
  func asItWasLeft() async throws {
    let left = """
       music.db  band 2  song 300                            live
       / title:1   = title has 1                       138 of 300
         title                                             year ▼
         Song 115                                            1905
         Song 15                                             1905
         Song 172                                            1904
         Song 129                                            1903
         Song 186                                            1902
       ▌ Song 143                                            1901
         Song 100                                            1900
                                                  1 hidden column
       a add  e edit  d delete  / search  ⏎ open  : jump  ? help
      """
    try await start { scene in
      try await scene.press("2,/,type:title:1,Enter,L,<,L,L,s,S,H,_,PgDn,PgDn,Down,Down,Up")
      scene.shows(left)
    }
    try await start { scene in
      scene.shows(left)
      // The current column is the year: f filters by it.
      try await scene.press("f")
      #expect(scene.line(4) == "", "\(scene.lines)")
    }
  }

  @Test("CIT-27: each table is as it was left, also one that the next run does not show")
  func eachTable() async throws {
    try await start { try await $0.press("Down,2,G") }
    #expect(kept.withLock { Set($0.tables.keys) } == ["band", "song"])
    try await start { scene in
      #expect(scene.cursorRow?.hasPrefix("300 ") == true, "\(scene.lines)")
    }
    try await start { scene in
      try await scene.press("1")
      #expect(scene.cursorRow == "2  Quartet", "\(scene.lines)")
    }
    #expect(kept.withLock(\.tab) == nil)
    try await start { try await $0.press("g") }
    #expect(kept.withLock { Set($0.tables.keys) } == ["song"], "a list at its start needs no place")
  }

  @Test("CIT-27: if the record is gone, the cursor is on the nearest line; the last one if nothing follows")
  func goneRecord() async throws {
    try await start { try await $0.press("2,:,type:song 150,Enter") }
    let record = kept.withLock(\.self)
    try await start { scene in
      #expect(scene.cursorRow?.hasPrefix("150 ") == true, "\(scene.lines)")
    }
    for (change, next) in [
      ("DELETE FROM song WHERE id = 150;", "151 "), ("DELETE FROM song WHERE id BETWEEN 140 AND 160;", "161 "),
      ("DELETE FROM song WHERE id >= 150;", "149 "), ("DELETE FROM song WHERE id > 3;", "3 "),
      ("UPDATE song SET id = id + 1000 WHERE id < 150;", "150 "),
    ] {
      kept.withLock { $0 = record }
      try await start(change) { scene in
        #expect(scene.cursorRow?.hasPrefix(next) == true, "\(change): \(scene.lines)")
        #expect(scene.status == "", "no error")
      }
    }
    kept.withLock { $0 = record }
    try await start("DELETE FROM song;") { scene in
      #expect(scene.line(3) == "" && scene.line(4) == "   There are no records yet. a adds one.", "\(scene.lines)")
    }
  }

  @Test("CIT-27: in another order the record is found where it is now; a view keeps the line")
  func otherIdentities() async throws {
    try await start { try await $0.press("2,:,type:song 150,Enter,L,s") }
    try await start("UPDATE song SET title = 'Zabaione' WHERE id = 150;") { scene in
      #expect(scene.cursorRow?.hasPrefix("150  Zabaione") == true, "\(scene.lines)")
    }
    let view = band + "CREATE VIEW old AS SELECT title, year FROM song WHERE id < 100;"
    try await start(schema: view) { try await $0.press("3,PgDn,PgDn,Down") }
    try await start("DELETE FROM song WHERE id = 1;", schema: view) { scene in
      #expect(scene.cursorRow?.hasPrefix("Song 17 ") == true, "\(scene.lines)")
    }
    try await start("DELETE FROM song WHERE id > 3;", schema: view) { scene in
      #expect(scene.cursorRow?.hasPrefix("Song 3 ") == true, "\(scene.lines)")
    }
  }

  @Test("CIT-27: a table or a column that is gone is as at the first start, without an error")
  func goneTable() async throws {
    try await start { try await $0.press("2,L,L,s,PgDn") }
    let left = kept.withLock(\.self)
    try await start("ALTER TABLE song DROP COLUMN year;") { scene in
      #expect(scene.line(2) == "  id ▲  title" && scene.cursorRow?.hasPrefix("1 ") == true, "\(scene.lines)")
      #expect(scene.status == "")
    }
    kept.withLock { $0 = left }
    try await start("DROP TABLE song;") { scene in
      #expect(scene.line(2) == " id ▲  name" && scene.status == "", "\(scene.lines)")
    }
    kept.withLock { $0 = left }
    try await start("DROP TABLE song; CREATE TABLE song(year TEXT PRIMARY KEY, b, c) WITHOUT ROWID;") { scene in
      #expect(scene.line(2) == "   year ▲  b    c" && scene.status == "", "\(scene.lines)")
    }
  }

  @Test("CIT-27: a list that was left at its first record begins at its first record")
  func firstRecord() async throws {
    try await start { try await $0.press("2,Down,Up") }
    try await start("INSERT INTO song VALUES (-5, 'Before', 1);") { scene in
      #expect(scene.cursorRow?.hasPrefix("-5 ") == true, "\(scene.lines)")
    }
  }

  @Test("CIT-27: a long list without an index for its order begins with the record, and its rows above follow")
  func longList() async throws {
    let many = """
      CREATE TABLE song(id INTEGER PRIMARY KEY, title TEXT, year INT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      INSERT INTO song SELECT i, 'Song ' || i, i % 1000 FROM n;
      """
    try await start(schema: many) { scene in
      try await scene.press("L,L,s,:,type:song 7500,Enter")
      #expect(scene.cursorRow?.hasPrefix("7500 ") == true, "\(scene.lines)")
    }
    try await start(schema: many) { scene in
      #expect(scene.cursorRow?.hasPrefix("7500 ") == true, "\(scene.lines)")
      try await scene.press("Up")
      #expect(scene.cursorRow?.hasPrefix("6500 ") == true, "\(scene.lines)")
      try await scene.press("/,type:song 19,Enter,End")
    }
    try await start(schema: many) { scene in
      #expect(scene.line(1).hasPrefix(" / song 19") && scene.cursorRow?.contains("19") == true, "\(scene.lines)")
    }
  }

  @Test("CIT-27: a start reads once what was left, and asks the file for no more than the record")
  func cost() async throws {
    var first = 0
    try await start { scene in
      try await scene.press("2")
      first = scene.statements.count { $0.contains("FROM main.`song`") }
      try await scene.press("PgDn,PgDn")
    }
    reads.withLock { $0 = 0 }
    try await start { scene in
      #expect(reads.withLock(\.self) == 1)
      // The record is looked up, and the rows above it have a statement of their own.
      let second = scene.statements.filter { $0.contains("FROM main.`song`") }
      #expect(second.count <= first + 2, "\(first): \(second)")
    }
  }

  @Test("CIT-27: the statistics of a book and a named query are shown again; a query without a name is not")
  func otherTabs() async throws {
    Container.shared.keptQueries.register {
      KeptQueries(named: { [NamedQuery(name: "Best", sql: "SELECT title FROM song WHERE id < 3")] })
    }
    try await start { try await $0.press("3") }
    try await start { scene in
      #expect(scene.line(0).hasPrefix(" music.db › Best 2 · live"), "\(scene.lines)")
      try await scene.press("2,!")
    }
    try await start { scene in
      #expect(scene.line(2) == "  id ▲  title                                          year", "\(scene.lines)")
    }
    try await AlmanacFeaturesTests.scene { try await $0.press("3") }
    try await AlmanacFeaturesTests.scene { scene in
      #expect(scene.session.store.tab == .statistics, "\(scene.lines)")
    }
  }
}
