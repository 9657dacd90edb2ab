// Another program changes the schema while a list is shown.
import AlmanacRecords
import Stores
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct AlteredTableScenes {
  nonisolated struct Change: Sendable, CustomTestStringConvertible {
    let sql: String
    var tabs = "other 0  t 99"
    var titles = ["id", "a", "b"]
    var order = "a"
    var message = ""

    var testDescription: String { sql }
  }

  private nonisolated static let changes = [
    Change(sql: "ALTER TABLE t ADD COLUMN c DEFAULT 5", titles: ["id", "a", "b", "c"]),
    Change(sql: "ALTER TABLE t DROP COLUMN b", titles: ["id", "a"], message: "t no longer has the column b."),
    Change(
      sql: "ALTER TABLE t RENAME COLUMN b TO c", titles: ["id", "a", "c"],
      message: "The column b of t is called c now."),
    Change(
      sql: "ALTER TABLE t RENAME COLUMN a TO c", titles: ["id", "c", "b"], order: "c",
      message: "The column a of t is called c now."),
    Change(
      sql: "BEGIN; ALTER TABLE t RENAME COLUMN a TO c; ALTER TABLE t ADD COLUMN d; COMMIT",
      titles: ["id", "c", "b", "d"],
      order: "id", message: "t no longer has the column a."),
    Change(sql: "CREATE TABLE more(x)", tabs: "more 0  other 0  t 99"),
    Change(sql: "DROP TABLE other", tabs: "t 99"),
    Change(sql: "ALTER TABLE other RENAME TO z", tabs: "t 99  z 0"),
    Change(sql: "ALTER TABLE t RENAME TO s", tabs: "other 0  s 99"),
    Change(sql: "DROP INDEX by_a"),
    Change(sql: "CREATE INDEX by_b ON t(b)"),
    Change(sql: "VACUUM"),
  ]

  @Test(
    "ANY-25: whatever changes in the schema, the cursor keeps its record and line, marks and search stay",
    arguments: changes, ["delete", "wal"])
  func changed(_ change: Change, _ journal: String) async throws {
    let sql = """
      CREATE TABLE other(x);
      CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b INT);
      CREATE INDEX by_a ON t(a);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
      INSERT INTO t SELECT i, printf('row %03d', i * 50 % 101), i % 7 FROM n;
      """
    try await fileScene(sql, journal: journal) { scene in
      try await scene.press("2,s,S,/,type:row 0,Enter,x,C-d,C-d,C-d,k,k,x,k")
      let (row, line) = (try #require(scene.cursorRow), scene.cursorLine)
      let place = scene.line(1)
      let marked = scene.list.filter { $0.hasPrefix(" *") }.map { $0.prefix(6) }
      #expect(place.contains("row 0") && marked.count == 1, "\(scene.lines)")
      try await scene.outside(change.sql)
      #expect(scene.line(0).hasPrefix(" music.db  \(change.tabs) "), "\(scene.line(0))")
      let titles = scene.line(2).split(separator: " ").map(String.init).filter { !["▲", "▼"].contains($0) }
      #expect(titles == change.titles, "\(scene.line(2))")
      #expect(scene.line(2).contains(change.order == "id" ? "id ▲" : "\(change.order) ▼"), "\(scene.line(2))")
      #expect(scene.cursorRow?.split(separator: " ").first == row.split(separator: " ").first)
      if change.order != "id" {
        #expect(scene.cursorLine == line && scene.line(1) == place, "\(scene.lines)")
        #expect(scene.list.filter { $0.hasPrefix(" *") }.map { $0.prefix(6) } == marked)
      }
      #expect(scene.status.hasPrefix(" " + change.message) && scene.status.hasSuffix("2 marked"), "\(scene.status)")
      if change.message.isEmpty { #expect(scene.status.hasPrefix("     "), "\(scene.status)") }
      // The message comes once, and the shown rows can be used.
      try await scene.press("j,k")
      #expect(!scene.status.contains("any more"))
      #expect(scene.cursorRow?.split(separator: " ").first == row.split(separator: " ").first)
      try await scene.press("d")
      #expect(scene.status.contains("Deleted 2 records"), "\(scene.status)")
      try await scene.press("u")
      #expect(scene.line(0).hasPrefix(" music.db  \(change.tabs) "), "\(scene.line(0))")
    }
  }

  @Test("ANY-25: a form keeps what was typed into a column that gets another name, and saves it there")
  func renamedUnderAForm() async throws {
    try await fileScene("CREATE TABLE t(id INTEGER PRIMARY KEY, a, b); INSERT INTO t VALUES (1, 'x', 'y')") { scene in
      try await scene.press("e,C-u,type:typed")
      try await scene.outside("ALTER TABLE t RENAME COLUMN a TO name")
      #expect(scene.formLines.contains("name  typed"), "\(scene.formLines)")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT name, b FROM t") == ["typed|y"], "\(scene.lines)")
    }
  }

  @Test("ANY-25: the schema changes again before the rows are read: the cursor goes to its record and line")
  func changedTwice() async throws {
    try await fileScene("CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t(a) VALUES (1), (2), (3)") { scene in
      try await scene.press("j")
      var state = scene.session.store.withState { $0 }
      for column in ["b", "c"] {
        try await scene.outside("ALTER TABLE t ADD COLUMN \(column)")
        _ = Application().tablesChanged(&state)
        let list = try #require(state.lists.first)
        #expect(list.table.columns.last == column && list.model.list == nil)
        #expect(list.model.targets.inherited == CursorTarget(id: .rowID(2), line: 1))
      }
    }
  }

  @Test("ANY-25: the shown table is dropped and only a broken view is left: the dropped table is reported first")
  func droppedBesideABrokenView() async throws {
    try await fileScene("CREATE TABLE b(y); CREATE VIEW v AS SELECT * FROM missing") { scene in
      try await scene.outside("DROP TABLE b")
      #expect(scene.line(0).hasPrefix(" music.db  v … "))
      #expect(scene.status == " b is no longer in the file.")
      try await scene.press("g")
      #expect(scene.status == " The list could not be read: no such table: missing.")
    }
  }

  @Test("ANY-25: the table that is shown is dropped: one message, once, and the tab beside it")
  func dropped() async throws {
    try await fileScene("CREATE TABLE a(x); CREATE TABLE b(y); CREATE TABLE c(z); INSERT INTO c VALUES ('here')") {
      scene in
      try await scene.press("2,/,type:x,Enter")
      try await scene.outside("DROP TABLE b")
      #expect(scene.line(0).hasPrefix(" music.db  a 0  c 1 "))
      #expect(scene.status == " b is no longer in the file.")
      #expect(scene.cursorRow == "here")
      try await scene.outside("INSERT INTO a VALUES (1)")
      try await scene.press("1,2")
      #expect(scene.status == "")
    }
  }

  @Test(
    "ANY-25: a new table with the columns of one that is dropped in the same moment takes over no mark and no search",
    arguments: ["DROP TABLE b; CREATE TABLE c(id INTEGER PRIMARY KEY, x)", "DROP TABLE b; ALTER TABLE a RENAME TO c"])
  func replaced(_ sql: String) async throws {
    let tables = """
      CREATE TABLE a(id INTEGER PRIMARY KEY, x); CREATE TABLE b(id INTEGER PRIMARY KEY, x);
      INSERT INTO a VALUES (1, 'of a'), (2, 'of a'); INSERT INTO b VALUES (1, 'of b'), (2, 'of b');
      """
    try await fileScene(tables) { scene in
      try await scene.press("2,/,type:o,Enter,x")
      #expect(scene.status.hasSuffix("1 marked"))
      try await scene.outside("BEGIN; \(sql); INSERT INTO c VALUES (3, 'of c'); COMMIT")
      #expect(scene.status == " b is no longer in the file.")
      for tab in ["1", "2"] {
        try await scene.press(tab)
        #expect(!scene.list.contains { $0.hasPrefix(" *") } && scene.line(1).hasPrefix(" / search"), "\(scene.lines)")
      }
    }
  }
}
