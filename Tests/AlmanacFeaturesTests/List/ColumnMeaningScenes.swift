// Columns of any file that are shown by what their values mean, while all rows agree.
import Terminals
import TestSupport
import Testing

/// What another program may keep about its tasks.
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
  @Test("ANY-09: where all rows agree, a list shows times, yes and no, and JSON as such; one that disagrees ends that")
  func agreement() async throws {
    try await fileScene(tasks) { scene in
      scene.shows(
        """
         music.db  task 3                                                          live
         / search                                                                   1/3
         id ▲  done  hot           created_at  due                  options
         ▌  1     ●    ○  2026-01-29 12:00:00  2026-02-01 07:30:00  {"a":[1]}
            2     ○    ●  2026-01-29 13:00:00  2026-02-02 08:30:00  []
            3     ●    ○                 NULL  NULL                 NULL

















         a add  e edit  Space toggle  d delete  / search  ⏎ open  : jump  ? help
        """)
      try await scene.outside("UPDATE task SET created_at = 12, hot = 2, options = 'none', due = 'soon' WHERE id = 2")
      scene.shows(
        """
         music.db  task 3                                                          live
         / search                                                                   1/3
         id ▲  done  hot           created_at  due                  options
         ▌  1     ●    0           1769688000  2026-02-01T09:30+02  {↵"a": [1]}
            2     ○   ~2~                 ~12~~soon~               ~none~
            3     ●    0                 NULL  NULL                 NULL

















         a add  e edit  Space toggle  d delete  / search  ⏎ open  : jump  ? help
        """)
      try await scene.outside("UPDATE task SET created_at = 1769691600, hot = 1, options = '[ ]' WHERE id = 2")
      scene.shows(
        """
         music.db  task 3                                                          live
         / search                                                                   1/3
         id ▲  done  hot           created_at  due                  options
         ▌  1     ●    ○  2026-01-29 12:00:00  2026-02-01T09:30+02  {"a":[1]}
            2     ○   ~●~~2026-01-29 13:00:00~~soon~               ~[]~
            3     ●    ○                 NULL  NULL                 NULL

















         a add  e edit  Space toggle  d delete  / search  ⏎ open  : jump  ? help
        """)
      try await scene.outside("DELETE FROM task WHERE id = 2")
      scene.shows(
        """
         music.db  task 2                                                          live
         / search                                                                   1/2
         id ▲  done  hot           created_at  due                  options
         ▌  1     ●    ○  2026-01-29 12:00:00  2026-02-01 07:30:00  {"a":[1]}
            3     ●    ○                 NULL  NULL                 NULL

















                                                                                 1 gone
         a add  e edit  Space toggle  d delete  / search  ⏎ open  : jump  ? help
        """)
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
         ▌  1     ●    ○  2026-01-29 12:00:00  2026-02-01 07:30:00  {"a":[1]}
            2     ○    ●  2026-01-29 13:00:00  2026-02-02 08:30:00  []
            3     ●    ○                 NULL  NULL                 NULL

















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
        │                                                                              │
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
      #expect(scene.list.prefix(2) == [" ▌  2     ○    ●  2026-01-29 13:00:00  2026-02-02 08:30:00  []", ""])
      try await scene.press("e,Tab,Tab,C-u,type:1769700000,C-s,f")
      #expect(try scene.rows("SELECT quote(created_at) FROM task") == ["1769688000", "1769700000", "NULL"])
    }
  }

  @Test("ANY-09: a record that disagrees counts while it is among the rows at hand")
  func paging() async throws {
    let sql = """
      CREATE TABLE log(id INTEGER PRIMARY KEY, logged_at INT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO log SELECT i, CASE i WHEN 500 THEN 0 ELSE 1769688000 + i END FROM n;
      """
    try await fileScene(sql, size: Size(width: 40, height: 8)) { scene in
      #expect(scene.cursorRow == "1   2026-01-29 12:00:01")
      try await scene.press(":,type:500,Enter")
      #expect(scene.cursorRow == "500                     0")
      try await scene.press("j")
      #expect(scene.cursorRow == "501            1769688501")
      try await scene.press("g")
      #expect(scene.cursorRow == "1   2026-01-29 12:00:01")
      try await scene.press(":,type:500,Enter")
      try await scene.outside("UPDATE log SET logged_at = 1769688500 WHERE id = 500")
      #expect(scene.cursorRow == "500  ~2026-01-29 12:08:20~")
    }
  }

  @Test("ANY-09: a key stands as it is, so that it can be typed; so does what names another record")
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

  @Test("ANY-09: Space does not toggle a column that only looks like yes or no")
  func guessIsNotToggled() async throws {
    let sql = "CREATE TABLE t(id INTEGER PRIMARY KEY, on_sale INT); INSERT INTO t VALUES (1, 0), (2, 1)"
    try await fileScene(sql, size: Size(width: 60, height: 8)) { scene in
      #expect(scene.list.prefix(2) == [" ▌  1        ○", "    2        ●"])
      try await scene.press("Space")
      #expect(scene.status == " t has no column that is declared boolean.")
      #expect(try scene.rows("SELECT on_sale FROM t") == ["0", "1"])
    }
  }
}
