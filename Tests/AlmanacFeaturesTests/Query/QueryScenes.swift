// The query screen: a text above, its live result below as a list.
@testable import AlmanacFeatures
import AlmanacRecords
import Containers
import Locks
import Stores
import Terminals
import TestSupport
import Testing

/// Customers and their orders.
let shop = """
  CREATE TABLE customers(id INTEGER PRIMARY KEY, name TEXT, city TEXT);
  CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers, amount INTEGER, note TEXT);
  INSERT INTO customers VALUES (1, 'Ada', 'Paris'), (2, 'Bob', 'Rome'), (3, 'Cy', 'Oslo');
  INSERT INTO orders VALUES (1, 1, 30, 'tea'), (2, 2, 20, NULL), (3, 1, 5, 'milk'), (4, 3, 10, 'bread');
  """

extension Scene {
  /// Opens the query screen if it is not shown, and runs a text.
  func query(_ sql: String) async throws {
    if session.store.withState({ $0.tab != .query || $0.query?.isTyped == false }) { try await press("!") }
    session.store.send(.query(.editorEnded(sql)))
    await run.settle()
    try await press("Enter")
  }

  /// The rows of the result below a text of so many lines, each with single spaces.
  func result(below textLines: Int = 1) -> [String] {
    lines[(3 + textLines)..<(terminal.size.height - 2)].filter { !$0.isEmpty }.map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }
}

@Suite(.recordsIssues, .container)
@MainActor
struct QueryScenes {
  private static let totals =
    "SELECT name, sum(amount) AS total FROM customers c JOIN orders o ON o.customer = c.id GROUP BY c.id ORDER BY 2 DESC"

  @Test("LSQ-10: ! takes a query; Enter lists its result, which follows other programs; Esc goes back")
  func live() async throws {
    try await fileScene(shop, size: Size(width: 80, height: 12)) { scene in
      try await scene.press("Down,!,type:SELECT name FROM")
      scene.shows(
        """
         music.db › Query                                                          live
         ! SELECT name FROM

           Type a SELECT. Enter runs it, and its result stays live.







         ⏎ run  Alt-⏎ new line  Tab complete  Ctrl-O text in $EDITOR  Esc back
        """)
      try await scene.press("C-u")
      try await scene.query(Self.totals)
      scene.shows(
        """
         music.db › Query 3 · live                                                 live
         ! SELECT name, sum(amount) AS total FROM customers c JOIN orders o ON o.custo…
         / search                                                                   1/3
           name    total
         ▌ Ada        35
           Bob        20
           Cy         10




         ! query text  v chart  / search  Esc back  : jump  C changes  ? help  q quit
        """)
      try await scene.press("Down")
      try await scene.shell("INSERT INTO orders VALUES (9, 3, 50, NULL); DELETE FROM orders WHERE id = 2")
      scene.shows(
        """
         music.db › Query 2 · live                                                 live
         ! SELECT name, sum(amount) AS total FROM customers c JOIN orders o ON o.custo…
         / search                                                                   2/2
           name    total
           Cy        ~60~
         ▌ Ada        35




                                                                                 1 gone
         ! query text  v chart  / search  Esc back  : jump  C changes 2  ? help  q quit
        """)
      try await scene.press("Esc")
      #expect(scene.line(0).hasPrefix(" music.db  customers 3  orders 4 "))
      #expect(scene.cursorRow?.hasPrefix("2  Bob") == true, "\(scene.lines)")
    }
  }

  @Test("CIT-05: a row copied as INSERT names the query, or else the only table that it reads, or else the result")
  func copiedInsertion() async throws {
    try await fileScene(shop, size: Size(width: 80, height: 12)) { scene in
      try await scene.query("SELECT c.name FROM customers c JOIN orders o ON o.customer = c.id WHERE o.id = 2")
      try await scene.press("Y,type:ins,Enter")
      #expect(scene.terminal.copied == "INSERT INTO \"result\"(\"name\") VALUES ('Bob');\n")
      try await scene.query("SELECT upper(note) AS note FROM Orders WHERE id = 1")
      try await scene.press("Y,type:ins,Enter")
      #expect(scene.terminal.copied == "INSERT INTO \"orders\"(\"note\") VALUES ('TEA');\n")
      try await scene.press(":,type:name My notes,Enter,Y,type:ins,Enter")
      #expect(scene.terminal.copied == "INSERT INTO \"My notes\"(\"note\") VALUES ('TEA');\n")
    }
  }

