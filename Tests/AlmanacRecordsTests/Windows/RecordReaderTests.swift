// The reader that all searches share: when it ends, and how much it reads.
import Databases
import Dispatch
import LiveQueries
import Locks
import StructuredQueries
import Testing

@testable import AlmanacRecords

@Suite struct RecordReaderTests {
  private static func add(_ count: Int, to connection: SQLiteConnection) async throws {
    try await connection.write { db in
      try db.execute(
        """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
        INSERT INTO facts(body) SELECT CASE WHEN n % 1000 = 0 THEN 'A clowder ' ELSE 'Fact ' END || n FROM numbers
        """)
    }
  }

  /// The rows found among the first `most`, up to `enough`, and whether all rows were tested.
  private static func walk(
    _ search: String, testing most: Int = .max, upTo enough: Int = .max, _ db: Database
  ) throws -> (found: [Int], isWhole: Bool) {
    var found: [Int] = []
    let list = ListQuery(.facts, search: SearchQuery(search), order: ListOrder("id"))
    let isWhole = try RecordReader(list, db).run([nil], .down, testing: most) { statement in
      found.append(statement.integer(0))
      return found.count < enough
    }
    return (found, isWhole)
  }

  @Test func itEndsWhereEnoughIsFoundOrTested() async throws {
    try await withBook { connection in
      try await Self.add(3000, to: connection)
      try await connection.read { db throws in
        #expect(try Self.walk("clowder", db) == ([1000, 2000, 3000], true))
        #expect(try Self.walk("clowder", upTo: 2, db) == ([1000, 2000], true))
        #expect(try Self.walk("clowder", testing: 2999, db) == ([1000, 2000], false))
        #expect(try Self.walk("clowder", testing: 3000, db) == ([1000, 2000, 3000], true))
        #expect(try Self.walk("", testing: 2, db) == ([1, 2], false))
      }
    }
  }

  @Test func aCancelledReadStopsIt() async throws {
    try await withBook { connection in
      try await Self.add(50_000, to: connection)
      let (began, open) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let found = Lock(0)
      let read = Task {
        try await connection.read { db in
          _ = try RecordReader(ListQuery(.facts, search: SearchQuery("fact")), db).run { _ in
            let isFirst = found.withLock { found in
              found += 1
              return found == 1
            }
            if isFirst {
              began.signal()
              open.wait()
            }
            return true
          }
        }
      }
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          began.wait()
          continuation.resume()
        }
      }
      read.cancel()
      open.signal()
      await #expect(throws: CancellationError.self) { try await read.value }
      #expect(found.withLock { $0 } < 1000, "of 50,000 rows")
    }
  }

  @Test func identitiesAreFoundByTheIndex() async throws {
    try await withTemporaryBook { book in
      try await Self.add(3000, to: book.connection)
      book.statements.withLock { $0 = [] }
      let found = try await book.connection.read { db in
        Array(try ListQuery(.facts, search: SearchQuery("clowder")).identities(db))
      }
      #expect(found.rowIDs.sorted() == [1000, 2000, 3000])
      #expect(
        book.statements.withLock { $0.last } == """
          SELECT `id`, `body` FROM (SELECT rowid AS candidate FROM facts_search WHERE facts_search MATCH ? \
          UNION SELECT id AS candidate FROM facts WHERE instr(CAST(body AS BLOB), x'00')) \
          CROSS JOIN main.`facts` ON `id` = candidate
          """)
    }
  }
}
