// A query's result in a table that follows the commits.
import Activities
import Databases
import Foundation
import LiveResults
import Observation
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite(.recordsIssues, .container)
struct QueryResultTests {
  /// Follows a query on a file of these statements, and passes each commit's rows to the table before `body` goes on.
  private func following(
    _ sql: String, on schema: String, _ body: (QueryResult, _ write: (String) async throws -> Void) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "file.db").path
      try RawConnection.run("PRAGMA journal_mode=wal; \(schema)", on: path)
      var configuration = SQLiteConnection.Configuration()
      (configuration.isReadOnly, configuration.watchesOtherProcesses) = (true, false)
      let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      let result = QueryResult(sql, number: 1, on: connection)
      do {
        try await result.open()
        let task = Task { try await result.follow() }
        try await body(result) { sql in
          try RawConnection.run(sql, on: path)
          try await connection.lookForOutsideChanges()
          await connection.activity.settled()
        }
        task.cancel()
        _ = await task.result
      } catch {
        await result.close()
        await connection.close()
        throw error
      }
      await result.close()
      await connection.close()
    }
  }

  /// The rows of the table in its order, with their ids.
  private func rows(_ result: QueryResult) async throws -> [String] {
    try await #require(result.database).read { db in
      var rows: [String] = []
      try db.withStatement("SELECT id, v FROM \"result 1\" ORDER BY place") { statement in
        while try statement.step() { rows.append("\(statement.integer(0)):\(statement.integer(1))") }
      }
      return rows
    }
  }

  @Test("LSQ-10: a row keeps its id while it changes and moves")
  func ids() async throws {
    let schema = "CREATE TABLE t(k INTEGER PRIMARY KEY, v INTEGER); INSERT INTO t VALUES (1, 10), (2, 20), (3, 30)"
    try await following("SELECT v FROM t ORDER BY v", on: schema) { result, write in
      #expect(try await rows(result) == ["1:10", "2:20", "3:30"])
      try await write("UPDATE t SET v = 25 WHERE k = 1")
      #expect(try await rows(result) == ["2:20", "1:25", "3:30"])
      try await write("INSERT INTO t VALUES (4, 22), (5, 22), (6, 99); DELETE FROM t WHERE k = 2")
      #expect(try await rows(result) == ["4:22", "5:22", "1:25", "3:30", "6:99"])
      #expect(result.status.keeping == .live(.linear))
    }
  }

  @Test("LSQ-10: rows that come again and again at one place use up the numbers between two others")
  func narrow() async throws {
    let schema = "CREATE TABLE t(k INTEGER PRIMARY KEY, v INTEGER); INSERT INTO t VALUES (1, 0), (2, 1000)"
    try await following("SELECT v FROM t ORDER BY v", on: schema) { result, write in
      for number in 1...40 { try await write("INSERT INTO t(v) VALUES (\(1000 - number))") }
      let expected = ["1:0"] + (1...40).reversed().map { "\($0 + 2):\(1000 - $0)" } + ["2:1000"]
      #expect(try await rows(result) == expected)
    }
  }

  @Test("LSQ-03: a query that runs again keeps the ids of the rows that stay, in the order of each run")
  func again() async throws {
    let schema = "CREATE TABLE t(k INTEGER PRIMARY KEY, v INTEGER); INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, 4)"
    try await following("SELECT v FROM t EXCEPT SELECT 9 ORDER BY v DESC", on: schema) { result, write in
      #expect(result.status.keeping == .again(reason: "EXCEPT"))
      #expect(try await rows(result) == ["1:4", "2:3", "3:2", "4:1"])
      try await write("UPDATE t SET v = 10 WHERE k = 3; INSERT INTO t VALUES (5, 6)")
      #expect(try await rows(result) == ["6:10", "5:6", "1:4", "3:2", "4:1"])
    }
  }

  @Test("LSQ-03: a query in its pause says that its result is behind the file, until it has run again")
  func behind() async throws {
    let slow = """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      SELECT (SELECT count(*) FROM t) + 0 * (SELECT count(*) FROM n) AS v
      """
    try await following(slow, on: "CREATE TABLE t(k INTEGER PRIMARY KEY)") { result, write in
      #expect(!result.status.isBehind)
      async let behind: Void = result.becomesBehind()
      // The first commits may come when the pause is over.
      for _ in 0..<3 { try await write("INSERT INTO t DEFAULT VALUES") }
      await behind
      #expect(!result.status.isBehind)
      #expect(try await rows(result).map { $0.split(separator: ":").last } == ["3"])
    }
  }

  @Test(
    "LSQ-09: of a result that takes more than 64 MB the first rows follow, and their number if it can be kept",
    arguments: [("SELECT v, data FROM t", true), ("SELECT DISTINCT v, data FROM t", false)])
  func large(sql: String, isCounted: Bool) async throws {
    let schema = """
      CREATE TABLE t(v INTEGER PRIMARY KEY, data);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
      INSERT INTO t SELECT i, zeroblob(1000000) FROM n
      """
    try await following(sql, on: schema) { result, write in
      #expect(result.status.keeping == .first(10_000, isLive: false))
      let shown = try await rows(result)
      #expect(shown.first == "1:1" && (60..<70).contains(shown.count))
      try await write("SELECT 1")
      #expect(result.status.total == (isCounted ? 70 : nil))
      try await write("DELETE FROM t WHERE v > 65")
      #expect(result.status.total == (isCounted ? 65 : nil))
    }
  }

  @Test("LSQ-09: the first rows of an order and the number of all rows are kept at the cost of each change")
  func firstRows() async throws {
    let schema = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, place INTEGER, data);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
      INSERT INTO t SELECT i, i * 10, CASE WHEN i > 10000 THEN zeroblob(40000) END FROM n
      """
    try await following("SELECT place AS v, data FROM t ORDER BY place; -- all", on: schema) { result, write in
      #expect(result.status.keeping == .first(10_000, isLive: true))
      try await write("SELECT 1")
      #expect(result.status.total == 12_000)
      try await write("INSERT INTO t(place) VALUES (5), (200000); DELETE FROM t WHERE place = 20")
      #expect(result.status.total == 12_001)
      let shown = try await rows(result)
      #expect(shown.prefix(3).map { $0.split(separator: ":").last } == ["5", "10", "30"])
      #expect(shown.count == 10_000)
    }
  }

  @Test("LSQ-10: a table that could not take a change needs another run: the kept result is ahead of it")
  func unwritten() async throws {
    let schema = "CREATE TABLE t(k INTEGER PRIMARY KEY, v INTEGER); INSERT INTO t VALUES (1, 10)"
    try await following("SELECT v FROM t", on: schema) { result, write in
      try await #require(result.database).write { db in
        try db.execute(
          "CREATE TRIGGER full BEFORE INSERT ON \"result 1\" BEGIN SELECT raise(ABORT, 'the disk is full'); END")
      }
      #expect(!result.status.needsRun)
      try await write("INSERT INTO t VALUES (2, 20)")
      #expect(result.status.needsRun && result.status.problem != nil)
      #expect(try await rows(result) == ["1:10"])
    }
  }
}

extension QueryResult {
  /// Waits until the status says that the result is behind the file.
  fileprivate nonisolated func becomesBehind() async {
    while !status.isBehind {
      let (changes, teller) = AsyncStream.makeStream(of: Void.self)
      withObservationTracking {
        _ = status
      } onChange: {
        teller.yield()
      }
      // It may have become so before it was observed.
      if status.isBehind { return }
      for await _ in changes { break }
    }
  }
}
