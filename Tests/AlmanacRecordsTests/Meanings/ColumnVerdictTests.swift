// The common meaning of some values of a column.
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct ColumnVerdictTests {
  /// A column's name and type, its values, and their common meaning.
  typealias Case = (name: String, type: String, values: [Excerpt], verdict: ColumnVerdict)

  private static let none = ColumnVerdict.decided(nil)

  private static func verdict(_ test: Case, ofApple: Bool = false) -> ColumnVerdict {
    ColumnTally(ColumnHints(test.name, type: test.type, countsFrom2001: ofApple), test.values).verdict
  }

  // MARK: Yes and no

  private static let flags: [Case] = [
    ("n", "BOOLEAN", [.null, .integer(1)], .decided(.flag)),
    ("n", "bool", [.integer(0), .integer(7)], .decided(.flag)),
    ("version", "BOOLEAN", [], .decided(.flag)),
    ("n", "", [.null, .null], .open),
    ("n", "", [.integer(0), .integer(1), .null], none),
    ("is_read", "", [.integer(0), .integer(1), .null], .decided(.flag)),
    ("is_read", "", [.integer(1), .integer(1)], none),
    ("is_read", "", [.integer(0)], none),
    ("is_read", "", [.integer(0), .integer(1), .integer(2)], none),
    ("is_read", "", [.integer(0), .text("1")], none),
    ("is_read", "", [.real(0), .real(1)], none),
    ("is_read", "", [.null], .open),
  ]

  @Test("REAL-22: a column says yes or no if it is declared so, or is named so and holds both", arguments: flags)
  func flag(_ test: Case) { #expect(Self.verdict(test) == test.verdict) }

  @Test(
    "REAL-22: names that say yes or no, and names that count, number or sort",
    arguments: [
      ("is_active", true), ("isActive", true), ("has_children", true), ("active", true), ("enabled", true),
      ("deleted", true), ("message_read", true), ("isread", true), ("HASREAD", true), ("can_edit", true),
      ("archived", true), ("pinned", true), ("is_default", true),
      ("read_count", false), ("deleted_count", false), ("num_active", false), ("version", false), ("kind", false),
      ("type", false), ("sort_order", false), ("size", false), ("level", false), ("island", false), ("hash", false),
      ("on_sale", false), ("position", false), ("is_version", false), ("state", false), ("flags", false), ("", false),
    ])
  func flagName(_ name: String, _ isFlag: Bool) {
    let test: Case = (name, "INTEGER", [.integer(0), .integer(1)], .decided(.flag))
    #expect((Self.verdict(test) == test.verdict) == isFlag)
  }

  // MARK: Quantities

  @Test(
    "CIT-12: names and types of columns that count or measure, and of those that only look so",
    arguments: [
      ("price", "", true), ("UnitPrice", "NUMERIC(10,2)", true), ("unitprice", "", true), ("Bytes", "", true),
      ("file_size", "INTEGER", true), ("Milliseconds", "", true), ("count(*)", "", true), ("sum(total)", "", true),
      ("Preis", "", true), ("población", "", true), ("value", "DECIMAL(10,2)", true), ("num_pages", "", true),
      ("population", "", true), ("ZSIZE", "", true), ("year_total", "", true), ("clicks", "", true),
      ("year", "", false), ("total_year", "", false), ("zip", "", false), ("uuid", "", false), ("code", "", false),
      ("price_id", "", false), ("page_number", "", false), ("phone", "DECIMAL", false), ("longitude", "", false),
      ("bytes_hash", "", false), ("n", "", false), ("value", "", false), ("max(id)", "", false),
      ("size_type", "", false),
    ])
  func quantity(_ name: String, _ type: String, _ isQuantity: Bool) {
    let values: [Excerpt] = [.integer(1200), .real(3.5), .integer(0), .null]
    #expect((Self.verdict((name, type, values, Self.none)) == .decided(.quantity)) == isQuantity)
  }

  @Test("CIT-12: keys are no quantities, and neither is a column that holds mostly texts")
  func noQuantity() {
    let key = ColumnHints("size", type: "", isKey: true)
    #expect(ColumnTally(key, [.integer(1200)]).verdict == Self.none)
    let reference = ColumnHints("size", type: "", isReference: true)
    #expect(ColumnTally(reference, [.integer(1200)]).verdict == Self.none)
    #expect(Self.verdict(("size", "", [.integer(1200), .text("S"), .text("XL")], Self.none)) == Self.none)
    #expect(Self.verdict(("size", "", [.integer(1200), .text("S")], Self.none)) == .decided(.quantity))
  }

  @Test("CIT-12: thousands in the whole part, and only in numbers")
  func grouped() {
    let values: [(Excerpt, String?)] = [
      (.integer(1234567), "1,234,567"), (.integer(-1000), "-1,000"), (.integer(999), nil),
      (.integer(.min), "-9,223,372,036,854,775,808"),
      (.real(1234.5678), "1,234.5678"), (.real(-999.5), nil), (.real(1e300), nil), (.real(.infinity), nil),
      (.text("12345"), nil), (.null, nil), (.blob([1, 2], count: 2), nil),
    ]
    for (value, text) in values { #expect(value.grouped(by: ",") == text) }
    #expect(Excerpt.integer(1234).grouped(by: "") == nil)
    #expect(Excerpt.integer(1234).grouped(by: " ") == "1 234")
  }

  // MARK: Moments

  private static let names: [(String, String)] = [
    ("created_at", ""), ("createdAt", ""), ("lastModified", ""), ("mtime", ""), ("last_visit_time", ""),
    ("born", "TIMESTAMP"), ("born", "datetime"), ("at", ""), ("seen_on", ""), ("when", ""), ("ts", ""),
    ("validUntil", ""), ("mod", ""), ("creation_utc", ""), ("last_accessed", ""), ("visited", ""), ("seen", ""),
    ("lastSeen", ""),
  ]

  @Test("REAL-23: names and types of columns that hold moments", arguments: names)
  func momentName(_ name: String, _ type: String) {
    let values: [Excerpt] = [.integer(1_769_688_000)]
    #expect(Self.verdict((name, type, values, Self.none)) == .decided(.number(.seconds)))
  }

  @Test(
    "a number is no moment in a column that is not named so",
    arguments: ["on_sale", "station", "sizes", "Katt", "modulus", "model"])
  func otherName(_ name: String) {
    #expect(Self.verdict((name, "", [.integer(1_769_688_000)], Self.none)) == Self.none)
  }

  private static let units: [Case] = [
    ("time", "", [.integer(1_769_688_000), .null], .decided(.number(.seconds))),
    ("time", "", [.real(1_769_688_000.25)], .decided(.number(.seconds))),
    ("time", "", [.integer(1_769_688_000_123)], .decided(.number(.milliseconds))),
    ("time", "", [.integer(1_769_688_000_123_456)], .decided(.number(.microseconds))),
    ("time", "", [.integer(1_769_688_000_123_456_789)], .decided(.number(.nanoseconds))),
    ("time", "", [.integer(13_414_161_600_000_000)], .decided(.number(.microsecondsSince1601))),
    ("time", "", [.integer(134_141_616_000_000_000)], .decided(.number(.fileTime))),
    ("time", "", [.real(2_461_070.0)], .decided(.number(.julianDays))),
    ("ticks", "", [.integer(639_052_848_000_000_000)], .decided(.number(.ticks))),
    // A number that fits two units has no decided meaning.
    ("time", "", [.integer(639_052_848_000_000_000)], none),
    ("time", "", [.integer(2_461_070)], none),
    ("date", "TIMESTAMP", [.real(757_382_400.25)], none), ("date", "", [.integer(630_000_000)], none),
    ("date", "REAL", [.real(849_999_999)], none), ("date", "", [.integer(757_382_400_000)], none),
    ("date", "", [.integer(757_382_400_123_456)], none), ("date", "", [.integer(757_382_400_123_456_789)], none),
    ("date", "TIMESTAMP", [.real(599_616_000), .real(757_382_400)], none),
    // Next to a clear value it has the clear one's unit.
    ("time", "", [.integer(1_769_688_000), .integer(757_382_400)], .decided(.number(.seconds))),
    ("time", "", [.integer(4_102_444_800)], none), ("time", "", [.integer(631_151_999)], none),
    // Seconds since 1904, as in HFS+.
    ("time", "", [.integer(3_852_532_800)], none),
    ("time", "", [.real(.infinity)], none), ("time", "", [.real(.nan)], none),
    ("time", "", [.integer(.max)], .open), ("time", "", [.integer(.min)], .open),
  ]

  @Test("REAL-20: a number that only one unit makes a moment of is one; of two it is a number", arguments: units)
  func unit(_ test: Case) { #expect(Self.verdict(test) == test.verdict) }

  private static let appleUnits: [Case] = [
    (
      "ZCREATIONDATE", "TIMESTAMP", [.real(757_382_400.25), .real(780_000_000.75)], .decided(.number(.secondsSince2001))
    ),
    ("ZCREATIONDATE", "TIMESTAMP", [.real(599_616_000)], .decided(.number(.secondsSince2001))),
    ("date", "INTEGER", [.integer(757_382_400_123_456_789)], .decided(.number(.nanosecondsSince2001))),
    ("date", "INTEGER", [.integer(757_382_400_123_456)], .decided(.number(.microsecondsSince2001))),
    ("date", "INTEGER", [.integer(757_382_400_123)], .decided(.number(.millisecondsSince2001))),
    ("last_modified", "INTEGER", [.integer(1_769_688_000)], .decided(.number(.seconds))),
    ("last_modified", "INTEGER", [.integer(1_769_688_000_000)], .decided(.number(.milliseconds))),
    ("ZTIMEZONE", "INTEGER", [.integer(-14_400), .integer(3600)], none),
    ("ZTOTALTIME", "INTEGER", [.integer(86_400)], none),
    ("ZREAD", "INTEGER", [.integer(0), .integer(1)], .decided(.flag)),
    ("ZISREAD", "INTEGER", [.integer(0), .integer(1)], .decided(.flag)),
  ]

  @Test("REAL-20: in a file that counts from 2001 so do its moments", arguments: appleUnits)
  func appleUnit(_ test: Case) { #expect(Self.verdict(test, ofApple: true) == test.verdict) }

  private static let mixed: [Case] = [
    ("time", "", [.integer(0)], .open), ("time", "", [.integer(-1), .real(0), .real(-1), .integer(0)], .open),
    ("time", "", [.integer(0), .integer(-1), .integer(1_769_688_000)], .decided(.number(.seconds))),
    ("time", "", [.integer(300_000_000), .integer(1_769_688_000)], .decided(.number(.seconds))),
    ("time", "", [.integer(-300_000_000), .integer(1_769_688_000)], .decided(.number(.seconds))),
    ("time", "", [.integer(253_402_300_799), .integer(1_769_688_000)], .decided(.number(.seconds))),
    ("time", "", [.integer(7), .integer(1_769_688_000)], .decided(.number(.seconds))),
    ("time", "", [.integer(7), .integer(8), .integer(1_769_688_000)], none),
    ("time", "", [.integer(1_769_688_000), .integer(1_769_688_000_000)], none),
    ("time", "", [.integer(1_769_688_000), .text("2026-01-29"), .text("2026-01-29")], none),
  ]

  @Test("REAL-21: what stands for never, and one date of long ago, do not speak against moments", arguments: mixed)
  func never(_ test: Case) { #expect(Self.verdict(test) == test.verdict) }

  private static let births: [Case] = [
    ("BIRTHDAY", "", [.integer(536_457_600_000)], .decided(.number(.milliseconds))),
    ("birth_ms", "", [.integer(-536_457_600_000), .integer(978_307_200_000)], .decided(.number(.milliseconds))),
    ("born", "", [.integer(-536_457_600_000_000)], .decided(.number(.microseconds))),
    ("dob", "", [.integer(1_100_000_000)], .decided(.number(.seconds))),
    // Seconds since 1970 and since 2001 are both possible.
    ("dob", "", [.integer(536_457_600), .integer(-300_000_000)], none),
    ("birthday", "", [.integer(1987), .integer(19_870_503)], none), ("date", "", [.integer(536_457_600_000)], none),
  ]

  @Test("REAL-21: births lie before 1990, too: in milliseconds they are moments", arguments: births)
  func birth(_ test: Case) { #expect(Self.verdict(test) == test.verdict) }

  @Test("REAL-20: in a file that counts from 2001 so do its births")
  func appleBirths() {
    let test: Case = ("ZBIRTHDAY", "TIMESTAMP", [.real(-441_849_600), .real(-1_000_000_000)], Self.none)
    #expect(Self.verdict(test, ofApple: true) == .decided(.number(.secondsSince2001)))
  }

  private static let ends: [Case] = [
    ("expire_ms", "", [.integer(1_769_688_000_000)], .decided(.number(.milliseconds))),
    ("expire_ms", "", [.integer(5_600_000_000_000), .integer(.max)], .decided(.number(.milliseconds))),
    ("not_after", "", [.integer(253_402_300_799)], .decided(.number(.seconds))),
    ("valid_until", "", [.integer(5_600_000_000), .integer(1_769_688_000)], .decided(.number(.seconds))),
    ("expires_at", "", [.integer(253_402_300_799_000)], .decided(.number(.milliseconds))),
    ("expires", "", [.integer(5_600_000_000_000_000)], .decided(.number(.microseconds))),
    ("expires", "", [.integer(30), .integer(90)], none), ("expires_in", "", [.integer(5_600_000_000)], none),
    ("time", "", [.integer(5_600_000_000_000)], none),
    ("duration_ms", "", [.integer(1_769_688_000_000)], .decided(.quantity)),
    // A single far date does not change the meaning.
    (
      "made_at", "", [.integer(5_600_000_000), .integer(5_600_000_000), .integer(1_769_688_000)],
      .decided(.number(.seconds))
    ),
  ]

  @Test("REAL-21: what ends may end far in the future, and one such date speaks against no other", arguments: ends)
  func end(_ test: Case) { #expect(Self.verdict(test) == test.verdict) }

  private static let texts: [Case] = [
    ("born", "TEXT", [.text("2026-01-29T12:00:00Z"), .text("2026-01-29 13:00+01")], .decided(.moment(isZoned: true))),
    ("born", "TEXT", [.text("2026-01-29"), .text("2026-01-29 12:00:00.5")], .decided(.moment(isZoned: false))),
    ("born", "TEXT", [.text("2026-01-29T12:00:00Z"), .text("2026-01-29T12:00:00")], .decided(.moment(isZoned: false))),
    ("born", "TEXT", [.text("2026-01-29"), .text("soon")], .decided(.moment(isZoned: false))),
    ("born", "TEXT", [.text("2026-01-29"), .text("soon"), .text("later")], none),
    ("born", "TEXT", [.text("2026-02-30")], none), ("born", "TEXT", [.text("")], .open),
    ("data", "", [.text("{}"), .null, .text(" [1, {\"a\": null}]\n")], .decided(.json)),
    ("data", "", [.text("{}"), .text("")], .decided(.json)),
    ("data", "", [.text("{}"), .text("7"), .text("8")], none), ("data", "", [.text("{no")], none),
    ("data", "", [.text("[\"" + String(repeating: "x", count: Excerpt.textLength))], .decided(.json)),
    ("data", "", [.text("[x" + String(repeating: "x", count: Excerpt.textLength))], none),
    ("data", "", [.blob([0x7B, 0x7D], count: 2)], none), ("name", "TEXT", [.text("Ada")], none),
  ]

  @Test("ANY-09: a column of texts has a meaning where most of its values have it", arguments: texts)
  func text(_ test: Case) { #expect(Self.verdict(test) == test.verdict) }

  // MARK: Cells

  @Test(
    "ANY-09: a cell shows the meaning of a value; what does not fit it is shown as what it is",
    arguments: [
      (.flag, .integer(0), "○"), (.flag, .integer(1), "●"), (.flag, .integer(2), nil), (.flag, .null, nil),
      (.flag, .text("1"), nil), (.number(.seconds), .integer(1_769_688_000), "2026-01-29 12:00:00"),
      (.number(.seconds), .real(1_769_688_000.9), "2026-01-29 12:00:00"),
      (.number(.milliseconds), .integer(1_769_688_000_999), "2026-01-29 12:00:00"),
      (.number(.microseconds), .integer(1_769_688_000_000_001), "2026-01-29 12:00:00"),
      (.number(.nanoseconds), .integer(1_769_688_000_123_456_789), "2026-01-29 12:00:00"),
      (.number(.microsecondsSince1601), .integer(13_414_161_600_000_000), "2026-01-29 12:00:00"),
      (.number(.fileTime), .integer(134_141_616_000_000_000), "2026-01-29 12:00:00"),
      (.number(.ticks), .integer(639_052_848_000_000_000), "2026-01-29 12:00:00"),
      (.number(.julianDays), .real(2_461_070.0), "2026-01-29 12:00:00"),
      (.number(.secondsSince2001), .real(599_616_000.0), "2020-01-02 00:00:00"),
      (.number(.nanosecondsSince2001), .integer(757_382_400_123_456_789), "2025-01-01 00:00:00"),
      (.number(.seconds), .null, nil), (.number(.seconds), .integer(0), nil), (.number(.seconds), .integer(-1), nil),
      (.number(.seconds), .integer(86_400), nil), (.number(.seconds), .integer(.max), nil),
      (.number(.seconds), .integer(253_402_300_799), "9999-12-31 23:59:59"), (.number(.seconds), .real(.nan), nil),
      (.number(.seconds), .integer(253_402_300_800), nil),
      (.number(.milliseconds), .integer(5_600_000_000_000), "2147-06-16 19:33:20"),
      (.number(.secondsSince2001), .integer(63_113_904_000), "4001-01-01 00:00:00"),
      (.number(.seconds), .integer(300_000_000), "1979-07-05 05:20:00"),
      (.number(.microsecondsSince1601), .integer(0), nil),
      (.moment(isZoned: true), .text("2026-01-29T12:00:00+02:00"), "2026-01-29 10:00:00"),
      (.moment(isZoned: false), .text("2026-01-29T12:00:00"), nil),
      (.json, .text("{ \"a b\" : [ 1,\n 2 ],\t\"c\":{} }"), "{\"a b\":[1,2],\"c\":{}}"), (.json, .text("{no"), nil),
    ] as [(ValueMeaning, Excerpt, String?)])
  func cell(_ meaning: ValueMeaning, _ value: Excerpt, _ text: String?) {
    #expect(meaning.text(of: value, in: .utc) == text)
  }
}
