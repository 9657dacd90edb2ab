// Text from any source becomes harmless.
import TestSupport
import Testing

@testable import Terminals

@Suite("Safe text")
struct SafeTextTests {
  @Test(
    "what must not reach a terminal is shown as a sign",
    arguments: [
      ("plain ~ text", "plain ~ text"),
      ("a\u{1B}[2Jb", "a␛[2Jb"),
      ("\u{0}\u{7}\u{8}\u{7F}", "␀␇␈␡"),
      ("one\ntwo\r\nthree\tfour", "one↵two␍↵three→four"),
      ("\u{9B}31m\u{85}\u{90}", "␦31m␦␦"),
      ("safe\u{202E}txt.exe\u{202C}", "safe␦txt.exe␦"),
      ("\u{2066}a\u{2069}\u{200E}\u{200F}\u{61C}", "␦a␦␦␦␦"),
      ("zero\u{200B}width\u{FEFF}\u{2060}\u{AD}", "zero␦width␦␦␦"),
      ("a\u{200D}b", "a␦b"),
      ("👨\u{200D}x", "👨␦x"),
      ("\u{E0041}\u{E007F}", "␦␦"),
      ("\u{378}\u{FFFE}\u{10FFFF}", "␦␦␦"),
      ("\u{2028}\u{2029}", "↵↵"),
      ("\u{301}abc", "◌\u{301}abc"),
      ("👩‍🚀 e\u{301} 🇩🇪 ❤️", "👩‍🚀 e\u{301} 🇩🇪 ❤️"),
      ("\u{3164}\u{115F}", "␦␦"),
    ] as [(String, String)])
  func signs(text: String, shown: String) {
    #expect(SafeText.string(text) == shown)
  }

  @Test(
    "what is not UTF-8 becomes one sign for each stretch, as in Swift's own repair",
    arguments: [
      [0xFF], [0xC0, 0xAF], [0xE2, 0x82], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x91], [0xF5, 0x80],
      [0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x61, 0xE2, 0x28, 0xA1], [0xE0, 0x80, 0xAF], [0xC3],
    ] as [[UInt8]])
  func repair(bytes: [UInt8]) {
    #expect(SafeText.string(bytes: bytes) == String(decoding: bytes, as: UTF8.self))
  }

  @Test("random bytes come out without anything that controls a terminal")
  func randomBytes() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let bytes = (0..<40).map { _ -> UInt8 in
        Bool.random(using: &generator)
          ? .random(in: .min ... .max, using: &generator)
          : [0x1B, 0x9B, 0xC2, 0xE2, 0x80].randomElement(using: &generator)!
      }
      let safe = SafeText.string(bytes: bytes)
      for scalar in safe.unicodeScalars {
        #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value), "of \(bytes)")
        #expect(ScalarClass(scalar.value) != .unprintable, "of \(bytes)")
      }
      #expect(SafeText.string(safe) == safe, "what is safe stays as it is; of \(bytes)")
    }
  }

  @Test("without UTF-8 everything is ASCII, one sign for each cluster")
  func ascii() {
    #expect(SafeText.string("● é 漢 👨‍👩‍👧 “a”…│─┐\u{1B}", isUnicode: false) == "* ? ? ? \"a\".|-+?")
  }

  @Test("only what is shown is looked at")
  func bounded() {
    // A reader without a limit would read all marks of this text.
    let text = String(repeating: "a", count: 50) + String(repeating: "\u{301}", count: 100_000)
    #expect(SafeText.string(text, columns: 20) == String(repeating: "a", count: 20))
    let marks = SafeText.string("a" + String(repeating: "\u{301}", count: 100_000), columns: 3)
    #expect(marks.unicodeScalars.count == 3 + 3 * SafeClusterReader.markLimit)
    var buffer = CellBuffer(size: Size(width: 3, height: 1))
    #expect(buffer.write("a" + String(repeating: "\u{301}", count: 100_000), at: Point(column: 0, row: 0)) == 3)
  }
}
