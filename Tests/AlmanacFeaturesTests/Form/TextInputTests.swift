// The text input against a plain model.
@testable import AlmanacFeatures
import TestSupport
import Testing

/// A plain model of a text and its cursor.
private struct PlainInput {
  var before = ""
  var after = ""

  mutating func apply(_ edit: TextEdit) {
    switch edit {
    case .insert(let text): before += text
    case .delete(.characterBefore): if !before.isEmpty { before.removeLast() }
    case .delete(.characterAfter): if !after.isEmpty { after.removeFirst() }
    case .move(.characterBefore): if let last = before.popLast() { after = String(last) + after }
    case .move(.characterAfter): if !after.isEmpty { before.append(after.removeFirst()) }
    case .move(.allBefore): (before, after) = ("", before + after)
    case .move(.allAfter): (before, after) = (before + after, "")
    case .delete(.allBefore): before = ""
    case .delete(.allAfter): after = ""
    case .delete(.wordBefore): before.removeLast(lastWord.count)
    case .delete(.wordAfter): after.removeFirst(nextWord.count)
    case .delete(.lineBefore), .delete(.lineAfter), .move(.lineBefore), .move(.lineAfter): break
    case .move(.wordBefore):
      after = lastWord + after
      before.removeLast(lastWord.count)
    case .move(.wordAfter):
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
        case 4..<7: .delete(.characterBefore)
        case 7..<9: .delete(.characterAfter)
        case 9..<13: .move(.characterBefore)
        case 13..<16: .move(.characterAfter)
        case 16: .move(.allBefore)
        case 17: .move(.allAfter)
        case 18: .delete(.wordBefore)
        case 19: .delete(.wordAfter)
        case 20..<22: .move(.wordBefore)
        case 22: .move(.wordAfter)
        default: step % 50 == 49 ? .delete(.allBefore) : step % 50 == 24 ? .delete(.allAfter) : .move(.characterBefore)
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

  @Test("a text of lines knows how many end before and behind its cursor", arguments: 0..<10)
  func lines(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var input = TextInput("one\ntwo\r\n\nfour", hasLines: true)
    for step in 0..<400 {
      let stretch: TextEdit.Stretch = [
        .characterBefore, .characterAfter, .wordBefore, .wordAfter, .allBefore, .allAfter, .lineBefore, .lineAfter,
      ].randomElement(using: &generator)!
      let isDeletion = Int.random(in: 0..<6, using: &generator) == 0
      let text = ["a", "\n", "b\r\nc", "é\n\nd", "two words"].randomElement(using: &generator)!
      let edit: TextEdit =
        isDeletion ? .delete(stretch) : Bool.random(using: &generator) ? .move(stretch) : .insert(text)
      let (lines, column) = (input.linesBefore, self.column(input))
      input.apply(edit)
      let before = input.suffixBeforeCursor(.max).text
      #expect(input.linesBefore == before.utf8.count { $0 == 0x0A }, "step \(step)")
      #expect(input.linesBefore + input.linesAfter == input.text.utf8.count { $0 == 0x0A }, "step \(step)")
      let all = input.text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
      for first in 0..<all.count {
        #expect(input.lines(first..<first + 2).map(Array.init) == Array(all[first...].prefix(2)), "step \(step)")
      }
      if edit == .move(.lineBefore) {
        #expect(input.linesBefore == max(0, lines - 1))
        #expect(self.column(input) <= column)
      }
      if edit == .move(.allBefore) { #expect(self.column(input) == 0 && input.linesBefore == lines) }
    }
  }

  /// The number of characters between the start of the line and the cursor.
  private func column(_ input: TextInput) -> Int {
    let before = input.suffixBeforeCursor(.max).text
    return before.split(separator: "\n", omittingEmptySubsequences: false).last?.split(
      separator: "\r\n", omittingEmptySubsequences: false
    ).last?.count ?? 0
  }

  @Test func anAccentBelongsToTheLetterBeforeIt() {
    for letters in ["e", String(repeating: "e", count: 5000)] {
      var input = TextInput(letters)
      input.insert("\u{301}")
      #expect(input.text == letters + "\u{301}")
      input.apply(.move(.characterBefore))
      #expect(input.prefixAfterCursor(9) == "e\u{301}")
      input.apply(.move(.allAfter))
      input.apply(.delete(.characterBefore))
      #expect(input.text == letters.dropLast())
    }
  }

  @Test func aLineBreakIsOneSpace() {
    var input = TextInput()
    input.insert("a\r\nb\nc\rd\te\u{2028}f\u{85}g\t\th")
    #expect(input.text == "a b c d e f g  h")
    // A line break of two characters may arrive changed from a terminal; there are empty lines too. The last one is not
    // part of the line.
    input.insert("\ni\n\nj\r\rk\r\r\n")
    #expect(input.text == "a b c d e f g  h i j k")
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

  @Test("REAL-14: beyond its limit a text takes nothing, and no part of a character")
  func limit() {
    var input = TextInput(limit: 7)
    input.insert("漢字漢")
    #expect(input.text == "漢字")
    input.insert("éx")
    #expect(input.text == "漢字")
    input.apply(.move(.allBefore))
    input.insert("ab")
    #expect(input.text == "a漢字")
    input.apply(.delete(.allAfter))
    input.insert(String(repeating: "b", count: 1 << 20))
    #expect(input.text == "abbbbbb")
    #expect(TextInput("as it is", limit: 2).text == "as it is")
  }

  @Test func equalTextsAndCursorsAreEqualHoweverTheyCameToBe() {
    var typed = TextInput()
    for character in "hello" { typed.insert(String(character)) }
    #expect(typed == TextInput("hello"))
    #expect(typed.hashValue == TextInput("hello").hashValue)
    typed.apply(.move(.characterBefore))
    #expect(typed != TextInput("hello"))
    typed.apply(.move(.characterAfter))
    #expect(typed == TextInput("hello"))
  }
}
