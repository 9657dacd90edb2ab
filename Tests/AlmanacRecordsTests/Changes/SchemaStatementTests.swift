// Changes of the schema as SQL and in words.
import Databases
import Testing

@testable import AlmanacRecords

@Suite struct SchemaStatementTests {
  private func change(
    _ old: String?, _ new: String?, type: String = "table", name: String = "t \"t"
  ) -> SchemaStatement {
    SchemaStatement(SchemaChange(type: type, name: name, table: name, formerDefinition: old, definition: new))
  }

  @Test("CHG-18: what was made and dropped has statements both ways, what was changed has none")
  func statements() {
    let made = change(nil, "CREATE TABLE \"t \"\"t\"(a)")
    #expect([made.forward, made.backward] == [#"CREATE TABLE "t ""t"(a);"#, #"DROP TABLE "t ""t";"#])
    let dropped = change("CREATE TABLE \"t \"\"t\"(a)", nil)
    #expect([dropped.forward, dropped.backward] == [made.backward, made.forward])
    let changed = change("CREATE TABLE \"t \"\"t\"(a)", "CREATE TABLE \"t \"\"t\"(a, b)")
    #expect([changed.forward, changed.backward] == [nil, nil])
  }

  @Test("CHG-18: a statement of several lines becomes one, where no line break is in a comment or in quotes")
  func oneLine() {
    let made = "CREATE TABLE t(\n\ta DEFAULT 'it''s',\r\n b)"
    #expect(change(nil, made, name: "t").forward == "CREATE TABLE t(  a DEFAULT 'it''s',   b);")
    for text in [
      "CREATE TABLE t(a, -- first\n b)", "CREATE TABLE t(a /* first\n */)", "CREATE TABLE t(a DEFAULT '\n')",
      "CREATE TABLE t(\"a\n\")", "CREATE TABLE t([a\n])", "CREATE TABLE t(`a\n`)", "CREATE TABLE t(a\u{1B})",
    ] {
      #expect(change(nil, text, name: "t").forward == nil, "\(text)")
    }
    #expect(change(nil, "CREATE TABLE t(a DEFAULT '--',\n b DEFAULT '[')", name: "t").forward != nil)
  }

  @Test("CHG-18: a definition that ends in a comment does not swallow what comes next")
  func openComment() {
    func statements(_ text: String) -> [String?] {
      let made = change(nil, text, type: "view")
      return [made.forward, made.forwardLines]
    }
    let text = "CREATE VIEW v AS SELECT 1"
    #expect(statements(text + " -- c") == [nil, text + " -- c\n;"])
    #expect(statements(text + " /* c") == [text + " /* c*/;", text + " /* c*/;"])
    #expect(statements(text + " /* ' */ AS a") == [text + " /* ' */ AS a;", text + " /* ' */ AS a;"])
    #expect(statements(text + ", '/* --'") == [text + ", '/* --';", text + ", '/* --';"])
    #expect(statements(text + ", 'open") == [nil, nil])
    #expect(statements(text + ", '\u{1B}'") == [nil, nil])
    // Quotes keep the sign of a comment in a name.
    #expect(change(text, nil, type: "view", name: "v--").forward == #"DROP VIEW "v--";"#)
  }

  @Test("CHG-18: what a hostile file has put behind a definition is not printed")
  func hostileDefinition() {
    #expect(change(nil, "CREATE TABLE t(a); DROP TABLE warm", name: "t").forward == nil)
    #expect(change(nil, "CREATE TABLE t(a DEFAULT ';') ", name: "t").forward == "CREATE TABLE t(a DEFAULT ';') ;")
    let trigger = "CREATE TRIGGER r AFTER INSERT ON t BEGIN DELETE FROM t; SELECT ';'; END"
    #expect(change(nil, trigger, type: "trigger").forward == trigger + ";")
    #expect(change(nil, trigger + "; DROP TABLE warm", type: "trigger").forward == nil)
    // A definition that is not of the expected kind.
    #expect(change(nil, "CREATE TABLE t AS SELECT 1 AS a", name: "t").forward == nil)
    #expect(change(nil, "CREATE TABLE t(a)", type: "view", name: "t").forward == nil)
    #expect(change(nil, "DELETE FROM t", type: "trigger").forward == nil)
    let many = "CREATE VIEW v AS SELECT '\(String(repeating: ";", count: 400_000))'"
    #expect(change(nil, many, type: "view").forward == nil)
  }

  @Test("CHG-03: what happened, in a few words")
  func summaries() {
    func summary(_ former: String?, _ old: String?, _ new: String?) -> String {
      SchemaChange(type: "index", name: "i", table: "t", formerName: former, formerDefinition: old, definition: new)
        .summary
    }
    #expect(summary(nil, nil, "x") == "index i was made")
    #expect(summary(nil, "x", nil) == "index i was dropped")
    #expect(summary(nil, "x", "y") == "index i was changed")
    #expect(summary("h", "x", "y") == "index h became i")
  }
}
