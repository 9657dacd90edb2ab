// Windows against a plain sorted array.
import AlmanacRecords
import Databases
import LiveQueries
import Locks
import StructuredQueries
import Testing

@Suite struct WindowOracleTests {
  private static let words = ["Ada", "ada", "ADA B", "Émile", "emile", "zed", "Zed", "", " ", "山", "Ada\u{301}", "b_%"]

  private static func user(_ id: Int, _ random: inout SeededGenerator) -> User {
    User(
      id: id, name: words.randomElement(using: &random)!, email: "u\(id)@example.org",
      active: Bool.random(using: &random), createdAt: Timestamp(text: "2026-01-31 12:00:00.000"))
  }

  /// What SQLite's NOCASE compares: bytes, ASCII letters in lower case.
  private static func sorted(_ users: [User]) -> [User] {
    func folded(_ text: String) -> [UInt8] { text.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 } }
    return users.sorted { a, b in
      let (nameA, nameB) = (folded(a.name), folded(b.name))
      return nameA == nameB ? a.id < b.id : nameA.lexicographicallyPrecedes(nameB)
    }
  }

  private static func expected(_ list: [User], _ window: RecordsWindow<User>, at index: Int) -> [User] {
    switch window.anchor {
    case .start: Array(list.prefix(window.before + window.after))
    case .end: Array(list.suffix(window.before + window.after))
    case .around: Array(list[max(0, index - window.before)..<min(list.count, index + window.after)])
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func usersByNameAndIdentity(seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(state: seed)
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
        let all = Self.sorted(users)
        let list = all.filter { matcher.matches($0.name, $0.email) }
        var window = RecordsWindow<User>(
          search: search, before: Int.random(in: 0...8, using: &random), after: Int.random(in: 0...8, using: &random))
        var index = 0
        // An anchor may be a record of another search, or one that has gone.
        if let anchor = (all + [Self.user(lastID + 1, &random)]).randomElement(using: &random) {
          switch Int.random(in: 0..<4, using: &random) {
          case 0: window.anchor = .start
          case 1: window.anchor = .end
          default:
            window.anchor = .around(anchor.key)
            index = Self.sorted(list.filter { $0.id != anchor.id } + [anchor]).firstIndex { $0.id == anchor.id }!
          }
        }
        let asked = window
        let value = try await connection.read { db in try asked.fetch(db) }
        let expected = Self.expected(list, window, at: index)
        #expect(value.rows == expected, "\(window)")
        guard value.rows == expected else { return }
        let first = value.rows.first.flatMap { row in list.firstIndex { $0.id == row.id } }
        let last = value.rows.last.flatMap { row in list.firstIndex { $0.id == row.id } }
        switch window.anchor {
        case .start: #expect(value.reachesStart && value.reachesEnd == (value.rows.count == list.count), "\(window)")
        case .end: #expect(value.reachesEnd && value.reachesStart == (value.rows.count == list.count), "\(window)")
        case .around:
          #expect(value.reachesStart == (max(0, index - window.before) == 0), "\(window), \(String(describing: first))")
          #expect(
            value.reachesEnd == (min(list.count, index + window.after) == list.count),
            "\(window), \(String(describing: last))")
        }
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
      try await book.connection.read { db in _ = try RecordsWindow<Fact>().fetch(db) }
      book.statements.withLock { $0 = [] }
      let value = try await book.connection.read { db in
        try RecordsWindow<Fact>(anchor: .around(RowKey([.integer(250)])), before: 2, after: 3).fetch(db)
      }
      #expect(value.rows.map(\.id) == [252, 251, 250, 249, 248])
      let excerpt = #"CAST(ifnull(substr(CAST("body" AS BLOB), 1, 4000), "body") AS TEXT)"#
      #expect(
        book.statements.withLock { $0 } == [
          #"SELECT "id", \#(excerpt), "createdAt" FROM "facts" WHERE "id" <= ? ORDER BY "id" DESC LIMIT 4"#,
          #"SELECT "id", \#(excerpt), "createdAt" FROM "facts" WHERE "id" > ? ORDER BY "id" LIMIT 3"#,
        ])
    }
  }

  @Test func aRecordIsFoundByItsIdentityWhereASearchFindsIt() async throws {
    try await withBook { connection in
      try await connection.write { db in
        _ = try User.add(name: "Ada Byron", email: "ada@example.org", db)
      }
      for (id, search, isFound) in [
        (1, "", true), (1, "ÁDA example", true), (1, "grace", false), (1, "!ada", false), (2, "", false),
      ] {
        let user = try await connection.read { db in try User.find(id, in: SearchQuery(search), db) }
        #expect((user != nil) == isFound, "\(id), \(search)")
      }
    }
  }
}