  @Test("LSQ-10: a result is searched, sorted, filtered, marked, copied and paused like a table")
  func list() async throws {
    try await fileScene(shop) { scene in
      try await scene.query("SELECT note, amount AS n FROM orders")
      #expect(scene.result() == ["▌ tea 30", "NULL 20", "milk 5", "bread 10"])
      try await scene.press("L,s")
      #expect(scene.result() == ["milk 5", "bread 10", "NULL 20", "▌ tea 30"])
      try await scene.press("/,type:ea,Enter")
      #expect(scene.result() == ["▌ bread 10", "tea 30"])
      try await scene.press("x,y")
      #expect(scene.terminal.copied == "{\"note\":\"bread\",\"n\":10}\n")
      try await scene.press("x,Esc,P")
      try await scene.outside("DELETE FROM orders WHERE id = 1")
      #expect(scene.result().count == 4)
      try await scene.press("P")
      #expect(scene.result() == ["milk 5", "▌ bread 10", "NULL 20"])
      try await scene.press("f")
      #expect(scene.result() == ["▌ bread 10"])
      try await scene.press("l")
      #expect(scene.lines[2...4] == [" ▌ note  bread", "   n     10", ""], "\(scene.lines)")
    }
  }

  @Test("LSQ-10: a row keeps the cursor, its mark and its place in the query's order while it changes")
  func cursor() async throws {
    try await fileScene(shop) { scene in
      try await scene.query("SELECT id, amount FROM orders ORDER BY amount")
      #expect(scene.result() == ["▌ 3 5", "4 10", "2 20", "1 30"])
      try await scene.press("Down,x")
      try await scene.outside("UPDATE orders SET amount = 100 WHERE id = 4; INSERT INTO orders VALUES (7, 1, 21, '')")
      #expect(scene.result() == ["3 5", "2 20", "+ 7 21", "1 30", "▌* 4 ~100~"])
      try await scene.outside("UPDATE orders SET amount = 0 WHERE id = 4")
      #expect(scene.result().map { $0.filter(\.isNumber) } == ["40", "35", "220", "721", "130"])
      #expect(scene.cursorRow?.contains("4") == true, "\(scene.lines)")
    }
  }

  @Test("LSQ-10: while the screen is left the result rests; it catches up when the person comes back")
  func leaving() async throws {
    try await fileScene(shop) { scene in
      try await scene.query("SELECT id, note FROM orders ORDER BY id")
      try await scene.press("Down,Down,Esc")
      try await scene.outside("DELETE FROM orders WHERE id = 1; UPDATE orders SET note = 'cream' WHERE id = 3")
      try await scene.press("!")
      #expect(scene.line(1) == " ! SELECT id, note FROM orders ORDER BY id")
      try await scene.press("Esc")
      #expect(scene.result().map { $0.replacing("~", with: "") } == ["2 NULL", "▌ 3 cream", "4 bread"])
      try await scene.press("C,Esc")
      #expect(scene.line(0).hasPrefix(" music.db › Query 3 · live"))
      for note in ["sugar", "salt"] {
        try await scene.outside("UPDATE orders SET note = '\(note)' WHERE id = 3")
        #expect(scene.result().map { $0.replacing("~", with: "") } == ["2 NULL", "▌ 3 \(note)", "4 bread"])
      }
      try await scene.press("1")
      #expect(scene.line(0).hasPrefix(" music.db  customers 3  orders 3 "))
    }
  }

