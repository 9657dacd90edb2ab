// Lists of values that ours never writes, and of a damaged file.
import Databases
import LiveQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct ListedRowTests {
  private func bodies(_ connection: SQLiteConnection) async throws -> [Excerpt] {
    try await connection.read { db in
      try RecordsWindow(ListQuery(.facts)).fetch(db).rows.map { $0.cells[ListedTable.facts.cell(of: "body")] }
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
          .text("a\0b"), .text(""), .blob([], count: 0), .blob([0, 0xFF], count: 2), .text("A\u{FFFD}B"),
          .text(String(repeating: "xy", count: 2000)), .blob(Array(repeating: 0, count: 100), count: 101),
          .blob(Array(repeating: 0, count: 100), count: 100), .text("5"),
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
      let value = try await connection.read { db in try RecordsWindow(ListQuery(.facts), after: 100).fetch(db) }
      await connection.close()
      #expect(value.isDamaged)
      #expect(value.rows.first?.id == 400)
      #expect(Set(value.rows.map(\.id)).count == value.rows.count)
      #expect(value.rows.count < 100 && value.keys.count == value.rows.count)
      #expect(value.keys.map(\.values) == value.rows.map { $0.id.values })
    }
  }

  @Test("A listing of a damaged file whose pages come again ends with an error, and does not go on without end")
  func circle() async throws {
    try await withTemporaryBook { book in
      try await book.connection.write { db in
        try db.execute(
          """
          WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
          INSERT INTO facts(id, body) SELECT n, printf('%0200d', n) FROM numbers
          """)
      }
      await book.connection.close()
      // The last row of the first thousand from the end has to be in the leaf that was the last one. So many rows are
      // left that there is such a row.
      func cells() throws -> [Int] {
        try RawConnection.rows(
          "SELECT ncell FROM dbstat WHERE name = 'facts' AND pagetype = 'leaf' ORDER BY path DESC", on: book.path
        ).compactMap(Int.init)
      }
      try RawConnection.run("DELETE FROM facts WHERE id > 3000 - \(try cells()[0])", on: book.path)
      let cells = try cells()
      let place = cells.indices.dropFirst().first { index in
        let before = cells[1..<index].reduce(cells[index], +)
        return before < 1000 && before + cells[0] >= 1000
      }
      try exchangeLeaves(0, try #require(place), of: "facts", in: book.path)
      let connection = try await Book.open(path: book.path)
      let listing = RecordListing(.facts)
      var pageCount = 0
      let error = await #expect(throws: DatabaseError.self) {
        var place = listing.start
        while let present = place, pageCount < 20 {
          place = try await connection.read { db in try listing.page(from: present, db) }.next
          pageCount += 1
        }
      }
      await connection.close()
      #expect(error?.isCorrupt == true && pageCount < 20, "\(pageCount) pages")
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
          try MonthlyGrowth.fetch(db), try RecordsWindow(ListQuery(.facts)).fetch(db),
          try CountQuery(listed: .facts, search: SearchQuery("a")).fetch(db) { _ in }
        )
      }
      #expect(
        growth.last(12, upTo: CivilMonth(year: 2026, month: 1)).map(\.month.description)
          == ["0000-01", "0000-02", "0000-03"])
      #expect(CivilMonth(year: 0, month: 1).advanced(by: -1) == CivilMonth(year: -1, month: 12))
      #expect(CivilMonth(year: 0, month: 12).advanced(by: -24) == CivilMonth(year: -2, month: 12))
      #expect(window.rows.map(\.id) == [.rowID(.max), .rowID(.min)])
      #expect(found == 2)
    }
  }

  @Test(
    "a record that stands at two collected places is shown once, and is no sign of damage", arguments: [true, false])
  func doubles(arePlacesCollected: Bool) {
    var value = RecordsWindow.Value()
    value.rows = [3, 5, 3].map { ListedRow(id: $0, cells: []) }
    value.keys = [3, 5, 4].map { RowKey([.integer($0)]) }
    if arePlacesCollected {
      value.places = CollectedPlaces(ListQuery(.facts), FoundIdentities(), isWhole: true)
    }
    value.dropDoubles()
    #expect(value.rows.map(\.id) == [3, 5])
    #expect(value.keys == [3, 5].map { RowKey([.integer($0)]) })
    #expect(value.isDamaged == !arePlacesCollected)
  }
}
