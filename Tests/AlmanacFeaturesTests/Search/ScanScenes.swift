// Lists that only going through the whole table can tell: searched without an index, sorted by a column without one.
import AlmanacRecords
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

  @Test("ANY-19: a search without an index comes to its end; a record that comes to match appears")
  func search() async throws {
    try await fileScene(Self.schema, size: Size(width: 60, height: 9)) { scene in
      try await scene.press("/,type:\"word 799\"")
      scene.shows(
        """
         music.db  Notes 20,000                                live
         / "word 799"                                  25 of 20,000
            id ▲  word                                         size
         ▌   799  Word 799                                     3805
            1599  Word 799                                    15529
            2399  Word 799                                     7242
            3199  Word 799                                    18966

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
      try await scene.press("/")
      gate.close(#"SELECT count(*) FROM "Notes""#)
      try await scene.pressWhileWaiting("type:\"word 79")
      await gate.arrival()
      try await scene.pressWhileWaiting("9")
      await scene.until {
        $0.list("Notes").loading == nil && $0.list("Notes").page.window?.list.search.text == "\"word 799"
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
}
