// A table that another program has altered so that it holds values that ours never does: lists lose no row of it.
import Databases
import LiveQueries
import StructuredQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct AlteredTableTests {
  /// A book whose users need no name and no state.
  private static func withAlteredBook(_ content: String, _ body: (SQLiteConnection) async throws -> Void) async throws {
    try await withTemporaryBook { book in
      try RawConnection(book.path).run(
        """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(replace(sql, 'name TEXT NOT NULL', 'name'), 'NOT NULL DEFAULT 1', '')
        WHERE name = 'users';
        PRAGMA schema_version = 1000;
        """)
      try RawConnection(book.path).run(content)
      try await book.connection.lookForOutsideChanges()
      try await body(book.connection)
    }
  }

  /// Names of every kind, many of them several times.
  private static let names = """
    INSERT INTO users(name, email, active) SELECT value, 'u' || ids.id || iif(ids.id % 3, '@example.org', '@example.net'), 1
    FROM (SELECT 1 AS kind, NULL AS value UNION ALL SELECT 2, 3 UNION ALL SELECT 3, 2.5 UNION ALL SELECT 4, 'a'
      UNION ALL SELECT 5, 'A' UNION ALL SELECT 6, 'b' UNION ALL SELECT 7, x'00FF' UNION ALL SELECT 8, '') AS kinds,
      (WITH RECURSIVE ids(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < 64) SELECT id FROM ids) AS ids
    WHERE ids.id * 5 % 8 + 1 = kind
    """

  @Test(arguments: [0, 3, 2000])
  func eachRowIsReachedFromEachOther(walkedBeforeIndex: Int) async throws {
    try await Self.withAlteredBook(Self.names) { connection in
      for (search, isFound) in [("", "1"), ("org", "email LIKE '%org%'"), ("u1", "email LIKE '%u1%'")] {
        for (order, sql) in [
          (ListedTable.users.style.orders[0], ""), (ListedTable.users.style.orders[0].reversed, " DESC"),
        ] {
          try await connection.read { db in
            let expected = try db.rows(
              "SELECT id FROM users WHERE \(isFound) ORDER BY name COLLATE NOCASE\(sql), id\(sql)")
            let ids = expected.map { row in if case .integer(let id) = row[0] { id } else { -1 } }
            let scan = RecordScan(
              list: ListQuery(.users, search: SearchQuery(search), order: order), db: db,
              walkedBeforeIndex: walkedBeforeIndex)
            let all = try scan.rows(.down, from: nil, limit: 1000)
            #expect(all.rows.map(\.id).rowIDs == ids)
            #expect(try scan.rows(.up, from: nil, limit: 1000).rows.map(\.id).rowIDs == ids.reversed())
            for (index, key) in all.keys.enumerated() {
              let below = try scan.rows(.down, from: key, inclusive: true, limit: 7)
              #expect(below.rows.map(\.id).rowIDs == Array(ids[index...].prefix(7)), "\(search) below \(index)\(sql)")
              #expect(below.isExhausted == (ids.count - index <= 7))
              let above = try scan.rows(.up, from: key, limit: 7)
              let aboveIDs = above.rows.map(\.id).rowIDs
              #expect(aboveIDs == ids[..<index].suffix(7).reversed(), "\(search) above \(index)\(sql)")
              #expect(above.isExhausted == (index <= 7))
            }
          }
        }
      }
    }
  }

  @Test("What says neither yes nor no is listed as it is, and counted as neither")
  func aStateIsTheSameInListFilterCountAndStatistics() async throws {
    let states = """
      INSERT INTO users(id, name, email, active) VALUES
        (1, 'on', 'a', 1), (2, 'off', 'b', 0), (3, 'none', 'c', NULL), (4, 'text', 'd', 'abc'), (5, 'half', 'e', 0.5),
        (6, 'five', 'f', 5), (7, 'blob', 'g', x'01')
      """
    try await Self.withAlteredBook(states) { connection in
      try await connection.read { db in
        func ids(_ filter: RecordFilter?) throws -> [Int] {
          try RecordsWindow(ListQuery(.users, filter: filter)).fetch(db).rows.map(\.id).rowIDs.sorted()
        }
        let listed = try RecordsWindow(ListQuery(.users, order: ListOrder("id"))).fetch(db).rows
        #expect(
          listed.map { $0.cells[ListedTable.users.cell(of: "active")] }
            == [.integer(1), .integer(0), .null, .text("abc"), .real(0.5), .integer(5), .blob([1], count: 1)])
        #expect(try ids(ListedTable.users.style.filters[0]) == [1, 6])
        #expect(try ids(ListedTable.users.style.filters[1]) == [2])
        #expect(
          try UserStates.query.fetch(db).map { UserStates($0) } == [UserStates(active: 2, inactive: 1, neither: 4)])
        #expect(
          try NewestUsers.query.fetch(db).map { NewestUsers.listed($0).id }.rowIDs.sorted() == [1, 2, 3, 4, 5, 6, 7])
      }
    }
  }
}
