// The palette behind `:`.
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct PaletteScenes {
  @Test func lettersNameTablesAndActions() async throws {
    try await scene { scene in
      try await scene.press(":,type:us")
      #expect(scene.lines.contains { $0.contains("┌ Go to, do ─") })
      #expect(scene.lines.contains { $0.contains("│ ▌ Users ") })
      try await scene.press("Enter")
      #expect(scene.line(0).hasPrefix(" Almanac  1 Facts 3  2 Users 5"))
      #expect(scene.cursorRow?.hasPrefix("Ada Byron") == true)
      try await scene.press(":,type:filter,Enter")
      #expect(scene.line(1).contains("active only"))
      try await scene.press(":,type:nosuchthing")
      #expect(scene.lines.contains { $0.contains("Nothing has that name.") })
      try await scene.press("Enter,Esc,:,type:del,Esc")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["5"])
      try await scene.press(":,type:del,Enter")
      #expect(try scene.rows("SELECT count(*) FROM users") == ["4"])
    }
  }

  @Test func aNumberGoesToTheRecord() async throws {
    try await scene(Content.facts(500)) { scene in
      try await scene.press(":,type:318,Enter")
      #expect(scene.cursorRow == "318  Fact 318                                                        1 d ago")
      try await scene.press("/,type:fact 4,Enter,:,type:318,Enter")
      #expect(scene.status == " Fact 318 is there, but this list does not show it.")
      try await scene.press(":,type:900,Enter")
      #expect(scene.status == " There is no fact 900.")
    }
  }

  @Test("a table's name goes to its list, also from a record of it; a table's name and a key go to that record")
  func tablesAndTheirRecords() async throws {
    let sql = """
      CREATE TABLE photo(id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE "photo tag"(photo INTEGER, tag TEXT, PRIMARY KEY (photo, tag)) WITHOUT ROWID;
      INSERT INTO photo VALUES (6, 'Sea'), (7, 'Sand'); INSERT INTO "photo tag" VALUES (6, 'blue'), (7, 'warm');
      """
    try await fileScene(sql) { scene in
      try await scene.press("Enter")
      #expect(scene.line(0).contains("› photo 6 "), "\(scene.line(0))")
      try await scene.press(":,type:photo,Enter")
      #expect(scene.cursorRow == "6  Sea")
      try await scene.press("Enter,:,type:pho 7")
      #expect(scene.lines.contains { $0.contains("│ ▌ pho 7 ") && $0.contains(" photo 7 │") }, "\(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.cursorRow == "7  Sand")
      // From another tab, and to a table whose name has a space and whose key has two columns.
      try await scene.press(":,type:photo tag 7 warm,Enter")
      #expect(scene.cursorRow == "7  warm")
      try await scene.press("j,:,type:PHOTO  6,Enter")
      #expect(scene.cursorRow == "6  Sea")
      try await scene.press(":,type:photo 9,Enter")
      #expect(scene.status == " There is no photo 9.")
      // The key of its own tab closes a record as well; with one tab, Tab has no other screen.
      try await scene.press("Enter,1")
      #expect(scene.cursorRow == "6  Sea")
    }
    try await fileScene("CREATE TABLE one(id INTEGER PRIMARY KEY); INSERT INTO one VALUES (1)") { scene in
      try await scene.press("Enter,Tab")
      #expect(scene.line(0).contains("› one 1 "), "\(scene.line(0))")
    }
  }

  @Test("CIT-22: the last five entries come first; a typed one comes back to be typed on")
  func recent() async throws {
    try await fileScene(
      "CREATE TABLE item(id INTEGER PRIMARY KEY); CREATE TABLE other(x)", size: Size(width: 200, height: 24)
    ) { scene in
      @MainActor func first(_ count: Int) -> [String] {
        let lines = scene.lines
        let start = lines.firstIndex { $0.contains(" Go to, do ") } ?? 0
        return lines[(start + 2)..<(start + 2 + count)].map { line in
          line.filter { !"│▌".contains($0) }.split(separator: " ").first.map(String.init) ?? ""
        }
      }
      try await scene.press(":,type:export \(scene.path).xls,Enter")
      #expect(scene.said.contains("tells no format"), "\(scene.lines)")
      try await scene.press(":,type:follow,Enter,:,type:oth,Enter,:")
      #expect(first(2) == ["other", "follow"], "\(scene.lines)")
      // The refused path is typed on.
      try await scene.press("Down,Down,Enter,BSpace,BSpace,BSpace,type:csv,Enter")
      #expect(scene.status.hasPrefix(" Wrote "), "\(scene.lines)")
      for entry in ["item", "oth", "pause", "item"] { try await scene.press(":,type:\(entry),Enter") }
      try await scene.press(":")
      #expect(first(1) == ["item"], "\(scene.lines)")
      #expect(scene.lines.count { $0.contains("export /") } == 2, "\(scene.lines)")
    }
  }

  @Test("An action that can't be done now says why; what is pasted is text")
  func refusedAction() async throws {
    try await scene(isReadOnly: true) { scene in
      try await scene.press(":,paste:delete\n,Enter")
      #expect(scene.status == " book.db is open with --read-only: you can't change it.")
    }
  }

  @Test(
    "A name that is what was typed comes first, then a beginning, a word's beginning, an inside, and letters in order",
    arguments: [
      ("Album", "album", 0), ("Album", "alb", 1), ("Order Details", "det", 2), ("Customer", "tom", 3),
      ("Customer", "cmr", 4), ("Émile", "emi", 1), ("Customer", "crm", nil), ("Order Details", "order d", 1),
    ] as [(String, String, Int?)])
  func ranks(name: String, typed: String, rank: Int?) {
    #expect(FuzzyMatch(typed).rank(of: name) == rank)
  }

  @Test("ANY-02: a key of texts, or of several columns, goes to its record; one that there is not, says so")
  func keysOfAnyTable() async throws {
    let sql = """
      CREATE TABLE place(hall TEXT, seat INTEGER, holder, PRIMARY KEY (hall, seat)) WITHOUT ROWID;
      CREATE TABLE town(code TEXT PRIMARY KEY, name TEXT);
      CREATE TABLE value(key PRIMARY KEY, what);
      INSERT INTO place VALUES ('A', 1, 'Ada'), ('B', 1, 'Bob'), ('B', 2, 'Bo');
      INSERT INTO town VALUES ('BER', 'Berlin'), ('New York', 'New York'), ('town', 'Town');
      INSERT INTO value VALUES ('7', 'a text'), (7, 'an integer'), (8, 'the next');
      """
    try await fileScene(sql) { scene in
      try await scene.press(":,type:B 2")
      #expect(scene.lines.contains { $0.contains("│ ▌ place B 2 ") }, "\(scene.lines)")
      try await scene.press("Enter")
      #expect(scene.cursorRow == "B          2  Bo")
      try await scene.press(":,type:C 1,Enter")
      #expect(scene.status == " There is no place C 1.")
      try await scene.press(":,type:town,Enter,:,type:New York,Enter")
      #expect(scene.cursorRow?.hasPrefix("New York ") == true)
      // A table with the typed name comes before the record with that key.
      try await scene.press("/,type:ber,Enter,:,type:town")
      #expect(scene.lines.contains { $0.contains("│ ▌ town ") }, "\(scene.lines)")
      try await scene.press("Down,Enter")
      #expect(scene.status == " town town is there, but this list does not show it.")
      // If a column converts nothing, a text comes before a number.
      try await scene.press("3,:,type:7,Enter")
      #expect(scene.cursorRow == "7      a text")
      try await scene.press(":,type:8,Enter")
      #expect(scene.cursorRow == "8      the next")
    }
  }

  @Test("ANY-02: a rowid that no column shows is no key of a record")
  func hiddenRowIDs() async throws {
    try await fileScene("CREATE TABLE note(text); INSERT INTO note VALUES ('one'), ('two')") { scene in
      try await scene.press(":,type:2")
      #expect(scene.lines.contains { $0.contains("Nothing has that name.") }, "\(scene.lines)")
    }
  }
}
