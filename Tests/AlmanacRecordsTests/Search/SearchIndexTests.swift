// The search index, while a connection without any code of ours writes.
import Databases
import LiveQueries
import StructuredQueries
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct SearchIndexTests {
  private static let queries = [
    "a", "ad", "ada", "example", "grace", "new", "élan", "o", "org", "!ada", "zz", "byron", "NEWER", "日本", "x",
  ].map { SearchQuery($0) }

  /// Checks that every search, by index and by list, finds the same as a plain scan.
  private static func check(_ connection: SQLiteConnection, after sql: String) async throws {
    try await connection.read { db in
      let users = try db.rows("SELECT id, name, email FROM users ORDER BY name COLLATE NOCASE, id")
      for query in queries {
        let matcher = SearchMatcher(query)
        let expected = users.filter { row in
          guard case .text(let name) = row.values[1], case .text(let email) = row.values[2] else { return false }
          return matcher.matches(name, email)
        }.map { row -> Int in if case .integer(let id) = row.values[0] { id } else { 0 } }
        let page = try RecordsWindow(ListQuery(.users, search: query), after: 1000).fetch(db)
        #expect(page.rows.map(\.id).rowIDs == expected, "\(query.text) after \(sql)")
        if try ListedTable.users.candidates(query, db)?.few() != nil {
          let scan = RecordScan(list: ListQuery(.users, search: query), db: db, walkedBeforeIndex: 0)
          let found = try scan.rows(.down, from: nil, limit: 1000).rows.map(\.id).rowIDs
          #expect(found == expected, "\(query.text) by the index after \(sql)")
        }
        #expect(
          try CountQuery(listed: .users, search: query).fetch(db) { _ in } == expected.count,
          "\(query.text) after \(sql)")
        let identities = Array(try ListQuery(.users, search: query).identities(db)).rowIDs
        #expect(Set(identities) == Set(expected) && identities.count == expected.count, "\(query.text) after \(sql)")
      }
      let problems = try db.rows("PRAGMA integrity_check").map(\.values)
      #expect(problems == [[.text("ok")]])
    }
  }

  @Test func aPlainConnectionCannotBreakIt() async throws {
    try await withTemporaryBook { book in
      let raw = try RawConnection(book.path)
      try raw.run(
        """
        INSERT INTO users(id, name, email) VALUES (1, 'Ada Byron', 'ada@example.org'), (2, 'Grace', 'grace@example.com'),
          (3, 'Élan Vital', 'elan@example.org'), (4, '日本', 'x@example.jp'), (5, 'O', 'o')
        """)
      for sql in [
        "REPLACE INTO users(id, name, email) VALUES (1, 'Newer', 'ada@example.org')",
        // Removes row 2 because of its e-mail; no trigger runs for that.
        "REPLACE INTO users(id, name, email) VALUES (7, 'Other', 'grace@example.com')",
        "UPDATE OR REPLACE users SET email = 'x@example.jp' WHERE id = 7",
        "INSERT OR IGNORE INTO users(id, name, email) VALUES (1, 'Ignored zz', 'zz'), (8, 'zz', 'ada@example.org')",
        """
        INSERT INTO users(id, name, email) VALUES (9, 'Byron', 'ada@example.org')
          ON CONFLICT(email) DO UPDATE SET name = excluded.name || ' upserted'
        """,
        "INSERT INTO users(id, name, email) VALUES (2, 'Back', 'back@example.org')",
        "UPDATE users SET id = id + 100 WHERE id IN (1, 3)",
        "UPDATE OR REPLACE users SET id = 5 WHERE id = 2",
        "BEGIN; DELETE FROM users; INSERT INTO users(name, email) VALUES ('zz', 'zz'); ROLLBACK",
        "BEGIN; SAVEPOINT s; UPDATE users SET name = 'zz'; ROLLBACK TO s; UPDATE users SET name = 'x' WHERE id = 5; COMMIT",
        "UPDATE users SET name = name",
        "UPDATE users SET name = upper(name), email = 'new' || id",
        "DELETE FROM users",
        "INSERT INTO users(name, email) VALUES ('Ada again', 'ada@example.org')",
        "PRAGMA recursive_triggers = ON; REPLACE INTO users(id, name, email) VALUES (200, 'Grace', 'ada@example.org')",
        "VACUUM",
      ] {
        try raw.run(sql)
        try await Self.check(book.connection, after: sql)
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func randomStatementsCannotBreakItEither(seed: UInt64) async throws {
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    try await withTemporaryBook { book in
      let raw = try RawConnection(book.path)
      let names = ["ada", "Ada Byron", "grace", "Élan", "zz", "x日本", "new", "newer", ""]
      var log = ""
      for step in 0..<60 {
        let id = Int.random(in: 1...6, using: &random)
        let name = names.randomElement(using: &random)!
        let email = "\(["ada", "o", "org", "new"].randomElement(using: &random)!)@example.org"
        let verb = ["INSERT OR IGNORE", "REPLACE", "INSERT OR REPLACE"].randomElement(using: &random)!
        let sql =
          switch Int.random(in: 0..<6, using: &random) {
          case 0: "DELETE FROM users WHERE id = \(id)"
          case 1: "UPDATE OR REPLACE users SET email = '\(email)' WHERE id = \(id)"
          case 2: "UPDATE OR IGNORE users SET id = \(id), name = '\(name)' WHERE id > 3"
          case 3: "BEGIN; REPLACE INTO users(id, name, email) VALUES (\(id), '\(name)', '\(email)'); ROLLBACK"
          default: "\(verb) INTO users(id, name, email) VALUES (\(id), '\(name)', '\(email)')"
          }
        log += sql + "; "
        try raw.run(sql)
        if step % 6 == 5 { try await Self.check(book.connection, after: log) }
      }
    }
  }
}
