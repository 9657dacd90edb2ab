// Lists that need a scan of the whole table: a search without an index, an order by a column without one.
import AlmanacRecords
import Databases
import LiveQueries
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct ScanScenes {
  private static let schema = """
    CREATE TABLE Notes(id INTEGER PRIMARY KEY, word TEXT, size INTEGER);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO Notes SELECT i, 'Word ' || (i % 800), i * 7919 % 20011 FROM n;
    """

  /// The IDs on the screen, from top to bottom.
  private static func ids(_ scene: Scene) -> [String] {
    scene.list.filter { !$0.isEmpty }.map { row in
      row.dropFirst(2).split(separator: " ").first.map { String($0) } ?? ""
    }
  }

  @Test("ANY-19: a search without an index comes to its end; a record that comes to match appears")
  func search() async throws {
    try await fileScene(Self.schema, size: Size(width: 60, height: 9)) { scene in
      try await scene.press("/,type:\"word 799\"")
      scene.shows(
        """
         music.db  Notes 20,000                                live
         / "word 799"                                  25 of 20,000
            id ▲  word                                         size
         ▌   799  Word 799                                    3,805
            1599  Word 799                                   15,529
            2399  Word 799                                    7,242
            3199  Word 799                                   18,966

         ⏎ keep the search  Esc clear it  ↑ previous hit  ↓ next hit
        """)
      try await scene.press("Enter,G")
      #expect(scene.cursorRow?.hasPrefix("19999  Word 799") == true)
      try await scene.outside("UPDATE Notes SET word = 'WORD 799' WHERE id = 20000")
      #expect(scene.line(1).hasSuffix(" 26 of 20,000"))
      try await scene.press("G")
      #expect(scene.cursorRow?.contains("20000  WORD 799") == true)
    }
  }

  @Test("ANY-19, ANY-20: the hits of a scan under way are shown as a part; the next key and Ctrl-C end it")
  func cancelled() async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 60, height: 9), trace: gate.trace) { scene in
      defer { gate.open() }
      // Each letter searches: only the last two may be held, since a file has two readers.
      try await scene.press("/,type:\"word 7")
      gate.close("OFFSET 16384")
      try await scene.pressWhileWaiting("9")
      await gate.arrival()
      try await scene.pressWhileWaiting("9")
      await scene.until {
        $0.list("Notes").work.loading == nil && $0.list("Notes").live.page.window?.list.search.text == "\"word 799"
      }
      #expect(scene.line(1) == " / \"word 799                                    … of 20,000")
      #expect(scene.line(3).hasPrefix(" ▌   799  Word 799"))
      try await scene.pressWhileWaiting("C-c")
      gate.open()
      await scene.run.settle()
      #expect(scene.status == " Stopped.")
      #expect(scene.line(1) == " / \"word 799                                    … of 20,000")
    }
  }

  @Test("ANY-19: keys that wait for the first hit say so after a moment; Ctrl-C stops the search and drops them")
  func waitingKeys() async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 70, height: 9), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("j,/")
      gate.close("OFFSET 16384")
      try await scene.pressWhileWaiting("z")
      await gate.arrival()
      await scene.until {
        $0.list("Notes").work.loading == nil && $0.list("Notes").live.page.window?.list.search.text == "z"
      }
      try await scene.pressWhileWaiting("Enter,j,G")
      #expect(scene.status == "", "what is over sooner is not shown")
      await scene.waitWhileWaiting(0.3)
      #expect(scene.status == " Keys wait until the rows are there · Ctrl-C stops the search")
      try await scene.pressWhileWaiting("C-c")
      gate.open()
      await scene.run.settle()
      #expect(scene.status == " Stopped.")
      try await scene.press("Esc")
      #expect(scene.cursorRow?.hasPrefix("2 ") == true, "\(scene.lines)")
    }
  }

  @Test("ANY-19: the word that keys wait goes when they are done")
  func waitingKeysDone() async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 70, height: 9), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.outside("INSERT INTO Notes VALUES (30000, 'Late', 0)")
      try await scene.press("/,type:lat")
      gate.close("OFFSET 16384")
      try await scene.pressWhileWaiting("e")
      await gate.arrival()
      await scene.until {
        $0.list("Notes").work.loading == nil && $0.list("Notes").live.page.window?.list.search.text == "late"
      }
      try await scene.pressWhileWaiting("Enter,j")
      await scene.waitWhileWaiting(0.3)
      #expect(scene.status == " Keys wait until the rows are there · Ctrl-C stops the search")
      gate.open()
      await scene.run.settle()
      #expect(scene.cursorRow?.hasPrefix("30000 ") == true, "\(scene.lines)")
      try await scene.press("Esc,/,type:nosuc")
      gate.close("OFFSET 16384")
      try await scene.pressWhileWaiting("h")
      await gate.arrival()
      #expect(scene.status == "", "none waits: \(scene.lines)")
    }
  }

  @Test("ANY-21: sorted by a column without an index, the cursor goes through the oracle's order")
  func sorted() async throws {
    try await fileScene(Self.schema, size: Size(width: 60, height: 12)) { scene in
      let oracle = try scene.rows("SELECT id FROM Notes ORDER BY size, id")
      try await scene.press("s,s,g")
      #expect(scene.cursorRow?.hasPrefix(oracle[0] + " ") == true)
      for (key, place) in [("G", 19_999), ("PgUp", 19_992), ("k", 19_991), ("g", 0), ("PgDn", 7), ("j", 8)] {
        try await scene.press(key)
        #expect(scene.cursorRow?.hasPrefix(oracle[place] + " ") == true, "\(key): \(scene.lines)")
      }
      try await scene.outside("UPDATE Notes SET size = -1 WHERE id = 5; INSERT INTO Notes VALUES (30000, 'New', -2)")
      try await scene.press("g")
      #expect(scene.cursorRow == "+30000  New                                            -2")
      #expect(scene.list.dropFirst().first == " +     5  Word 5                                         -1")
    }
  }

  @Test("ANY-21: sorted by a column without an index, the first page comes at once; Ctrl-C and S end the collecting")
  func firstPage() async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 60, height: 8), trace: gate.trace) { scene in
      defer { gate.open() }
      let oracle = try scene.rows("SELECT id FROM Notes ORDER BY size, id")
      try await scene.press("s,g,j,j")
      gate.close("OFFSET 16384")
      try await scene.pressWhileWaiting("s")
      await gate.arrival()
      await scene.until {
        $0.list("Notes").work.loading == nil && $0.list("Notes").live.page.window?.list.order.column == "size"
      }
      // The record with the cursor is the first row, whichever line it was on before.
      scene.shows(
        """
         music.db  Notes 20,000                                live
         / search
              id  word                                       size ▲
         ▌  2400  Word 0                                     15,161
            3431  Word 231                                   15,162
            4462  Word 462                                   15,163

         a add  e edit  d delete  / search  ⏎ open  : jump  ? help
        """)
      #expect(scene.session.store.list("Notes").isScanning)
      try await scene.pressWhileWaiting("S")
      await scene.until {
        $0.list("Notes").work.loading == nil && $0.list("Notes").live.page.window?.list.order.isDescending == true
      }
      let place = try #require(oracle.firstIndex(of: "2400"))
      #expect(Array(Self.ids(scene).prefix(3)) == Array(oracle[(place - 2)...place].reversed()))
      try await scene.pressWhileWaiting("C-c")
      gate.open()
      await scene.run.settle()
      #expect(scene.status == " Stopped.")
      #expect(!scene.session.store.list("Notes").isScanning)
      // Without places the pages still come, one after the other.
      try await scene.press("G")
      #expect(scene.cursorRow?.hasPrefix(oracle[0] + " ") == true)
    }
  }

  @Test("ANY-21: after an outside change the contents are current at once, and the place carries a sign until it is")
  func place() async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 60, height: 8), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("s,s,g,j")
      #expect(scene.line(1) == " / search                                          2/20,000")
      gate.close("OFFSET 16384")
      let second = try scene.rows("SELECT id FROM Notes ORDER BY size, id LIMIT 2")[1]
      try RawConnection.run("UPDATE Notes SET size = 30000, word = 'Moved' WHERE id = \(second)", on: scene.path)
      try await scene.connection.lookForOutsideChanges()
      await gate.arrival()
      await scene.until {
        !$0.list("Notes").isPlaceCurrent && $0.list("Notes").live.page.rows[1].cells[1] == .text("Moved")
      }
      #expect(scene.line(1) == " / search                                         ≈2/20,000")
      #expect(scene.cursorRow?.contains("Moved") == true)
      gate.open()
      await scene.run.settle()
      #expect(scene.line(1) == " / search                                     20,000/20,000")
      #expect(scene.cursorRow?.contains("Moved") == true)
    }
  }

  @Test("ANY-21: while the places are late, a key that waits is not done to a record that came after it was pressed")
  func unseenRecord() async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 60, height: 8), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("s,G")
      gate.close("OFFSET 16384")
      try await scene.pressWhileWaiting("s")
      await gate.arrival()
      await scene.until {
        $0.list("Notes").work.loading == nil && $0.list("Notes").live.page.window?.list.order.column == "size"
      }
      try RawConnection.run("INSERT INTO Notes VALUES (30000, 'New', -2)", on: scene.path)
      try await scene.pressWhileWaiting("g,d,u")
      await scene.until {
        $0.list("Notes").work.loading == nil && $0.list("Notes").live.page.rows.first?.id == .rowID(30000)
      }
      #expect(scene.status.hasPrefix(" The cursor was not on this record: press the key again."), "\(scene.lines)")
      #expect(scene.cursorRow?.hasPrefix("30000  New ") == true)
      try await scene.pressWhileWaiting("d")
      gate.open()
      await scene.run.settle()
      #expect(try scene.rows("SELECT count(*) FROM Notes") == ["20000"])
      #expect(scene.status == " Deleted Notes 30000 · u undo")
    }
  }

  @Test("ANY-21: Ctrl-C drops the keys that wait for the places of a list, and does not quit")
  func droppedKeys() async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 60, height: 8), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("s,s,g")
      gate.close("OFFSET 16384")
      try await scene.pressWhileWaiting("d")
      await gate.arrival()
      try await scene.pressWhileWaiting("G,d,d,C-c")
      #expect(!scene.session.store.quitting.isBegun)
      gate.open()
      await scene.run.settle()
      #expect(!scene.session.store.quitting.isBegun)
      #expect(try scene.rows("SELECT count(*) FROM Notes") == ["19999"])
    }
  }

  @Test("ANY-21: keys act while the newest record is followed and others write, though the places are late")
  func keysWhileFollowing() async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 60, height: 8), trace: gate.trace) { scene in
      defer { gate.open() }
      let first = try scene.rows("SELECT id FROM Notes ORDER BY size, id LIMIT 1")[0]
      try await scene.press("s,s,F")
      gate.close("OFFSET 16384")
      try RawConnection.run("INSERT INTO Notes VALUES (30000, 'New', 10000)", on: scene.path)
      try await scene.connection.lookForOutsideChanges()
      await gate.arrival()
      await scene.until { $0.list("Notes").live.newest == .rowID(30000) && $0.list("Notes").work.loading == nil }
      try await scene.pressWhileWaiting("g")
      #expect(!scene.session.screen.events.isAnyWaiting)
      await scene.until {
        $0.list("Notes").work.loading == nil && $0.list("Notes").live.page.rows.first?.id == .rowID(Int(first)!)
      }
      #expect(scene.cursorRow?.hasPrefix(first + " ") == true, "\(scene.lines)")
    }
  }

  @Test(
    "ANY-19: a search in an order without an index shows its hits in that order, and what it has found before its end")
  func searchSorted() async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 60, height: 9), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("s,s,/,type:\"word 79")
      // Only the scan runs such statements, not the first page.
      gate.close("(SELECT min(")
      try await scene.pressWhileWaiting("9")
      await scene.until {
        $0.list("Notes").work.loading == nil && $0.list("Notes").live.page.window?.list.search.text == "\"word 799"
      }
      #expect(scene.list.allSatisfy { !$0.contains("Nothing matches") }, "\(scene.list)")
      gate.open()
      await scene.run.settle()
      // The cursor has stayed on the hit that came first.
      try await scene.press("Enter,g")
      let oracle = try scene.rows("SELECT id FROM Notes WHERE word = 'Word 799' ORDER BY size, id")
      #expect(Self.ids(scene) == Array(oracle.prefix(4)))
      #expect(scene.line(1) == " / \"word 799                                   25 of 20,000")
    }
  }

  @Test("ANY-20: Ctrl-C just after a search was cleared leaves its hits, and its text above them")
  func stopAfterClearing() async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 60, height: 9), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("s,s,/,type:\"word 799,Enter,g")
      gate.close("FROM main.`Notes`")
      try await scene.pressWhileWaiting("Esc")
      await gate.arrival()
      try await scene.pressWhileWaiting("C-c")
      gate.open()
      await scene.run.settle()
      #expect(scene.status == " Stopped.")
      #expect(scene.line(1).hasPrefix(" / \"word 799 "), "\(scene.lines)")
      #expect(scene.list.allSatisfy { $0.isEmpty || $0.contains("id") || $0.contains("Word 799") }, "\(scene.list)")
    }
  }

  @Test(
    "ANY-19: Ctrl-A in an order without an index marks all hits, whether none or some were found when it was pressed",
    arguments: [false, true])
  func markAllWhileScanning(_ hasHits: Bool) async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 60, height: 9), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("s,s,/,type:\"word 1")
      gate.close("(SELECT min(")
      try await scene.pressWhileWaiting("2")
      await gate.arrival()
      await scene.until {
        $0.list("Notes").work.loading == nil && $0.list("Notes").live.page.window?.list.search.text == "\"word 12"
      }
      // The rows from before the search don't match, and are removed.
      #expect(scene.list.contains { $0.hasSuffix("Nothing found so far.") }, "\(scene.list)")
      #expect(!scene.list.contains { $0.contains("Word") }, "\(scene.list)")
      if hasHits {
        // Only the first records are scanned.
        gate.open { $0.contains("FROM main.`Notes` WHERE `id` > ") && $0.hasSuffix(" ORDER BY `id`") }
        await gate.arrival()
        await scene.until { !$0.list("Notes").live.page.rows.isEmpty }
      }
      try await scene.pressWhileWaiting("Enter,C-a,d")
      gate.open()
      await scene.run.settle()
      let count = try scene.rows("SELECT count(*) FROM Notes WHERE word LIKE 'Word 12%'")[0]
      #expect(count == "275")
      #expect(scene.lines.contains { $0.contains("Delete 275 records?") }, "\(scene.lines)")
    }
  }

  @Test("ANY-20: the count of hits at places that were collected before others wrote carries a sign until it is right")
  func hitsAtOldPlaces() async throws {
    let gate = StatementGate()
    try await fileScene(Self.schema, size: Size(width: 60, height: 9), trace: gate.trace) { scene in
      defer { gate.open() }
      try await scene.press("/,type:\"word 799\" 19999,Enter")
      #expect(scene.line(1) == " / \"word 799\" 19999                             1 of 20,000")
      gate.close("OFFSET 16384")
      try RawConnection.run("INSERT INTO Notes VALUES (30000, 'Word 799', 19999)", on: scene.path)
      try await scene.connection.lookForOutsideChanges()
      await gate.arrival()
      await scene.until { !$0.list("Notes").isPlaceCurrent && $0.list("Notes").live.total.value == 20_001 }
      #expect(scene.line(1).hasSuffix(" ≈1 of 20,001"), "\(scene.line(1))")
      gate.open()
      await scene.run.settle()
      #expect(scene.line(1).hasSuffix(" 2 of 20,001"), "\(scene.line(1))")
    }
  }
}
