// Forms with many columns, with columns of any name, and with texts of many lines.
import AlmanacFeatures
import Databases
import Terminals
import TestSupport
import Testing

@Suite(.recordsIssues, .container)
@MainActor
struct AnyFormSizeScenes {
  private static func table(_ count: Int) -> String {
    let columns = (1...count).map { "c\($0)" }
    return "CREATE TABLE t(\(columns.joined(separator: ", "))); INSERT INTO t(c1, c\(count)) VALUES ('first', 'last')"
  }

  @Test("ANY-24: a form of 60 columns scrolls by field, and says which one it is at")
  func sixtyColumns() async throws {
    try await fileScene(Self.table(60)) { scene in
      try await scene.press("e")
      #expect(scene.lines[1].contains(" Edit a record of t · field 1 of 60 "), "\(scene.lines)")
      #expect(scene.formLines.first == "c1   first")
      try await scene.press("Tab,Tab,Tab")
      #expect(scene.formLines.first == "c1   first", "a field that is in sight moves nothing")
      for _ in 0..<10 { try await scene.press("Down") }
      #expect(scene.lines[1].contains("field 14 of 60"))
      let fields = scene.formLines.filter { $0.hasPrefix("c") }
      #expect(fields == (6...9).map { "c\($0)   NULL" } + (10...14).map { "c\($0)  NULL" })
      #expect(scene.terminal.cursor.map { scene.lines[$0.row].contains("c14") } == true)
      try await scene.press("Up")
      #expect(scene.formLines.first == "c6   NULL", "nor upwards")
      // Moves from the first field to the last, and back.
      for _ in 0..<12 { try await scene.press("BTab") }
      #expect(scene.formLines.first == "c1   first")
      try await scene.press("BTab,type:!,C-s")
      #expect(try scene.rows("SELECT c1, c60, c2 IS NULL FROM t") == ["first|last!|1"])
    }
  }

  @Test("ANY-10: nearly as many columns as SQLite allows: a list reads the key besides")
  func manyColumns() async throws {
    try await fileScene(Self.table(1990)) { scene in
      try await scene.press("e,BTab,type:!,BTab,type:x")
      #expect(scene.lines[1].contains("field 1,989 of 1,990"), "\(scene.lines)")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT c1, c2, c1989, c1990 FROM t") == ["first|NULL|x|last!"])
      try await scene.press("a,type:new,C-s")
      #expect(try scene.rows("SELECT c1, c2 FROM t WHERE rowid = 2") == ["new|NULL"])
    }
  }

  @Test(
    "ANY-10: as many columns as SQLite allows are listed, searched, edited, and come back after a delete",
    arguments: [("id INTEGER PRIMARY KEY", "BTab,BTab"), ("id TEXT PRIMARY KEY NOT NULL", "BTab")])
  func mostColumns(_ key: String, toLastField: String) async throws {
    let columns = (1..<2000).map { "c\($0)" }
    let sql = """
      CREATE TABLE t(\(key), \(columns.joined(separator: ", ")));
      INSERT INTO t(id, c1, c1999) VALUES (1, 'one', 'first'), (2, 'two', 'last');
      """
    try await fileScene(sql) { scene in
      #expect(scene.list.filter { !$0.isEmpty }.count == 2, "\(scene.lines)")
      try await scene.press("/,type:last,Enter")
      #expect(scene.line(1).hasSuffix("1 of 2"), "\(scene.lines)")
      #expect(scene.cursorRow?.split(separator: " ").prefix(2) == ["2", "two"])
      try await scene.press("e,\(toLastField),type:!,C-s,Esc")
      #expect(try scene.rows("SELECT id, c1, c2, c1999 FROM t") == ["1|one|NULL|first", "2|two|NULL|last!"])
      try await scene.press("L,s")
      #expect(scene.cursorRow?.split(separator: " ").prefix(2) == ["2", "two"], "\(scene.lines)")
      try await scene.press("/,type:last,Enter,f")
      #expect(scene.line(1).hasSuffix("c1 = two only · 1 of 2"), "\(scene.lines)")
      try await scene.press("i")
      #expect(scene.lines.contains { $0.contains("Rows") && $0.contains(" 1") }, "\(scene.lines)")
      try await scene.press("Esc,Esc,Esc")
      try await scene.press("d")
      #expect(try scene.rows("SELECT id FROM t") == ["1"])
      try await scene.press("u")
      #expect(scene.said == "Undone: Deleted t 2", "\(scene.lines)")
      #expect(try scene.rows("SELECT id, c1, c1999 FROM t") == ["1|one|first", "2|two|last!"])
    }
  }

