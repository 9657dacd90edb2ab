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
      let tables = batches.withLock { $0.map(\.tables) }
      try #require(tables.count == 1)
      func texts(_ values: [ExactValue]?) -> String {
        values.map { $0.map(\.shown).joined(separator: " ") } ?? "none"
      }
      let found = tables[0].mapValues { change in
        (change.rows?.rows ?? []).map { "\(texts($0.before)) -> \(texts($0.after))" }.sorted()
      }
      #expect(
        found == [
          "t": ["1 new theirs -> 1 a theirs", "4 g h -> none", "none -> 2 c d"],
          "log": ["new -> none"],
        ])
    }
  }
}
