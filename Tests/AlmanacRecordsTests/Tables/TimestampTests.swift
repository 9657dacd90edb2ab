import AlmanacRecords
import Testing

@Suite struct TimestampTests {
  @Test(
    arguments: [
      ("1970-01-01 00:00:00.000", 0.0), ("2026-01-31 12:34:56.789", 1_769_862_896.789),
      ("2026-01-31", 1_769_817_600), ("2026-01-31T12:34", 1_769_862_840), ("2026-01-31T12:34:56Z", 1_769_862_896),
      ("2026-01-31T12:34:56+02:00", 1_769_855_696), ("2026-01-31T12:34:56-0530", 1_769_882_696),
      ("2024-02-29 00:00:00", 1_709_164_800), ("1969-12-31 23:59:59", -1),
    ])
  func isoFormsAreRead(_ text: String, _ seconds: Double) throws {
    let read = try #require(Timestamp(text: text).secondsSince1970)
    #expect(abs(read - seconds) < 0.0005)
  }

  @Test(
    arguments: [
      "", "yesterday", "2026-13-01", "2026-02-29", "2026-01-31 25:00", "2026-01-31 12:60", "2026-01-31 12:00:00.",
      "2026-01-31 12:00 noon", "2026-1-1",
    ])
  func whatIsNoMomentIsNotRead(_ text: String) {
    #expect(Timestamp(text: text).secondsSince1970 == nil)
  }

  @Test func isWrittenAsTheBookWritesIt() {
    #expect(Timestamp(secondsSince1970: 1_769_862_896.789).text == "2026-01-31 12:34:56.789")
    #expect(Timestamp(secondsSince1970: -0.001).text == "1969-12-31 23:59:59.999")
  }
}