  @Test("ANY-31, LSQ-13: SQLite's sentence with a mark under the place; the last good result stays")
  func mistakes() async throws {
    try await fileScene(shop, size: Size(width: 80, height: 12)) { scene in
      try await scene.query("SELECT name FROM customers")
      try await scene.query("SELECT id, nme FROM customers")
      scene.shows(
        """
         music.db › Query 3 · live                                                 live
         ! SELECT id, nme FROM customers
                      ^
         / search                                                                   1/3
           name
         ▌ Ada
           Bob
           Cy


         no such column: nme.
         ⏎ run  Alt-⏎ new line  Tab complete  Ctrl-O text in $EDITOR  Esc to the result
        """)
      try await scene.query("SELECT *\nFROM custmers\nWHERE id > 0")
      scene.shows(
        """
         music.db › Query 3 · live                                                 live
         ! FROM custmers
                ^
           WHERE id > 0
         / search                                                                   1/3
           name
         ▌ Ada
           Bob
           Cy

         no such table: custmers.
         ⏎ run  Alt-⏎ new line  Tab complete  Ctrl-O text in $EDITOR  Esc to the result
        """)
      for (sql, sentence) in [
        ("SELECT 1; SELECT 2", "there is more than one statement."), ("", "there is no statement."),
        ("ATTACH 'x.db' AS x", "ATTACH is refused: a statement changes only this file."),
        ("SELECT '" + String(repeating: "x", count: 1_000_000) + "'", "the query has more than 1000000 bytes."),
      ] {
        try await scene.query(sql)
        #expect(scene.status == " " + sentence)
        #expect(scene.lines.contains(" ▌ Ada"), "\(scene.lines)")
      }
    }
  }

  @Test("LSQ-16: keys work while a query runs that never ends; Ctrl-C stops it, and so does leaving")
  func endless() async throws {
    try await fileScene(shop) { scene in
      let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
      try await scene.press("!")
      scene.terminal.send(.paste(endless))
      try await scene.pressWhileWaiting("Enter")
      #expect(scene.line(0).hasPrefix(" music.db › Query · runs, 0 rows so far"))
      try await scene.pressWhileWaiting("?,Esc,!,type: --")
      #expect(scene.line(1).hasSuffix("FROM n --"), "\(scene.lines)")
      try await scene.press("C-c")
      #expect(scene.line(0).hasPrefix(" music.db › Query  "))
      #expect(scene.status == " The query was stopped.")
      try await scene.pressWhileWaiting("Enter,1")
      await scene.run.settle()
      #expect(scene.line(0).hasPrefix(" music.db  customers 3  orders 4 "))
    }
  }

  @Test("LSQ-17: several lines with Alt-Enter, a paste, and the text in $EDITOR")
  func lines() async throws {
    Container.shared.textEditor.register { TextEditor { $0 + "\nLIMIT 2\n" } }
    try await fileScene(shop, size: Size(width: 80, height: 14)) { scene in
      try await scene.press("!,type:SELECT name,M-Enter,type:FROM customers,Up,End,Down")
      #expect(scene.lines[1...2] == [" ! SELECT name", "   FROM customers"])
      try await scene.press("C-o,Enter")
      #expect(scene.result(below: 3) == ["▌ Ada", "Bob"], "\(scene.lines)")
      #expect(scene.lines[1...3] == [" ! SELECT name", "   FROM customers", "   LIMIT 2"])
    }
  }

  @Test("LSQ-17: Up in the first line and Down in the last go through earlier queries; Ctrl-R searches them")
  func history() async throws {
    let kept = Lock(["SELECT name FROM customers", "SELECT city\nFROM customers"])
    Container.shared.keptQueries.register {
      KeptQueries(texts: { kept.withLock(\.self) }, add: { text in kept.withLock { $0.append(text) } })
    }
    try await fileScene(shop) { scene in
      try await scene.press("!,type:draft,Up")
      #expect(scene.lines[1...2] == [" ! SELECT city", "   FROM customers"])
      try await scene.press("Up,Up")
      #expect(scene.line(1) == " ! SELECT name FROM customers")
      try await scene.press("Up,Down,Down,Down")
      #expect(scene.line(1) == " ! draft")
      try await scene.press("C-r,type:NAME")
      #expect(scene.lines[1...2] == [" search earlier queries: NAME", " ! SELECT name FROM customers"])
      try await scene.press("Esc")
      #expect(scene.line(1) == " ! draft")
      try await scene.press("C-r,type:name,Enter")
      #expect(scene.result() == ["▌ Ada", "Bob", "Cy"])
      #expect(kept.withLock(\.last) == "SELECT name FROM customers")
    }
  }

