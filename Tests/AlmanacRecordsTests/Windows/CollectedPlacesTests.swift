// Pages found by collected places, against pages that SQLite finds by key.
import Activities
import Dispatch
import LiveQueries
import Locks
import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite struct CollectedPlacesTests {
  /// More rows than one slice has, of all storage classes, many of them equal.
  private static let schema = """
    CREATE TABLE Notes(id INTEGER PRIMARY KEY, word, size);
    WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO Notes SELECT i,
      CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN i % 700 WHEN 2 THEN (i % 900) / 2.0 WHEN 3 THEN 'Word ' || (i % 800)
        ELSE CAST('blob ' || (i % 300) AS BLOB) END,
      i * 7919 % 20011 FROM n;
    """

  /// A database with the table, the statements that were run, and a gate before the places are collected.
  private struct File: Sendable {
    let connection: SQLiteConnection
    let table: ListedTable
    let statements: Lock<[String]>
    let gate: Gate
    /// Called for each statement.
    let hook: Lock<@Sendable (String) -> Void>

    func ids(_ condition: String, _ order: String = "id") async throws -> [RecordID] {
      try await connection.read { db in
        try db.integers("SELECT id FROM Notes WHERE \(condition) ORDER BY \(order)").map { .rowID($0) }
      }
    }

    func fetch(_ window: RecordsWindow) async throws -> RecordsWindow.Value {
      try await connection.read { db in try window.fetch(db) }
    }
  }

  /// Holds back the reads that collect places, while it is closed.
  private final class Gate: Sendable {
    private let isClosed = Lock(false)
    private let semaphore = DispatchSemaphore(value: 0)

    func close() { isClosed.withLock { $0 = true } }

    func open() {
      isClosed.withLock { $0 = false }
      semaphore.signal()
    }

    func pass(_ sql: String) {
      if sql.contains("OFFSET 16384"), isClosed.withLock(\.self) { semaphore.wait() }
    }
  }

  private func withFile(_ body: (File) async throws -> Void) async throws {
    let (statements, gate) = (Lock<[String]>([]), Gate())
    let hook = Lock<@Sendable (String) -> Void>({ _ in })
    try await withDatabase { configuration in
      configuration.trace = { sql in
        statements.withLock { $0.append(sql) }
        gate.pass(sql)
        hook.withLock(\.self)(sql)
      }
    } _: { connection in
      try await connection.write { db in try db.execute(Self.schema) }
      let shape = try #require(try await connection.read { db in try TableShape(named: "Notes", db) })
      try await body(
        File(connection: connection, table: ListedTable(shape), statements: statements, gate: gate, hook: hook))
    }
  }

  @Test(
    "ANY-21: pages by place are the oracle's in any order, and each row is looked up by itself",
    arguments: ["word", "word DESC", "size", "size DESC"])
  func pages(_ sort: String) async throws {
    try await withFile { file in
      let column = String(sort.prefix { $0 != " " })
      let usual = try #require(file.table.style.orders.first { $0.column == column })
      let isDescending = sort.hasSuffix("DESC")
      let list = ListQuery(file.table, order: isDescending ? usual.reversed : usual)
      #expect(list.needsPlaces)
      let oracle = try await file.ids("TRUE", "\(sort), id\(isDescending ? " DESC" : "")")
      let places = LivePlaces(list, connection: file.connection)
      await file.connection.activity.settled()
      #expect(places.wrappedValue.value?.count == 20_000)
      for place in [0, 1, 8, 9_999, 19_990, 19_999] {
        let key = try #require(try await file.connection.read { db in try list.place(of: oracle[place], db) })
        file.statements.withLock { $0 = [] }
        let page = try await file.fetch(
          RecordsWindow(list, anchor: .around(key), before: 7, after: 9, places: places))
        #expect(page.rows.map(\.id) == Array(oracle[max(0, place - 7)..<min(20_000, place + 9)]))
        #expect((page.reachesStart, page.reachesEnd) == (place <= 7, place + 9 >= 20_000))
        #expect(file.statements.withLock { $0.filter { $0.contains("ORDER BY") } } == [])
      }
      let start = try await file.fetch(RecordsWindow(list, after: 12, places: places))
      #expect(start.rows.map(\.id) == Array(oracle.prefix(12)))
      let end = try await file.fetch(RecordsWindow(list, anchor: .end, after: 12, places: places))
      #expect(end.rows.map(\.id) == Array(oracle.suffix(12)))
      #expect(end.reachesEnd && !end.reachesStart)
    }
  }

  @Test("ANY-21: after a change the rows are current at once, and their places soon")
  func changes() async throws {
    try await withFile { file in
      let order = try #require(file.table.style.orders.first { $0.column == "size" })
      let list = ListQuery(file.table, order: order)
      let places = LivePlaces(list, connection: file.connection)
      await file.connection.activity.settled()
      let window = RecordsWindow(list, after: 5, places: places)
      let before = try await file.fetch(window)
      file.gate.close()
      let second = before.rows[1].id
      try await file.connection.write { db in
        try db.execute("UPDATE Notes SET size = 99999, word = 'moved' WHERE id = \(second)")
        try db.execute("DELETE FROM Notes WHERE id = \(before.rows[2].id)")
      }
      let meanwhile = try await file.fetch(window)
      #expect(meanwhile.rows.map(\.id) == [0, 1, 3, 4].map { before.rows[$0].id })
      #expect(meanwhile.rows[1].cells[1] == .text("moved"))
      file.gate.open()
      await file.connection.activity.settled()
      let oracle = try await file.ids("TRUE", "size, id")
      #expect(oracle.last == second)
      #expect(try await file.fetch(window).rows.map(\.id) == Array(oracle.prefix(5)))
      #expect(places.wrappedValue.isCurrent)
    }
  }

  @Test("ANY-21: where most rows of a page have gone, its rows are looked for anew")
  func mostHaveGone() async throws {
    try await withFile { file in
      let order = try #require(file.table.style.orders.first { $0.column == "size" })
      let list = ListQuery(file.table, order: order)
      let places = LivePlaces(list, connection: file.connection)
      await file.connection.activity.settled()
      let window = RecordsWindow(list, after: 5, places: places)
      let before = try await file.fetch(window)
      file.gate.close()
      try await file.connection.write { db in
        for row in before.rows.prefix(4) { try db.execute("DELETE FROM Notes WHERE id = \(row.id)") }
      }
      let oracle = try await file.ids("TRUE", "size, id")
      #expect(try await file.fetch(window).rows.map(\.id) == Array(oracle.prefix(5)))
      file.gate.open()
      await file.connection.activity.settled()
    }
  }

  @Test("ANY-19: what a scan has found so far is never taken for all, and all is the oracle's")
  func scan() async throws {
    try await withFile { file in
      let list = ListQuery(file.table, search: SearchQuery(#""word 123" !99"#))
      #expect(list.isFoundByScan)
      let condition = "word LIKE '%word 123%' AND id NOT LIKE '%99%' AND size NOT LIKE '%99%'"
      let oracle = try await file.ids(condition)
      file.gate.close()
      let places = LivePlaces(list, connection: file.connection)
      let window = RecordsWindow(list, after: 100, places: places)
      let first = try await file.fetch(window)
      #expect(first.isPartial && !first.reachesEnd)
      let ahead = try await file.ids("id <= \(CollectedPlaces.rowsAtOnce) AND \(condition)")
      #expect(first.rows.map(\.id) == ahead && !ahead.isEmpty && ahead.count < oracle.count)
      file.gate.open()
      await file.connection.activity.settled()
      #expect(places.wrappedValue.value?.count == oracle.count)
      let all = try await file.fetch(window)
      #expect(all.rows.map(\.id) == oracle)
      #expect(all.reachesEnd && !all.isPartial)
      try await file.connection.write { db in try db.execute("UPDATE Notes SET word = 'Word 123' WHERE id = 1") }
      await file.connection.activity.settled()
      #expect(try await file.fetch(window).rows.map(\.id) == [1] + oracle)
    }
  }

  @Test(
    "ANY-19: a scan finds each storage class as its text",
    arguments: ["22.5", "45", "Blob 7", "!1 !2 word", "null", "WÖRD 5"])
  func storageClasses(_ text: String) async throws {
    try await withFile { file in
      let search = SearchQuery(text)
      let list = ListQuery(file.table, search: search)
      let places = LivePlaces(list, connection: file.connection)
      await file.connection.activity.settled()
      let whole = "coalesce(id, '') || '|' || coalesce(CAST(word AS TEXT), '') || '|' || coalesce(size, '')"
      let terms = search.terms.map { "instr(lower(\(whole)), '\($0)') > 0" }
      let others = text.split(separator: " ").filter { $0.hasPrefix("!") }.map {
        "instr(lower(\(whole)), '\($0.dropFirst())') = 0"
      }
      let oracle = try await file.ids((terms + others).joined(separator: " AND "))
      #expect(places.wrappedValue.value?.count == oracle.count)
      let page = try await file.fetch(RecordsWindow(list, after: 50, places: places))
      #expect(page.rows.map(\.id) == Array(oracle.prefix(50)))
    }
  }

  @Test("ANY-21: while the places are collected, one pass gives the first page from a record on, and one the last page")
  func firstPage() async throws {
    try await withFile { file in
      let order = try #require(file.table.style.orders.first { $0.column == "word" })
      let list = ListQuery(file.table, order: order)
      let oracle = try await file.ids("TRUE", "word, id")
      /// The page, and the number of statements that scanned the table for it.
      func page(_ window: RecordsWindow) async throws -> (RecordsWindow.Value, passes: Int) {
        file.statements.withLock { $0 = [] }
        let page = try await file.fetch(window)
        return (page, file.statements.withLock { $0.count { $0.contains("ORDER BY `word`") } })
      }
      for (place, passes) in [(0, 1), (3, 1), (9_000, 1), (19_993, 1), (19_996, 2), (19_999, 2)] {
        let key = try #require(try await file.connection.read { db in try list.place(of: oracle[place], db) })
        let (rows, count) = try await page(RecordsWindow(list, anchor: .around(key), before: 0, after: 7))
        let start = min(place, 20_000 - 7)
        #expect(rows.rows.map(\.id) == Array(oracle[start..<min(20_000, place + 7)]))
        #expect(rows.reachesEnd == (place + 7 >= 20_000) && !rows.reachesStart)
        #expect(count == passes, "\(place)")
      }
      let (last, count) = try await page(RecordsWindow(list, anchor: .end, after: 7))
      #expect(last.rows.map(\.id) == Array(oracle.suffix(7)) && count == 1)
      let key = try #require(try await file.connection.read { db in try list.place(of: oracle[9_000], db) })
      let (both, passes) = try await page(RecordsWindow(list, anchor: .around(key), before: 5, after: 7))
      #expect(both.rows.map(\.id) == Array(oracle[8_995..<9_007]) && passes == 2)
    }
  }

  @Test("ANY-19, ANY-21: the first hits of a search come in the order without an index, before the scan has ended")
  func hitsInOrder() async throws {
    try await withFile { file in
      let order = try #require(file.table.style.orders.first { $0.column == "size" })
      let list = ListQuery(file.table, search: SearchQuery(#""word 123""#), order: order)
      let window = RecordsWindow(list, after: 10, places: LivePlaces(list, connection: file.connection))
      let parts = Lock<[CollectedPlaces]>([])
      let whole = try await file.connection.read { db in
        try PlacesQuery(list: list).fetch(db) { progress in
          if let part = progress.part { parts.withLock { $0.append(part) } }
        }
      }
      let condition = "word LIKE '%word 123%'"
      let first = try #require(parts.withLock { $0.first { $0.count > 0 } })
      let ids = (0..<first.count).map { first[$0] }
      #expect(!first.isWhole && whole.isWhole && first.count > 0)
      let last = ids.compactMap(\.rowID).max() ?? 0
      #expect(ids == (try await file.ids("\(condition) AND id <= \(last)", "size, id")))
      let oracle = try await file.ids(condition, "size, id")
      #expect((0..<whole.count).map { whole[$0] } == oracle)
      await file.connection.activity.settled()
      #expect(try await file.fetch(window).rows.map(\.id) == Array(oracle.prefix(10)))
      #expect(try await file.fetch(window).above == 0)
    }
  }

  @Test(
    "ANY-19, ANY-20: hits that others change behind the scan are looked for once more, before all are taken for known")
  func changesBehindTheScan() async throws {
    try await withFile { file in
      let list = ListQuery(file.table, search: SearchQuery(#""word 123""#))
      let path = file.connection.path ?? ""
      let count = try await file.ids("word LIKE '%word 123%'").count
      let isWritten = Lock(false)
      // The file is not watched: only the scan itself can notice the change.
      file.hook.withLock { hook in
        hook = { sql in
          guard sql.contains("WHERE `id` > "),
            !isWritten.withLock({ was in
              defer { was = true }; return was
            })
          else {
            return
          }
          try? RawConnection.run("UPDATE Notes SET word = 'Word 123' WHERE id = 1", on: path)
        }
      }
      let places = LivePlaces(list, connection: file.connection)
      await file.connection.activity.settled()
      let wasWritten = isWritten.withLock { $0 }
      #expect(wasWritten)
      #expect(places.wrappedValue.isCurrent && places.wrappedValue.value?.count == count + 1)
    }
  }

  @Test("ANY-19: in an order without an index the hits on the screen stay when there are too many to sort again")
  func tooManyToSortAgain() async throws {
    try await withFile { file in
      try await file.connection.write { db in
        try db.execute(
          """
          UPDATE Notes SET word = CASE WHEN id <= 3 THEN 'hit' ELSE 'miss' END;
          WITH RECURSIVE n(i) AS (VALUES (20001) UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
          INSERT INTO Notes SELECT i, 'hit', 0 FROM n;
          """)
      }
      let order = try #require(file.table.style.orders.first { $0.column == "size" })
      let list = ListQuery(file.table, search: SearchQuery("hit"), order: order)
      let parts = Lock<[[RecordID]]>([])
      let whole = try await file.connection.read { db in
        try PlacesQuery(list: list).fetch(db) { progress in
          let part = progress.part
          parts.withLock { $0.append(part.map { part in (0..<part.count).map { part[$0] } } ?? []) }
        }
      }
      let first = try await file.ids("id <= 3", "size, id")
      let seen = parts.withLock { $0 }
      #expect(seen.count > 1 && seen.first == first)
      // The number found at a moment depends on time; more than a thousand are never sorted.
      for (before, part) in zip(seen, seen.dropFirst()) {
        #expect(part == before || part.count > before.count && part.count <= 1_000)
      }
      #expect(whole.count == 40_003)
    }
  }

  @Test(
    "ANY-21: places take no more memory than they may; keys are counted as the texts that they are",
    arguments: [("id INTEGER PRIMARY KEY", "id", 100), ("id TEXT PRIMARY KEY NOT NULL", "printf('%050d', id)", 7)])
  func memoryLimit(_ key: String, _ value: String, _ count: Int) async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE t(\(key), a) \(key.contains("TEXT") ? "WITHOUT ROWID" : "");
          WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 200)
          INSERT INTO t SELECT \(value), -id FROM n;
          """)
      }
      try await connection.read { db in
        let table = try #require(try ListedTable.named("t", db))
        let byA = try #require(table.style.orders.first { $0.column == "a" })
        let query = PlacesQuery(list: ListQuery(table, order: byA), mostBytes: 800)
        let places = try query.fetch(db) { _ in }
        #expect(places.count == count && !places.isWhole)
      }
    }
  }
}
