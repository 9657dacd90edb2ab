// What the values of a column seem to mean together.
import AlmanacRecords
import TestSupport
import Testing

@testable import AlmanacFeatures

@Suite struct ColumnVerdictTests {
  /// A column by its name and type, its values, and what they say together.
  typealias Case = (name: String, type: String, values: [Excerpt], verdict: ColumnVerdict)

  private static let flags: [Case] = [
    ("n", "", [.integer(0), .integer(1), .null], .agreed(.flag)),
    ("n", "", [.integer(1), .integer(1)], .open),
    ("n", "", [.integer(0)], .open),
    ("n", "", [.integer(0), .integer(1), .integer(2)], .odd),
    ("n", "", [.integer(0), .text("1")], .odd),
    ("n", "", [.real(0), .real(1)], .odd),
    ("n", "BOOLEAN", [.null, .integer(1)], .agreed(.flag)),
    ("n", "bool", [.integer(0), .integer(7)], .odd),
    ("n", "BOOLEAN", [.text("t")], .odd),
    ("n", "BOOLEAN", [], .open),
    ("n", "", [.null, .null], .open),
  ]

  private static let numbers: [Case] = [
    ("created_at", "", [.integer(1_769_688_000), .null, .integer(631_152_000)], .agreed(.number(.seconds))),
    ("createdAt", "", [.real(1_769_688_000.25)], .agreed(.number(.seconds))),
    ("lastModified", "", [.integer(1_769_688_000_123)], .agreed(.number(.milliseconds))),
    ("mtime", "", [.integer(1_769_688_000_123_456)], .agreed(.number(.microseconds))),
    ("last_visit_time", "", [.integer(13_414_161_600_000_000)], .agreed(.number(.microsecondsSince1601))),
    ("born", "TIMESTAMP", [.integer(1_769_688_000)], .agreed(.number(.seconds))),
    ("born", "datetime", [.integer(1_769_688_000)], .agreed(.number(.seconds))),
    ("at", "", [.integer(1_769_688_000)], .agreed(.number(.seconds))),
    ("seen_on", "", [.integer(1_769_688_000)], .agreed(.number(.seconds))),
    ("when", "", [.integer(1_769_688_000)], .agreed(.number(.seconds))),
    ("ts", "", [.real(1_769_688_000.5)], .agreed(.number(.seconds))),
    ("validUntil", "", [.integer(1_769_688_000)], .agreed(.number(.seconds))),
    ("on_sale", "", [.integer(1_769_688_000)], .odd),
    ("station", "", [.integer(1_769_688_000)], .odd),
    ("size", "", [.integer(1_769_688_000)], .odd),
    ("Katt", "", [.integer(1_769_688_000)], .odd),
    ("created_at", "", [.integer(631_151_999)], .odd),
    ("created_at", "", [.integer(4_102_444_800)], .odd),
    ("created_at", "", [.integer(1_769_688_000), .integer(0)], .odd),
    ("created_at", "", [.integer(1_769_688_000), .integer(1_769_688_000_000)], .odd),
    ("created_at", "", [.integer(1_769_688_000), .text("2026-01-29")], .odd),
    ("created_at", "", [.real(.infinity)], .odd),
    ("created_at", "", [.integer(.max)], .odd),
    ("created_at", "", [.integer(.min)], .odd),
  ]

  private static let texts: [Case] = [
    ("born", "TEXT", [.text("2026-01-29T12:00:00Z"), .text("2026-01-29 13:00+01")], .agreed(.moment(isZoned: true))),
    ("born", "TEXT", [.text("2026-01-29"), .text("2026-01-29 12:00:00.5")], .agreed(.moment(isZoned: false))),
    ("born", "TEXT", [.text("2026-01-29T12:00:00Z"), .text("2026-01-29T12:00:00")], .odd),
    ("born", "TEXT", [.text("2026-01-29"), .text("soon")], .odd),
    ("born", "TEXT", [.text("2026-02-30")], .odd),
    ("data", "", [.text("{}"), .null, .text(" [1, {\"a\": null}]\n")], .agreed(.json)),
    ("data", "", [.text("{}"), .text("")], .odd),
    ("data", "", [.text("{}"), .text("7")], .odd),
    ("data", "", [.text("{no")], .odd),
    ("data", "", [.text("[\"" + String(repeating: "x", count: Excerpt.textLength))], .agreed(.json)),
    ("data", "", [.text("[x" + String(repeating: "x", count: Excerpt.textLength))], .odd),
    ("data", "", [.blob([0x7B, 0x7D], count: 2)], .odd),
    ("name", "TEXT", [.text("Ada")], .odd),
  ]

  @Test(
    "ANY-09: a column has a meaning where all its values have the same; numbers are times only by name or type",
    arguments: flags + numbers + texts)
  func verdict(_ test: Case) {
    #expect(ColumnVerdict(test.values, in: ColumnHints(test.name, type: test.type)) == test.verdict)
  }

  @Test(
    "ANY-09: a cell shows the meaning of a value; what does not fit it stands as it is",
    arguments: [
      (.flag, .integer(0), "○"), (.flag, .integer(1), "●"), (.flag, .null, nil), (.flag, .text("1"), nil),
      (.number(.seconds), .integer(1_769_688_000), "2026-01-29 12:00:00"),
      (.number(.seconds), .real(1_769_688_000.9), "2026-01-29 12:00:00"),
      (.number(.milliseconds), .integer(1_769_688_000_999), "2026-01-29 12:00:00"),
      (.number(.microseconds), .integer(1_769_688_000_000_001), "2026-01-29 12:00:00"),
      (.number(.microsecondsSince1601), .integer(13_414_161_600_000_000), "2026-01-29 12:00:00"),
      (.number(.seconds), .null, nil),
      (.moment(isZoned: true), .text("2026-01-29T12:00:00+02:00"), "2026-01-29 10:00:00"),
      (.moment(isZoned: false), .text("2026-01-29T12:00:00"), nil),
      (.json, .text("{ \"a b\" : [ 1,\n 2 ],\t\"c\":{} }"), "{\"a b\":[1,2],\"c\":{}}"),
      (.json, .text("{no"), nil),
    ] as [(ValueMeaning, Excerpt, String?)])
  func cell(_ meaning: ValueMeaning, _ value: Excerpt, _ text: String?) {
    #expect(meaning.text(of: value, in: .utc) == text)
  }
}
