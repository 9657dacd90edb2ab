// Which marked records a list no longer shows.
import Databases
import LiveQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct MarksQueryTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func thoseThatAreNotAmongItsIdentities(seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    try await withBook { connection in
      try await connection.write { db in
        try db.execute(
          """
          WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300)
          INSERT INTO users(id, name, email, active) SELECT n, 'User ' || n, n || '@example.org', n % 3 <> 0 FROM numbers
          """)
      }
      for _ in 0..<20 {
        let gone = Int.random(in: 1...300, using: &random)
        try await connection.write { db in try db.execute("DELETE FROM users WHERE id = \(gone)") }
        let list = ListQuery(
          .users,
          search: SearchQuery(["", "2", "user 1", "!3"].randomElement(using: &random)!),
          filter: ([nil] + ListedTable.users.style.filters).randomElement(using: &random)!,
          order: ListedTable.users.style.orders.randomElement(using: &random)!)
        let ids = Set((0..<80).map { _ in RecordID.rowID(.random(in: 1...310, using: &random)) })
        let (unlisted, listed) = try await connection.read { db in
          (
            try MarksQuery(of: ids, in: list, number: 1).fetch(db).unlisted, try list.identities(db)
          )
        }
        #expect(unlisted == ids.subtracting(listed), "\(list)")
      }
    }
  }
}
