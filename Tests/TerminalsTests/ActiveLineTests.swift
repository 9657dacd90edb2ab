import TestSupport
import Testing

@testable import Terminals

@Suite("A typed text on the last line of a terminal (CIT-29)")
struct ActiveLineTests {
  /// The bytes of each edit, with `<` for a backspace.
  private func bytes(_ texts: [(String, Int)], columns: Int = 20) -> [String] {
    var line = ActiveLine()
    return texts.map { text, cursor in
      line.edit(
        to: SpokenField(id: "a", label: "", text: text, cursor: cursor), columns: columns, isUnicode: true
      ).replacing("\u{8}", with: "<")
    }
  }

  @Test("letters are appended, and backspaces take them away")
  func appending() {
    #expect(bytes([("a", 1), ("ab", 2), ("a", 1), ("", 0)]) == ["a", "b", "< <", "< <"])
  }

  @Test("the cursor goes left by backspaces, right by the same letters")
  func moving() {
    #expect(
      bytes([("abc", 3), ("abc", 1), ("aXbc", 2), ("aXbc", 4), ("a", 1)]) == ["abc", "<<", "Xbc<<", "bc", "<<<   <<<"])
  }

  @Test("a wide letter takes two backspaces, and a control character is a sign")
  func widths() { #expect(bytes([("日x", 2), ("日", 1), ("", 0), ("\u{1B}[", 2)]) == ["日x", "< <", "<<  <<", "␛["]) }

  @Test("of a long text the part before the cursor is there")
  func longText() {
    #expect(bytes([("0123456789", 10), ("0123456789", 0)], columns: 8) == ["456789", "<<<<<<0123456<<<<<<<"])
  }
}
