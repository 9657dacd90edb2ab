// A page is found by its key, however far down it is.
import Databases
import LiveQueries
import Locks
import StructuredQueries
import Testing

@testable import AlmanacRecords

@Suite struct ListOrderTests {
  private static func read(
    _ order: ListOrder, around key: ExactValue, _ book: TemporaryBook, filter: RecordFilter? = nil
  ) async throws -> [String] {
    _ = try await book.takePlans()
    let window = RecordsWindow(
      ListQuery(.users, filter: filter, order: order), anchor: .around(RowKey([key, .integer(7)])), before: 3, after: 3)
    _ = try await book.connection.read { db in try window.fetch(db) }
    return try await book.takePlans().flatMap(\.self)
  }

  @Test func bothColumnsOfAKeyAreLookedUpInTheIndex() async throws {
    try await withTemporaryBook { book in
      for (order, index, column) in [
        (ListedTable.users.style.orders[0], "users_by_name", "name"),
        (ListedTable.users.style.orders[1], "users_by_email", "email"),
        (ListedTable.users.style.orders[2], "users_by_age", "createdAt"),
      ] {
        let down = [
          "SEARCH main.users USING INDEX \(index) (\(column)=? AND id>?)",
          "SEARCH main.users USING INDEX \(index) (\(column)>?)",
        ]
        // The rows with NULL come last. If the column is NOT NULL there are none, which SQLite knows without reading a
        // row.
        let up = down.map { $0.replacing(">", with: "<") } + ["SCAN main.users USING INDEX \(index)"]
        for filter in [nil, ListedTable.users.style.filters[0]] {
          let plans = try await Self.read(order, around: .text("m"), book, filter: filter)
          #expect(plans == (order.isDescending ? up + down : down + up))
          let reversed = try await Self.read(order.reversed, around: .text("m"), book, filter: filter)
          #expect(reversed == (order.isDescending ? down + up : up + down))
        }
      }
    }
  }
}
