import AlmanacRecords
import Testing

@Suite struct SearchQueryTests {
  @Test func termsAreSeparatedByWhiteSpace() {
    let query = SearchQuery("  Group\tof CATS ")
    #expect(query.terms == ["group", "of", "cats"])
    #expect(query.excluded == [])
  }

  @Test func quotedWordsAreOneTerm() {
    #expect(SearchQuery(#"a "two words" b"#).terms == ["a", "two words", "b"])
    #expect(SearchQuery(#""not closed yet"#).terms == ["not closed yet"])
  }

  @Test func exclamationMarkExcludes() {
    let query = SearchQuery(#"cat !dog !"big fish""#)
    #expect(query.terms == ["cat"])
    #expect(query.excluded == ["dog", "big fish"])
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
    let joined = SearchQuery("abc bcd").matches(in: "xabcdx").map { String("xabcdx"[$0]) }
    #expect(joined == ["abcd"])
  }

  @Test func matcherLooksThroughAllFields() {
    let matcher = SearchMatcher(SearchQuery("ada org !inactive"))
    #expect(matcher.matches("Ada Byron", "ada@example.org"))
    #expect(!matcher.matches("Ada Byron", "ada@example.com"))
    #expect(!matcher.matches("Ada Byron", "ada@example.org", "INACTIVE"))
    #expect(!matcher.matches("adao", "rg"), "a term does not run over the edge of a field")
  }
}
