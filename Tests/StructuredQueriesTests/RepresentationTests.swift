// Columns of types that SQLite does not have: dates, identifiers, bytes, JSON.

import FoundationEssentials
import QueryRepresentations
import StructuredQueries
import TestSupport
import Testing

@Table("entries") private struct Entry: Hashable {
  @Column(as: UUID.BytesRepresentation.self) let id: UUID
  var written: Date
  @Column("due_at", as: Date.UnixTimeRepresentation?.self) var due: Date?
  @Column(as: Date.JulianDayRepresentation.self) var changed: Date
  var parent: UUID
  @Column(as: UUID.UppercasedRepresentation.self) var group: UUID
  var mood: Mood
  @Column(as: [String].JSONRepresentation.self) var tags: [String] = []
  var picture: Data = Data()
}

@Selection private struct Heading: Equatable {
  @Column(as: Date.UnixTimeRepresentation?.self) var due: Date?
  var written: Date
}

@Suite(.recordsIssues) struct RepresentationTests {
  private let first: UUID
  private let second: UUID
  private let moment = Date(timeIntervalSince1970: 1_769_860_800.125)
  private let due = Date(timeIntervalSince1970: 1_769_947_200)
  private let database: TestDatabase
  private let entry: Entry

  init() throws {
    first = try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
    second = try #require(UUID(uuidString: "00000000-0000-0000-0000-0000000000FF"))
    entry = Entry(
      id: first, written: moment, due: due, changed: moment, parent: second, group: first, mood: .merry,
      tags: ["a", "é"], picture: Data([0, 255]))
    database = try TestDatabase(
      """
      CREATE TABLE "entries" (
        "id" BLOB PRIMARY KEY NOT NULL, "written" TEXT NOT NULL, "due_at" INTEGER, "changed" REAL NOT NULL,
        "parent" TEXT NOT NULL, "group" TEXT NOT NULL, "mood" TEXT NOT NULL, "tags" TEXT NOT NULL,
        "picture" BLOB NOT NULL) STRICT;
      """)
    _ = try database.rows(Entry.insert { entry })
  }

