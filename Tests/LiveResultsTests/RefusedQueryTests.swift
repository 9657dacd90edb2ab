// What is no query, and what a query may not do.

import Databases
import Foundation
import TestSupport
import Testing

@testable import LiveResults

@Suite struct RefusedQueryTests {
  private static let schema = """
    CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT);
    INSERT INTO t VALUES(1, 'one'), (2, 'two');
    """

  private func error(_ sql: String, _ following: Following) async throws -> QueryError? {
    do {
      _ = try await following.follow(sql)
      return nil
    } catch let error as QueryError {
      return error
    }
  }

  @Test("ANY-31, LSQ-13: a text that is no query: SQLite's sentence, with the place of the mistake")
  func mistakes() async throws {
    try await Following.run(Self.schema) { following in
      let mistakes: [(sql: String, message: String, place: Int?)] = [
        ("SELEC 1", #"near "SELEC": syntax error"#, 0),
        ("SELECT a FROM t WHERE", "incomplete input", nil),
        ("SELECT a, nope FROM t", "no such column: nope", 10),
        ("SELECT a FROM nowhere", "no such table: nowhere", 14),
        ("SELECT 1; SELECT 2", "there is more than one statement", 10),
        ("", "there is no statement", nil),
        ("-- nothing", "there is no statement", nil),
        (";", "there is no statement", nil),
        ("SELECT 'a\0b'", "a query has no NUL character", 9),
        ("SELECT 1 -- " + String(repeating: "x", count: 1_000_000), "the query has more than 1000000 bytes", nil),
      ]
      for mistake in mistakes {
        let error = try await error(mistake.sql, following)
        #expect(error == QueryError(message: mistake.message, place: mistake.place), "\(mistake.sql.prefix(40))")
      }
      let result = try await following.follow("SELECT a FROM t -- a comment; with a semicolon\n;")
      #expect(await result.rows.map(\.values) == [[.text("one")], [.text("two")]])
    }
  }

  @Test("LSQ-13: the last rows stay while a query can't run any more")
  func lastRows() async throws {
    try await Following.run(Self.schema) { following in
      let result = try await following.follow("SELECT a FROM t")
      try following.other.run("ALTER TABLE t RENAME TO u")
      let batches = try await following.looked()
      await #expect(throws: QueryError(message: "no such table: t", place: 14)) {
        try await result.step(batches) { _, _ in }
      }
      #expect(await result.rows.map(\.values) == [[.text("one")], [.text("two")]])
      try following.other.run("ALTER TABLE u RENAME TO t; DELETE FROM t WHERE id = 1")
      let change = try await following.step(result, try await following.looked())
      #expect(change.rows.map(\.before?.values) == [[.text("one")]])
      #expect(await result.rows.map(\.values) == [[.text("two")]])
    }
  }

