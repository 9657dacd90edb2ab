// The profile of a column against SQLite's own counts, in any kind of table.
import Foundation
import LiveQueries
import Locks
import QueryClients
import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite(.recordsIssues, .container)
struct ColumnProfileTests {
  private static let schema = """
    CREATE TABLE Notes(id INTEGER PRIMARY KEY, word TEXT, mixed, size REAL);
    CREATE TABLE Pairs(a TEXT, b INTEGER, word TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TABLE Other(x);
    CREATE VIEW Seen AS SELECT word, mixed FROM Notes;
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO Notes SELECT i, CASE i % 10 WHEN 0 THEN '' WHEN 1 THEN NULL ELSE 'Wört ' || (i % 7) END,
      CASE i % 5 WHEN 0 THEN i WHEN 1 THEN i / 2.0 WHEN 2 THEN 'text ' || i WHEN 3 THEN x'00ff' END, (i % 4) / 2.0 FROM n;
    INSERT INTO Pairs SELECT substr('xyz', id % 3 + 1, 1), id, word FROM Notes;
    """

  private func withNotes(_ body: (SQLiteConnection) async throws -> Void) async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(Self.schema) }
      try await body(connection)
    }
  }

  private func list(_ name: String, in connection: SQLiteConnection) async throws -> ListQuery {
    ListQuery(ListedTable(try #require(try await connection.read { db in try TableShape(named: name, db) })))
  }

  private func profile(
    _ column: String, of list: ListQuery, in connection: SQLiteConnection, mostValues: Int = 100_000,
    mostRows: Int = 1 << 13
  ) async throws -> ColumnProfile {
    let query = ColumnProfileQuery(column, of: list, in: connection)
    return try await connection.read { db in
      var scan = ProfileScan(list: query.list, column: column, db: db)
      (scan.mostValues, scan.mostRows) = (mostValues, mostRows)
      return try scan.run { _ in }
    }
  }

  @Test(
    "the numbers are those that SQLite counts, in a table by rowid, by key, and in a view",
    arguments: [("Notes", "word"), ("Notes", "mixed"), ("Notes", "size"), ("Pairs", "word"), ("Seen", "mixed")])
  func oracle(_ table: String, _ column: String) async throws {
    try await withNotes { connection in
      let sql = """
        SELECT count(*), count(DISTINCT typeof(\(column)) || quote(\(column))) - max(\(column) IS NULL),
          sum(\(column) IS NULL), total(typeof(\(column)) IN ('text', 'blob') AND length(\(column)) = 0) FROM \(table)
        """
      let numbers = try await connection.query(sql)[0]
      for mostRows in [1, 7, 1 << 13] {
        let profile = try await profile(
          column, of: list(table, in: connection), in: connection, mostRows: mostRows)
        #expect(.integer(profile.rows) == numbers[0])
        #expect(.integer(profile.distinct) == numbers[1])
        #expect(.integer(profile.nulls) == numbers[2])
        #expect(profile.isWhole)
      }
    }
  }

  @Test(
    "the least and the greatest text are those of SQLite's order, in each encoding",
    arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func order(encoding: String) async throws {
    try await withDatabase {
      $0.prepare = { db in try db.execute("PRAGMA encoding = '\(encoding)'") }
    } _: { connection in
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE Words(word TEXT); INSERT INTO Words VALUES ('b'), ('ā'), ('ｚ'), ('𝄞'), ('ba');
          """)
      }
      let ends = try await connection.query("SELECT min(word), max(word) FROM Words")[0]
      let profile = try await profile("word", of: list("Words", in: connection), in: connection)
      #expect(profile.least.map { .text($0.shown) } == ends[0] && profile.greatest.map { .text($0.shown) } == ends[1])
    }
  }

  @Test("the least, the greatest and the most common values, and how they are spread")
  func values() async throws {
    try await withNotes { connection in
      let notes = try await list("Notes", in: connection)
      let word = try await profile("word", of: notes, in: connection)
      #expect(word.least == .text(""))
      #expect(word.greatest == .text("Wört 6"))
      #expect(word.common.count == 8)
      #expect(word.common[0] == ColumnProfile.Common(value: .text("Wört 2"), count: 35))
      #expect(word.common[7] == ColumnProfile.Common(value: .text(""), count: 30))
      #expect(word.histogram?.measure == .characters)
      #expect(word.histogram?.bars.last == ColumnProfile.Histogram.Bar(label: "6", count: 240))
      let size = try await profile("size", of: notes, in: connection)
      #expect(size.least == .real(0))
      #expect(size.greatest == .real(1.5))
      #expect(size.common.map(\.value) == [.real(0), .real(0.5), .real(1), .real(1.5)])
      #expect(size.histogram?.measure == .value)
      let mixed = try await profile("mixed", of: notes, in: connection)
      #expect(mixed.least == .real(0.5))
      #expect(mixed.greatest == .blob([0, 255], count: 2))
      #expect(mixed.distinctness == .exact)
    }
  }

  @Test("beyond the bound there are more values, and the counts of those that are known stay exact")
  func bounded() async throws {
    try await withNotes { connection in
      let profile = try await profile("word", of: list("Notes", in: connection), in: connection, mostValues: 3)
      #expect(profile.distinct == 3)
      #expect(profile.distinctness == .more)
      #expect(profile.isCommonPartial)
      #expect(profile.common.map(\.count) == [35, 34, 34])
    }
  }

  @Test("a long blob stays in the file: its size is counted, and what is not known is not said")
  func longBlobs() async throws {
    try await withNotes { connection in
      try await connection.write { db in
        try db.execute("INSERT INTO Other VALUES (zeroblob(70000)), (zeroblob(70000)), (x'01'), (5), (zeroblob(90000))")
      }
      let other = try await list("Other", in: connection)
      let profile = try await profile("x", of: other, in: connection)
      #expect((profile.rows, profile.nulls, profile.distinct, profile.distinctness) == (5, 0, 4, .atLeast))
      #expect(profile.least == .integer(5))
      #expect(profile.greatest == nil)
      #expect(profile.histogram?.measure == .bytes)
    }
  }

  @Test("a long text is told from another by all of its bytes")
  func longTexts() async throws {
    try await withNotes { connection in
      try await connection.write { db in
        try db.execute(
          """
          INSERT INTO Other SELECT replace(hex(zeroblob(3000)), '0', 'é') || value FROM json_each('["a", "b", "a"]')
          """)
      }
      let profile = try await profile("x", of: list("Other", in: connection), in: connection)
      #expect(profile.distinct == 2)
      #expect(profile.common.map(\.count) == [2, 1])
      #expect(profile.common[0].value == .text(String(repeating: "é", count: 31)))
      #expect(profile.histogram == nil)
    }
  }

  @Test("only the records count that a search and a filter find")
  func narrowed() async throws {
    try await withNotes { connection in
      for name in ["Notes", "Seen"] {
        var list = try await list(name, in: connection)
        list.search = SearchQuery("wort")
        list.filter = RecordFilter(column: "mixed", value: .null)
        let profile = try await profile("word", of: list, in: connection)
        let rows = try await connection.query("SELECT count(*) FROM Notes WHERE word LIKE 'W%' AND mixed IS NULL")
        #expect(.integer(profile.rows) == rows[0][0])
      }
    }
  }

  @Test("QRY-06: the profile comes with what is known before, and a part is never whole")
  func interim() async throws {
    try await withNotes { connection in
      let query = ColumnProfileQuery("word", of: try await list("Notes", in: connection), in: connection)
      let parts = try await connection.read { db in
        var scan = ProfileScan(list: query.list, column: query.column, db: db)
        (scan.pause, scan.mostRows, scan.longest) = (.zero, 100, .seconds(3600))
        var parts: [ColumnProfile] = []
        let profile = try scan.run { parts.append($0) }
        return parts + [profile]
      }
      #expect(parts.map(\.rows) == [100, 200, 300, 300])
      #expect(parts.map(\.percent) == [33, 66, 99, nil])
      #expect(parts.map(\.isWhole) == [false, false, false, true])
    }
  }

  @Test("ANY-28: between two slices of a profile another program's TRUNCATE checkpoint succeeds")
  func checkpoint() async throws {
    try await withNotes { connection in
      let path = connection.path ?? ""
      let query = ColumnProfileQuery("word", of: try await list("Notes", in: connection), in: connection)
      let results = try await connection.read { db in
        let other = try RawConnection(path)
        try other.run("PRAGMA busy_timeout=0")
        var scan = ProfileScan(list: query.list, column: query.column, db: db)
        (scan.pause, scan.mostRows, scan.longest) = (.zero, 100, .seconds(3600))
        var results: [String] = []
        _ = try scan.run { _ in
          // Called between two statements: the next slice begins with a snapshot of its own.
          if let rows = try? other.rows("PRAGMA wal_checkpoint(TRUNCATE)") { results += rows }
        }
        return results
      }
      #expect(results.last == "0|0|0")
    }
  }

  @Test("QRY-02: two that look at one profile share a run and its state")
  func shared() async throws {
    try await withNotes { connection in
      let client = QueryClient()
      let query = ColumnProfileQuery("word", of: try await list("Notes", in: connection), in: connection)
      let runs = Lock(0)
      let request = query.request.handleEvents(
        with: QueryEventHandler(onFetchingStarted: { _ in runs.withLock { $0 += 1 } }))
      let (a, b) = (SharedQuery(request, client: client), SharedQuery(request, client: client))
      #expect(a.projectedValue.store === b.projectedValue.store)
      #expect(a.projectedValue.store.subscriberCount == 2)
      let profile = try await a.projectedValue.fetch()
      #expect(profile.rows == 300)
      #expect(b.wrappedValue == profile)
      let count = runs.withLock { $0 }
      #expect(count == 1)
    }
  }

  @Test("QRY-11: a profile is stale once a commit has changed what it was made of, whoever made it, and no earlier")
  func stale() async throws {
    try await withNotes { connection in
      let client = QueryClient()
      let request = ColumnProfileQuery("word", of: try await list("Notes", in: connection), in: connection).request
      let store = client.store(for: request)
      #expect(store.isStale)
      try await store.fetch()
      #expect(!store.isStale)
      try await connection.write { db in try db.execute("INSERT INTO Other VALUES (1)") }
      try await connection.write { db in try db.execute("UPDATE Notes SET size = 9 WHERE id = 1") }
      #expect(!store.isStale)
      try await connection.write { db in try db.execute("UPDATE Notes SET word = 'new' WHERE id = 1") }
      #expect(store.isStale)
      try await store.fetch()
      #expect(!store.isStale)
      try RawConnection.run("UPDATE Notes SET word = 'newer' WHERE id = 1", on: connection.path ?? "")
      try await connection.lookForOutsideChanges()
      #expect(store.isStale)
      // The profile includes each commit made before it begins, whether the connection has noticed it or not.
      try RawConnection.run("UPDATE Notes SET word = 'newest' WHERE id = 1", on: connection.path ?? "")
      try await store.fetch()
      try await connection.lookForOutsideChanges()
      #expect(!store.isStale)
    }
  }
}
