// Widths, against the C library's and against known values.
import CNcurses
import Glibc
import Testing

@testable import Terminals

@Suite("Display width")
struct DisplayWidthTests {
  @Test("the table agrees with wcwidth in C.UTF-8 for every scalar")
  func everyScalar() {
    #expect(setlocale(LC_CTYPE, "C.UTF-8") != nil)
    var wrong: [String] = []
    var formats = 0
    for value in UInt32(0)..<0x110000 where !(0xD800..<0xE000).contains(value) {
      let theirs = value == 0 ? -1 : almanac_wcwidth(value)
      let agrees =
        switch ScalarClass(value) {
        case .mark: theirs == 0
        case .narrow: theirs == 1
        case .wide: theirs == 2
        case .unprintable: theirs == -1
        // The known exception: an invisible character is shown as a sign of one column, whatever its width in C.
        case .format: theirs >= 0
        }
      if ScalarClass(value) == .format { formats += 1 }
      if !agrees { wrong.append("U+\(String(value, radix: 16)): \(ScalarClass(value)), wcwidth \(theirs)") }
    }
    #expect(wrong == [])
    #expect((100...300).contains(formats), "\(formats) invisible scalars")
  }

  @Test(
    "clusters",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한글", 4), ("\u{1112}\u{1161}\u{11AB}", 2),
      ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("❤️", 1), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("🇩", 1), ("1️⃣", 1),
      ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2), ("a\tb", 3), ("\u{200B}", 1), ("\u{301}", 1),
      ("ｶ", 1), ("Ａ", 2), ("a\u{300}\u{301}\u{302}", 1), ("\u{00AD}", 1), ("\u{0B95}\u{0BBE}", 2),
    ] as [(String, Int)])
  func clusters(text: String, width: Int) {
    #expect(displayWidth(text) == width)
    #expect(displayWidth(bytes: Array(text.utf8)) == width)
  }

  @Test("counting stops at the limit")
  func limit() {
    #expect(displayWidth(String(repeating: "漢", count: 100), limit: 7) == 7)
    #expect(displayWidth("abc", limit: 7) == 3)
  }
}
