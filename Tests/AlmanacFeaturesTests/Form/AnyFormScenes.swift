// The form of any table: the values it shows, accepts and writes.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct AnyFormScenes {
  private static let things = """
    CREATE TABLE t(
      id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, price REAL DEFAULT 9.5, data, sold BOOLEAN NOT NULL DEFAULT 0,
      twice AS (price * 2));
    INSERT INTO t(id, name, price, data, sold) VALUES (1, 'Ink', 2, x'00ff', 1);
    """

  @Test("ANY-11: a new record: what is not typed has its default; generated columns are no fields")
  func newRecord() async throws {
    try await fileScene(Self.things) { scene in
      try await scene.press("a")
      scene.showsForm(
        """
        id     SQLite chooses it

        name
               required
        price  default 9.5

        data   NULL

        sold   default 0
               BOOLEAN
        Save  needs name                                                Ctrl-S · Esc
        """)
      try await scene.press("type:Nib,C-s")
      #expect(scene.said == "Added t 2")
      #expect(
        try scene.rows("SELECT *, typeof(data) FROM t WHERE id = 2") == ["2|Nib|9.5|NULL|0|19.0|null"])
    }
  }

  @Test("ANY-11: a date can be typed where numbers mean moments; the form says the number, and a number stays one")
  func typedDates() async throws {
    let posts = """
      CREATE TABLE posts(id INTEGER PRIMARY KEY, created_at INTEGER, taken_at REAL);
      INSERT INTO posts VALUES (1, 1767225600, 1767225600.5), (2, NULL, NULL);
      """
    try await fileScene(posts) { scene in
      try await scene.press("Down,e")
      scene.showsForm(
        """
        id          2

        created_at  NULL
                    or type a date: 2026-01-31 14:05
        taken_at    NULL

        Save                                                            Ctrl-S · Esc
        """)
      try await scene.press("type:2026-01-31 14:05")
      scene.showsForm(
        """
        id          2

        created_at  2026-01-31 14:05
                    stored as 1769868300
        taken_at    NULL

        Save                                                            Ctrl-S · Esc
        """)
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT created_at, typeof(created_at) FROM posts WHERE id = 2") == ["1769868300|integer"])
      try await scene.press("Up,e,C-u,type:1767225601")
      scene.showsForm(
        """
        id          1

        created_at  1767225601
                    2026-01-01 00:00:01, or type a date: 2026-01-31 14:05
        taken_at    1767225600.5
                    2026-01-01 00:00:00
        Save                                                            Ctrl-S · Esc
        """)
      try await scene.press("Down,C-u,type:2026-01-02,C-s")
      #expect(try scene.rows("SELECT * FROM posts WHERE id = 1") == ["1|1767225601|1767312000.0"])
    }
  }

  @Test("ANY-06: NULL, the empty text and the text NULL look different, and each can be typed")
  func nullAndEmptyText() async throws {
    try await fileScene("CREATE TABLE t(a, b, c); INSERT INTO t VALUES (NULL, '', 'NULL')") { scene in
      try await scene.press("e")
      scene.showsForm(
        """
        a  NULL

        b
           empty text
        c  NULL
           the text NULL
        Save                                                            Ctrl-S · Esc
        """)
      // NULL has no text to delete: Backspace makes it an empty text.
      try await scene.press("type:x,BSpace,Tab,C-n,Tab,C-n,C-n,BSpace")
      scene.showsForm(
        """
        a
           empty text
        b  NULL

        c  NUL

        Save                                                            Ctrl-S · Esc
        """)
      try await scene.press("type:L,BTab,type:NULL,C-s")
      #expect(try scene.rows("SELECT quote(a), quote(b), quote(c) FROM t") == ["''|'NULL'|'NULL'"])
      try await scene.press("u")
      #expect(try scene.rows("SELECT quote(a), quote(b), quote(c) FROM t") == ["NULL|''|'NULL'"])
      try await scene.press("e,Tab,C-n,Tab,C-n,C-s")
      #expect(try scene.rows("SELECT quote(a), quote(b), quote(c) FROM t") == ["NULL|NULL|NULL"])
    }
  }

  @Test("ANY-06, ANY-07, ANY-08: an edit of another field leaves each value alone, storage class included")
  func untouchedValues() async throws {
    let values = [
      "NULL", "''", "'NULL'", "0", "9223372036854775807", "-9223372036854775808", "9007199254740993", "-0.0", "0.1",
      "1e-320", "9e999", "-9e999", "x''", "x'89504e47'", "CAST(x'61ff' AS TEXT)", "'5'", "' padded '",
      "'one' || char(10) || 'two'", "char(0) || 'b'",
    ]
    for affinity in ["", "TEXT", "INTEGER", "REAL", "NUMERIC", "BLOB", "ANY"] {
      let columns = values.indices.map { "c\($0) \(affinity)" }.joined(separator: ", ")
      let options = affinity == "ANY" ? " STRICT" : ""
      try await fileScene(
        "CREATE TABLE t(a TEXT, \(columns))\(options); INSERT INTO t VALUES ('x', \(values.joined(separator: ", ")))"
      ) { scene in
        let exact = values.indices.map { "typeof(c\($0)) || hex(c\($0)) || quote(c\($0))" }
        let held = "SELECT \(exact.joined(separator: ", ")) FROM t"
        let before = try scene.rows(held)
        try await scene.press("e,type:y")
        // Moving through all fields changes none of them.
        for _ in values { try await scene.press("Tab,Left,End") }
        try await scene.press("C-s")
        #expect(try scene.rows("SELECT a FROM t") == ["xy"])
        #expect(try scene.rows(held) == before, "\(affinity)")
        try await scene.press("u")
        #expect(try scene.rows("SELECT a FROM t") == ["x"])
        #expect(try scene.rows(held) == before, "\(affinity)")
      }
    }
  }

  @Test("ANY-06, ANY-07: what is typed is converted as its column asks; a number over a number is one")
  func typedValues() async throws {
    try await fileScene(
      "CREATE TABLE t(i INTEGER, r REAL, n, x, s TEXT); INSERT INTO t VALUES (1, 1.5, 1, '1', 1)"
    ) { scene in
      let held = "SELECT quote(i), quote(r), quote(n), quote(x), quote(s) FROM t"
      try await scene.press("e,C-u,type:9007199254740993,Tab,C-u,type:-7,Tab,C-u,type:-0.0,Tab,type:2,Tab,type: 2 ,C-s")
      #expect(try scene.rows(held) == ["9007199254740993|-7.0|0.0|'12'|'1 2 '"])
      let row = try await scene.connection.read { db in try ListedTable.named("t", db)?.exactRow(1, db) }
      #expect("\(try #require(row?["n"]))" == "real(-0.0)")
      try await scene.press("e,C-u,type:many,Tab,C-u,type:0.1,Tab,C-u,type:some,C-s,C-s")
      #expect(try scene.rows(held) == ["'many'|0.1|'some'|'12'|'1 2 '"])
      try await scene.press("u")
      #expect(try scene.rows(held) == ["9007199254740993|-7.0|0.0|'12'|'1 2 '"])
      // In a column without conversion an edited text does not become a number again.
      try await scene.press("e,Tab,Tab,C-n,C-s,e,Tab,Tab,type:5,C-s")
      #expect(try scene.rows(held) == ["9007199254740993|-7.0|'5'|'12'|'1 2 '"])
    }
  }

  @Test("ANY-06: a blob and text that is not UTF-8 are shown as what they are; NULL takes their place at a key")
  func fixedValues() async throws {
    try await fileScene("CREATE TABLE t(a, b); INSERT INTO t VALUES (x'00ff', CAST(x'61ff' AS TEXT))") { scene in
      try await scene.press("e,type:x,BSpace")
      scene.showsForm(
        """
        a  x'00ff'
           a blob of 2 bytes: left as it is
        b  a�
           not valid UTF-8: left as it is
        Save                                                            Ctrl-S · Esc
        """)
      try await scene.press("C-n,C-n,Tab,C-n,C-s")
      #expect(try scene.rows("SELECT quote(a), quote(b) FROM t") == ["X'00FF'|NULL"])
    }
  }

  @Test("ANY-05: in a UTF-16 file too, whatever the text is", arguments: [("le", "3dd8"), ("be", "d83d")])
  func utf16(order: String, half: String) async throws {
    try await fileScene(
      """
      PRAGMA encoding = 'UTF-16\(order)'; CREATE TABLE t(a TEXT UNIQUE, b TEXT, c TEXT);
      INSERT INTO t VALUES ('猫 👍', CAST(x'\(half)\(half)' AS TEXT), 'é'), ('taken', NULL, NULL)
      """
    ) { scene in
      let held = "SELECT a, hex(CAST(b AS BLOB)), c FROM t WHERE rowid = 1"
      let before = try scene.rows(held)
      try await scene.press("e,Tab")
      #expect(scene.formLines[3] == "   not valid UTF-16: left as it is", "\(scene.formLines)")
      try await scene.press("Tab,type:ä猫,C-s")
      #expect(try scene.rows(held) == [before[0] + "ä猫"])
      try await scene.press("u")
      #expect(try scene.rows(held) == before)
      try await scene.press("e,C-u,type:taken")
      #expect(scene.formLines[1] == "   already taken", "\(scene.formLines)")
    }
  }

  @Test("ANY-09: a column that is declared boolean is switched, and can be NULL")
  func booleans() async throws {
    try await fileScene(
      "CREATE TABLE t(a BOOLEAN, b BOOL NOT NULL DEFAULT TRUE, c BOOLEAN); INSERT INTO t VALUES (0, 1, 'maybe')"
    ) { scene in
      try await scene.press("e")
      scene.showsForm(
        """
        a  [ ]
           BOOLEAN
        b  [x]
           BOOL
        c  maybe
           neither 0 nor 1: left as it is
        Save                                                            Ctrl-S · Esc
        """)
      try await scene.press("Space,Tab,C-n")
      #expect(scene.said == "b can't be NULL.")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT quote(a), quote(b), quote(c) FROM t") == ["1|1|'maybe'"])
      try await scene.press("e,C-n,C-s")
      #expect(try scene.rows("SELECT quote(a), quote(b), quote(c) FROM t") == ["NULL|1|'maybe'"])
      // In a new record each flag has its default until it is switched.
      try await scene.press("a,Tab,Space,Space,Space,C-s")
      #expect(try scene.rows("SELECT quote(a), quote(b), quote(c) FROM t WHERE rowid = 2") == ["NULL|0|NULL"])
      try await scene.press("a,Space,Tab,Space,C-n,C-s")
      #expect(try scene.rows("SELECT quote(a), quote(b), quote(c) FROM t WHERE rowid = 3") == ["1|1|NULL"])
    }
  }

  @Test("ANY-34: a record's own key can be edited; the list, the detail and undo go on with it")
  func editedKey() async throws {
    try await fileScene(Self.things) { scene in
      try await scene.press("Enter,e,BTab,C-u,type:7,C-s")
      #expect(scene.said == "Edited t 7")
      #expect(scene.lines[0].hasPrefix(" music.db › t 7"))
      #expect(try scene.rows("SELECT id, name FROM t") == ["7|Ink"])
      try await scene.press("h")
      #expect(scene.lines[3].hasPrefix(" ▌"), "\(scene.lines)")
      try await scene.press("u")
      #expect(try scene.rows("SELECT id, name FROM t") == ["1|Ink"])
    }
    try await fileScene(
      "CREATE TABLE t(a TEXT, b INT, c, PRIMARY KEY (b, a)) WITHOUT ROWID; INSERT INTO t VALUES ('x', 1, 2)"
    ) { scene in
      try await scene.press("e,type:y,Tab,C-u,type:10,C-s")
      #expect(scene.said == "Edited t 10 xy")
      try await scene.press("e,Tab,Tab,C-n,C-s")
      #expect(try scene.rows("SELECT a, b, quote(c) FROM t") == ["xy|10|NULL"])
    }
  }

  @Test(
    "ANY-25: a form goes on while its table gets and loses columns, and closes where nothing can be changed any more")
  func anotherShape() async throws {
    try await fileScene("CREATE TABLE t(a, b, c); INSERT INTO t VALUES (1, 2, 3)") { scene in
      try await scene.press("e,Tab,type:x")
      try await scene.outside("ALTER TABLE t ADD COLUMN d NOT NULL DEFAULT 'new'; ALTER TABLE t DROP COLUMN c")
      scene.showsForm(
        """
        a  1

        b  2x

        d  new

        Save                                                            Ctrl-S · Esc
        """)
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT * FROM t") == ["1|2x|new"])
      try await scene.press("e,type:y")
      try await scene.outside("ALTER TABLE t RENAME TO s; CREATE VIEW t AS SELECT * FROM s")
      #expect(scene.formLines == [])
    }
  }

  @Test("in any table white space is text, and so are texts that only look empty")
  func whiteSpace() async throws {
    try await fileScene("CREATE TABLE t(a TEXT NOT NULL, b TEXT NOT NULL)") { scene in
      try await scene.press("a,Space,type:x,Space,Tab,type:x,BSpace,C-s")
      #expect(try scene.rows("SELECT quote(a), quote(b) FROM t") == ["' x '|''"])
    }
  }

  @Test("the keys of a form name NULL and a new line where there are such")
  func keyLine() async throws {
    try await fileScene(Self.things, size: Size(width: 100, height: 24)) { scene in
      try await scene.press("a")
      #expect(!scene.keyLine.contains("NULL"), "there is no default to go back to")
      try await scene.press("BTab")
      #expect(
        scene.keyLine
          == " Tab next field  Ctrl-N NULL  Ctrl-S save  ⏎ next or save  Esc leave  Alt-⏎ new line")
    }
  }

  @Test("ANY-12, ANY-13: keys that would change a table that can't be changed say why, and are not offered")
  func tablesThatCanNotBeChanged() async throws {
    let refusal = "pages belongs to a module, and can't be changed here."
    try await fileScene(
      "CREATE VIRTUAL TABLE pages USING fts5(body); INSERT INTO pages VALUES ('one')"
    ) { scene in
      #expect(scene.keyLine.hasPrefix(" / search  ⏎ open  "))
      for key in ["a", "e", "d", "Space", "x,d"] {
        try await scene.press(key)
        #expect(scene.said == refusal, "\(key)")
        // Keys that could be meant for the refused form have ended.
        await scene.wait(1)
      }
      try await scene.press("Enter")
      #expect(["?", ":"].contains(scene.keyLine.dropFirst(" Esc back  ".count).prefix(1)))
      for key in ["e", "d", "Space"] {
        try await scene.press(key)
        #expect(scene.said == refusal, "\(key)")
        await scene.wait(1)
      }
      #expect(try scene.rows("SELECT body FROM pages") == ["one"])
    }
  }

  @Test("behind a refused key that would have opened a form what is typed is no command, and that is said; arrows move")
  func typedBehindARefusal() async throws {
    let sql = "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3); CREATE VIEW v AS SELECT a FROM t"
    try await fileScene(sql) { scene in
      var hasEnded = false
      scene.run.onEnd = { hasEnded = true }
      try await scene.press("2,e")
      #expect(scene.status == " Records of v can't be changed: the view has no INSTEAD OF UPDATE trigger.")
      try await scene.press("type:jq")
      #expect(scene.status == " Records of v can't be changed: the view has no INSTEAD OF UPDATE trigger.")
      #expect(scene.cursorRow == "1" && !hasEnded)
      try await scene.press("Down,type:j")
      #expect(scene.cursorRow == "2")
      await scene.wait(1)
      try await scene.press("j")
      #expect(scene.cursorRow == "3")
    }
  }

  @Test("a table without a column that is declared boolean says so")
  func nothingToToggle() async throws {
    try await fileScene(
      "CREATE TABLE \"Order Details\"(a); INSERT INTO \"Order Details\" VALUES (1)"
    ) { scene in
      try await scene.press("Space")
      #expect(scene.said == "Order Details has no column that is declared boolean.")
      #expect(scene.keyLine.hasPrefix(" a add  e edit  d delete  / search  ⏎ open  "))
    }
  }
}
