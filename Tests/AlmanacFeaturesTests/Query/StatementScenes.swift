// Statements that write, typed on the query screen.
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct StatementScenes {
  private static let schema =
    shop + """
      CREATE TABLE lines(orderid INTEGER REFERENCES orders ON DELETE CASCADE, what TEXT);
      CREATE TABLE log(what TEXT);
      CREATE TRIGGER logs AFTER DELETE ON orders BEGIN INSERT INTO log VALUES ('order ' || old.id); END;
      INSERT INTO lines VALUES (1, 'cup'), (1, 'pot'), (2, 'bag');
      """

  private static let all =
    "SELECT 'o', id, note FROM orders UNION ALL SELECT 'l', orderid, what FROM lines UNION ALL SELECT 'g', 0, what FROM log"

  @Test(
    "ANY-31, LSQ-15: a statement that writes asks how many rows of which tables; yes makes it a step that u takes back")
  func step() async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 14)) { scene in
      let before = try scene.rows(Self.all)
      try await scene.query("SELECT id, note FROM orders ORDER BY id")
      try await scene.query("DELETE FROM orders WHERE customer = 1")
      scene.shows(
        """
         music.db › Query 4 · live                                                 live
         ! DELETE FROM orders WHERE customer = 1
         / search                                                                   1/4
           id  n┌ Change 6 records? ───────────────────────────────────────────┐
         ▌  1  t│                                                              │
            2  N│ Deletes 2 records of orders                                  │
            3  m│ Deletes 2 records of lines                                   │
            4  b│ Adds 2 records of log                                        │
                │                                                              │
                └──────────────────────────────────────────────────────────────┘



         y change  Esc cancel
        """)
      #expect(try scene.rows(Self.all) == before, "the rehearsal was rolled back")
      try await scene.press("Esc")
      #expect(scene.said == "Nothing was changed.")
      #expect(scene.line(1) == " ! DELETE FROM orders WHERE customer = 1")
      try await scene.press("Enter,y")
      scene.shows(
        """
         music.db › Query 2 · live                                                 live
         ! SELECT id, note FROM orders ORDER BY id
         / search                                                                   1/2
           id  note
         ▌  2  NULL
            4  bread






         Deleted 2 records of orders, 2 of lines, added 2 of log · u undo        2 gone
         ⏎ open  ! query text  v chart  / search  u undo  Esc back  : jump  ? help
        """)
      #expect(try scene.rows(Self.all) == ["o|2|NULL", "o|4|bread", "l|2|bag", "g|0|order 1", "g|0|order 3"])
      try await scene.press("u")
      #expect(scene.said == "Undone: Deleted 2 records of orders, 2 of lines, added 2 of log")
      #expect(scene.result().map { $0.filter(\.isNumber) } == ["1", "2", "3", "4"], "\(scene.lines)")
      #expect(try scene.rows(Self.all) == before)
    }
  }

  @Test("LSQ-15: WITH, REPLACE, RETURNING, and a statement that changes nothing")
  func kinds() async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 14)) { scene in
      for (sql, lines, said) in [
        (
          "WITH rich AS (SELECT 1 AS id) UPDATE orders SET amount = 0 WHERE customer IN rich",
          ["┌ Change 2 records? ", "│ Changes 2 records of orders "], "Changed 2 records of orders"
        ),
        (
          "REPLACE INTO orders(id, note) VALUES (2, 'new')",
          ["┌ Change 2 records? ", "│ Changes 1 record of orders ", "│ Deletes 1 record of lines "],
          "Changed 1 record of orders, deleted 1 of lines"
        ),
        (
          "INSERT INTO log VALUES ('x'), (NULL) RETURNING rowid, what",
          ["┌ Add 2 records? ", "│ Adds 2 records of log "],
          "Added 2 records of log"
        ),
      ] {
        try await scene.query(sql)
        for line in lines { #expect(scene.lines.contains { $0.contains(line) }, "\(scene.lines)") }
        try await scene.press("y")
        #expect(scene.said == said, "\(scene.lines)")
      }
      try await scene.query("DELETE FROM log WHERE what = 'y'")
      #expect(scene.said == "The statement changes no record.")
      try await scene.query("INSERT INTO orders(id) VALUES (1)")
      #expect(scene.said == "Not run: another record of orders has the same id. Nothing was changed.")
      try await scene.query("DELETE FROM customers WHERE id = 3")
      #expect(
        scene.lines.contains(" Not run: row 4 of orders would refer to rows of customers that are not there."),
        "\(scene.lines)")
      try await scene.query("VACUUM")
      #expect(
        scene.lines.contains { $0.contains("VACUUM is refused: another program can run it, such as sqlite3.") },
        "\(scene.lines)")
    }
  }

  @Test("LSQ-15: a change of the structure is asked about, done, and said to be without undo")
  func structure() async throws {
    try await fileScene(shop, size: Size(width: 80, height: 14)) { scene in
      try await scene.query("CREATE TABLE notes(id INTEGER PRIMARY KEY, text)")
      scene.shows(
        """
         music.db › Query                                                          live
         ! CREATE TABLE notes(id INTEGER PRIMARY KEY, text)

           Type a SELECT. Enter runs it, and its result stays live.
                ┌ Change the structure of the file? ───────────────────────────┐
                │                                                              │
                │ No undo: it changes the structure of the file.               │
                │                                                              │
                └──────────────────────────────────────────────────────────────┘




         y change  Esc cancel
        """)
      try await scene.press("y")
      #expect(scene.said == "Changed the structure of the file. Undo can't take it back.")
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db  customers 3  notes 0  orders 4 "))
    }
  }

  @Test("LSQ-15: more than a hundred rows need their number typed, and other programs' commits between ask again")
  func manyAndOthers() async throws {
    try await fileScene(shop, size: Size(width: 80, height: 14)) { scene in
      try await scene.outside(
        "WITH n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 200) INSERT INTO orders(id) SELECT i FROM n")
      try await scene.query("UPDATE orders SET note = 'x' WHERE id > 9")
      #expect(scene.lines.contains { $0.contains("│ Type 191 to go on ") }, "\(scene.lines)")
      try await scene.outside("DELETE FROM orders WHERE id = 200")
      try await scene.press("type:191,Enter")
      #expect(scene.said == "Nothing was changed: the statement would change other records by now.")
      #expect(scene.lines.contains { $0.contains("┌ Change 190 records? ") }, "\(scene.lines)")
      try await scene.press("type:190,Enter")
      #expect(scene.said == "Changed 190 records of orders")
      #expect(try scene.rows("SELECT count(*) FROM orders WHERE note = 'x'") == ["190"])
    }
  }

  @Test("LSQ-15: refused where the file is only read; a file that Almanac may not write yet asks first")
  func permission() async throws {
    try await fileScene(shop, isReadOnly: true) { scene in
      try await scene.query("DELETE FROM orders")
      #expect(scene.said == "music.db is open with --read-only: you can't change it.")
      #expect(scene.line(1) == " ! DELETE FROM orders")
    }
    try await fileScene(shop, isWriteAllowed: false) { scene in
      try await scene.query("DELETE FROM orders WHERE id = 4")
      #expect(scene.lines.contains { $0.contains("┌ Write to music.db? ") }, "\(scene.lines)")
      try await scene.press("Esc")
      #expect(scene.said == "Nothing was changed.")
      try await scene.press("Enter,y")
      #expect(scene.lines.contains { $0.contains("┌ Delete 1 record? ") }, "\(scene.lines)")
      try await scene.press("y,u")
      #expect(try scene.rows("SELECT count(*) FROM orders") == ["4"])
    }
  }

  @Test("LSQ-15: after a statement without a query before it, one hint says how to go back")
  func statementAlone() async throws {
    try await fileScene(Self.schema) { scene in
      try await scene.query("UPDATE orders SET note = 'tea' WHERE id = 2")
      try await scene.press("y")
      #expect(try scene.rows("SELECT note FROM orders WHERE id = 2") == ["tea"])
      #expect(
        scene.lines.last { !$0.isEmpty } == " ! query text  Esc back  u undo  : jump  ? help  q quit")
    }
  }

  @Test("LSQ-15: a statement that the screen begins with is only opened; Enter asks")
  func opened() async throws {
    try await fileScene(shop, size: Size(width: 80, height: 14), isWriteAllowed: false) { scene in
      scene.session.store.send(.queryScreen(.asked("DELETE FROM orders WHERE id = 4")))
      await scene.run.settle()
      #expect(scene.said == "The text writes. Enter finds out what it would change, and asks.", "\(scene.lines)")
      #expect(scene.line(1) == " ! DELETE FROM orders WHERE id = 4")
      #expect(!scene.lines.contains { $0.contains("Write to music.db?") }, "\(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.lines.contains { $0.contains("┌ Write to music.db? ") }, "\(scene.lines)")
    }
  }

  @Test("LSQ-15: u on the query screen goes to the question about the rest if another program has changed rows since")
  func conflict() async throws {
    try await fileScene(Self.schema, size: Size(width: 80, height: 14)) { scene in
      try await scene.query("DELETE FROM orders WHERE customer = 1")
      try await scene.press("y")
      try await scene.outside("INSERT INTO orders(id, note) VALUES (1, 'theirs')")
      try await scene.press("u")
      #expect(scene.lines.contains { $0.contains("┌ Undo the rest? ") }, "\(scene.lines)")
      try await scene.press("y")
      #expect(try scene.rows("SELECT id, note FROM orders") == ["1|theirs", "2|NULL", "3|milk", "4|bread"])
      try await scene.press("!")
      #expect(scene.line(1) == " ! DELETE FROM orders WHERE customer = 1", "\(scene.lines)")
    }
  }

  @Test("LSQ-15: what RETURNING returns is listed as a result")
  func returned() async throws {
    try await fileScene(shop, size: Size(width: 80, height: 14)) { scene in
      let sql = "UPDATE orders SET amount = amount * 2 WHERE customer = 1 RETURNING id, amount, note || '!'"
      try await scene.query(sql)
      try await scene.press("y")
      scene.shows(
        """
         music.db › Query 2 · constant                                             live
         ! UPDATE orders SET amount = amount * 2 WHERE customer = 1 RETURNING id, amou…
         / search                                                                   1/2
           id  amount  note || '!'
         ▌  1      60  tea!
            3      10  milk!






         Changed 2 records of orders · u undo
         ! query text  v chart  / search  u undo  Esc back  : jump  C changes  ? help
        """)
      try await scene.press("u")
      #expect(try scene.rows("SELECT sum(amount) FROM orders") == ["65"])
    }
  }
}
