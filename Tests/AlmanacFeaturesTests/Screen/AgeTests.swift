// Ages of past times, and durations until future ones.
@testable import AlmanacFeatures
import Testing

@Suite struct AgeTests {

  @Test(
    arguments: [
      (0, "now", "now"), (59, "now", "now"), (60, "1 min", "1 min ago"), (3599, "59 min", "59 min ago"),
      (3600, "1 h", "1 h ago"), (86_399, "23 h", "23 h ago"), (86_400, "1 d", "1 d ago"),
      (29 * 86_400, "29 d", "29 d ago"), (30 * 86_400, "1 mo", "1 mo ago"), (364 * 86_400, "12 mo", "12 mo ago"),
      (365 * 86_400, "1 y", "1 y ago"), (40 * 365 * 86_400, "40 y", "40 y ago"),
    ] as [(Double, String, String)])
  func past(seconds: Double, text: String, phrase: String) {
    #expect(Age.text(from: 1_000_000_000 - seconds, to: 1_000_000_000) == text)
    #expect(Age.phrase(from: 1_000_000_000 - seconds, to: 1_000_000_000) == phrase)
    #expect(text.count <= Age.usualWidth)
    #expect(phrase.count <= Age.usualPhraseWidth)
  }

  @Test(
    arguments: [
      (1, "now"), (59, "now"), (60, "in 1 min"), (7200, "in 2 h"), (5 * 86_400, "in 5 d"), (60 * 86_400, "in 2 mo"),
      (730 * 86_400, "in 2 y"),
    ] as [(Double, String)])
  func future(seconds: Double, text: String) {
    #expect(Age.text(from: seconds, to: 0) == text)
    #expect(Age.phrase(from: seconds, to: 0) == text)
  }
}
