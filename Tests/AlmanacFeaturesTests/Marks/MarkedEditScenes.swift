// One value for all marked records.
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct MarkedEditScenes {
  private static let tracks = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, size INTEGER CHECK (size < 100), live BOOLEAN);
    INSERT INTO t VALUES (1, 'a', 5, 0), (2, 'b', 4, 1), (3, 'a', 3, NULL);
    """

  @Test("CIT-04: e with marks writes what is typed into all marked records, as one step; the rest stays")
  func values() async throws {
    try await fileScene(Self.tracks) { scene in
      try await scene.press("x,Down,x,e")
      scene.showsForm(
        """
        kind  unchanged

        size  unchanged

        live  unchanged
              BOOLEAN
        Save                                                            Ctrl-S · Esc
        """)
      try await scene.press("Down,type:7,Down, ,C-s")
      #expect(scene.said == "Changed 2 records")
      #expect(try scene.rows("SELECT * FROM t") == ["1|a|7|1", "2|b|7|1", "3|a|3|NULL"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT * FROM t") == ["1|a|5|0", "2|b|4|1", "3|a|3|NULL"])
    }
  }

  @Test("CIT-04: what the file refuses is said, the typed text comes back, and no record is changed")
  func refused() async throws {
    try await fileScene(Self.tracks) { scene in
      try await scene.press("x,Down,x,e,Down,type:100,C-s")
      scene.showsForm(
        """
        kind  unchanged

        size  100
              breaks the rule size < 100
        live  unchanged
              BOOLEAN
        Save                                                            Ctrl-S · Esc
        """)
      #expect(scene.status.hasPrefix(" Not changed: size: breaks the rule size < 100."), "\(scene.lines)")
      #expect(try scene.rows("SELECT size FROM t") == ["5", "4", "3"])
      try await scene.press("C-u,type:9,C-s")
      #expect(try scene.rows("SELECT size FROM t") == ["9", "9", "3"])
    }
  }

  @Test("CIT-04: records that the new value hides are counted", arguments: ["/,type:a,Enter", "f"])
  func hidden(narrow: String) async throws {
    try await fileScene(Self.tracks) { scene in
      try await scene.press("L,\(narrow),C-a")
      #expect(scene.status.hasSuffix(" 2 marked"), "\(scene.lines)")
      try await scene.press("e,type:z,C-s")
      let cause = narrow == "f" ? "filter" : "search"
      #expect(scene.said == "Changed 2 records, 2 of them hidden by the \(cause)", "\(scene.lines)")
      #expect(try scene.rows("SELECT kind FROM t") == ["z", "b", "z"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT kind FROM t") == ["a", "b", "a"])
    }
  }

  @Test("CIT-04: a value that another program has just changed is not overwritten unread")
  func unread() async throws {
    try await fileScene(Self.tracks) { scene in
      try await scene.press("x,Down,x,e,Down,type:9")
      try await scene.outside("UPDATE t SET size = 50 WHERE id = 1")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT size FROM t") == ["50", "4", "3"])
      #expect(scene.lines.contains { $0.contains("Change 2 records?") })
      // Esc brings the form back; a second try asks again, and y writes.
      try await scene.press("Esc")
      #expect(scene.lines.contains { $0.contains("size  9") })
      try await scene.press("C-s,y")
      #expect(try scene.rows("SELECT size FROM t") == ["9", "9", "3"])
      // The form is done: what is cancelled later does not bring it back.
      try await scene.press("u")
      #expect(try scene.rows("SELECT size FROM t") == ["50", "4", "3"])
    }
  }

  @Test("CIT-04: more than 100 marked records want their number; Esc brings the form back")
  func many() async throws {
    let rows = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
      INSERT INTO t SELECT i + 10, 'c', 1, 0 FROM n;
      """
    try await fileScene(Self.tracks + rows) { scene in
      try await scene.press("C-a,e,Down,type:9,C-s")
      #expect(scene.lines.contains { $0.contains("Change 153 records?") })
      try await scene.press("Esc")
      #expect(scene.lines.contains { $0.contains("size  9") })
      try await scene.press("C-s,type:153,Enter")
      #expect(try scene.rows("SELECT count(*) FROM t WHERE size = 9") == ["153"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT count(*) FROM t WHERE size = 9") == ["0"])
    }
  }

  @Test("CIT-04: a table of keys alone has nothing to write into many records")
  func onlyKeys() async throws {
    try await fileScene(
      "CREATE TABLE tags(a, b, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO tags VALUES (1, 2), (3, 4)"
    ) {
      scene in
      try await scene.press("x,e")
      #expect(scene.status.hasPrefix(" Only keys are in tags: each record has its own."))
    }
  }

  @Test("CIT-04: the form of marked records stays when another program changes the schema")
  func newSchema() async throws {
    try await fileScene(Self.tracks) { scene in
      try await scene.press("x,Down,x,e,Down,type:9")
      try await scene.outside("CREATE INDEX sizes ON t(size)")
      #expect(scene.lines.contains { $0.contains("size  9") })
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT size FROM t ORDER BY id") == ["9", "9", "3"])
    }
  }

  @Test("e begins in the current column")
  func currentColumn() async throws {
    try await fileScene(Self.tracks) { scene in
      try await scene.press("L,L,e,C-u,type:8,C-s")
      #expect(try scene.rows("SELECT * FROM t WHERE id = 1") == ["1|a|8|0"])
    }
  }
}