  @Test("ANY-10, REAL-35: 2,000 columns without a key: records are listed, found, edited and deleted by their rowids")
  func mostColumnsWithoutKey() async throws {
    let sql =
      Self.table(2000) + ";INSERT INTO t(c1, c2, c1999, c2000) VALUES ('b', 'two', 'here', 7), ('a', 'three', 'x', 8)"
    try await fileScene(sql) { scene in
      let before = try scene.rows("SELECT rowid, c1, c2, c1999, c2000 FROM t")
      #expect(scene.list.filter { !$0.isEmpty }.count == 3, "\(scene.lines)")
      #expect(scene.cursorRow?.hasPrefix("first") == true, "\(scene.lines)")
      try await scene.press("s")
      #expect(scene.list.prefix(3).map { $0.dropFirst(3).prefix(2) } == ["a ", "b ", "fi"], "\(scene.lines)")
      try await scene.press("/,type:here,Enter")
      #expect(scene.line(1).hasSuffix("1 of 3"), "\(scene.lines)")
      try await scene.press("e,C-u,type:new,C-s")
      #expect(try scene.rows("SELECT c1, c2000 FROM t WHERE rowid = 2") == ["new|7"], "\(scene.lines)")
      try await scene.press("u,Esc")
      #expect(try scene.rows("SELECT rowid, c1, c2, c1999, c2000 FROM t") == before, "\(scene.lines)")
      try await scene.press("d")
      #expect(try scene.rows("SELECT count(*) FROM t") == ["2"], "\(scene.lines)")
      try await scene.press("u,C-a,d,y,y")
      #expect(try scene.rows("SELECT count(*) FROM t") == ["0"], "\(scene.lines)")
      try await scene.press("u")
      #expect(try scene.rows("SELECT rowid, c1, c2, c1999, c2000 FROM t") == before, "\(scene.lines)")
      try await scene.outside("UPDATE t SET c1 = 'theirs' WHERE rowid = 1")
      #expect(scene.list.contains { $0.contains("theirs") }, "\(scene.lines)")
      try await scene.press("C")
      #expect(scene.list.contains { $0.contains("theirs") }, "\(scene.lines)")
    }
  }

  @Test(
    "REAL-35: where 1,500 columns have all names of the rowid and none is unique, the records are listed, not changed")
  func manyColumnsWithoutIdentity() async throws {
    let columns = ["rowid", "oid", "_rowid_"] + (1...1497).map { "c\($0)" }
    let sql =
      "CREATE TABLE t(\(columns.joined(separator: ", "))); INSERT INTO t(c1, c1497) VALUES ('one', 'x'), ('two', 'y')"
    try await fileScene(sql) { scene in
      #expect(scene.list.filter { !$0.isEmpty }.count == 2, "\(scene.lines)")
      try await scene.press("End,Enter,i")
      #expect(!scene.lines.contains { $0.contains("too large") || $0.contains("can't be read") }, "\(scene.lines)")
      try await scene.press("Esc,Esc,/,type:two,Enter")
      #expect(scene.line(1).hasSuffix("1 of 2"), "\(scene.lines)")
      try await scene.outside("UPDATE t SET c2 = 'theirs' WHERE c1 = 'two'")
      try await scene.press("Esc,C")
      #expect(scene.list.contains { $0.contains("theirs") }, "\(scene.lines)")
      #expect(!scene.lines.contains { $0.contains("too large") }, "\(scene.lines)")
    }
  }

