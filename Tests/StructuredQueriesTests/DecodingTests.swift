// Decoding single values from rows, and encoding them.

import StructuredQueries
import TestSupport
import Testing

enum Mood: String, QueryBindable { case calm, merry }
enum Level: Int, QueryBindable { case low = 1, high }

@Suite(.recordsIssues) struct DecodingTests {
  let database: TestDatabase
  init() throws { database = try TestDatabase("") }

  private func roundTrip<Value: QueryBindable & Equatable>(_ values: [Value]) throws {
    for value in values {
      #expect(try database.rows(SQLQuery<Value>("SELECT \(bind: value)")) == [value])
    }
  }

  @Test("Values and their representations come back equal")
  func roundTrips() throws {
    try roundTrip([0, -1, Int.max, Int.min])
    try roundTrip([0.5, -1e300])
    try roundTrip(["", "é", "🦊"])
    try roundTrip([true, false])
    try roundTrip([[], [0, 255]] as [[UInt8]])
    try roundTrip([nil, 5] as [Int?])
    try roundTrip([Mood.calm, .merry])
    try roundTrip([Level.low, .high])
    try roundTrip([nil, Timestamp("2026-01-01T00:00:00.000Z")])
    try roundTrip([QueryBinding.null, .integer(1), .real(0.5), .text("x"), .blob([1])])
    try roundTrip([Int8.min, Int8.max])
    try roundTrip([UInt64(5)])
  }

  @Test func mismatches() throws {
    #expect(throws: QueryDecodingError.unexpectedNull(type: "Int")) {
      try database.rows(SQLQuery<Int>("SELECT NULL"))
    }
    #expect(throws: QueryDecodingError.unexpectedValue("sad", type: "Mood")) {
      try database.rows(SQLQuery<Mood>("SELECT 'sad'"))
    }
    #expect(throws: QueryDecodingError.unexpectedRow) { try database.rows(SQLQuery<Never>("SELECT 1")) }
  }

  @Test func nestedOptionals() throws {
    let rows = try database.rows(SQLQuery<RowTuple<Int?, String>?>("SELECT NULL, NULL UNION ALL SELECT NULL, 'x'"))
    #expect(rows == [nil, RowTuple(nil, "x")])
  }
}
