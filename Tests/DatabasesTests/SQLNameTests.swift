// Names as SQL writes them.
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
}