  @Test("LSQ-13: the text above a result is always its own; what is typed meanwhile comes back with !")
  func ownText() async throws {
    try await fileScene(shop) { scene in
      try await scene.query("SELECT name FROM customers")
      try await scene.press("!,type: LIMIT,Esc")
      #expect(scene.line(1) == " ! SELECT name FROM customers")
      #expect(scene.result() == ["▌ Ada", "Bob", "Cy"])
      try await scene.press("!")
      #expect(scene.line(1) == " ! SELECT name FROM customers LIMIT")
      // A text that does not run.
      try await scene.press("Enter,Esc")
      #expect(scene.line(1) == " ! SELECT name FROM customers")
      #expect(scene.result() == ["▌ Ada", "Bob", "Cy"])
      try await scene.query("UPDATE customers SET city = 'Bern' WHERE id = 1")
      try await scene.press("y")
      #expect(scene.line(1) == " ! SELECT name FROM customers")
      try await scene.press("!")
      #expect(scene.line(1) == " ! UPDATE customers SET city = 'Bern' WHERE id = 1")
      // Over a dialog, Ctrl-C closes the dialog.
      try await scene.press("C-x,C-c")
      #expect(scene.line(1) == " ! UPDATE customers SET city = 'Bern' WHERE id = 1")
      try await scene.query("UPDATE customers SET city = 'Rome' WHERE id = 1 RETURNING id")
      try await scene.press("y,!,Esc")
      #expect(scene.line(1) == " ! UPDATE customers SET city = 'Rome' WHERE id = 1 RETURNING id")
      try await scene.press("!,type: XX,Esc,Esc,1,:,type:sql,Enter")
      #expect(scene.lines[1...2] == [" ! SELECT *", "   FROM customers"])
    }
  }

  @Test("LSQ-17: Ctrl-C empties the text, and Up brings it back; a search without a match runs nothing")
  func emptied() async throws {
    try await fileScene(shop) { scene in
      try await scene.press("!,type:SELECT 1,M-Enter,type:FROM,C-c")
      #expect(scene.lines[1...2] == [" !", ""])
      #expect(scene.status == " Cleared. Up brings the text back.")
      try await scene.press("Up")
      #expect(scene.lines[1...2] == [" ! SELECT 1", "   FROM"])
      try await scene.press("C-r,type:zzz")
      #expect(scene.line(1) == " no earlier query has: zzz")
      try await scene.press("Enter")
      #expect(scene.status == " No earlier query has 'zzz'.")
      #expect(scene.result(below: 3) == [])
      try await scene.press("C-c")
      #expect(scene.lines[1...2] == [" ! SELECT 1", "   FROM"])
    }
  }

  @Test("LSQ-23: :sql begins with the text of the list's filter and order, whose rows are equal")
  func listAsText() async throws {
    try await fileScene(shop) { scene in
      try await scene.press("2,L,f,L,s,S")
      let list = scene.lines[2..<22]
      #expect(list.dropFirst().prefix(2).map { $0.filter { $0 != " " } } == ["▌11Ada30tea", "31Ada5milk"])
      try await scene.press(":,type:sql,Enter")
      #expect(
        scene.lines[1...4] == [
          " ! SELECT *", "   FROM orders", "   WHERE (customer = 1 COLLATE BINARY AND typeof(customer) = 'integer')",
          "   ORDER BY amount DESC, id DESC",
        ], "\(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.result(below: 4) == ["▌ 1 1 30 tea", "3 1 5 milk"])
      try await scene.press("Esc,/,type:tea,Enter,:,type:sql,Enter")
      #expect(scene.status == " SQL can't say the words of the search exactly: they are left out.")
    }
  }
}
