// Quoted names in SQL.
import Testing

@testable import Databases

@Suite struct SQLNameTests {
  @Test("A quoted name ends nowhere inside, also not at a backtick that a combining mark stands on")
  func quoted() {
    #expect("body".quotedName == "`body`")
    #expect(Array("a`b".quotedName.unicodeScalars) == Array("`a``b`".unicodeScalars))
    #expect(Array("a`\u{301}b".quotedName.unicodeScalars) == Array("`a``\u{301}b`".unicodeScalars))
    #expect(#"a"b"#.quotedName == #"`a"b`"#)
    #expect("".quotedName == "``")
    #expect("a`b".quotedTable == "main.`a``b`")
  }

  @Test(
    "two names are one without the case of A to Z, byte by byte",
    arguments: [
      ("Facts", "fACTS", true), ("AZ", "az", true), ("@", "`", false), ("[", "{", false), ("É", "é", false),
      ("\u{E9}", "e\u{301}", false), ("ab", "abc", false), ("", "", true), ("a\0b", "A\0B", true),
    ])
  func sameName(_ a: String, _ b: String, _ isSame: Bool) { #expect(a.isSameName(as: b) == isSame) }
}
