import AlmanacRecords
import Databases
import LiveQueries
import TestSupport
import Testing

@Test(.container) func almanacRecords() async throws {
  try await withFacts { connection in
    let names = try await connection.read { db in
      let table = try ListedTable.named("facts", db)!
      let window = try RecordsWindow(ListQuery(table, search: SearchQuery("honey"))).fetch(db)
      return window.rows.map(\.id)
    }
    #expect(names == [.rowID(1)])
  }
}
