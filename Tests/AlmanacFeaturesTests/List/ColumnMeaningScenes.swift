// Columns of any file that are shown by the meaning of their values. The meaning is decided once.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

/// A task list as another program may keep it.
private let tasks = """
  CREATE TABLE task(id INTEGER PRIMARY KEY, done BOOLEAN, hot INT, created_at INT, due TEXT, options TEXT);
  INSERT INTO task VALUES
    (1, 1, 0, 1769688000, '2026-02-01T09:30+02', '{
  "a": [1]}'),
    (2, 0, 1, 1769691600, '2026-02-02T08:30Z', '[]'),
    (3, 1, 0, NULL, NULL, NULL);
  """

@Suite(.recordsIssues, .container)
@MainActor
struct ColumnMeaningScenes {
  /// To the second, and as digits: that tells one reading of a number from another.
  init() { Configuration("dates = exact\nthousands = none").settings(for: nil, home: nil).use() }

  @Test("ANY-09, REAL-21: a list shows times, yes and no, and JSON as such; a value that disagrees changes no other")
  func agreement() async throws {
    try await fileScene(tasks) { scene in
      scene.shows(
        """
         music.db  task 3                                                          live
         / search                                                                   1/3
         id ▲  done  hot           created_at  due                  options
         ▌  1     ●    0  2026-01-29 12:00:00  2026-02-01 07:30:00  {"a":[1]}
            2     ○    1  2026-01-29 13:00:00  2026-02-02 08:30:00  []
            3     ●    0                 NULL  NULL                 NULL

















         a add  e edit  Space toggle  d delete  / search  ⏎ open  : jump  ? help
        """)
      try await scene.outside("UPDATE task SET created_at = 12, hot = 2, options = 'none', due = 'soon' WHERE id = 2")
      scene.shows(
        """
         music.db  task 3                                                          live
         / search                                                                   1/3
         id ▲  done  hot           created_at  due                  options
         ▌  1     ●    0  2026-01-29 12:00:00  2026-02-01 07:30:00  {"a":[1]}
            2     ○   ~2~                 ~12~~soon~               ~none~
            3     ●    0                 NULL  NULL                 NULL

















         a add  e edit  Space toggle  d delete  / search  ⏎ open  : jump  ? help
        """)
      try await scene.outside("DELETE FROM task WHERE id = 1")
      #expect(
        scene.list.prefix(2) == [
          " ▌  2     ○   ~2~                 ~12~~soon~               ~none~",
          "    3     ●    0                 NULL  NULL                 NULL",
        ])
      try await scene.outside("INSERT INTO task VALUES (4, 0, 0, 1769688000, NULL, '{ }')")
      #expect(scene.list[2] == " +  4     ○    0  2026-01-29 12:00:00  NULL                 {}")
    }
  }

  @Test("ANY-09: record, form, search, order and filter have the value as it is")
  func rawValue() async throws {
    try await fileScene(tasks) { scene in
      scene.shows(
        """
         music.db  task 3                                                          live
         / search                                                                   1/3
         id ▲  done  hot           created_at  due                  options
         ▌  1     ●    0  2026-01-29 12:00:00  2026-02-01 07:30:00  {"a":[1]}
            2     ○    1  2026-01-29 13:00:00  2026-02-02 08:30:00  []
            3     ●    0                 NULL  NULL                 NULL

















         a add  e edit  Space toggle  d delete  / search  ⏎ open  : jump  ? help
        """)
      try await scene.press("l")
      scene.shows(
        """
         music.db › task 1                                                         live
         ▌ id          1
           done        1  yes
           hot         0
           created_at  1769688000  2026-01-29 12:00:00 UTC · 2 d ago
           due         2026-02-01T09:30+02  2026-02-01 07:30:00 UTC · in 19 h
           options     {
                         "a": [
                           1
                         ]
                       }
                       JSON, unfolded











         e edit  Space toggle  d delete  Esc back  : jump  ? help  q quit
        """)
      try await scene.press("e")
      scene.shows(
        """
         music.db › task 1                                                         live
         ▌ id          1
           done        1  yes
        ┌ Edit task 1 ─────────────────────────────────────────────────────────────────┐
        │                                                                              │
        │ id          1                                                                │
        │                                                                              │
        │ done        [x]                                                              │
        │             BOOLEAN                                                          │
        │ hot         0                                                                │
        │                                                                              │
        │ created_at  1769688000                                                       │
        │             2026-01-29 12:00:00                                              │
        │ due         2026-02-01T09:30+02                                              │
        │                                                                              │
        │ options     {                                                        2 lines │
        │                                                                              │
        │ Save                                                            Ctrl-S · Esc │
        └──────────────────────────────────────────────────────────────────────────────┘




         Tab next field  Space toggle  Ctrl-N NULL  Ctrl-S save  Esc leave
        """)
      try await scene.press("Esc,h,/,type:1769688,Enter")
      #expect(scene.line(1).hasSuffix(" 1 of 3"))
      try await scene.press("Esc,s,s,s,S,g")
      #expect(scene.line(2).contains("created_at ▼"))
      #expect(scene.cursorRow?.hasPrefix("2  ") == true)
      try await scene.press("L,L,L,f")
      #expect(scene.list.prefix(2) == [" ▌  2     ○    1  2026-01-29 13:00:00  2026-02-02 08:30:00  []", ""])
      try await scene.press("e,C-u,type:1769700000,C-s,f")
      #expect(try scene.rows("SELECT quote(created_at) FROM task") == ["1769688000", "1769700000", "NULL"])
    }
  }

  @Test("REAL-21: 0, -1 and a very old date among times are shown as numbers; scrolling changes no other row")
  func paging() async throws {
    let sql = """
      CREATE TABLE log(id INTEGER PRIMARY KEY, logged_at INT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO log SELECT i, CASE i WHEN 1 THEN 0 WHEN 500 THEN 0 WHEN 502 THEN -1 WHEN 503 THEN 300000000
        ELSE 1769688000 + i END FROM n;
      """
    try await fileScene(sql, size: Size(width: 40, height: 8)) { scene in
      #expect(scene.cursorRow == "1                     0")
      #expect(scene.list[1] == "      2   2026-01-29 12:00:02")
      try await scene.press(":,type:500,Enter")
      #expect(scene.cursorRow == "500                     0")
      try await scene.press("j")
      #expect(scene.cursorRow == "501   2026-01-29 12:08:21")
      try await scene.press("j")
      #expect(scene.cursorRow == "502                    -1")
      try await scene.press("j")
      #expect(scene.cursorRow == "503   1979-07-05 05:20:00")
      try await scene.press(":,type:500,Enter")
      try await scene.outside("UPDATE log SET logged_at = 1769688500 WHERE id = 500")
      #expect(scene.cursorRow == "500  ~2026-01-29 12:08:20~")
      try await scene.outside("UPDATE log SET logged_at = id WHERE id > 400")
      #expect(scene.cursorRow == "500                  ~500~")
      try await scene.press("g")
      #expect(scene.list[1] == "      2   2026-01-29 12:00:02")
    }
  }

  @Test("REAL-21: what a column means is decided again when the schema changes")
  func schema() async throws {
    let sql = "CREATE TABLE t(id INTEGER PRIMARY KEY, made_at INT); INSERT INTO t VALUES (1, 12), (2, 13)"
    try await fileScene(sql, size: Size(width: 60, height: 8)) { scene in
      try await scene.outside("UPDATE t SET made_at = 1769688000 + id")
      #expect(scene.list[0].contains("1769688001"))
      try await scene.outside("ALTER TABLE t ADD COLUMN note")
      #expect(scene.list[0].contains("2026-01-29 12:00:01"))
    }
  }

  @Test(
    "REAL-21: a column that is empty is decided by the first values that come; one that is almost empty, by those seen")
  func sparse() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, made_at INT, gone_at INT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO t SELECT i, NULL, CASE i WHEN 3001 THEN 1769688000 ELSE 0 END FROM n;
      """
    try await fileScene(sql, size: Size(width: 60, height: 8)) { scene in
      #expect(scene.cursorRow == "1     NULL        0")
      try await scene.press(":,type:3001,Enter")
      #expect(scene.cursorRow?.hasSuffix("2026-01-29 12:00:00") == true)
      try await scene.outside("UPDATE t SET made_at = 1769688000 WHERE id = 3001")
      #expect(scene.cursorRow?.hasPrefix("3001  ~2026-01-29 12:00:00~") == true)
    }
  }

  @Test("REAL-20: a file of Apple's counts from 2001, in list and record; another file's numbers stay numbers")
  func apple() async throws {
    let sql = """
      CREATE TABLE ZNOTE(Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZMADEDATE TIMESTAMP, ZREADDATE TIMESTAMP);
      INSERT INTO ZNOTE VALUES (1, 3, 599616000.0, 0), (2, 3, 757382400.25, 785000000.25);
      CREATE TABLE message(ROWID INTEGER PRIMARY KEY, text TEXT, date INTEGER, date_read INTEGER);
      INSERT INTO message VALUES (1, 'hi', 757382400123456789, 757382460123456789), (2, 'yo', 757382500123456789, 0);
      """
    try await fileScene(sql, size: Size(width: 80, height: 8)) { scene in
      #expect(
        scene.list.prefix(2) == [
          " ▌     1  hi                           2025-01-01 00:00:00  2025-01-01 00:01:00",
          "       2  yo                           2025-01-01 00:01:40                    0",
        ])
      try await scene.press("l")
      #expect(scene.lines[3] == "   date       757382400123456789  2025-01-01 00:00:00 UTC · 1 y ago")
      try await scene.press("h,2")
      #expect(
        scene.list.prefix(2) == [
          " ▌    1      3  2020-01-02 00:00:00                    0",
          "      2      3  2025-01-01 00:00:00  2025-11-16 15:33:20",
        ])
      try await scene.press("1")
      try await scene.outside("ALTER TABLE ZNOTE RENAME COLUMN Z_ENT TO ent")
      #expect(scene.list[0] == " ▌     1  hi                             757382400123456789  757382460123456789")
    }
  }

  @Test("REAL-23: the time columns of one table have one reading; a key that is a time shows it in the record")
  func oneReading() async throws {
    let sql = """
      CREATE TABLE cookies(creation_utc INTEGER PRIMARY KEY, expires_utc INT, last_access_utc INT, last_requested INT,
        value INT);
      INSERT INTO cookies VALUES
        (13414161600000000, 0, 13414161600000001, 13414161600000002, 13), (13414161600000009, 13445697600000000, 0, 0, 7);
      """
    try await fileScene(sql, size: Size(width: 100, height: 8)) { scene in
      #expect(
        scene.list.prefix(2) == [
          " ▌ 13414161600000000                    0  2026-01-29 12:00:00  2026-01-29 12:00:00     13",
          "   13414161600000009  2027-01-29 12:00:00                    0                    0      7",
        ])
      try await scene.press("l")
      #expect(
        scene.lines[1...3] == [
          " ▌ creation_utc     13414161600000000  2026-01-29 12:00:00 UTC · 2 d ago", "   expires_utc      0",
          "   last_access_utc  13414161600000001  2026-01-29 12:00:00 UTC · 2 d ago",
        ])
    }
  }

  @Test("REAL-21: the profile says what numbers mean as the list does")
  func profile() async throws {
    try await fileScene(tasks) { scene in
      try await scene.press("L,L,L,i")
      #expect(scene.lines.contains { $0.hasPrefix("   Minimum   2026-01-29 12:00:00") }, "\(scene.lines)")
      #expect(scene.lines.contains { $0.hasPrefix("   Maximum   2026-01-29 13:00:00") })
    }
  }

  @Test("ANY-09: a key is shown raw, so that it can be typed; a foreign key too")
  func keys() async throws {
    let sql = """
      CREATE TABLE day(date INT PRIMARY KEY, note TEXT) WITHOUT ROWID;
      CREATE TABLE visit(id INTEGER PRIMARY KEY, visit_date INT REFERENCES day, n INT REFERENCES visit);
      INSERT INTO day VALUES (1769688000, 'Thursday'); INSERT INTO visit VALUES (0, 1769688000, 0), (1, NULL, 1);
      """
    try await fileScene(sql, size: Size(width: 60, height: 8)) { scene in
      #expect(scene.cursorRow == "1769688000  Thursday")
      try await scene.press("2")
      #expect(scene.list.prefix(2) == [" ▌  0  1769688000 Thursday  0", "    1  NULL                 1"])
    }
  }

  @Test("REAL-22: Space toggles the current column if it shows yes and no, in list and record, or says why not")
  func toggledColumn() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, done BOOLEAN, is_sold INT, hot BOOLEAN,
        cold BOOLEAN AS (NOT hot));
      INSERT INTO t VALUES (1, 0, 0, 1), (2, 0, 1, 0);
      """
    try await fileScene(sql, size: Size(width: 60, height: 10)) { scene in
      let row = "SELECT * FROM t WHERE id = 1"
      #expect(scene.list[0] == " ▌  1     ○        ○    ●     ○")
      try await scene.press("Space")
      #expect(try scene.rows(row) == ["1|1|0|1|0"])
      try await scene.press("L,L,Space,L,Space")
      #expect(try scene.rows(row) == ["1|1|1|0|1"])
      try await scene.press("L,Space")
      #expect(scene.said == "cold can't be toggled: the file computes it.")
      #expect(try scene.rows(row) == ["1|1|1|0|1"])
      try await scene.press("l,j,j,Space,j,j,Space")
      #expect(scene.said == "cold can't be toggled: the file computes it.")
      #expect(try scene.rows("SELECT * FROM t WHERE id = 1") == ["1|1|0|0|1"])
      try await scene.press("u,h,C-a,H,H,Space")
      #expect(try scene.rows("SELECT is_sold FROM t") == ["0", "0"])
    }
  }

  @Test("REAL-22: elsewhere Space does not toggle a column that only looks like yes or no")
  func guessIsNotToggled() async throws {
    let sql = "CREATE TABLE t(id INTEGER PRIMARY KEY, is_sold INT); INSERT INTO t VALUES (1, 0), (2, 1)"
    try await fileScene(sql, size: Size(width: 100, height: 8)) { scene in
      #expect(scene.list.prefix(2) == [" ▌  1        ○", "    2        ●"])
      try await scene.press("Space")
      #expect(scene.said == "t has no column that is declared boolean. Go to is_sold, and Space toggles it.")
      #expect(try scene.rows("SELECT is_sold FROM t") == ["0", "1"])
    }
  }
}
