// A terminal's screen, reconstructed from the output of ncurses.
import Testing

@testable import Harnesses

@Suite("The text of a screen") struct ScreenTextTests {
  /// The rows of a screen of 10 columns and 4 lines after these pieces of output.
  private func rows(_ pieces: String...) -> [String] {
    var screen = ScreenText(width: 10, height: 4)
    for piece in pieces { for byte in piece.utf8 { screen.take([byte]) } }
    return screen.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private let four = "one\r\ntwo\r\nthree\r\nfour"

  @Test("text stands where the cursor was put, whatever the looks")
  func moves() {
    #expect(rows("\u{1B}[2;3Ha\u{1B}[1;7mb\u{1B}[0m\u{1B}[4G…\u{1B}[4d●\u{1B}(B") == ["", "  a…", "", "    ●"])
    #expect(rows("abc\u{8}\u{8}x\u{1B}[Cz\u{1B}[5Dy\u{1B}[B1\u{1B}[A2") == ["yx2z", " 1", "", ""])
    #expect(rows("\u{1B}]0;title\u{7}\u{1B}[?1049h\u{1B}[>4;1mab") == ["ab", "", "", ""])
  }

  @Test("characters are erased, repeated, inserted and taken out")
  func edits() {
    #expect(rows("abcdef\u{1B}[3G\u{1B}[K") == ["ab", "", "", ""])
    #expect(rows("abcdef\u{1B}[3G\u{1B}[1K") == ["   def", "", "", ""])
    #expect(rows("abcdef\u{1B}[3G\u{1B}[2X") == ["ab  ef", "", "", ""])
    #expect(rows("a\u{1B}[4b") == ["aaaaa", "", "", ""])
    #expect(rows("abcdef\u{1B}[3G\u{1B}[2P\u{1B}[1@") == ["ab ef", "", "", ""])
    #expect(rows(four + "\u{1B}[2;2H\u{1B}[J") == ["one", "t", "", ""])
    #expect(rows(four + "\u{1B}[2J") == ["", "", "", ""])
  }

  @Test("rows scroll within their region")
  func scrolls() {
    #expect(rows(four + "\n") == ["two", "three", "four", ""])
    #expect(rows(four + "\u{1B}[1;3r\u{1B}[3d\n") == ["two", "three", "", "four"])
    #expect(rows(four + "\u{1B}[H\u{1B}M") == ["", "one", "two", "three"])
    #expect(rows(four + "\u{1B}[2d\u{1B}[2M") == ["one", "four", "", ""])
    #expect(rows(four + "\u{1B}[2d\u{1B}[L") == ["one", "", "two", "three"])
    #expect(rows(four + "\u{1B}[2;3r\u{1B}[S") == ["one", "three", "", "four"])
  }

  @Test("the saved place is there again after the region has changed")
  func savedPlace() {
    #expect(rows(four + "\u{1B}[2;3H\u{1B}7\u{1B}[1;3r\u{1B}8x") == ["one", "twx", "three", "four"])
  }

  @Test("a text is found within a row, not across two")
  func finding() {
    var screen = ScreenText(width: 10, height: 4)
    screen.take(Array(four.utf8))
    #expect(screen.shows("hree") && !screen.shows("onetwo") && screen.line(3).hasPrefix("four "))
  }
}
