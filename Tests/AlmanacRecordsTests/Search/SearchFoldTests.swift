// Which texts are equal to a search.
import Foundation
import Testing

@testable import AlmanacRecords

@Suite struct SearchFoldTests {
  /// Whether a search for one text finds the other, both ways.
  private func areEqual(_ a: String, _ b: String) -> Bool {
    SearchMatcher(SearchQuery("\"\(a)\"")).matches("x\(b)x") && SearchMatcher(SearchQuery("\"\(b)\"")).matches("x\(a)x")
  }

  @Test(
    "REAL-30: canonically equal texts are equal",
    arguments: [
      "йод", "Ёж", "їжак", "한국어", "がぎぐ", "パピプ", "ά έ ΐ", "Việt Nam", "آب", "ئۇ", "क़", "ো", "café", "Ǽ", "\u{1E69}", "≠",
      "\u{2126}", "\u{F900}", "שּׁ", "\u{1F84}",
    ])
  func canonical(_ text: String) {
    #expect(areEqual(text.decomposedStringWithCanonicalMapping, text))
    #expect(areEqual(text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping))
  }

  @Test("REAL-30: each letter that Unicode decomposes is equal to its parts, and marks count in any order")
  func allLetters() {
    let others = (UInt32(0x80)...0x2_FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
      guard let age = scalar.properties.age, (age.major, age.minor) <= (14, 0) else { return false }
      let text = String(scalar)
      let parts = SearchFold.fold(text.decomposedStringWithCanonicalMapping)
      return SearchFold.fold(text).unicodeScalars.elementsEqual(parts.unicodeScalars) == false
    }
    #expect(others == [])
    #expect(SearchFold.fold("ש\u{5C1}\u{5BC}") == SearchFold.fold("ש\u{5BC}\u{5C1}"))
    #expect(SearchFold.fold("\u{3B1}\u{345}\u{301}") == SearchFold.fold("\u{3B1}\u{301}\u{345}"))
    #expect(areEqual("\u{628}\u{64E}\u{651}", "\u{628}\u{651}\u{64E}"))
  }

  @Test("REAL-30: only Latin letters lose their accents")
  func otherLetters() {
    for (a, b) in [("й", "и"), ("ё", "е"), ("ї", "і"), ("が", "か"), ("ά", "α"), ("≠", "=")] {
      #expect(!SearchMatcher(SearchQuery(a)).matches(b) && !SearchMatcher(SearchQuery(b)).matches(a), "\(a) \(b)")
      let parts = a.decomposedStringWithCanonicalMapping
      #expect(!SearchMatcher(SearchQuery(parts)).matches(b) && !SearchMatcher(SearchQuery(b)).matches(parts))
    }
    for (a, b) in [("ế", "e"), ("ø", "o"), ("ǽ", "æ"), ("а\u{301}", "а")] { #expect(areEqual(a, b), "\(a) \(b)") }
  }

  @Test(
    "REAL-31: letters are equal whatever their case, by Unicode's full case folding",
    arguments: [
      ("ΟΔΟΣ", "οδος"), ("ΟΔΟΣ", "οδοσ"), ("straße", "STRASSE"), ("STRAẞE", "strasse"), ("ﬁnal", "FINAL"), ("ﬄ", "ffl"),
      ("ᲗᲑᲘᲚᲘᲡᲘ", "თბილისი"), ("ԵՐԵՒԱՆ", "երևան"), ("ᏣᎳᎩ", "ꮳꮃꭹ"), ("𐐀𐐁", "𐐨𐐩"), ("İSTANBUL", "istanbul"),
      ("DIYARBAKIR", "dıyarbakır"), ("ſ", "S"), ("\u{212A}", "k"), ("Ǆ", "ǆ"), ("\u{1FB4}", "ΆΙ"), ("Ω", "ω"),
      ("𞤀", "𞤢"),
    ])
  func cases(_ a: String, _ b: String) {
    #expect(areEqual(a, b))
    #expect(SearchFold.unicodeVersion == "14.0.0")
  }

  @Test("REAL-31: what is emphasised are whole letters of the text as it stands")
  func emphasis() {
    func found(_ search: String, _ text: String) -> [String] {
      SearchQuery(search).matches(in: text).map { String(text[$0]) }
    }
    #expect(found("strass", "Die Straße") == ["Straß"])
    #expect(found("s", "Die ß") == ["ß"])
    #expect(found("fi", "eﬁn") == ["ﬁ"])
    #expect(found("й", "и\u{306}од") == ["и\u{306}"])
    #expect(found("한", "x\u{1112}\u{1161}\u{11AB}x") == ["\u{1112}\u{1161}\u{11AB}"])
    #expect(found("cafe", "un cafe\u{301}!") == ["cafe\u{301}"])
  }

  @Test("bytes that are no UTF-8, and marks with nothing before them, are passed as they are or vanish")
  func oddBytes() {
    let matcher = SearchMatcher(SearchQuery("ab"))
    func finds(_ bytes: [UInt8]) -> Bool {
      matcher.begin()
      bytes.withUnsafeBytes { matcher.look(in: $0, 0) }
      return matcher.isMatch
    }
    #expect(
      finds([0xCC, 0x81, 0x61, 0xCC, 0x81, 0x62]) && finds([0xFF, 0x61, 0x62]) && finds([0x80, 0x41, 0x42, 0xC3]))
    #expect(!finds([0x61, 0xFF, 0x62]) && !finds([0x61, 0x80, 0x62]))
    #expect(finds(Array(repeating: 0xCC, count: 3_000) + [0x61, 0x62]))
  }
}
