// Scans of a table in slices: against one statement of SQLite's, and during writes of another program.
import Activities
import Dispatch
import Foundation
import Locks
import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases
@testable import LiveQueries

@Suite struct SlicedScanTests {
  private static let schema = """
    CREATE TABLE Notes(id INTEGER PRIMARY KEY, word, size);
    CREATE INDEX by_size ON Notes(size, id);
    CREATE TABLE Pairs(a TEXT, b INTEGER, word, PRIMARY KEY (a, b)) WITHOUT ROWID;
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300)
    INSERT INTO Notes SELECT i * 3, 'Word ' || (i % 10), CASE i % 4 WHEN 0 THEN NULL ELSE i % 7 END FROM n;
    INSERT INTO Pairs SELECT substr('xyz', id % 3 + 1, 1) || id % 5, id, word FROM Notes;
    """

  private func withNotes(
    journal: SQLiteConnection.Journal = .wal, _ body: (SQLiteConnection, String) async throws -> Void
  ) async throws {
    try await withDatabase {
      $0.journal = journal
    } _: { connection in
      try await connection.write { db in try db.execute(Self.schema) }
      try await body(connection, connection.path ?? "")
    }
  }

  private func list(
    _ name: String, by column: String?, isDescending: Bool, _ connection: SQLiteConnection
  ) async throws -> ListQuery {
    let table = ListedTable(try #require(try await connection.read { db in try TableShape(named: name, db) }))
    let order = try #require(column.map { column in table.style.orders.first { $0.column == column } } ?? table.order)
    #expect(order.isIndexed)
    return ListQuery(table, search: SearchQuery(#""word 3""#), order: isDescending ? order.reversed : order)
  }

  @Test(
    "ANY-19: a scan in slices finds what one statement finds, in any order that has an index",
    arguments: [("Notes", nil, "id"), ("Notes", "size", "size, id"), ("Pairs", nil, "a, b")], [false, true])
  func oracle(_ order: (table: String, column: String?, sql: String), _ isDescending: Bool) async throws {
    try await withNotes { connection, path in
      let list = try await list(order.table, by: order.column, isDescending: isDescending, connection)
      let terms = isDescending ? order.sql.replacing(",", with: " DESC,") + " DESC" : order.sql
      let identity = order.table == "Notes" ? "id" : "a || ' ' || b"
      let oracle = try RawConnection.rows(
        "SELECT \(identity) FROM \(order.table) WHERE word = 'Word 3' ORDER BY \(terms)", on: path)
      for mostRows in [1, 7, 299, 300, 1_000] {
        let (found, slices, spansCommits) = try await connection.read { db in
          var (found, slices) = ([RecordID](), 1)
          let scan = try SlicedScan(
            list: list, db: db, mostRows: mostRows, longest: .seconds(3600), rowsBetweenProgress: 0)
          try scan.run(progress: { _, _ in slices += 1 }) { statement in
            found.append(list.table.identity(statement))
            return true
          }
          return (found, slices, db.spansCommits)
        }
        #expect(found.map(\.description) == oracle)
        #expect(slices == 300 / mostRows + 1)
        #expect(!spansCommits)
      }
    }
  }

  @Test("a scan ends where enough has been found")
  func enough() async throws {
    try await withNotes { connection, _ in
      let list = try await list("Notes", by: nil, isDescending: false, connection)
      let found = try await connection.read { db in
        var found: [RecordID] = []
        try SlicedScan(list: list, db: db, mostRows: 7).run(progress: { _, _ in }) { statement in
          found.append(list.table.identity(statement))
          return found.count < 3
        }
        return found
      }
      #expect(found == [9, 39, 69])
    }
  }

  @Test("ANY-20: a scan during which another program has written says so, and the next one knows nothing of it")
  func mixed() async throws {
    try await withNotes { connection, path in
      let list = try await list("Notes", by: nil, isDescending: false, connection)
      func scan(_ write: String?) async throws -> (count: Int, spansCommits: Bool) {
        try await connection.read { db in
          var (count, write) = (0, write)
          try SlicedScan(list: list, db: db, mostRows: 100).run(progress: { _, _ in }) { _ in
            if let sql = write { try RawConnection.run(sql, on: path) }
            write = nil
            count += 1
            return true
          }
          return (count, db.spansCommits)
        }
      }
      #expect(try await scan(nil) == (30, false))
      // One row is behind the scan, the other ahead of it.
      #expect(try await scan("UPDATE Notes SET word = 'Word 3' WHERE id IN (3, 900)") == (31, true))
      #expect(try await scan(nil) == (32, false))
    }
  }

  @Test(
    "ANY-20: what a read gives that another program, or our own, has written into is not current, and is read again",
    arguments: [
      (ChangeBatch(origin: .outside, gap: "the log was restarted"), false),
      (ChangeBatch(origin: .own, generation: 1, tables: ["facts": TableChange(inserted: 1)]), false),
      (ChangeBatch(origin: .own, generation: 1, tables: ["users": TableChange(inserted: 1)]), true),
    ])
  func mixedValue(_ batch: ChangeBatch, _ isCurrent: Bool) async throws {
    let connection = try await SQLiteConnection.open(storage: .memory)
    // The test is its reads.
    let scope = FetchScope()
    scope.pause()
    let query = LateObservedQuery<CountQuery>(connection, scope: scope)
    query.load(CountQuery(listed: .facts))
    func read(_ value: Int, _ batch: ChangeBatch?, spansCommits: Bool) -> (value: RecordCount, isOwed: Bool) {
      let number = query.observer.withLock { _ in
        connection.activity.begin()
        (query.phase, query.owed) = (.running, nil)
        return query.number
      }
      if let batch { query.observer.noteBatch(batch) }
      query.observer.finish(
        RunOutcome(
          run: .init(query: query, number: number), result: .success(value), work: .zero, commit: 1,
          spansCommits: spansCommits))
      return (query.untracked, query.observer.withLock { _ in query.owed != nil })
    }
    #expect(read(7, nil, spansCommits: false) == (RecordCount(value: 7, isCurrent: true), false))
    #expect(read(8, batch, spansCommits: true) == (RecordCount(value: 8, isCurrent: isCurrent), !isCurrent))
    query.end()
    await connection.close()
  }

  @Test("ANY-28: between two slices of a scan another program's commit and its TRUNCATE checkpoint succeed")
  func betweenSlices() async throws {
    try await withNotes { connection, path in
      let list = try await list("Notes", by: nil, isDescending: false, connection)
      let results = try await connection.read { db in
        let other = try RawConnection(path)
        var results: [String] = []
        try other.run("PRAGMA busy_timeout=0")
        let scan = try SlicedScan(list: list, db: db, mostRows: 50, rowsBetweenProgress: 0)
        try scan.run(progress: { _, _ in
          if results.isEmpty { try other.run("UPDATE Notes SET size = 0 WHERE id = 3") }
        }) { statement in
          // Every tenth row is a hit; the checkpoint during the last hit of each slice shows whether the scan keeps the
          // log in use.
          if statement.integer(0) % 150 == 129 { results += try other.rows("PRAGMA wal_checkpoint(TRUNCATE)") }
          return true
        }
        return results
      }
      // The first checkpoint meets a reader of the old log, the second moves all pages into the file; then no slice
      // needs the log.
      #expect(results.first?.hasPrefix("1|") == true)
      #expect(results.last == "0|0|0")
    }
  }

  @Test("ANY-28: with a rollback journal another program commits between two slices of a scan")
  func rollbackJournal() async throws {
    try await withNotes(journal: .kept) { connection, path in
      let list = try await list("Notes", by: nil, isDescending: false, connection)
      let (begun, committed) = (DispatchSemaphore(value: 0), Lock(false))
      let found = try await connection.read { db in
        var found = 0
        // Scans again and again, until the other program has committed.
        while found < 1_000_000, !committed.withLock(\.self) {
          try SlicedScan(list: list, db: db, mostRows: 10).run(progress: { _, _ in }) { _ in
            if found == 0 {
              Thread.detachNewThread {
                let other = try? RawConnection(path)
                try? other?.run("PRAGMA busy_timeout=60000; BEGIN IMMEDIATE; UPDATE Notes SET size = 1 WHERE id = 3")
                begun.signal()
                try? other?.run("COMMIT")
                committed.withLock { $0 = true }
              }
              begun.wait()
            }
            found += 1
            return true
          }
        }
        return found
      }
      let hasCommitted = committed.withLock { $0 }
      #expect(hasCommitted, "\(found) rows")
      #expect(try await connection.read { db in try db.integers("SELECT size FROM Notes WHERE id = 3") } == [1])
    }
  }

  @Test(
    "ANY-28: a slice ends after so many rows or bytes, whatever a filter without an index and the search find among them",
    arguments: [(100, Int.max, 4), (1_000, 1_000, 3)])
  func boundedSlices(_ mostRows: Int, _ mostBytes: Int, _ expected: Int) async throws {
    try await withNotes { connection, _ in
      var list = try await list("Notes", by: nil, isDescending: false, connection)
      list.search = SearchQuery("nowhere")
      list.filter = RecordFilter(column: "word", value: .integer(-1))
      let slices = try await connection.read { [list] db in
        var slices = 1
        let scan = try SlicedScan(
          list: list, db: db, mostRows: mostRows, mostBytes: mostBytes, longest: .seconds(3600), rowsBetweenProgress: 0)
        try scan.run(progress: { _, _ in slices += 1 }) { _ in true }
        return slices
      }
      #expect(slices == expected)
    }
  }

  @Test("ANY-19, ANY-22: a scan finds of the records that a filter lets through those that one statement finds")
  func filtered() async throws {
    try await withNotes { connection, path in
      for value in [ExactValue.integer(3), .null, .text(Array("3".utf8))] {
        var list = try await list("Notes", by: "size", isDescending: true, connection)
        list.filter = RecordFilter(column: "size", value: value)
        let found = try await connection.read { [list] db in
          var found: [String] = []
          try SlicedScan(list: list, db: db, mostRows: 7).run(progress: { _, _ in }) { statement in
            found.append(list.table.identity(statement).description)
            return true
          }
          return found
        }
        let sql = value == .null ? "NULL" : value == .integer(3) ? "3" : "'3'"
        let oracle = "SELECT id FROM Notes WHERE word = 'Word 3' AND size IS \(sql) ORDER BY size DESC, id DESC"
        #expect(found == (try RawConnection.rows(oracle, on: path)))
      }
    }
  }

  /// A list with a filter, and how SQLite finds the rows that a scan of it visits.
  struct Filtered: Sendable, CustomTestStringConvertible {
    let table: String
    let column: String
    let value: ExactValue
    var order: String?
    var isDescending = false
    /// The different statements, in the order in which they run.
    let plans: [String]
    let visited: Int
    /// The condition and order for the oracle.
    let sql: String

    var testDescription: String { "\(table): \(sql)" }
  }

  private static func text(_ text: String) -> ExactValue { .text(Array(text.utf8)) }

  @Test(
    "ANY-19, ANY-22, ANY-28: where an index has the rows that a filter lets through, in order, no others are visited",
    arguments: [
      Filtered(
        table: "Notes", column: "size", value: .integer(3),
        plans: [
          "SEARCH main.Notes USING INDEX by_size (size=?)", "SEARCH main.Notes USING INDEX by_size (size=? AND id>?)",
        ], visited: 33, sql: "size IS 3 ORDER BY id"),
      Filtered(
        table: "Notes", column: "size", value: .null, order: "size", isDescending: true,
        plans: [
          "SEARCH main.Notes USING INDEX by_size (size=?)", "SEARCH main.Notes USING INDEX by_size (size=? AND id<?)",
        ], visited: 75, sql: "size IS NULL ORDER BY id DESC"),
      Filtered(
        table: "Notes", column: "word", value: text("Word 4"), order: "size",
        plans: [
          "SEARCH main.Notes USING INDEX by_word (word=?)",
          "SEARCH main.Notes USING INDEX by_word (word=? AND size=? AND rowid>?)",
          "SEARCH main.Notes USING INDEX by_word (word=? AND size>?)",
        ], visited: 30, sql: "word = 'Word 4' ORDER BY size, id"),
      Filtered(
        table: "Pairs", column: "word", value: text("Word 4"),
        plans: [
          "SEARCH main.Pairs USING INDEX pairs_by_word (word=?)",
          "SEARCH main.Pairs USING INDEX pairs_by_word (word=? AND a=? AND b>?)",
          "SEARCH main.Pairs USING INDEX pairs_by_word (word=? AND a>?)",
        ], visited: 30, sql: "word = 'Word 4' ORDER BY a, b"),
      // The index has another collation, or another index has the order.
      Filtered(
        table: "Folded", column: "a", value: text("x1"),
        plans: ["SCAN main.Folded", "SEARCH main.Folded USING INTEGER PRIMARY KEY (rowid>?)"], visited: 300,
        sql: "a = 'x1' COLLATE BINARY ORDER BY id"),
      Filtered(
        table: "Folded", column: "b", value: .integer(1), order: "a",
        plans: [
          "SCAN main.Folded USING INDEX folded_a", "SEARCH main.Folded USING INDEX folded_a (a=? AND rowid>?)",
          "SEARCH main.Folded USING INDEX folded_a (a>?)",
        ], visited: 300, sql: "b = 1 ORDER BY a, id"),
    ])
  func range(_ filtered: Filtered) async throws {
    let trace = Lock<[String]>([])
    try await withDatabase {
      $0.trace = { sql in trace.withLock { $0.append(sql) } }
    } _: { connection in
      try await connection.write { db in
        try db.execute(
          """
          \(Self.schema)
          CREATE INDEX by_word ON Notes(word, size);
          CREATE INDEX pairs_by_word ON Pairs(word);
          CREATE TABLE Folded(id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE, b);
          CREATE INDEX folded_a ON Folded(a);
          CREATE INDEX folded_b ON Folded(b);
          INSERT INTO Folded SELECT id, iif(id % 2, 'x', 'X') || id % 5, id % 3 FROM Notes;
          """)
      }
      var list = try await list(
        filtered.table, by: filtered.order, isDescending: filtered.isDescending, connection)
      list.filter = RecordFilter(column: filtered.column, value: filtered.value)
      for search in ["nowhere", ""] {
        list.search = SearchQuery(search)
        trace.withLock { $0 = [] }
        let (tested, found) = try await connection.read { [list] db in
          var (slices, found) = (0, [String]())
          let scan = try SlicedScan(list: list, db: db, mostRows: 7, longest: .seconds(3600), rowsBetweenProgress: 0)
          #expect(try scan.rowCount() == filtered.visited)
          try scan.run(progress: { _, _ in slices += 1 }) { statement in
            found.append(list.table.identity(statement).description)
            return true
          }
          return (slices * 7, found)
        }
        #expect(tested == filtered.visited / 7 * 7)
        let statements = trace.withLock { $0 }.filter { $0.contains(" ORDER BY ") }
        let plans = try await connection.read { db in
          var plans: [String] = []
          for sql in statements {
            try db.runOnce("EXPLAIN QUERY PLAN " + sql) { plans.append($0.text(3).replacing("COVERING ", with: "")) }
          }
          return plans
        }
        #expect(plans.reduce(into: []) { if !$0.contains($1) { $0.append($1) } } == filtered.plans)
        let identity = filtered.table == "Pairs" ? "a || ' ' || b" : "id"
        let oracle = "SELECT \(identity) FROM \(filtered.table) WHERE \(filtered.sql)"
        let rows = try RawConnection.rows(oracle, on: connection.path ?? "")
        #expect(found == (search.isEmpty ? rows : []))
      }
    }
  }

  @Test("a scan over an index that is not in its order ends, and calls the file damaged")
  func damagedIndex() async throws {
    try await withNotes { connection, path in
      try RawConnection.run(
        """
        UPDATE Notes SET word = substr('aBcDeFgHiJkLmNoPqRsTuVwXyZ', id / 3 % 26 + 1, 1) || ' word';
        CREATE INDEX by_word ON Notes(word COLLATE NOCASE, id);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = 'CREATE INDEX by_word ON Notes(word, id)' WHERE name = 'by_word';
        """, on: path)
      var list = try await list("Notes", by: "word", isDescending: false, connection)
      list.search = SearchQuery("word")
      let found = Lock(0)
      await #expect {
        try await connection.read { [list] db in
          try SlicedScan(list: list, db: db, mostRows: 7).run(progress: { _, _ in }) { _ in
            found.withLock {
              $0 += 1
              return $0 < 10_000
            }
          }
        }
      } throws: { ($0 as? DatabaseError)?.isCorrupt == true }
      #expect(found.withLock { $0 } < 10_000)
    }
  }
}
