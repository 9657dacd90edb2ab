// Columns whose Swift type is not SQLite's: each by a type that says how it is held.

import FoundationEssentials
import StructuredQueries
import TestSupport
import Testing

/// A UUID as text in lower case.
private struct Identifier: QueryBindable, Hashable {
  var id: UUID
  init(_ id: UUID) { self.id = id }
  init(decoder: inout some QueryDecoder) throws {
    let text = try String(decoder: &decoder)
    guard let id = UUID(uuidString: text) else { throw QueryDecodingError.unexpectedValue(text, type: "Identifier") }
    self.id = id
  }
  var queryBinding: QueryBinding { .text(id.uuidString.lowercased()) }
}

/// Whole milliseconds since 1970.
private struct Moment: QueryBindable, Hashable {
  var date: Date
  init(_ date: Date) { self.date = date }
  init(decoder: inout some QueryDecoder) throws {
    date = Date(timeIntervalSince1970: Double(try Int(decoder: &decoder)) / 1000)
  }
  var queryBinding: QueryBinding { .integer(Int((date.timeIntervalSince1970 * 1000).rounded())) }
}

/// A list as JSON text.
private struct Tags: QueryBindable, Hashable {
  var names: [String]
  init(_ names: String...) { self.names = names }
  init(decoder: inout some QueryDecoder) throws {
    names = try JSONDecoder().decode([String].self, from: Data(try String(decoder: &decoder).utf8))
  }
  var queryBinding: QueryBinding {
    guard let json = try? JSONEncoder().encode(names) else { return .invalid(reason: "no JSON") }
    return .text(String(decoding: json, as: UTF8.self))
  }
}

@Table private struct Entry: Hashable {
  let id: Identifier
  var written: Moment
  var mood: Mood
  var tags: Tags
}

@Suite(.recordsIssues) struct RepresentationTests {
  @Test("SQ-21: identifiers, times, raw values and lists come back equal, and are compared in their representation")
  func comparedAsHeld() throws {
    let database = try TestDatabase(
      """
      CREATE TABLE "entries" (
        "id" TEXT PRIMARY KEY, "written" INTEGER NOT NULL, "mood" TEXT NOT NULL, "tags" TEXT NOT NULL) STRICT;
      """)
    let id = Identifier(try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")))
    let entry = Entry(
      id: id, written: Moment(Date(timeIntervalSince1970: 1_769_860_800.125)), mood: .merry, tags: Tags("a", "é"))
    _ = try database.rows(Entry.insert { entry })
    #expect(try database.rows(Entry.all) == [entry])
    let held = SQLQuery<RowTuple<String, Int, String, String>>("SELECT * FROM entries")
    #expect(
      try database.rows(held)
        == [RowTuple("6ba7b810-9dad-11d1-80b4-00c04fd430c8", 1_769_860_800_125, "merry", #"["a","é"]"#)])
    for same in [
      Entry.where { $0.id.eq(id) }, Entry.where { $0.written.eq(entry.written) }, Entry.where { $0.mood.eq(.merry) },
      Entry.where { $0.tags.eq(entry.tags) },
    ] { #expect(try database.rows(same) == [entry], "\(same.query.sql)") }
    #expect(
      Entry.where { $0.id.eq(id) && $0.written.eq(entry.written) && $0.mood.eq(.merry) && $0.tags.eq(entry.tags) }
        .select(\.mood).query
        == QueryFragment(
          """
          SELECT "entries"."mood" FROM "entries" WHERE "entries"."id" = ? AND "entries"."written" = ? \
          AND "entries"."mood" = ? AND "entries"."tags" = ?
          """,
          [
            .text("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), .integer(1_769_860_800_125), .text("merry"),
            .text(#"["a","é"]"#),
          ]))
    #expect(try database.rows(Entry.where { $0.mood.eq(.calm) }) == [])
  }
}
