// The text that is typed, against a plain one.
@testable import AlmanacFeatures
import TestSupport
import Testing

/// A text and a cursor, the plain way.
private struct PlainInput {
  var before = ""
  var after = ""

  mutating func apply(_ edit: TextEdit) {
    switch edit {
    case .insert(let text): before += text
    case .deleteBackward: if !before.isEmpty { before.removeLast() }
    case .deleteForward: if !after.isEmpty { after.removeFirst() }
    case .moveLeft: if let last = before.popLast() { after = String(last) + after }
    case .moveRight: if !after.isEmpty { before.append(after.removeFirst()) }
    case .moveToStart: (before, after) = ("", before + after)
    case .moveToEnd: (before, after) = (before + after, "")
    case .deleteToStart: before = ""
    case .deleteToEnd: after = ""
    case .deleteWordBackward: before.removeLast(lastWord.count)
    case .deleteWordForward: after.removeFirst(nextWord.count)
    case .moveWordLeft:
      after = lastWord + after
      before.removeLast(lastWord.count)
    case .moveWordRight:
      before += nextWord
      after.removeFirst(nextWord.count)
    }
  }

  private var lastWord: String { String(word(before.reversed()).reversed()) }
  private var nextWord: String { String(word(Array(after))) }

  private func word(_ text: [Character]) -> ArraySlice<Character> {
    let space = text.prefix(while: \.isWhitespace)
    return space + text[space.endIndex...].prefix { !$0.isWhitespace }
  }
}

@Suite struct TextInputTests {
  @Test(arguments: 0..<20)
  func editsAsAPlainTextIsEdited(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let start = String(repeating: "word é 日本 👩‍👩‍👧 ", count: Int.random(in: 0...200, using: &generator))
    var input = TextInput(start)
    var plain = PlainInput(before: start)
    for step in 0..<400 {
      let edit: TextEdit =
        switch Int.random(in: 0..<24, using: &generator) {
        case 0..<4: .insert(["a", " ", "ö", "two words", "👍"].randomElement(using: &generator)!)
        case 4..<7: .deleteBackward
        case 7..<9: .deleteForward
        case 9..<13: .moveLeft
        case 13..<16: .moveRight
        case 16: .moveToStart
        case 17: .moveToEnd
        case 18: .deleteWordBackward
        case 19: .deleteWordForward
        case 20..<22: .moveWordLeft
        case 22: .moveWordRight
        default: step % 50 == 49 ? .deleteToStart : step % 50 == 24 ? .deleteToEnd : .moveLeft
        }
      input.apply(edit)
      plain.apply(edit)
      #expect(input.text == plain.before + plain.after, "step \(step)")
      #expect(input.byteCount == input.text.utf8.count)
      #expect(input.hasBytes(Array((plain.before + plain.after).utf8)))
      let (suffix, isAll) = input.suffixBeforeCursor(10)
      #expect(suffix == plain.before.suffix(10))
      #expect(isAll == (plain.before.count <= 10), "step \(step)")
      #expect(input.prefixAfterCursor(10) == plain.after.prefix(10))
      #expect(input.isBlank == input.text.allSatisfy(\.isWhitespace))
    }
  }

  @Test func anAccentBelongsToTheLetterBeforeIt() {
    for letters in ["e", String(repeating: "e", count: 5000)] {
      var input = TextInput(letters)
      input.insert("\u{301}")
      #expect(input.text == letters + "\u{301}")
      input.moveLeft()
      #expect(input.prefixAfterCursor(9) == "e\u{301}")
      input.moveToEnd()
      input.deleteBackward()
      #expect(input.text == letters.dropLast())
    }
  }

  @Test func aLineBreakIsOneSpace() {
    var input = TextInput()
    input.insert("a\r\nb\nc\rd\te\u{2028}f\u{85}g\t\th")
    #expect(input.text == "a b c d e f g  h")
    // What became of a line's end of two characters on its way through a terminal, and empty lines.
    input.insert("\ni\n\nj\r\rk\r\r\n")
    #expect(input.text == "a b c d e f g  h i j k ")
  }

  @Test func controlCharactersAreLeftOutAndWhatTheRecordHoldsStays() {
    var input = TextInput("one\ntwo\u{1B}[31m")
    input.insert("\u{7}x\u{1B}\u{9B}y\u{7F}")
    #expect(input.text == "one\ntwo\u{1B}[31mxy")
  }

  @Test(
    "escape sequences are left out whole, and what is none stays",
    arguments: [
      ("\u{1B}[31mred\u{1B}[0m", "red"), ("\u{1B}[1;38;2;255;0;0mx\u{1B}[m", "x"), ("a\u{1B}[2 qb", "ab"),
      ("\u{1B}]0;a title\u{7}text", "text"), ("\u{1B}]8;;https://example.org\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
      ("\u{1B}P+q544e\u{1B}\\x", "x"), ("\u{1B}(Bx\u{1B})0y\u{1B}%Gz", "xyz"),
      ("\u{1B}7x\u{1B}8y\u{1B}=z\u{1B}>\u{1B}\\", "xyz"),
      ("abc\u{1B}dq", "abcdq"), ("\u{1B}OAx\u{1B}Ny\u{1B}c", "OAxNyc"), ("\u{1B}(a)\u{1B}%\u{1B}#8\u{1B}1", "(a)%#81"),
      ("\u{1B}\u{1B}[1mx", "x"), ("x\u{1B}", "x"), ("x\u{1B}[", "x"), ("x\u{1B}[31", "x"), ("x\u{1B}[3\ny", "x y"),
      ("x\u{1B}[3é", "xé"), ("\u{1B}]never ended", "]never ended"), ("\u{1B}]8;;not\nended\u{7}", "]8;;not ended"),
      ("\u{1B}Paul\u{7}", "Paul"), ("\u{1B}Xerxes\u{1B}[m, \u{1B}^_\u{1B}_", "Xerxes, ^__"),
      ("\u{1B}é", "é"), ("[31m", "[31m"),
    ])
  func escapeSequences(pasted: String, text: String) {
    var input = TextInput()
    input.insert(pasted)
    #expect(input.text == text)
  }

  @Test func equalTextsAndCursorsAreEqualHoweverTheyCameToBe() {
    var typed = TextInput()
    for character in "hello" { typed.insert(String(character)) }
    #expect(typed == TextInput("hello"))
    #expect(typed.hashValue == TextInput("hello").hashValue)
    typed.moveLeft()
    #expect(typed != TextInput("hello"))
    typed.moveRight()
    #expect(typed == TextInput("hello"))
  }
}