  @Test("SQ-21: dates, identifiers, raw values, lists and bytes come back equal, each held in its form")
  func held() throws {
    #expect(try database.rows(Entry.all) == [entry])
    let held = SQLQuery<RowTuple<[UInt8], String, Int, Double, String, String, String, String, [UInt8]>>(
      "SELECT * FROM entries")
    #expect(
      try database.rows(held) == [
        RowTuple(
          [0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8],
          "2026-01-31 12:00:00.125", 1_769_947_200, 2_461_072.000001447, "00000000-0000-0000-0000-0000000000ff",
          "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "merry", #"["a","é"]"#, [0, 255])
      ])
    #expect(
      try database.rows(SQLQuery<String>("SELECT strftime('%Y-%m-%d %H:%M:%f', changed) FROM entries"))
        == ["2026-01-31 12:00:00.125"])
  }

  @Test("SQ-21: a Swift value is compared in the representation of the column")
  func compared() throws {
    let query = Entry.where { $0.id == first && $0.written == moment && $0.due == due && $0.changed == moment }
      .where { $0.parent.eq(second) && $0.group.eq(first) && $0.mood.eq(.merry) }
      .where { $0.tags.eq(["a", "é"]) && $0.picture == Data([0, 255]) }
      .select(\.mood)
    let bytes: [UInt8] = [
      0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
    ]
    #expect(
      query.query
        == QueryFragment(
          """
          SELECT "entries"."mood" FROM "entries" WHERE "entries"."id" = ? AND "entries"."written" = ? \
          AND "entries"."due_at" IS ? AND "entries"."changed" = ? AND "entries"."parent" = ? AND "entries"."group" = ? \
          AND "entries"."mood" = ? AND "entries"."tags" = ? AND "entries"."picture" = ?
          """,
          [
            .blob(bytes), .text("2026-01-31 12:00:00.125"), .integer(1_769_947_200), .real(2_461_072.000001447),
            .text("00000000-0000-0000-0000-0000000000ff"), .text("6BA7B810-9DAD-11D1-80B4-00C04FD430C8"),
            .text("merry"), .text(#"["a","é"]"#), .blob([0, 255]),
          ]))
    #expect(try database.rows(query) == [.merry])
    let later = due.addingTimeInterval(1)
    for holds in [
      Entry.where { $0.due < later }, Entry.where { $0.due <= due }, Entry.where { $0.due >= due },
      Entry.where { $0.due > moment }, Entry.where { $0.due != later },
      Entry.where { $0.due.between(moment, and: later) },
      Entry.where { $0.id.in([second, first]) }, Entry.where { $0.due != nil }, Entry.find(first),
      Entry.find([second, first]), Entry.where { $0.written.between(moment, and: later) },
    ] { #expect(try database.rows(holds) == [entry], "\(holds.query.sql)") }
    for fails in [
      Entry.where { $0.due < due }, Entry.where { $0.due == nil }, Entry.find(second), Entry.where { $0.tags == ["a"] },
    ] { #expect(try database.rows(fails) == [], "\(fails.query.sql)") }
  }

  @Test("SQ-21: Swift values are assigned, inserted as drafts, and selected, in the representation of the column")
  func assigned() throws {
    let update = Entry.update {
      $0.due = nil
      $0.tags = ["b"]
      $0.written = due
    }
    .where { $0.id == first }
    #expect(
      update.query.sql
        == #"UPDATE "entries" SET "due_at" = ?, "tags" = ?, "written" = ? WHERE "entries"."id" = ?"#)
    #expect(Array(update.query.bindings.prefix(3)) == [.null, .text(#"["b"]"#), .text("2026-02-01 12:00:00.000")])
    _ = try database.rows(update)
    let earlier = due.addingTimeInterval(-60)
    _ = try database.rows(Entry.update { $0.due = earlier }.where { $0.id == first })
    let draft = Entry.Draft(
      id: second, written: moment, changed: moment, parent: first, group: first, mood: .calm, tags: [])
    _ = try database.rows(Entry.insert { draft })
    _ = try database.rows(
      Entry.upsert {
        Entry.Draft(id: second, written: due, due: due, changed: moment, parent: first, group: first, mood: .calm)
      })
    #expect(
      try database.rows(Entry.order(by: \.due).select { Heading.Columns(due: $0.due, written: $0.written) })
        == [Heading(due: earlier, written: due), Heading(due: due, written: due)])
    let dues: [Date?] = try database.rows(Entry.order(by: \.due).select(\.due)).map(\.represented)
    #expect(dues == [earlier, due])
  }

  @Test("A date's text may come from SQLite or another program; what is none is an error that shows it")
  func texts() throws {
    func date(_ text: String) throws -> Date? {
      try database.rows(SQLQuery<Date>("SELECT \(bind: text)")).first
    }
    let noon = Date(timeIntervalSince1970: 1_769_860_800)
    #expect(try date("2026-01-31 12:00:00") == noon)
    #expect(try date("2026-01-31T12:00:00Z") == noon)
    #expect(try date("2026-01-31 12:00:00.5") == noon.addingTimeInterval(0.5))
    #expect(try date("2026-01-31") == noon.addingTimeInterval(-43_200))
    #expect(try date("0000-01-01 00:00:00.000") == Date(timeIntervalSince1970: -62_167_219_200))
    for wrong in ["", "2026-02-30", "2026-1-31", "12:00:00", "2026-01-31 25:00:00", "2026-01-31 12:00:00.", "now"] {
      #expect(throws: QueryDecodingError.unexpectedValue(wrong, type: "Date"), "\(wrong)") { try date(wrong) }
    }
    // The range of SQLite's days, in all centuries.
    let days = try database.rows(
      SQLQuery<RowTuple<Date, Int, String>>(
        """
        WITH RECURSIVE days(day) AS (SELECT -719528 UNION ALL SELECT day + 97 FROM days WHERE day + 97 <= 2932896),
          moments(text, day) AS (SELECT strftime('%Y-%m-%d %H:%M:%f', day * 86400, 'unixepoch'), day FROM days)
        SELECT text, day, text FROM moments
        """))
    #expect(days.count == 37_654)
    #expect(
      days.allSatisfy { row in
        let date = Date(timeIntervalSince1970: Double(row.values.1) * 86_400)
        return row.values.0 == date && date.queryBinding == .text(row.values.2)
      })
    #expect(Date(timeIntervalSince1970: -0.001).queryBinding == .text("1969-12-31 23:59:59.999"))
    #expect(Date(timeIntervalSince1970: 253_402_300_799.9994).queryBinding == .text("9999-12-31 23:59:59.999"))
    #expect(
      throws: QueryBindingError(
        reason: "The date \(Date(timeIntervalSince1970: 253_402_300_800)) is outside of the years 0 to 9999, so SQLite "
          + "can't read its text.")
    ) {
      try database.rows(Entry.where { $0.written == Date(timeIntervalSince1970: 253_402_300_800) })
    }
  }

  @Test("Equal values have one text in JSON, and come back equal")
  func json() throws {
    let value = CodableAsJSON(representing: ["b/c": [1, 2], "a": []])
    #expect(value.queryBinding == .text(#"{"a":[],"b/c":[1,2]}"#))
    let rows = try database.rows(
      SQLQuery<[String: [Int]].JSONRepresentation?>("SELECT \(bind: value) UNION ALL SELECT NULL"))
    #expect(rows.map(\.represented) == [["b/c": [1, 2], "a": []], nil])
  }

  @Test("What JSON can't have, and bytes that are no identifier, are errors")
  func wrongValues() throws {
    #expect(throws: QueryBindingError.self) {
      try database.rows(SQLQuery<Int>("SELECT \(bind: CodableAsJSON(representing: [Double.infinity]))"))
    }
    #expect(throws: QueryDecodingError.unexpectedValue("[", type: "Array<Int> as JSON")) {
      try database.rows(SQLQuery<[Int].JSONRepresentation>("SELECT '['"))
    }
    #expect(throws: QueryDecodingError.unexpectedValue("of 2 bytes", type: "UUID, which has 16")) {
      try database.rows(SQLQuery<UUID.BytesRepresentation>("SELECT x'0001'"))
    }
  }
}
