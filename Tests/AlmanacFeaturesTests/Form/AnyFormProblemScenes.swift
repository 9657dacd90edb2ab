// The form of any table explains problems next to their fields, and loses no typed text.
import Databases
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct AnyFormProblemScenes {
  @Test("ANY-17: NOT NULL without a default is required until something is typed; an empty text is something")
  func required() async throws {
    try await fileScene("CREATE TABLE t(a NOT NULL, b NOT NULL DEFAULT 1, c NOT NULL, d)") { scene in
      try await scene.press("a,C-s")
      scene.showsForm(
        """
        a
           required
        b  default 1

        c
           required
        d  NULL

        Save  needs a and c                                             Ctrl-S · Esc
        """)
      try await scene.press("type:x,Tab,Tab,type:y,BSpace,C-s")
      #expect(try scene.rows("SELECT quote(a), quote(b), quote(c), quote(d) FROM t") == ["'x'|1|''|NULL"])
      try await scene.press("e,C-n")
      #expect(scene.said == "a can't be NULL.")
    }
  }

  @Test("ANY-06: a text in a column of numbers or JSON is stored as it is, and the form says what it is")
  func otherThanPromised() async throws {
    try await fileScene("CREATE TABLE t(elo INTEGER, price DECIMAL(8,2), meta JSON, day DATE, any)") { scene in
      try await scene.press("a,type:12x,Tab,type:1.50,Tab,type:{a,Tab,type:today,Tab,type:x")
      scene.showsForm(
        """
        elo    12x
               a text, not a number
        price  1.50
               DECIMAL(8,2)
        meta   {a
               not JSON: a name must be in double quotes (byte 2) · JSON
        day    today
               DATE
        any    x

        Save                                                            Ctrl-S · Esc
        """)
      try await scene.press("BTab,BTab,C-u,type:{\"a\":1}")
      #expect(!scene.formLines.contains { $0.contains("not JSON") }, "\(scene.formLines)")
      // A doubled key does not answer what it has asked.
      try await scene.pressAtOnce("C-s,C-s")
      let question = "Not saved yet: elo would hold a text, not a number. Ctrl-S saves it."
      #expect(scene.formLines.contains { $0.hasPrefix(question) }, "\(scene.formLines)")
      #expect(try scene.rows("SELECT count(*) FROM t") == ["0"])
      // A key in between takes the question back.
      try await scene.press("Tab,C-s")
      #expect(try scene.rows("SELECT count(*) FROM t") == ["0"])
      try await scene.press("C-s")
      #expect(
        try scene.rows("SELECT quote(elo), quote(price), meta, day FROM t") == ["'12x'|1.5|{\"a\":1}|today"])
    }
  }

  @Test("ANY-17: a value that another record has is said while it is typed, as its index compares it")
  func taken() async throws {
    try await fileScene(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, code TEXT UNIQUE COLLATE NOCASE, n UNIQUE);
      INSERT INTO t VALUES (1, 'Ink', 5), (2, 'Nib', '5')
      """
    ) { scene in
      try await scene.press("a,BTab,type:1,Tab,type:ink,Tab,type:5")
      scene.showsForm(
        """
        id    1
              already taken
        code  ink
              already taken
        n     5
              already taken
        Save  needs another id, another code and another n              Ctrl-S · Esc
        """)
      try await scene.press("type:5,BTab,type:s,BTab,type:0")
      #expect(scene.formLines.last == "Save                                                            Ctrl-S · Esc")
      try await scene.outside("INSERT INTO t VALUES (10, 'x', 'x')")
      #expect(scene.formLines.last == "Save  needs another id                                          Ctrl-S · Esc")
      try await scene.press("type:0,C-s")
      #expect(try scene.rows("SELECT * FROM t WHERE id = 100") == ["100|inks|55"])
      // The record's own value does not count as taken.
      try await scene.press("e,BSpace,type:S,C-s")
      #expect(try scene.rows("SELECT * FROM t WHERE id = 100") == ["100|inkS|55"])
      // Without a collation `x` and `X` are different.
      try await scene.press("a,type:X,Tab,type:X")
      #expect(scene.formLines[2...5] == ["code  X", "      already taken", "n     X", ""], "\(scene.formLines)")
    }
  }

  @Test(
    "ANY-17: a problem that only the file finds is shown next to its field, which gets the cursor, until it is edited")
  func refusedBesideAField() async throws {
    try await fileScene(
      """
      CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY, Name); INSERT INTO Artist VALUES (1, 'AC/DC');
      CREATE TABLE t(Title, ArtistId INTEGER REFERENCES Artist, Price REAL CHECK (Price > 0));
      """
    ) { scene in
      try await scene.press("2,a,type:Balls,Tab,type:99,Tab,type:1,C-s")
      scene.showsForm(
        """
        Title     Balls

        ArtistId  99
                  Artist has no 99
        Price     1

        Not saved: see ArtistId.                                        Ctrl-S · Esc
        """)
      #expect(scene.terminal.cursor?.row == scene.lines.firstIndex { $0.contains("ArtistId  99") })
      // Another program may have corrected it.
      try await scene.outside("INSERT INTO Artist VALUES (99, 'Accept')")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT * FROM t") == ["Balls|99|1.0"])
      try await scene.press("e,Tab,Tab,C-u,type:-1,C-s")
      scene.showsForm(
        """
        Title     Balls

        ArtistId  99

        Price     -1
                  breaks the rule Price > 0
        Not saved: see Price.                                           Ctrl-S · Esc
        """)
      try await scene.press("Left,BSpace")
      #expect(!scene.formLines.contains { $0.contains("rule") })
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT * FROM t") == ["Balls|99|1.0"])
    }
  }

  @Test("ANY-17: what several fields share is said at the foot; what was typed stays")
  func refusedAtTheFoot() async throws {
    try await fileScene(
      """
      CREATE TABLE t(a, b, c, UNIQUE (a, b), CONSTRAINT ordered CHECK (b < c));
      CREATE UNIQUE INDEX only ON t(c) WHERE a = 'x';
      CREATE TRIGGER no BEFORE INSERT ON t WHEN new.a = 'stop' BEGIN SELECT RAISE(ABORT, 'not today'); END;
      INSERT INTO t VALUES ('x', '1', '2')
      """
    ) { scene in
      for (keys, sentence) in [
        ("a,type:x,Tab,type:1,Tab,type:3,C-s", "Not saved: another record has the same a and b."),
        ("BTab,C-u,type:0,Tab,C-u,type:2,C-s", "Not saved: another record in only has the same c."),
        ("C-u,type:0,C-s", "Not saved: it breaks the rule ordered (b < c)."),
        ("C-u,type:9,BTab,BTab,C-u,type:stop,C-s", "Not saved: not today."),
      ] {
        try await scene.press(keys)
        #expect(scene.formLines.last?.hasPrefix(sentence) == true, "\(scene.formLines)")
      }
      try await scene.press("C-u,type:go,C-s")
      #expect(try scene.rows("SELECT * FROM t WHERE rowid = 2") == ["go|0|9"])
    }
  }

  @Test("ANY-06: a number over a number that SQLite would store as another one is refused")
  func numbersBeyond() async throws {
    let schema = "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, r REAL, x); INSERT INTO t VALUES (1, 1, 1.5, 1);"
    try await fileScene(schema) { scene in
      try await scene.press("e,C-u,type:18446744073709551615,C-s")
      let line = scene.formLines.firstIndex { $0.hasPrefix("n ") } ?? 0
      #expect(
        scene.formLines[line + 1].contains("beyond 64 bits: SQLite would store 1.8446744073709552e+19"),
        "\(scene.formLines)")
      try await scene.press("C-u,type:9223372036854775807,C-s")
      #expect(try scene.rows("SELECT * FROM t") == ["1|9223372036854775807|1.5|1"])
    }
  }

  @Test("ANY-17: a STRICT table names the type that it takes")
  func strict() async throws {
    try await fileScene("CREATE TABLE t(id INTEGER PRIMARY KEY, n INT, r REAL, b BLOB) STRICT") { scene in
      for (keys, column, words) in [
        ("a,BTab,type:x,C-s", "id", "takes integers"), ("C-n,Tab,type:1.5,C-s", "n", "takes integers"),
        ("C-u,type:3,Tab,type:x,C-s", "r", "takes numbers"), ("C-u,type:3,Tab,type:x,C-s", "b", "takes blobs"),
      ] {
        try await scene.press(keys)
        let line = scene.formLines.firstIndex { $0.hasPrefix(column + " ") } ?? 0
        #expect(scene.formLines[line + 1].contains(words), "\(scene.formLines)")
      }
      try await scene.press("C-n,C-n,C-s")
      #expect(try scene.rows("SELECT *, b IS NULL FROM t") == ["1|3|3.0|NULL|1"])
    }
  }
}
