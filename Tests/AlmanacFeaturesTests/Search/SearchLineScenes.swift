// The line above a list: always visible, with the cursor's place at its right.
import Terminals
import Testing

@MainActor
struct SearchLineScenes {
  @Test("the search line is there before a search begins, so no row moves when it does")
  func alwaysThere() async throws {
    try await scene(size: Size(width: 80, height: 10)) { scene in
      let expected = """
         Almanac  1 Facts 3  2 Users 5  3 Statistics                     book.db · live
         / search                                                                   1/3
         ID ▼  Fact                                                               Added
         ▌  3  An octopus has three hearts.                                   5 min ago
            2  A group of cats is called a clowder.                             3 h ago
            1  Honey never spoils.                                              5 d ago



         a add  e edit  d delete  / search  ⏎ open  ? help  q quit
        """
      scene.shows(expected)
      #expect(scene.terminal.style(at: Point(column: 1, row: 1)).attributes.contains(.dim))
      #expect(scene.terminal.style(at: Point(column: 3, row: 1)).attributes.contains(.dim))
      let rows = scene.lines[2..<8]
      try await scene.press("/")
      #expect(scene.line(1) == " /                                                                          1/3")
      #expect(scene.lines[2..<8] == rows)
      try await scene.press("type:e")
      #expect(scene.line(1) == " / e                                                                     3 of 3")
      #expect(scene.lines[2..<8] == rows)
      try await scene.press("Esc")
      scene.shows(expected)
    }
  }

  @Test("where room is short, an empty search line leaves its line to the rows")
  func smallScreens() async throws {
    try await scene(size: Size(width: 40, height: 6)) { scene in
      #expect(scene.lines[1].hasPrefix(" ID ▼  Fact"))
      #expect(scene.lines[2].hasPrefix(" ▌  3  An"))
      #expect(scene.lines[3].hasPrefix("    2  A"))
      try await scene.press("/,type:honey")
      #expect(scene.lines[1] == " / honey                         1 of 3")
      #expect(scene.lines[3].hasPrefix(" ▌  1  Honey"))
      try await scene.press("Esc,resize:40x7")
      #expect(scene.lines[1] == " / search                           3/3")
      #expect(scene.lines[4].hasPrefix(" ▌  1  Honey"))
    }
  }

  @Test("the line tells the cursor's place, and a frame in which that has not changed costs nothing")
  func place() async throws {
    try await scene(Content.facts(1_200)) { scene in
      #expect(scene.line(1).hasSuffix(" 1/1,200"))
      try await scene.press("Down,Down,PgDn")
      #expect(scene.line(1).hasSuffix(" 22/1,200"))
      try await scene.inside("INSERT INTO facts(body) VALUES ('newest')")
      #expect(scene.line(1).hasSuffix(" 23/1,201"))
      try await scene.inside("DELETE FROM facts WHERE id > 1190")
      #expect(scene.line(1).hasSuffix(" 12/1,190"), "the record of the cursor is 1179")
      let cost = try await scene.cost { try await scene.inside("UPDATE facts SET body = '!' WHERE id = 1") }
      #expect(cost == (0, 0))
    }
  }

  @Test("deep in a list of few thousand records the line tells the cursor's place, whatever they are sorted by")
  func placeInAnyOrder() async throws {
    let sql = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, b INT); CREATE INDEX byB ON t(b);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO t SELECT i, nullif(6000 - i, 3000), nullif(6000 - i, 3000) FROM n;
      """
    try await fileScene(sql) { scene in
      for order in ["s", "s"] {
        try await scene.press("\(order),:,type:2500,Enter")
        #expect(scene.line(1).hasSuffix(" 2,501/5,000"), "\(scene.lines)")
        try await scene.press("PgUp,PgUp")
        #expect(scene.line(1).hasSuffix(" 2,463/5,000"), "\(scene.lines)")
      }
    }
  }
}
