// Listing a table: conditions, orders, limits.
import AlmanacRecords
import Databases
import Foundation
import Locks
import TestSupport
import Testing

@Suite struct RecordListingTests {
  /// The identities on each page; `meanwhile` is called after each page.
  private static func pages(
    _ listing: RecordListing, _ connection: SQLiteConnection, meanwhile: (Int) async throws -> Void = { _ in }
  ) async throws -> [[Int]] {
    var pages: [[Int]] = []
    var place = listing.start
    while let present = place {
      let page = try await connection.read { db in try listing.page(from: present, db) }
      pages.append(page.rows.map { if case .integer(let id) = $0[0] { id } else { 0 } })
      place = page.next
      try await meanwhile(pages.count)
    }
    return pages
  }

  private static func ids(
    _ listing: RecordListing, _ connection: SQLiteConnection
  ) async throws -> [Int] {
    try await pages(listing, connection).flatMap(\.self)
  }

  @Test("pages in the order of a column follow its collation: none is taken for damage")
  func collation() async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
          INSERT INTO t SELECT i, char(65 + i % 26 + i % 2 * 32) FROM n;
          CREATE INDEX by_a ON t(a);
          """)
      }
      let table = try #require(try await connection.read { db in try ListedTable.named("t", db) })
      let pages = try await Self.pages(RecordListing(table, sort: [.init(column: "a")]), connection)
      #expect(pages.count > 1)
      let rows = try await connection.query("SELECT id FROM t ORDER BY a, id")
      #expect(pages.flatMap(\.self).map { [SQLiteValue.integer($0)] } == rows.map(\.values))
    }
  }

  @Test("CIT-05: a listing is written whole; if its task is cancelled, or a file is there, no file is left behind")
  func writing() async throws {
    try await withFolder { folder in
      try await withBook { connection in
        try await Self.fill(connection)
        let listing = RecordListing(.users, sort: [.init(column: "id")], limit: 2)
        let path = folder.appending(path: "users.tsv").path
        let cancelled = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          return try await listing.write(to: path, as: .tsv, from: connection)
        }
        await #expect(throws: (any Error).self) { try await cancelled.value }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        #expect(try await listing.write(to: path, as: .tsv, from: connection) == 2)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.hasPrefix("id\tname\temail\tactive\tcreatedAt\n1\tada\tz@example.org\t1\t"))
        await #expect(throws: NewFile.Failure.self) { try await listing.write(to: path, as: .csv, from: connection) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["users.tsv"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      }
    }
  }

  private static func fill(_ connection: SQLiteConnection) async throws {
    try await connection.write { db in
      try db.execute(
        """
        INSERT INTO users(id, name, email, active) VALUES
          (1, 'ada', 'z@example.org', 1), (2, 'Ada', 'y@example.org', 0), (3, 'Émile', 'X@example.org', 1),
          (4, '', 'w@example.org', 7), (5, 'bob', '5', 0), (6, x'626f62', 'v@example.org', 'yes')
        """)
    }
  }

  @Test func aConditionComparesAsTheTypeOfItsColumnDoes() async throws {
    try await withBook { connection in
      try await Self.fill(connection)
      func found(_ conditions: [(String, String)]) async throws -> [Int] {
        try await Self.ids(
          RecordListing(
            .users,
            filters: try conditions.map { try RecordFilter(.users, column: $0.0, text: $0.1) },
            sort: [.init(column: "id")]), connection)
      }
      // As in the list: any integer but 0 is yes, and a text is neither.
      for yes in ["1", "true", "Yes", " yes "] { #expect(try await found([("active", yes)]) == [1, 3, 4]) }
      for no in ["0", "false", "No"] { #expect(try await found([("active", no)]) == [2, 5]) }
      #expect(try await found([("id", "5")]) == [5])
      #expect(try await found([("name", "Ada")]) == [2])
      // Bytes are no text, even if they look like it.
      #expect(try await found([("name", "bob")]) == [5])
      #expect(try await found([("name", "")]) == [4])
      #expect(try await found([("email", "5")]) == [5])
      #expect(try await found([("email", "5.0")]) == [])
      for wrong in ["maybe", "", "7", "1.0"] {
        await #expect(throws: RecordFilter.Problem.noFlag) { try await found([("active", wrong)]) }
      }
      for wrong in ["five", "", "5.0"] {
        await #expect(throws: RecordFilter.Problem.noNumber) { try await found([("id", wrong)]) }
      }
      #expect(try await found([("active", "1"), ("name", "ada")]) == [1])
      #expect(try await found([("active", "0"), ("name", "ada")]) == [])
      #expect(try await found([("name", "x' OR 1 --")]) == [])
    }
  }

  @Test func aSortIgnoresCaseAndTellsEqualOnesApartByTheirIdentity() async throws {
    try await withBook { connection in
      try await Self.fill(connection)
      func sorted(_ column: String, isDescending: Bool = false, limit: Int? = nil) async throws -> [Int] {
        try await Self.ids(
          RecordListing(.users, sort: [.init(column: column, isDescending: isDescending)], limit: limit), connection)
      }
      #expect(try await sorted("name") == [4, 1, 2, 5, 3, 6])
      #expect(try await sorted("name", isDescending: true) == [6, 3, 5, 2, 1, 4])
      #expect(try await sorted("active") == [2, 5, 1, 3, 4, 6])
      #expect(try await sorted("email") == [5, 6, 4, 3, 2, 1])
      #expect(try await sorted("id", isDescending: true, limit: 2) == [6, 5])
      #expect(try await sorted("name", limit: 0) == [])
      // With a search, conditions and a limit: the first of the hits.
      let listing = RecordListing(
        .users,
        search: SearchQuery("example"), filters: [try RecordFilter(.users, column: "active", text: "1")],
        sort: [.init(column: "email", isDescending: true)], limit: 1)
      #expect(try await Self.ids(listing, connection) == [1])
    }
  }

  // MARK: Pages

  /// Facts and users, numbered from 1 on; a thousand neighbours have the same name.
  private static func addMany(_ count: Int, to connection: SQLiteConnection) async throws {
    try await connection.write { db in
      try db.execute(
        """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
        INSERT INTO users(id, name, email, active)
        SELECT n, printf('%s %d', CASE WHEN n % 2 THEN 'ada' ELSE 'Ada' END, n / 1000), n || '@x', n % 3 > 0
        FROM numbers;
        INSERT INTO facts(id, body) SELECT id, email FROM users;
        """)
    }
  }

  @Test func pagesAreTheWholeInEveryOrder() async throws {
    try await withBook { connection in
      try await Self.addMany(2500, to: connection)
      for (column, order) in [
        ("name", "name COLLATE NOCASE, id"), ("email", "email COLLATE NOCASE, id"), ("createdAt", "createdAt, id"),
        ("active", "active, id"), ("id", "id"),
      ] {
        for (search, pattern) in [("", "%"), ("x", "%x"), ("5@x", "%5@x"), ("12@", "%12@%")] {
          let condition = "active AND email LIKE '\(pattern)' ORDER BY \(order)"
          let expected = try await connection.read { db in
            try db.rows("SELECT id FROM users WHERE \(condition)").map { row -> Int in
              if case .integer(let id) = row[0] { id } else { 0 }
            }
          }
          for isDescending in [false, true] {
            let listing = RecordListing(
              .users,
              search: SearchQuery(search), filters: [try RecordFilter(.users, column: "active", text: "yes")],
              sort: [.init(column: column, isDescending: isDescending)])
            let pages = try await Self.pages(listing, connection)
            #expect(pages.flatMap(\.self) == (isDescending ? expected.reversed() : expected), "\(column), \(search)")
            #expect(pages.dropLast().allSatisfy { $0.count == 1000 })
          }
        }
      }
    }
  }

  @Test func aPageEndsAtAThousandRowsOrAMegabyteAndALimitEndsAll() async throws {
    try await withBook { connection in
      try await Self.addMany(2500, to: connection)
      func counts(_ listing: RecordListing) async throws -> [Int] {
        try await Self.pages(listing, connection).map(\.count)
      }
      #expect(try await counts(RecordListing(.facts)) == [1000, 1000, 500])
      #expect(try await counts(RecordListing(.facts, sort: [.init(column: "body")])) == [1000, 1000, 500])
      #expect(try await counts(RecordListing(.facts, limit: 1001)) == [1000, 1])
      #expect(try await counts(RecordListing(.facts, limit: 1000)) == [1000])
      #expect(try await counts(RecordListing(.facts, sort: [.init(column: "body")], limit: 1001)) == [1000, 1])
      try await connection.write { db in
        try db.execute("UPDATE facts SET body = CAST(zeroblob(600000) AS TEXT) WHERE id > 2495")
      }
      #expect(try await counts(RecordListing(.facts, limit: 5)) == [2, 2, 1])
      #expect(try await counts(RecordListing(.facts, sort: [.init(column: "body")], limit: 5)) == [2, 2, 1])
    }
  }

  @Test func whatOthersWriteBetweenTwoPages() async throws {
    try await withTemporaryBook { book in
      let raw = try RawConnection(book.path)
      try await Self.addMany(2500, to: book.connection)
      // Rows are deleted, moved ahead of the list, moved behind it, and added ahead of it and behind it.
      let write = """
        DELETE FROM users WHERE id = 1500; UPDATE users SET name = 'zoe' WHERE id = 3;
        UPDATE users SET name = 'aaa' WHERE id = 1501; UPDATE users SET email = 'other' WHERE id = 1502;
        INSERT INTO users(id, name, email) VALUES (3000, 'aaa', '3000@x'), (3001, 'zoe', '3001@x');
        """
      func meanwhile(_ page: Int) async throws { if page == 1 { try raw.run(write) } }
      let byName = try await Self.pages(
        RecordListing(.users, sort: [.init(column: "name")]), book.connection, meanwhile: meanwhile)
      #expect(byName[0] == Array(1...1000))
      let rest = (1001...2500).filter { $0 != 1500 && $0 != 1501 } + [3, 3001]
      #expect(byName.dropFirst().flatMap(\.self) == rest)
    }
  }

  @Test("ANY-25, ANY-32: a column that another program drops between two pages ends the list with an error")
  func columnGone() async throws {
    try await withTemporaryBook { book in
      let raw = try RawConnection(book.path)
      try raw.run(
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, a, b);
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
        INSERT INTO t SELECT n, 'a', 'text' FROM numbers
        """)
      let listing = RecordListing(try await book.connection.read { db in try ListedTable.named("t", db)! })
      let error = await #expect(throws: DatabaseError.self) {
        try await Self.pages(listing, book.connection) { page in
          if page == 1 { try raw.run("ALTER TABLE t DROP COLUMN b") }
        }
      }
      #expect(error?.message == "no such column: b")
    }
  }

  @Test func anOrderWithoutAnIndexNamesNoRecordTwice() async throws {
    try await withTemporaryBook { book in
      let raw = try RawConnection(book.path)
      try await Self.addMany(2500, to: book.connection)
      book.statements.withLock { $0 = [] }
      let yes = try RecordFilter(.users, column: "active", text: "yes")
      let pages = try await Self.pages(
        RecordListing(.users, filters: [yes], sort: [.init(column: "active")]), book.connection
      ) { page in
        guard page == 1 else { return }
        try raw.run("DELETE FROM users WHERE id = 1600; UPDATE users SET active = active * 7 WHERE id < 10")
        try raw.run("UPDATE users SET active = 0 WHERE id = 1601; UPDATE users SET active = 1 WHERE id = 1602")
      }
      let expected = (1...2500).filter { $0 % 3 > 0 && $0 != 1600 && $0 != 1601 }
      #expect(pages.flatMap(\.self) == expected)
      #expect(
        book.statements.withLock { $0.filter { $0.contains("ORDER BY") } } == [
          """
          SELECT `id` FROM main.`users` WHERE (`active` <> 0 AND typeof(`active`) = 'integer') \
          ORDER BY `active` COLLATE `NOCASE`, `id`
          """
        ], "sorted once")
    }
  }

  @Test func oneRecordIsEveryColumnAsItStands() async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute(
          "INSERT INTO facts(id, body, createdAt) VALUES (-3, x'00ff', 7.5), (4, CAST(x'61ff' AS TEXT), 'now')")
      }
      let rows = try await connection.read { db in
        try [-3, 4, 5].map { try ListedTable.facts.values(of: $0, db) }
      }
      // A TEXT column converts every number to text.
      #expect(rows[0] == [.integer(-3), .blob([0, 255]), .text("7.5")])
      #expect(rows[1] == [.integer(4), .text([UInt8(ascii: "a"), 0xFF]), .text("now")])
      #expect(rows[2] == nil)
    }
  }

  @Test func whatAPersonTypesIsTakenAsAFormTakesIt() throws {
    let name = EditableColumn.text("name", label: "name")
    let active = EditableColumn.flag("active", label: "active")
    #expect(try name.value(of: " \u{A0}Ada B.\n") == .text(Array("Ada B.".utf8)))
    for word in ["1", "true", "YES", " yes "] { #expect(try active.value(of: word) == .integer(1)) }
    for word in ["0", "False", "no"] { #expect(try active.value(of: word) == .integer(0)) }
    #expect(throws: EditableColumn.Problem.empty) { try name.value(of: " \t") }
    let email = EditableColumn.email("email", label: "email")
    for text in ["a@b", " ada@example.org ", "é@日本", "a@b@c", "a b@c"] {
      #expect(try email.value(of: text) == .text(Array(text.trimmedOfWhitespace.utf8)))
    }
    for text in ["x", "@", "a@", "@b", " a@ ", "a.example.org"] {
      #expect(throws: EditableColumn.Problem.noEMailAddress) { try email.value(of: text) }
    }
    #expect(throws: EditableColumn.Problem.empty) { try email.value(of: " ") }
    for word in ["", "2", "on", "ja"] {
      #expect(throws: EditableColumn.Problem.noFlag) { try active.value(of: word) }
    }
  }
}
