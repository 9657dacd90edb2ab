// Typed queries, read once and followed.
import Activities
import Databases
import LiveResults
import StructuredQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite(.recordsIssues, .container)
struct TypedQueryTests {
  /// Follows a query, and returns its present values.
  private struct Followed<Value: QueryDecodable & Sendable> {
    let query: TypedQuery<Value>
    let result: QueryResult
    private let task: Task<Void, any Error>

    init(_ query: TypedQuery<Value>, _ number: Int, on connection: SQLiteConnection) async throws {
      let result = QueryResult(query.sql, with: query.parameters, number: number, on: connection)
      try await result.open()
      (self.query, self.result) = (query, result)
      task = Task { try await result.follow() }
    }

    var values: [Value] {
      get async throws { try await query.values(of: #require(result.content(atMost: 1_000_000)).rows) }
    }

    func close() async {
      task.cancel()
      _ = await task.result
      await result.close()
    }
  }

  private static let writes = [
    """
    INSERT INTO users(id, name, email, active, createdAt) VALUES
      (1, 'Ada', 'ada@Example.ORG', 1, '2026-01-02 00:00:00.000'),
      (2, 'Bob', 'bob@example.org', 0, '2026-01-03 00:00:00.000'),
      (3, 'Cid', 'cid@net.example', 2, '2026-01-03 00:00:00.000'),
      (4, 'Dot', '"d@t"@example.com', 1, '2025-01-03 00:00:00.000'),
      (5, 'Eve', 'eve', 1, '2025-01-01 00:00:00.000'), (6, x'ff', 'fay@', 0, '2025-01-02 00:00:00.000'),
      (7, 'Gus', CAST(x'6740ff2e6f7267' AS TEXT), 1, '2025-01-04 00:00:00.000');
    INSERT INTO facts(id, body, createdAt) VALUES
      (1, 'a', '2025-11-30 23:59:59.999'), (2, 'b', '2026-02-28'), (3, 'c', '2026-02-29'), (4, 'd', 'yesterday')
    """,
    "UPDATE users SET email = 'ada@net.example', active = 0 WHERE id = 1; DELETE FROM facts WHERE id = 1",
    "DELETE FROM users WHERE id IN (2, 6); UPDATE facts SET createdAt = '2026-02-03' WHERE id > 2",
    """
    WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
    INSERT INTO users(id, name, email, createdAt) SELECT i, 'U' || i, i || '@d' || (i % 7), '2026-01-' || i FROM n
    """,
    "DELETE FROM users WHERE id > 20; UPDATE users SET name = 'New' WHERE id = 20; DELETE FROM facts",
  ]

  /// Statements that any program runs, at random.
  private static func randomWrites() -> [String] {
    var generator = SeededGenerator(seed: 7)
    return (0..<30).map { round in
      let number = Int.random(in: 1...9, using: &generator)
      return [
        "INSERT INTO facts(body, createdAt) VALUES ('', '2026-0\(number)-01')",
        "UPDATE facts SET createdAt = '2025-0\(number)-01' WHERE id % 9 = \(number)",
        "DELETE FROM facts WHERE id % 9 = \(number)",
        "INSERT INTO users(name, email) VALUES ('', '\(round)@d\(number).example')",
        "UPDATE users SET active = NOT active WHERE id % 9 = \(number)",
        "UPDATE users SET email = email || 'x' WHERE id % 9 = \(number)",
        "DELETE FROM users WHERE id % 9 = \(number)",
      ].randomElement(using: &generator)!
    }
  }

  @Test("LSQ-21: the queries of the statistics follow each commit at its cost, and have the values of a pass")
  func statistics() async throws {
    try await withTemporaryBook { book in
      let (connection, raw) = (book.connection, try RawConnection(book.path))
      let newest = try await Followed(NewestUsers.query, 1, on: connection)
      let states = try await Followed(UserStates.query, 2, on: connection)
      let growth = try await Followed(MonthlyGrowth.query, 3, on: connection)
      let domains = try await Followed(MailDomains.query, 4, on: connection)
      for (round, sql) in ([""] + Self.writes + Self.randomWrites()).enumerated() {
        if round.isMultiple(of: 2) {
          try await connection.write { try $0.execute(sql) }
        } else {
          try raw.run(sql)
          try await connection.lookForOutsideChanges()
        }
        await connection.activity.settled()
        let passed = try await connection.read(BookStatistics.fetch)
        #expect(try await newest.values.map { NewestUsers.listed($0) } == passed.newestUsers)
        #expect(try await states.values.map { UserStates($0) } == [passed.userStates])
        let months = try await growth.values.map { (month: $0.values.0, count: $0.values.1) }
        #expect(MonthlyGrowth(months) == passed.growth)
        let counts = try await domains.values.map { (name: $0.values.0, count: $0.values.1) }
        #expect(MailDomains(counts) == passed.domains)
      }
      #expect(newest.result.status.keeping == .live(.top))
      #expect(states.result.status.keeping == .live(.groups))
      #expect(growth.result.status.keeping == .live(.groups))
      #expect(domains.result.status.keeping == .live(.groups))
      await newest.close()
      await states.close()
      await growth.close()
      await domains.close()
    }
  }

  @Test("a value of another storage class is an error, and an excerpt takes any")
  func storageClasses() throws {
    let texts = TypedQuery(SQLQuery("SELECT \(bind: 1)", as: String.self))
    #expect(texts.parameters == ["1": .integer(1)])
    #expect(throws: QueryDecodingError.wrongStorageClass(found: "an integer", expected: "a text")) {
      try texts.values(of: [[.integer(1)]])
    }
    #expect(try texts.values(of: [[.text([0xff])]]) == ["\u{FFFD}"])
    let excerpts = TypedQuery(SQLQuery("SELECT 1", as: Excerpt.self))
    #expect(
      try excerpts.values(of: [[.integer(1)], [.text([0xff])], [.null], [.blob([1])], [.real(2)]]) == [
        .integer(1), .text("\u{FFFD}"), .null, .blob([1], count: 1), .real(2),
      ])
  }
}
