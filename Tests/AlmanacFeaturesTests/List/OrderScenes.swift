// Sorting a list and reversing its order.
import Stores
import Terminals
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite(.recordsIssues, .container)
@MainActor
struct OrderScenes {
  @Test func usersByEMailWithTheCursorOnItsRecord() async throws {
    try await scene { scene in
      try await scene.press("2,Down,Down,s")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   3/5
           Name           E-mail ▲                                       Active   Added
           Ada Byron      ada@example.org                                  ●        2 d
           alan mathison  alan@example.com                                 ●        3 d
         ▌ Annie Easley   annie@example.net                                ○        3 d
           Donald Knuth   don@example.edu                                  ○        9 d
           Grace Hopper   grace@example.org                                ●       1 mo















         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test func ofUsersByAgeTheOtherWay() async throws {
    try await scene { scene in
      try await scene.press("2,s,s,S")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   5/5
           Name           E-mail                                         Active Added ▲
           Grace Hopper   grace@example.org                                ●       1 mo
           Donald Knuth   don@example.edu                                  ○        9 d
           Annie Easley   annie@example.net                                ○        3 d
           alan mathison  alan@example.com                                 ●        3 d
         ▌ Ada Byron      ada@example.org                                  ●        2 d















         a add  e edit  Space toggle  d delete  / search  ⏎ open  ? help  q quit
        """)
      try await scene.press("s")
      #expect(scene.line(2).hasPrefix("   Name ▲ "), "after the last order comes the first")
    }
  }

  @Test("s sorts by the column that L or H has gone to, and after that by the next one")
  func byTheCurrentColumn() async throws {
    try await fileScene("CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c); INSERT INTO t VALUES (1, 2, 3, 4)") { scene in
      for (keys, order) in [("L,L,s", "b"), ("s", "c"), ("s", "id"), ("H,s", "a"), ("L,H,s", "b")] {
        try await scene.press(keys)
        #expect(scene.line(2).contains("\(order) ▲"), "\(keys): \(scene.line(2))")
      }
    }
  }

  @Test func factsHaveOneOrderAndTwoDirections() async throws {
    try await scene { scene in
      try await scene.press("s")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago
















         There is only one order, by ID; S turns it round.
         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
      #expect(scene.session.store.list("facts").model.targets.returning == nil, "no other list comes")
      try await scene.press("S")
      scene.shows(
        """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   3/3
         ID ▲  Fact                                                               Added
            1  Honey never spoils.                                              5 d ago
            2  A group of cats is called a clowder.                             3 h ago
         ▌  3  An octopus has three hearts.                                   5 min ago

















         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """)
    }
  }

  @Test func everyOrderPutsANewRecordInItsPlace() async throws {
    try await scene { scene in
      try await scene.press("2,s")
      try await scene.outside("INSERT INTO users(name, email) VALUES ('Zoe', 'b@example.org')")
      #expect(scene.names == ["Ada", "alan", "Annie", "Zoe", "Donald", "Grace"])
      try await scene.press("S")
      #expect(scene.names == ["Grace", "Donald", "Zoe", "Annie", "alan", "Ada"])
    }
  }

  @Test func keysThatAreTypedAheadMeanTheNewOrder() async throws {
    try await scene { scene in
      try await scene.pressAtOnce("2,s,s,End,Space")
      #expect(
        try scene.rows("SELECT name FROM users WHERE active = 0 ORDER BY name") == [
          "Annie Easley", "Donald Knuth", "Grace Hopper",
        ])
    }
  }

  /// Tables of a program that defines its own collation. Only a key without rowids needs it.
  private static let unknownCollation = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT UNIQUE, age INT, title TEXT);
    CREATE TABLE byname(name TEXT NOT NULL PRIMARY KEY, age INT, rowid, _rowid_, oid);
    CREATE TABLE bytext(name TEXT PRIMARY KEY, age INT) WITHOUT ROWID;
    INSERT INTO t VALUES (1, 'b', 20, 'x'), (2, 'a', 10, 'y'); INSERT INTO byname(name, age) SELECT name, age FROM t;
    INSERT INTO bytext SELECT name, age FROM t;
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, 'name TEXT', 'name TEXT COLLATE klingon') WHERE type = 'table';
    """

  @Test("ANY-04: a column with an unknown collation has no order, and s says why; all else goes on")
  func unknownCollations() async throws {
    try await fileScene(Self.unknownCollation) { scene in
      #expect(scene.line(0).hasPrefix(" music.db  byname 2  bytext …  t 2 "), "\(scene.line(0))")
      #expect(scene.status == "")
      try await scene.press("3,j,s")
      let remark = [" Not sorted by name: the file needs the collation klingon, which Almanac does", " not have."]
      #expect(scene.lines.suffix(3).prefix(2) == remark[...])
      #expect(scene.line(2) == "   id  name age▲  title")
      #expect(scene.list.prefix(2) == [" ▌  2  a      10  y", "    1  b      20  x"])
      try await scene.press("s")
      #expect(scene.status == "" && scene.line(2).contains("title ▲"), "\(scene.lines)")
      try await scene.press("s,s")
      #expect(scene.lines.suffix(3).prefix(2) == remark[...] && scene.line(2).contains("age▲"), "\(scene.lines)")
      try await scene.press("L,f")
      #expect(scene.line(1).hasSuffix("name = a only · 1 of 2"), "\(scene.line(1))")
      try await scene.press("Esc,/,type:b,Enter")
      #expect(scene.cursorRow?.hasPrefix("1  b") == true)
      try await scene.press("Esc,Enter")
      #expect(scene.line(0).contains("t 1") && scene.line(2).contains("name   b"), "\(scene.lines)")
    }
  }

  @Test("ANY-04: a table whose key has an unknown collation is listed as the file has it; one that can't be says why")
  func unknownKeys() async throws {
    try await fileScene(Self.unknownCollation) { scene in
      #expect(
        scene.list.prefix(2) == [
          " ▌ b      20  NULL     NULL       NULL", "   a      10  NULL     NULL       NULL",
        ])
      try await scene.press("s")
      #expect(scene.lines[21] == " Not sorted by name: the file needs the collation klingon, which Almanac does")
      #expect(scene.cursorRow?.hasPrefix("b ") == true)
      try await scene.press("d")
      #expect(scene.status.contains("byname"), "\(scene.status)")
      try await scene.press("2")
      let reason = " The list could not be read: the file needs the collation klingon, which"
      #expect(scene.lines.suffix(3).prefix(2) == [reason, " Almanac does not have."])
      try await scene.press("s,S,j,f,Enter,1")
      #expect(scene.cursorRow?.hasPrefix("b ") == true && scene.status == "", "\(scene.lines)")
    }
  }
}
