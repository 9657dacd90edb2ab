// The changes that observers get from an undo.
import Databases
import Locks
import Testing

@testable import AlmanacRecords

@Suite struct ReplayBatchTests {
  @Test("CHG-09: the batch of a replay has its rows as they were and as they are, other programs' columns too")
  func batch() async throws {
    let schema = """
      CREATE TABLE t(id INTEGER PRIMARY KEY, x, y); CREATE TABLE log(what);
      CREATE TRIGGER logged AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (new.x); END;
      INSERT INTO t VALUES (1, 'a', 'b'), (2, 'c', 'd'), (3, 'e', 'f');
      """
    let change = "UPDATE t SET x = 'new' WHERE id = 1; DELETE FROM t WHERE id = 2; INSERT INTO t VALUES (4, 'g', 'h')"
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(schema) }
      let log = try await connection.write { db in try db.recordingRows { try db.execute(change) }.log }
      try await connection.write { db in try db.execute("DROP TRIGGER logged; UPDATE t SET y = 'theirs' WHERE id = 1") }
      let batches = Lock<[ChangeBatch]>([])
      let subscription = connection.subscribe { batch in batches.withLock { $0.append(batch) } }
      _ = try await connection.write { db in try db.replay(log.inverse) }
      subscription.cancel()
      #expect(
        try rows(of: batches.withLock(\.self)) == [
          "t": ["1 new theirs -> 1 a theirs", "4 g h -> none", "none -> 2 c d"],
          "log": ["new -> none"],
        ])
    }
  }

  @Test("CHG-09: the batch of a replay that has left a row in a second round has the rows of that round")
  func secondRound() async throws {
    let schema = """
      CREATE TABLE t(id INTEGER PRIMARY KEY); CREATE TABLE u(t REFERENCES t); INSERT INTO t VALUES (1), (2), (3)
      """
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(schema) }
      let log = try await connection.write { db in
        try db.recordingRows { try db.execute("INSERT INTO t VALUES (4), (5)") }.log
      }
      try await connection.write { db in try db.execute("INSERT INTO u VALUES (4)") }
      let batches = Lock<[ChangeBatch]>([])
      let subscription = connection.subscribe { batch in batches.withLock { $0.append(batch) } }
      _ = try await connection.write { db in try db.replay(log.inverse, leaving: { _ in }) }
      subscription.cancel()
      #expect(try rows(of: batches.withLock(\.self)) == ["t": ["5 -> none"]])
    }
  }

  /// The rows of the only batch, by their tables.
  private func rows(of batches: [ChangeBatch]) throws -> [String: [String]] {
    try #require(batches.count == 1)
    func text(_ values: [ExactValue]?) -> String { values.map { $0.map(\.shown).joined(separator: " ") } ?? "none" }
    let tables = batches[0].tables.map { table, change in
      ("\(table)", (change.rows?.rows ?? []).map { "\(text($0.before)) -> \(text($0.after))" }.sorted())
    }
    return Dictionary(uniqueKeysWithValues: tables)
  }
}
