// Windows against a plain sorted array.
import Activities
import Databases
import LiveQueries
import Locks
import StructuredQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct WindowOracleTests {
  private static let words = ["Ada", "ada", "ADA B", "Émile", "emile", "zed", "Zed", "", " ", "山", "Ada\u{301}", "b_%"]

  private static func user(_ id: Int, _ random: inout SeededGenerator) -> User {
    User(
      id: id, name: words.randomElement(using: &random)!,
      email: "\(["u", "U", "v"].randomElement(using: &random)!)\(id)@example.org",
      active: Bool.random(using: &random),
      createdAt: Timestamp(text: "2026-01-31 12:00:0\(Int.random(in: 0..<4, using: &random)).000"))
  }

  /// The values of an order, as SQLite compares them: bytes, with ASCII letters in lower case for NOCASE.
  private static func key(_ user: User, _ order: ListOrder) -> ([UInt8], Int) {
    let text =
      switch order.column {
      case "name": user.name
      case "email": user.email
      default: user.createdAt.text
      }
    let bytes = text.utf8.map { order.column != "createdAt" && $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    return (bytes, user.id)
  }

  private static func sorted(_ users: [User], _ order: ListOrder) -> [User] {
    let ascending = users.sorted { a, b in
      let (a, b) = (key(a, order), key(b, order))
      return a.0 == b.0 ? a.1 < b.1 : a.0.lexicographicallyPrecedes(b.0)
    }
    return order.isDescending ? ascending.reversed() : ascending
  }

  private static func rowKey(_ user: User, _ order: ListOrder) -> RowKey {
    let text =
      switch order.column {
      case "name": user.name
      case "email": user.email
      default: user.createdAt.text
      }
    return RowKey([.text(Array(text.utf8)), .integer(user.id)])
  }

  private static func expected(_ list: [User], _ window: RecordsWindow, at index: Int) -> [User] {
    switch window.anchor {
    case .start: Array(list.prefix(window.before + window.after))
    case .end: Array(list.suffix(window.before + window.after))
    case .left where list[max(0, index - window.before)..<min(list.count, index + window.after)].isEmpty:
      // The list has become shorter.
      Array(list.suffix(window.before + window.after))
    case .around, .left: Array(list[max(0, index - window.before)..<min(list.count, index + window.after)])
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func usersInEveryOrderAndThroughEveryFilter(seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var users: [User] = []
    var lastID = 0
    try await withBook { connection in
      for _ in 0..<25 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where !users.isEmpty:
          let gone = users.remove(at: users.indices.randomElement(using: &random)!)
          try await connection.write { db in try db.execute("DELETE FROM users WHERE id = \(gone.id)") }
        case 1 where !users.isEmpty:
          let index = users.indices.randomElement(using: &random)!
          users[index].name = Self.words.randomElement(using: &random)!
          let changed = users[index]
          try await connection.write { db in
            try db.execute("UPDATE users SET name = ? WHERE id = ?", [.text(changed.name), .integer(changed.id)])
          }
        default:
          let new = (1...Int.random(in: 1...12, using: &random)).map { Self.user(lastID + $0, &random) }
          lastID += new.count
          users += new
          try await connection.write { db in
            for user in new {
              try db.execute(
                "INSERT INTO users(id, name, email, active, createdAt) VALUES (?, ?, ?, ?, ?)",
                [
                  .integer(user.id), .text(user.name), .text(user.email), .integer(user.active ? 1 : 0),
                  .text(user.createdAt.text),
                ])
            }
          }
        }
        let search = SearchQuery(["", "", "ada", "e", "!ada", "zed org", "u1"].randomElement(using: &random)!)
        let matcher = SearchMatcher(search)
        let filter = ([nil, nil] + ListedTable.users.style.filters).randomElement(using: &random)!
        var order = ListedTable.users.style.orders.randomElement(using: &random)!
        if Bool.random(using: &random) { order = order.reversed }
        let all = Self.sorted(users, order)
        let list = all.filter { user in
          matcher.matches(user.name, user.email) && filter.map { ($0.title == "active") == user.active } ?? true
        }
        var window = RecordsWindow(
          ListQuery(.users, search: search, filter: filter, order: order),
          before: Int.random(in: 0...8, using: &random),
          after: Int.random(in: 0...8, using: &random))
        var index = 0
        // An anchor may be a record outside the search, or a deleted one.
        if let anchor = (all + [Self.user(lastID + 1, &random)]).randomElement(using: &random) {
          switch Int.random(in: 0..<5, using: &random) {
          case 0: window.anchor = .start
          case 1: window.anchor = .end
          case let kind:
            window.anchor = .around(Self.rowKey(anchor, order))
            if kind == 2 {
              // A record that the list shows may have had another key in the earlier run.
              let former = list.contains { $0.id == anchor.id } ? all.randomElement(using: &random)! : anchor
              let left = LeftRecord(.rowID(anchor.id), Self.rowKey(former, order), in: window.list)!
              let kept = try #require(LeftRecord(text: left.text))
              #expect(kept == left && kept.fits(window.list))
              window.anchor = .left(kept)
            }
            index = Self.sorted(list.filter { $0.id != anchor.id } + [anchor], order).firstIndex { $0.id == anchor.id }!
          }
        }
        window.since = [nil, lastID - Int.random(in: 0...20, using: &random)].randomElement(using: &random)!
        let asked = window
        let value = try await connection.read { db in try asked.fetch(db) }
        let expected = Self.expected(list, window, at: index)
        #expect(value.rows == expected.map(ListedRow.init), "\(window)")
        #expect(!value.isDamaged)
        guard value.rows == expected.map(ListedRow.init) else { return }
        let first = value.rows.first.flatMap { row in list.firstIndex { .rowID($0.id) == row.id } }
        let last = value.rows.last.flatMap { row in list.firstIndex { .rowID($0.id) == row.id } }
        let arrivals = window.since.flatMap { since in last.map { list[...$0].map(\.id).filter { $0 > since } } } ?? []
        #expect(value.arrivals.ids == Set(arrivals.map(RecordID.rowID)) && value.arrivals.isComplete, "\(window)")
        #expect(value.newest == (value.reachesStart ? users.map(\.id).max() ?? 0 : 0), "\(window)")
        switch window.anchor {
        case .start: #expect(value.reachesStart && value.reachesEnd == (value.rows.count == list.count), "\(window)")
        case .end: #expect(value.reachesEnd && value.reachesStart == (value.rows.count == list.count), "\(window)")
        case .left where max(0, index - window.before) >= min(list.count, index + window.after): break
        case .around, .left:
          if case .left = window.anchor { #expect(value.anchorIndex == index - max(0, index - window.before)) }
          #expect(value.reachesStart == (max(0, index - window.before) == 0), "\(window), \(String(describing: first))")
          #expect(
            value.reachesEnd == (min(list.count, index + window.after) == list.count),
            "\(window), \(String(describing: last))")
        }
      }
    }
  }

  @Test func ofManyArrivalsTheNewestAreNamed() async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute("INSERT INTO facts(id, body) VALUES (1, 'a'), (2, 'b'), (3, 'a'), (4, 'b'), (5, 'a'), (6, 'a')")
      }
      let list = ListQuery(.facts, search: SearchQuery("a"))
      for (most, ids, isComplete) in [(5, [3, 5, 6], true), (4, [3, 5, 6], false), (2, [5, 6], false)] {
        let arrivals = try await connection.read { db in
          try RecordScan(list: list, db: db).arrivals(since: 1, upTo: RowKey([.integer(3)]), most: most)
        }
        #expect(arrivals.ids.rowIDs.sorted() == ids)
        #expect(arrivals.isComplete == isComplete)
      }
    }
  }

  @Test func ofArrivalsWithLongTextsTheNewestAreReadAsFarAsTheirBytesGo() async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute(
          "INSERT INTO facts(id, body) VALUES (1, 'a'), (2, 'aaaa'), (3, 'bbbb'), (4, 'aaaa'), (5, 'aaaa')")
      }
      let last = RowKey([.integer(2)])
      for (search, mostBytes, ids, isComplete) in [
        ("a", 16, [2, 4, 5], true), ("a", 13, [2, 4, 5], true), ("a", 12, [4, 5], false), ("a", 5, [4, 5], false),
        ("a", 4, [5], false), ("", 4, [2, 3, 4, 5], true),
      ] {
        let list = ListQuery(.facts, search: SearchQuery(search))
        let arrivals = try await connection.read { db in
          try RecordScan(list: list, db: db).arrivals(since: 1, upTo: last, mostBytes: mostBytes)
        }
        #expect(arrivals.ids.rowIDs.sorted() == ids, "\(search), \(mostBytes)")
        #expect(arrivals.isComplete == isComplete, "\(search), \(mostBytes)")
      }
    }
  }

  @Test func aPageIsOneKeysetQuery() async throws {
    try await withTemporaryBook { book in
      try await book.connection.write { db in
        try db.execute(
          """
          WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 500)
          INSERT INTO facts(id, body) SELECT n, 'Fact ' || n FROM numbers
          """)
      }
      try await book.connection.read { db in _ = try RecordsWindow(ListQuery(.facts)).fetch(db) }
      book.statements.withLock { $0 = [] }
      let value = try await book.connection.read { db in
        try RecordsWindow(ListQuery(.facts), anchor: .around(RowKey([.integer(250)])), before: 2, after: 3).fetch(db)
      }
      let selection = "SELECT `id`, `body`, `createdAt` FROM main.`facts`"
      #expect(value.rows.map(\.id) == [252, 251, 250, 249, 248])
      #expect(
        book.statements.withLock { $0 } == [
          selection + " WHERE `id` <= ? ORDER BY `id` DESC LIMIT 4",
          selection + " WHERE `id` > ? ORDER BY `id` LIMIT 3",
          "SELECT 1 FROM main.`facts` LIMIT 1 OFFSET 1000",
          "SELECT count(*) FROM (SELECT 1 FROM main.`facts` LIMIT 1001)",
          "SELECT count(*) FROM (SELECT 1 FROM main.`facts` WHERE `id` > ? ORDER BY `id` LIMIT 1001)",
        ])
      #expect((value.total, value.listed, value.above) == (500, 500, 248))
    }
  }

  @Test func rowsAreNotCountedWithAPageWhereTheyWereManyBefore() async throws {
    try await withTemporaryBook { book in
      func add(_ count: Int) async throws {
        try await book.connection.write { db in
          try db.execute(
            """
            WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
            INSERT INTO facts(body) SELECT 'Fact ' || n FROM numbers
            """)
        }
      }
      let total = LiveCount(.facts, connection: book.connection)
      func counting() async throws -> [String] {
        await book.connection.activity.settled()
        book.statements.withLock { $0 = [] }
        let window = RecordsWindow(ListQuery(.facts), after: 2, total: total)
        #expect(try await book.connection.read { db in try window.fetch(db) }.total == nil)
        return book.statements.withLock { $0.filter { $0.hasPrefix("SELECT 1") } }
      }
      try await add(2_000)
      #expect(try await counting() == ["SELECT 1 FROM main.`facts` LIMIT 1 OFFSET 1000"])
      try await add(1)
      #expect(try await counting() == [])
    }
  }

  @Test func aWindowStandsAroundANameThatIsNotValidText() async throws {
    try await withBook { connection in
      try await connection.write { db in
        // `É` in Latin-1: its decoded text would come after all of these.
        try db.execute(
          """
          WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300)
          INSERT INTO users(id, name, email) SELECT n, CAST(x'C96D696C65' AS TEXT), 'e' || n || '@example.org' FROM numbers
          """)
      }
      let place = try await connection.read { db in try ListQuery(.users).place(of: 150, db) }
      let key = try #require(place)
      let value = try await connection.read { db in
        try RecordsWindow(ListQuery(.users), anchor: .around(key), before: 2, after: 2).fetch(db)
      }
      #expect(value.rows.map(\.id) == [148, 149, 150, 151])
      #expect(value.keys[2] == key)
      #expect(!value.reachesStart && !value.reachesEnd)
    }
  }

  @Test func aRecordIsFoundByItsIdentityWhereASearchFindsIt() async throws {
    try await withBook { connection in
      try await connection.write { db in
        _ = try ListedTable.users.add(["name": .text("Ada Byron"), "email": .text("ada@example.org")], db)
      }
      for (id, search, isFound) in [
        (1, "", true), (1, "ÁDA example", true), (1, "grace", false), (1, "!ada", false), (2, "", false),
      ] {
        let place = try await connection.read { db in
          try ListQuery(.users, search: SearchQuery(search)).place(of: .rowID(id), db)
        }
        #expect((place != nil) == isFound, "\(id), \(search)")
      }
    }
  }

  @Test("what has arrived is looked for among the newest records, though an index has all that the filter lets through")
  func arrivalsByIdentity() async throws {
    let statements = Lock<[String]>([])
    try await withDatabase {
      $0.trace = { sql in statements.withLock { $0.append(sql) } }
    } _: { connection in
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE t(id INTEGER PRIMARY KEY, kind); CREATE INDEX by_kind ON t(kind);
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO t SELECT i, 1 FROM n
          """)
      }
      let value = try await connection.read { db in
        let table = ListedTable(try #require(try TableShape(named: "t", db)))
        let filter = RecordFilter(column: "kind", value: .integer(1))
        return try RecordsWindow(ListQuery(table, filter: filter, order: table.order.reversed), after: 10, since: 97)
          .fetch(db)
      }
      #expect(value.arrivals.ids == [98, 99, 100])
      let sql = try #require(statements.withLock { $0.first { $0.contains("`id` >= ?") } })
      let plan = try RawConnection.rows("EXPLAIN QUERY PLAN \(sql)", on: connection.path ?? "")
      #expect(plan.contains { $0.hasSuffix("SEARCH main.t USING INTEGER PRIMARY KEY (rowid>?)") }, "\(plan)")
    }
  }
}