  @Test(
    "ANY-31, LSQ-14: what reaches beyond the file, or writes, is refused",
    arguments: [
      "ATTACH 'other.db' AS other", "DETACH main", "PRAGMA journal_mode = DELETE", "PRAGMA user_version = 7",
      "PRAGMA writable_schema = ON", "SELECT load_extension('x')", "SELECT writefile('x', 'y')",
      "SELECT readfile('/etc/passwd')", "SELECT fts3_tokenizer('simple')", "VACUUM INTO 'copy.db'", "VACUUM",
      "INSERT INTO t VALUES(3, 'three')", "WITH x AS (SELECT 1) DELETE FROM t", "DELETE FROM t RETURNING id",
      "CREATE TABLE x(a)", "CREATE TEMP TABLE x(a)", "BEGIN", "REINDEX", "ANALYZE", "SELECT * FROM loads",
    ])
  func refused(sql: String) async throws {
    try await Following.run(
      Self.schema + "CREATE VIEW loads AS SELECT load_extension(a) FROM t; CREATE TRIGGER writes BEFORE DELETE ON t "
        + "BEGIN SELECT load_extension('x'); END;"
    ) { following in
      let before = try Data(contentsOf: URL(filePath: following.path))
      #expect(try await error(sql, following) != nil)
      #expect(try Data(contentsOf: URL(filePath: following.path)) == before)
      let folder = URL(filePath: following.path).deletingLastPathComponent()
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(files).isSubset(of: ["file.db", "file.db-wal", "file.db-shm"]))
    }
  }

  @Test("LSQ-14: the sentence names what is refused")
  func sentences() async throws {
    try await Following.run(Self.schema) { following in
      #expect(
        try await error("ATTACH 'x' AS y", following)?.message == "ATTACH is refused: a query only reads the file")
      #expect(
        try await error("SELECT fts3_tokenizer('simple')", following)?.message
          == "the function fts3_tokenizer is refused: a query only reads the file")
      #expect(
        try await error("PRAGMA user_version = 7", following)?.message
          == "PRAGMA user_version with a value is refused: a query only reads the file")
      let result = try await following.follow("SELECT name, type FROM pragma_table_info('t')")
      #expect(await result.rows.map(\.values) == [[.text("id"), .text("INTEGER")], [.text("a"), .text("TEXT")]])
    }
  }

  @Test("LSQ-16: a query that never ends is stopped, and its memory is bounded")
  func endless() async throws {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT"
    try await Following.run(Self.schema) { following in
      let result = LiveResult("\(endless) max(i) FROM n", on: following.connection)
      let task = Task { try await result.begin() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      let error = try await error("\(endless) i FROM n", following)
      #expect(error == QueryError.tooLarge)
    }
  }

  @Test(
    "LSQ-09: each way to keep a result ends at 64 MB, of what it keeps in addition to the rows too",
    arguments: [
      // A value of a group, a row, a row before the limit, and a spelling of a key: each has about a thousand bytes.
      "SELECT count(DISTINCT printf('%01000d', a.i * 300 + b.i)) FROM n a, n b",
      "SELECT DISTINCT printf('%01000d', a.i * 300 + b.i) FROM n a, n b",
      "SELECT printf('%01000d', a.i * 300 + b.i) FROM n a, n b ORDER BY a.i, b.i LIMIT 80000",
      "SELECT count(*) FROM n a, n b GROUP BY printf('x%*s', a.i * 300 + b.i, '') COLLATE RTRIM",
      "SELECT printf('%01000d', a.i * 300 + b.i) AS k, count(*) FROM n a, n b GROUP BY k HAVING count(*) > 1",
    ])
  func bounded(_ sql: String) async throws {
    let schema = """
      CREATE TABLE n(i INTEGER PRIMARY KEY);
      INSERT INTO n WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 300) SELECT i FROM c;
      """
    try await Following.run(schema) { following in
      let found = try await error(sql, following)
      #expect(found == QueryError.tooLarge)
    }
  }

  @Test("LSQ-09: what a kept result loses counts no more")
  func released() async throws {
    let schema = "CREATE TABLE t(k, g COLLATE NOCASE); INSERT INTO t VALUES (1, 'a')"
    let queries = [
      "SELECT count(DISTINCT k) FROM t GROUP BY g", "SELECT DISTINCT g FROM t", "SELECT min(k), g FROM t GROUP BY g",
    ]
    try await Following.run(schema) { following in
      var results: [(result: LiveResult, size: Int)] = []
      for query in queries {
        let result = try await following.follow(query)
        results.append((result, try #require(await result.otherByteCount)))
        #expect(try #require(results.last).size > 0)
      }
      for sql in ["INSERT INTO t VALUES (2, 'A'), (3, 'b'), (2, 'a')", "DELETE FROM t WHERE rowid > 1"] {
        try following.other.run(sql)
        let batches = try await following.looked()
        for (result, size) in results {
          _ = try await following.step(result, batches)
          let present = try #require(await result.otherByteCount)
          #expect(sql.hasPrefix("INSERT") ? present > size : present == size, "\(result.sql)")
        }
      }
    }
  }
}

extension LiveResult {
  /// The bytes that the kept query has in addition to its rows.
  fileprivate var otherByteCount: Int? { (open?.plan.query as? any RowKeeping)?.otherByteCount }
}