  @Test("REAL-35: a record of a view with 1,500 columns is edited and deleted by its triggers, and comes back")
  func manyColumnsOfView() async throws {
    let columns = (1...1500).map { "c\($0)" }.joined(separator: ", ")
    let sql = """
      CREATE TABLE t(\(columns)); INSERT INTO t(c1, c1500) VALUES ('one', 'x'), ('two', 'y');
      CREATE VIEW a AS SELECT * FROM t;
      CREATE TRIGGER went INSTEAD OF DELETE ON a BEGIN DELETE FROM t WHERE c1 = old.c1; END;
      CREATE TRIGGER moved INSTEAD OF UPDATE ON a BEGIN UPDATE t SET c1 = new.c1 WHERE c1 = old.c1; END;
      """
    try await fileScene(sql) { scene in
      try await scene.press("1,e,C-u,type:new,C-s")
      #expect(try scene.rows("SELECT c1 FROM t") == ["new", "two"], "\(scene.lines)")
      try await scene.press("d")
      #expect(try scene.rows("SELECT c1 FROM t") == ["two"], "\(scene.lines)")
      try await scene.press("u,u")
      #expect(try scene.rows("SELECT c1, c1500 FROM t") == ["one|x", "two|y"], "\(scene.lines)")
    }
  }

  @Test("ANY-10: columns of any name are shown safely, and edited")
  func names() async throws {
    let names = [
      "", "two words", "quote\"d", "select", "a.b, c", "\u{1B}[31mred", "line\nbreak", "日本 👍",
      String(repeating: "long", count: 75),
    ]
    let quoted = names.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
    try await fileScene(
      "CREATE TABLE \"my \"\" table\"(\(quoted.joined(separator: ", "))); INSERT INTO \"my \"\" table\" DEFAULT VALUES"
    ) { scene in
      try await scene.press("e")
      scene.showsForm(
        """
        ""                         NULL

        two words                  NULL

        quote"d                    NULL

        select                     NULL

        a.b, c                     NULL

        ␛[31mred                   NULL

        line↵break                 NULL

        日本 👍                    NULL

        longlonglonglonglonglong…  NULL

        Save                                                            Ctrl-S · Esc
        """)
      for index in names.indices { try await scene.press("type:v\(index),Tab") }
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT * FROM \"my \"\" table\"") == ["v0|v1|v2|v3|v4|v5|v6|v7|v8"])
    }
  }

  @Test("a text has lines: Alt-Enter begins one, up and down move in it and leave it at its ends")
  func lines() async throws {
    try await fileScene("CREATE TABLE t(a, b); INSERT INTO t VALUES ('x', 'y')") { scene in
      try await scene.press("a,type:first line,M-Enter,type:second,M-Enter,type:3")
      scene.showsForm(
        """
        a  3                                                             line 3 of 3

        b  NULL

        Save                                                            Ctrl-S · Esc
        """)
      try await scene.press("Up,Up,type:|")
      #expect(scene.formLines[0].hasPrefix("a  f|irst line "), "\(scene.formLines)")
      try await scene.press("End,type:!,C-a,type:^,Down,C-k,type:2nd")
      #expect(scene.formLines[0].hasPrefix("a  s2nd "), "\(scene.formLines)")
      try await scene.press("Down,Down,type:b,Up")
      #expect(scene.formLines[0].hasSuffix(" line 3 of 3"), "\(scene.formLines)")
      try await scene.press("Up,Up,Up,BTab,C-s")
      #expect(try scene.rows("SELECT quote(a), b FROM t WHERE rowid = 2") == ["'^f|irst line!\ns2nd\n3'|b"])
    }
  }

  @Test("what is pasted keeps its lines and tabs, and leaves control characters out")
  func pastedLines() async throws {
    try await fileScene("CREATE TABLE t(a TEXT, b BOOLEAN)") { scene in
      try await scene.press("a")
      scene.terminal.send(.paste("one\ttab\r\ntwo\u{1B}[31m\n\nthree\u{7}\n"))
      await scene.run.settle()
      #expect(scene.formLines[0].hasSuffix(" line 5 of 5"), "\(scene.formLines)")
      try await scene.press("Tab")
      #expect(scene.formLines[0].hasPrefix("a  one→tab "), "\(scene.formLines)")
      #expect(scene.formLines[0].hasSuffix(" 5 lines"), "\(scene.formLines)")
      try await scene.press("C-s")
      #expect(try scene.rows("SELECT hex(a) FROM t") == ["6F6E65097461620A74776F0A0A74687265650A"])
      // Other line endings, written by another program, stay as they are.
      try await scene.outside("UPDATE t SET a = 'x' || char(13, 10) || 'y'")
      try await scene.press("e,Up,type:1,C-s")
      #expect(try scene.rows("SELECT hex(a) FROM t") == ["78310D0A79"])
    }
  }
}
