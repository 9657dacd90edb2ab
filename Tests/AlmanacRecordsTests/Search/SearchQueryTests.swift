import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct SearchQueryTests {
  @Test func termsAreSeparatedByWhiteSpace() {
    let query = SearchQuery("  Group\tof CATS ")
    #expect(query.terms == ["group", "of", "cats"])
    #expect(query.understanding == nil)
  }

  @Test func quotedWordsAreOneTerm() {
    #expect(SearchQuery(#"a "two words" b"#).terms == ["a", "two words", "b"])
    #expect(SearchQuery(#""not closed yet"#).terms == ["not closed yet"])
  }

  @Test func exclamationMarkExcludes() {
    let query = SearchQuery(#"cat !dog !"big fish""#)
    #expect(query.terms == ["cat"])
    #expect(query.understanding == "cat, not dog, not big fish")
  }

  @Test(arguments: ["", " ", "!", "\"", "\"\"", "!\"", "! ", "\u{301}"])
  func whatSaysNothingYetFindsEverything(_ text: String) {
    #expect(SearchQuery(text).isEmpty)
  }

  @Test func searchesThatAskForTheSameAreEqual() {
    #expect(SearchQuery("Éa  b") == SearchQuery("ea b"))
    #expect(SearchQuery("a b") != SearchQuery("b a"))
  }

  @Test func foldingIgnoresCaseAndLatinAccents() {
    #expect(SearchFold.fold("Dvořák ÉÀÇ Łódź İı") == "dvorak eac lodz ii")
    #expect(SearchFold.fold("cafe\u{301}") == "cafe")
    #expect(SearchFold.fold("ΣΊΣΥΦΟΣ Привет") == "σίσυφοσ привет")
    #expect(SearchFold.fold("ＡＢＣ 山") == "ａｂｃ 山")
  }

  @Test func matchesAreFoundInTheTextAsItStands() {
    let text = "A clowder: Clöwder, CLOWDERS"
    let matches = SearchQuery("clowder").matches(in: text).map { String(text[$0]) }
    #expect(matches == ["clowder", "Clöwder", "CLOWDER"])
    #expect(SearchQuery("ab").matches(in: "a\0b").isEmpty)
    #expect(SearchQuery("a\0b").matches(in: "a\0b").count == 1)
    let joined = SearchQuery("abc bcd").matches(in: "xabcdx").map { String("xabcdx"[$0]) }
    #expect(joined == ["abcd"])
  }

  /// The parts of the folded text that belong to a match; each place is tested by itself.
  private func plainMatches(_ query: SearchQuery, _ text: String) -> [Range<String.Index>] {
    let fold = { (index: String.Index) in SearchFold.fold(String(text.unicodeScalars[index])) }
    let indices = text.unicodeScalars.indices.filter { !fold($0).isEmpty }
    let folded = indices.map { fold($0).unicodeScalars.first!.value }
    let terms = query.terms.map { $0.unicodeScalars.map(\.value) }
    let isMatched = folded.indices.map { place in
      terms.contains { term in
        (max(0, place - term.count + 1)...place).contains { folded[$0...].starts(with: term) }
      }
    }
    var ranges: [Range<String.Index>] = []
    for place in folded.indices where isMatched[place] {
      let end = place + 1 < indices.count ? indices[place + 1] : text.endIndex
      if place > 0, isMatched[place - 1] {
        ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<end
      } else {
        ranges.append(indices[place]..<end)
      }
    }
    return ranges
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func matchesAreThoseOfAPlainLook(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet: [Unicode.Scalar] = ["a", "a", "b", "b", "B", "á", "\u{301}", "山", "🎉", "\0", " "]
    func text(_ length: ClosedRange<Int>) -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: length, using: &random) { text.append(alphabet.randomElement(using: &random)!) }
      return String(text)
    }
    for _ in 0..<2000 {
      let (query, text) = (SearchQuery(text(1...6)), text(0...20))
      #expect(
        query.matches(in: text) == plainMatches(query, text),
        "\(query.text.debugDescription) in \(text.debugDescription)")
    }
  }

  @Test func matcherLooksThroughAllFields() {
    let matcher = SearchMatcher(SearchQuery("ada org !inactive"))
    #expect(matcher.matches("Ada Byron", "ada@example.org"))
    #expect(!matcher.matches("Ada Byron", "ada@example.com"))
    #expect(!matcher.matches("Ada Byron", "ada@example.org", "INACTIVE"))
    #expect(!matcher.matches("adao", "rg"), "a term does not run over the edge of a field")
  }
}
