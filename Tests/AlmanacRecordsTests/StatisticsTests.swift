// The statistics of a book.
@testable import AlmanacRecords
import Databases
import StructuredQueries
import TestSupport
import Testing

@Suite struct StatisticsTests {
  typealias Month = MonthlyGrowth.Month
  typealias Domain = MailDomains.Domain

  private static func statistics(
    of book: TemporaryBook, _ content: String
  ) async throws -> BookStatistics {
    try await book.connection.write { db in try db.execute(content) }
    return try await book.connection.read(BookStatistics.fetch)
  }

  @Test func anEmptyBookHasNone() async throws {
    try await withTemporaryBook { book in
      let statistics = try await book.connection.read(BookStatistics.fetch)
      #expect(statistics == BookStatistics())
    }
  }

  @Test func usersAreToldByStateAndDomain() async throws {
    try await withTemporaryBook { book in
      let statistics = try await Self.statistics(
        of: book,
        """
        INSERT INTO users(id, name, email, active, createdAt) VALUES
          (1, 'Ada', 'ada@Example.ORG', 1, '2026-01-02 00:00:00.000'),
          (2, 'Bob', 'bob@example.org', 0, '2026-01-03 00:00:00.000'),
          (3, 'Cid', 'cid@net.example', 2, '2026-01-03 00:00:00.000'),
          (4, 'Dot', '"d@t"@example.com', 1, '2025-01-03 00:00:00.000'),
          (5, 'Eve', 'eve', 1, '2025-01-01 00:00:00.000'),
          (6, 'Fay', 'fay@', 0, '2025-01-02 00:00:00.000')
        """)
      #expect(statistics.factCount == 0)
      #expect(statistics.userCount == 6)
      #expect(statistics.activeCount == 4)
      #expect(statistics.inactiveCount == 2)
      #expect(statistics.newestUsers.map(\.id) == [3, 2, 1, 4, 6, 5])
      #expect(
        statistics.domains
          == MailDomains(
            largest: [Domain("example.org", 2), Domain("example.com", 1), Domain("net.example", 1)], others: 2))
      #expect(statistics.domains.top(1) == MailDomains(largest: [Domain("example.org", 2)], others: 4))
      #expect(statistics.domains.top(0) == MailDomains(others: 6))
      #expect(statistics.domains.top(3) == statistics.domains)
    }
  }

  @Test func tenUsersAreNewest() async throws {
    try await withTemporaryBook { book in
      let statistics = try await Self.statistics(
        of: book,
        """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 30)
        INSERT INTO users(name, email, createdAt) SELECT n, n, printf('2026-01-%02d', n) FROM numbers
        """)
      #expect(statistics.newestUsers.map(\.id).rowIDs == Array((21...30).reversed()))
      let plan = try await book.connection.read { db in
        try db.withStatement("EXPLAIN QUERY PLAN \(NewestUsers.query.sql)") { statement in
          var steps: [String] = []
          while try statement.step() { steps.append(statement.text(3)) }
          return steps
        }
      }
      #expect(plan == ["SCAN users USING INDEX users_by_age"])
    }
  }

  @Test func whatIsNoDateIsInNoMonth() async throws {
    try await withTemporaryBook { book in
      let statistics = try await Self.statistics(
        of: book,
        """
        INSERT INTO facts(body, createdAt) VALUES
          ('a', '2025-11-30 23:59:59.999'), ('b', '2026-02-28'), ('c', '2026-02-01T10:00:00+02:00'),
          ('d', '2026-02-29'), ('e', '2026-13-01'), ('f', '2026-2-01'), ('g', 'yesterday'), ('h', ''), ('i', 20260201),
          ('j', CAST('2026-02-01' AS BLOB)), ('k', ' 2026-02-01'), ('l', '2026-02-011'), ('m', '2024-02-29 10:00'),
          ('n', '2026-02'), ('o', '2026-02-00')
        """)
      #expect(statistics.factCount == 15)
      #expect(
        statistics.growth.months == [
          Month(CivilMonth(year: 2024, month: 2), 1), Month(CivilMonth(year: 2025, month: 11), 1),
          Month(CivilMonth(year: 2026, month: 2), 2),
        ])
    }
  }

  @Test func whatLiesInTheFutureMovesNoMonth() {
    let present = CivilMonth(year: 2026, month: 2)
    let growth = MonthlyGrowth(months: [
      Month(CivilMonth(year: 2025, month: 12), 3), Month(CivilMonth(year: 2026, month: 3), 1),
      Month(CivilMonth(year: 2099, month: 1), 1),
    ])
    let past = [Month(CivilMonth(year: 2025, month: 12), 3)]
    #expect(
      growth.last(12, upTo: present) == past + [Month(CivilMonth(year: 2026, month: 1), 0), Month(present, 0)])
    // A chart without additions shows nothing: without recent ones it ends with the last month that has some.
    #expect(growth.last(2, upTo: present) == past)
    // If all months are later than the present one, the clock of this machine is wrong.
    #expect(growth.last(2, upTo: CivilMonth(year: 2025, month: 11)).map(\.count) == [0, 1])
    #expect(growth.last(1000, upTo: CivilMonth(year: 2025, month: 11)).last == growth.months.last)
  }

  @Test func monthsWithoutAdditionsAreBetweenThoseWithSome() {
    let present = CivilMonth(year: 2026, month: 2)
    let growth = MonthlyGrowth(months: [
      Month(CivilMonth(year: 2024, month: 2), 7), Month(CivilMonth(year: 2025, month: 11), 3),
      Month(CivilMonth(year: 2026, month: 2), 2),
    ])
    #expect(
      growth.last(5, upTo: present) == [
        Month(CivilMonth(year: 2025, month: 10), 0), Month(CivilMonth(year: 2025, month: 11), 3),
        Month(CivilMonth(year: 2025, month: 12), 0), Month(CivilMonth(year: 2026, month: 1), 0),
        Month(CivilMonth(year: 2026, month: 2), 2),
      ])
    #expect(growth.last(1, upTo: present) == [Month(CivilMonth(year: 2026, month: 2), 2)])
    #expect(growth.last(0, upTo: present) == [])
    #expect(growth.last(1000, upTo: present).count == 25, "none is told before the first fact")
    #expect(growth.last(1000, upTo: present).map(\.count).reduce(0, +) == 12)
    #expect(MonthlyGrowth().last(5, upTo: present) == [])
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func statisticsAreWhatPlainSwiftFinds(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let domains = ["example.org", "EXAMPLE.org", "example.com", "münchen.example", "a.example", "", "x@y.example"]
    let days = ["01", "15", "28", "30", "31", "00", "x"]
    var facts: [String] = []
    var users: [(name: String, email: String, active: Int, createdAt: String)] = []
    for number in 0..<Int.random(in: 0...400, using: &generator) {
      let month = Int.random(in: 0...13, using: &generator)
      let padded = month < 10 ? "0\(month)" : "\(month)"
      facts.append(
        "\(Int.random(in: 2023...2026, using: &generator))-\(padded)-\(days.randomElement(using: &generator)!)")
      users.append(
        (
          "User \(number)", "user\(number)@\(domains.randomElement(using: &generator)!)",
          Int.random(in: 0...1, using: &generator), "2026-01-\(10 + Int.random(in: 0...20, using: &generator))"
        ))
    }
    let (allFacts, allUsers) = (facts, users)
    try await withBook { connection in
      try await connection.write { db in
        for fact in allFacts { try db.execute("INSERT INTO facts(body, createdAt) VALUES ('', ?)", [.text(fact)]) }
        for user in allUsers {
          try db.execute(
            "INSERT INTO users(name, email, active, createdAt) VALUES (?, ?, ?, ?)",
            [.text(user.name), .text(user.email), .integer(user.active), .text(user.createdAt)])
        }
      }
      let statistics = try await connection.read(BookStatistics.fetch)
      #expect(statistics.factCount == allFacts.count)
      #expect(statistics.userCount == allUsers.count)
      #expect(statistics.activeCount == allUsers.filter { $0.active == 1 }.count)
      let newest = allUsers.enumerated().sorted {
        ($0.element.createdAt, $0.offset) > ($1.element.createdAt, $1.offset)
      }
      #expect(
        statistics.newestUsers.map { $0.cells[ListedTable.users.cell(of: "name")] }
          == newest.prefix(10).map { .text($0.element.name) })

      let dates = allFacts.filter { Timestamp(text: $0).secondsSince1970 != nil }
      let months = Dictionary(grouping: dates) { $0.prefix(7) }.mapValues(\.count)
      #expect(
        statistics.growth.months.map { "\($0.month): \($0.count)" }
          == months.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })

      var counts: [String: Int] = [:]
      for user in allUsers { counts[user.email.split(separator: "@").last!.lowercased(), default: 0] += 1 }
      let without = allUsers.filter { $0.email.hasSuffix("@") }
      for user in without { counts[String(user.email.dropLast())] = nil }
      let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      #expect(
        statistics.domains
          == MailDomains(largest: sorted.map { Domain($0.key, $0.value) }, others: without.count), "seed \(seed)")
      for count in [0, 1, 3, 100] {
        let top = statistics.domains.top(count)
        #expect(top.largest == Array(statistics.domains.largest.prefix(count)))
        #expect(top.largest.map(\.count).reduce(0, +) + top.others == allUsers.count)
      }
    }
  }
}
