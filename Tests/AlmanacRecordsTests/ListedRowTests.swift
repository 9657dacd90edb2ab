// What a list reads of values that ours never writes, and of a file that is damaged.
import Databases
import LiveQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct ListedRowTests {
  private func bodies(_ connection: SQLiteConnection) async throws -> [Excerpt] {
    try await connection.read { db in
      try RecordsWindow<Fact>().fetch(db).rows.map { $0.cells[Fact.cell(of: "body")] }
    }
  }

  @Test("A value of any kind is listed as what it is, long ones with their beginning")
  func everyKind() async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute(
          """
          INSERT INTO facts(id, body) VALUES (9, 'a' || char(0) || 'b'), (8, ''), (7, x''), (6, x'00ff'),
            (5, CAST(x'41ff42' AS TEXT)), (4, replace(hex(zeroblob(2500)), '00', 'xy')), (3, zeroblob(101)),
            (2, zeroblob(100)), (1, 5)
          """)
      }
      #expect(
        try await bodies(connection) == [
          .text("a\0b"), .text(""), .blob("x''"), .blob("x'00ff'"), .text("A\u{FFFD}B"),
          .text(String(repeating: "xy", count: 2000)), .blob("x'" + String(repeating: "00", count: 100) + "…"),
          .blob("x'" + String(repeating: "00", count: 100) + "'"), .text("5"),
        ])
    }
  }

  @Test("A damaged file gives an identity twice: it is listed once, and the rows say that the file is damaged")
  func doubles() async throws {
    try await withTemporaryBook { book in
      try await book.connection.write { db in
        try db.execute(
          """
          WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 400)
          INSERT INTO facts(id, body) SELECT n, 'Fact ' || n || printf('%060d', n) FROM numbers
          """)
      }
      await book.connection.close()
      try copyLastLeaf(of: "facts", in: book.path)
      let connection = try await Book.open(path: book.path)
      let value = try await connection.read { db in try RecordsWindow<Fact>(after: 100).fetch(db) }
      await connection.close()
      #expect(value.isDamaged)
      #expect(value.rows.first?.id == 400)
      #expect(Set(value.rows.map(\.id)).count == value.rows.count)
      #expect(value.rows.count < 100 && value.keys.count == value.rows.count)
      #expect(value.keys.map(\.values) == value.rows.map { [.integer($0.id)] })
    }
  }

  @Test("A watch ends with an error where a damaged file gives identities out of order")
  func disorder() async throws {
    try await withTemporaryBook { book in
      try await book.connection.write { db in
        try db.execute(
          """
          WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 400)
          INSERT INTO facts(id, body) SELECT n, 'Fact ' || n || printf('%060d', n) FROM numbers
          """)
      }
      await book.connection.close()
      try copyLastLeaf(of: "facts", in: book.path)
      let connection = try await Book.open(path: book.path)
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.read { db in
          var table = SeenTable<Fact>()
          try table.begin(db)
        }
      }
      await connection.close()
      #expect(error?.isCorrupt == true)
    }
  }

  @Test("Months before the first year, and identities from one end of the numbers to the other, stop nothing")
  func extremes() async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute(
          """
          INSERT INTO facts(id, body, createdAt) VALUES (-9223372036854775808, 'a', '0000-01-01 00:00:00'),
            (9223372036854775807, 'a', '0000-03-01 00:00:00+14:00')
          """)
      }
      let (growth, window, found) = try await connection.read { db in
        (
          try MonthlyGrowth.fetch(db), try RecordsWindow<Fact>().fetch(db),
          try CountQuery<Fact>(search: SearchQuery("a")).fetch(db) { _ in }
        )
      }
      #expect(
        growth.last(12, upTo: CivilMonth(year: 2026, month: 1)).map(\.month.description)
          == ["0000-01", "0000-02", "0000-03"])
      #expect(CivilMonth(year: 0, month: 1).advanced(by: -1) == CivilMonth(year: -1, month: 12))
      #expect(CivilMonth(year: 0, month: 12).advanced(by: -24) == CivilMonth(year: -2, month: 12))
      #expect(window.rows.map(\.id) == [.max, .min])
      #expect(found == 2)
    }
  }
}
