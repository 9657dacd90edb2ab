// CHG-02 to CHG-05: the changes that single statements make.

import Foundation
import TestSupport
import Testing

@testable import WriteAheadLogs

@Suite struct StatementTests {
  @Test("CHG-02: several commits between two looks are as many change sets, in order")
  func commitsOneByOne() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, "CREATE TABLE t(a)")
      try followed.writer.run("INSERT INTO t VALUES ('x')")
      try followed.writer.run("UPDATE t SET a = 'y'")
      try followed.writer.run("BEGIN; INSERT INTO t VALUES ('z'); DELETE FROM t WHERE rowid = 1; COMMIT")
      let sets = followed.feed.look()
      #expect(sets.map(\.lines) == [["t +1 ('x')"], ["t ~1 ('x') -> ('y')"], ["t -1 ('y')", "t +2 ('z')"]])
      #expect(sets.map { $0.changeCounter &- sets[0].changeCounter } == [0, 1, 2])
      #expect(followed.look() == [])
    }
  }

  @Test("CHG-02: the commits that the caller knows are passed over, and the others are right")
  func ownCommits() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, "CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(3000))")
      let start = try #require(LogIndex(followed.files)).changeCounter
      for number in 1...4 { try followed.writer.run("INSERT INTO t VALUES (\(number))") }
      var asked: [UInt32] = []
      let sets = followed.feed.look { counter in
        asked.append(counter &- start)
        return counter &- start != 2 && counter &- start != 3
      }
      #expect(asked == [1, 2, 3, 4])
      #expect(sets.map(\.lines) == [["t +2 (1)"], ["t +5 (4)"]])
      #expect(try followed.changes("DELETE FROM t WHERE rowid = 3") == ["t -3 (2)"])
    }
  }

  @Test("CHG-07: when very many commits have come, neighbours are joined to their net change")
  func joinedCommits() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, "CREATE TABLE t(a)", configuration: .init(commitLimit: 2))
      for number in 1...5 { try followed.writer.run("INSERT INTO t VALUES (\(number)); UPDATE t SET a = a + 1") }
      let sets = followed.feed.look()
      #expect(sets.map(\.commitCount) == [5, 5])
      #expect(
        sets.map(\.lines) == [
          ["5 commits", "t +1 (3)", "t +2 (3)", "t +3 (3)"],
          ["5 commits", "t ~1 (3) -> (6)", "t ~2 (3) -> (6)", "t ~3 (3) -> (6)", "t +4 (6)", "t +5 (6)"],
        ])
    }
  }

  @Test("CHG-03: DELETE FROM t gives every row of a tree that is not in the file any more")
  func deleteAll() async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder,
        """
        CREATE TABLE t(a, b);
        WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO t SELECT i, zeroblob(20) FROM n
        """)
      let sets = try {
        try followed.writer.run("DELETE FROM t"); return followed.feed.look()
      }()
      guard case .rows(let tables)? = sets.first?.content else { return #expect(Bool(false), "\(sets)") }
      try #require(tables.map(\.table) == ["t"])
      #expect(tables[0].rows.count == 2000)
      #expect(tables[0].rows[1999].old?[0] == .integer(2000))
      #expect(tables[0].rows.allSatisfy { $0.new == nil })
    }
  }

  @Test("CHG-03: schema changes are reported as such, with the rows that they rewrite")
  func schemaChanges() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, "CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 2), (3, 4)")
      #expect(try followed.changes("ALTER TABLE t ADD COLUMN c DEFAULT 7") == ["schema"])
      #expect(try followed.changes("UPDATE t SET b = 5 WHERE a = 1") == ["t ~1 (1, 2) -> (1, 5, 7)"])
      #expect(try followed.changes("ALTER TABLE t RENAME COLUMN c TO d") == ["schema"])
      #expect(try followed.changes("ALTER TABLE t RENAME TO u") == ["schema"])
      #expect(try followed.changes("CREATE INDEX i ON u(b)") == ["schema"])
      #expect(try followed.changes("REINDEX") == ["nothing"])
      #expect(
        try followed.changes("ALTER TABLE u DROP COLUMN d") == [
          "schema", "u ~1 (1, 5, 7) -> (1, 5)",
        ])
      #expect(try followed.changes("DROP TABLE u") == ["schema", "u -1 (1, 5)", "u -2 (3, 4)"])
      #expect(try followed.changes("CREATE TABLE v(a)") == ["schema"])
      #expect(
        try followed.changes("BEGIN; DROP TABLE v; CREATE TABLE v(a, b); INSERT INTO v VALUES (1, 2); COMMIT")
          == ["schema", "v +1 (1, 2)"])
    }
  }

  @Test("CHG-03: the rows of the schema tell what was made, changed and dropped")
  func schemaRows() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, "CREATE TABLE t(a, b)")
      func rows(_ sql: String) throws -> [RowChange] {
        try followed.writer.run(sql)
        return followed.feed.look().flatMap { set -> [RowChange] in
          guard case .rows(let tables) = set.content else { return [] }
          return tables.filter { $0.table == ChangeSet.schemaTable }.flatMap(\.rows)
        }
      }
      func row(_ values: String..., root: Int64, sql: String) -> [RecordValue] {
        values.map { .text(Array($0.utf8)) } + [.integer(root), .text(Array(sql.utf8))]
      }
      let table = row("table", "t", "t", root: 2, sql: "CREATE TABLE t(a, b)")
      let wider = row("table", "t", "t", root: 2, sql: "CREATE TABLE t(a, b, c)")
      let index = row("index", "i", "t", root: 3, sql: "CREATE INDEX i ON t(b)")
      #expect(try rows("INSERT INTO t VALUES (1, 2)") == [])
      #expect(try rows("ALTER TABLE t ADD COLUMN c") == [RowChange(rowID: 1, old: table, new: wider)])
      #expect(try rows("CREATE INDEX i ON t(b)") == [RowChange(rowID: 2, old: nil, new: index)])
      #expect(try rows("DROP INDEX i") == [RowChange(rowID: 2, old: index, new: nil)])
    }
  }

  @Test("CHG-03: a schema that was edited without a new version is a changed one")
  func editedSchema() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, "CREATE TABLE t(a, b)")
      try followed.writer.run("PRAGMA writable_schema = ON")
      let lines = try followed.changes("UPDATE sqlite_schema SET sql = 'CREATE TABLE t(a, c)'")
      #expect(lines.first == "schema")
    }
  }

  @Test(
    "CHG-11: in a deep tree, rows change below one page while others beside it are written",
    arguments: [false, true])
  func deepTree(isKeyed: Bool) async throws {
    try await withFolder { folder in
      let numbers = "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < %) "
      func insertion(_ count: Int, from first: Int) -> String {
        numbers.replacing("%", with: "\(count)") + "INSERT INTO t SELECT \(first) + i, zeroblob(100) FROM n"
      }
      let followed = try Followed(
        folder, pageSize: 512,
        """
        PRAGMA wal_autocheckpoint = 0;
        CREATE TABLE t(id INTEGER PRIMARY KEY, a)\(isKeyed ? " WITHOUT ROWID" : ""); \(insertion(3000, from: 1000))
        """)
      // The root page is written, the pages between it and the first leaf are not.
      let lines = try followed.changes(
        "BEGIN; UPDATE t SET a = 'z' WHERE id = 1001; \(insertion(900, from: 9000)); COMMIT")
      #expect(lines.count == 901)
      #expect(lines.first?.contains("~") == true && lines.dropFirst().allSatisfy { $0.contains("+") })
      let deleted = try followed.changes(
        "BEGIN; UPDATE t SET a = 'y' WHERE id = 1001; DELETE FROM t WHERE id BETWEEN 1500 AND 3500; COMMIT")
      #expect(deleted.count { $0.contains("-") && !$0.contains("~") } == 2001 && deleted.count == 2002)
    }
  }

  @Test("CHG-03: a table that is dropped, and another like it made in its place: the rows are gone")
  func dropAndCreate() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, "CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)")
      #expect(
        try followed.changes("BEGIN; DROP TABLE t; CREATE TABLE u(a); INSERT INTO u VALUES (1); COMMIT")
          == ["schema", "u +1 (1)", "t -1 (1)", "t -2 (2)"])
    }
  }

  @Test("CHG-03: a table whose root another table's end moves")
  func movedRoot() async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder,
        """
        PRAGMA auto_vacuum = FULL; CREATE TABLE s(a); CREATE TABLE t(a); CREATE TABLE k(a PRIMARY KEY) WITHOUT ROWID;
        INSERT INTO s VALUES (1); INSERT INTO t VALUES (2); INSERT INTO k VALUES (3)
        """)
      #expect(try followed.changes("DROP TABLE s") == ["schema", "s -1 (1)"])
      #expect(try followed.changes("INSERT INTO k VALUES (4)") == ["k + (4)"])
      #expect(try followed.changes("INSERT INTO t VALUES (5)") == ["t +2 (5)"])
    }
  }

  @Test("CHG-03: VACUUM changes no row, but the rowids of a table without a key of integers")
  func vacuum() async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder,
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE TABLE u(a);
        INSERT INTO t VALUES (1, 'x'), (5, 'y'); INSERT INTO u(rowid, a) VALUES (1, 'x')
        """)
      #expect(try followed.changes("VACUUM") == ["schema"])
      try followed.writer.run("UPDATE u SET rowid = 4")
      _ = followed.look()
      #expect(try followed.changes("VACUUM") == ["schema", "u +1 ('x')", "u -4 ('x')"])
    }
  }

  @Test("CHG-03: VACUUM that gives more rows new rowids than the feed may hold is unknown, and says so")
  func largeVacuum() async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder,
        "CREATE TABLE u(a); INSERT INTO u(rowid, a) VALUES (4, zeroblob(3000)); CREATE TABLE t(id INTEGER PRIMARY KEY)",
        configuration: .init(valueLimit: 2000))
      #expect(try followed.changes("VACUUM") == ["unknown: VACUUM may have given rows new rowids"])
      #expect(try followed.changes("INSERT INTO t VALUES (1)") == ["t +1 (NULL)"])
    }
  }

  @Test("CHG-04: REPLACE, a changed rowid, and an update to the same value")
  func rowOperations() async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder, "CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE); INSERT INTO t VALUES (1, 'x'), (2, 'y')")
      #expect(try followed.changes("REPLACE INTO t VALUES (1, 'z')") == ["t ~1 (NULL, 'x') -> (NULL, 'z')"])
      #expect(
        try followed.changes("REPLACE INTO t VALUES (3, 'y')") == ["t -2 (NULL, 'y')", "t +3 (NULL, 'y')"])
      #expect(
        try followed.changes("UPDATE t SET id = 9 WHERE id = 1") == ["t -1 (NULL, 'z')", "t +9 (NULL, 'z')"])
      #expect(try followed.changes("UPDATE t SET a = a").allSatisfy { $0 == "nothing" })
    }
  }

  @Test("CHG-04: an update of the same size inside a 50 KB value is an update", arguments: [0, 1], [false, true])
  func updateInPlace(autoVacuum: Int, isKeyed: Bool) async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder,
        """
        PRAGMA auto_vacuum = \(autoVacuum);
        CREATE TABLE t(id INTEGER PRIMARY KEY, a)\(isKeyed ? " WITHOUT ROWID" : "");
        INSERT INTO t VALUES (1, zeroblob(50000)), (2, zeroblob(50000)), (3, zeroblob(10))
        """)
      let bytes = [UInt8](repeating: 0, count: 50_000)
      var changed = bytes
      changed[40_000] = 1
      try followed.writer.rows("UPDATE t SET a = ? WHERE id = 2", [.blob(changed)])
      let sets = followed.feed.look()
      guard case .rows(let tables)? = sets.first?.content else { return #expect(Bool(false), "\(sets)") }
      try #require(tables.count == 1)
      let key: RecordValue = isKeyed ? .integer(2) : .null
      #expect(
        tables[0].rows == [
          RowChange(rowID: isKeyed ? nil : 2, old: [key, .blob(bytes)], new: [key, .blob(changed)])
        ])
      // Once more: now the owner of the page is known.
      try followed.writer.rows("UPDATE t SET a = ? WHERE id = 2", [.blob(bytes)])
      #expect(followed.feed.look().flatMap(\.lines).count == 1)
    }
  }

  @Test("CHG-04: so is one of a row that came with the commit for which the owners of such pages were looked up")
  func updateInPlaceOfNewRow() async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder,
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, a);
        WITH c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 40) INSERT INTO t SELECT i, zeroblob(50000) FROM c
        """)
      let value = "CAST(zeroblob(40000) || x'01' || zeroblob(9999) AS BLOB)"
      let lines = try followed.changes(
        "BEGIN; UPDATE t SET a = \(value) WHERE id = 1; INSERT INTO t VALUES (100, zeroblob(50000)); COMMIT")
      #expect(lines.map { $0.prefix(6) } == ["t ~1 (", "t +100"])
      #expect(try followed.changes("UPDATE t SET a = \(value) WHERE id = 100").map { $0.prefix(6) } == ["t ~100"])
    }
  }

  @Test("CHG-05: what was rolled back is not there")
  func rollbacks() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, "CREATE TABLE t(a); PRAGMA cache_size = 10")
      #expect(try followed.changes("BEGIN; INSERT INTO t VALUES (1); ROLLBACK") == [])
      #expect(
        try followed.changes(
          """
          BEGIN; INSERT INTO t VALUES ('stays'); SAVEPOINT s;
          WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300)
          INSERT INTO t SELECT zeroblob(500) FROM n;
          ROLLBACK TO s; RELEASE s; COMMIT
          """) == ["t +1 ('stays')"])
    }
  }

  @Test("CHG-05: a writer that was killed inside a commit has changed nothing")
  func killedWriter() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, "CREATE TABLE t(a)")
      let shell = try SQLiteShell(followed.path)
      try await shell.run(
        """
        PRAGMA cache_size = 10; BEGIN; INSERT INTO t VALUES ('gone');
        WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO t SELECT zeroblob(500) FROM n
        """)
      try await shell.kill()
      #expect(followed.look() == [])
      #expect(try followed.changes("INSERT INTO t VALUES ('there')") == ["t +1 ('there')"])
    }
  }
}
