// Another connection commits without a pause while results follow.

import Databases
import Locks
import TestSupport
import Testing

@testable import LiveResults

@Suite struct BusyWriterTests {
  @Test(
    "LSQ-01: results that follow a writer at full speed are right when it stops",
    arguments: ["wal", "delete"])
  func busy(journal: String) async throws {
    try await Following.run(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, n INT, a TEXT); CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INT);
      CREATE INDEX ut ON u(t_id);
      """, journal: journal
    ) { following in
      var results: [LiveResult] = []
      for sql in [
        "SELECT a, count(*), sum(n) FROM t GROUP BY a",
        "SELECT t.id, u.id FROM t JOIN u ON u.t_id = t.id",
        "SELECT id, n FROM t ORDER BY n DESC, id LIMIT 5",
        "SELECT x.id, y.id FROM t x JOIN t y ON x.n = y.n AND x.id < y.id",
        "SELECT t.id, count(u.id) FROM t LEFT JOIN u ON u.t_id = t.id GROUP BY t.id",
        "SELECT id, sum(n) OVER (ORDER BY id) FROM t",
      ] { results.append(try await following.follow(sql)) }
      let path = following.path
      let writer = Task.detached {
        let other = try OtherProgram(path)
        try other.run("PRAGMA busy_timeout = 60000")
        var choices = Choices(seed: 1)
        for _ in 0..<300 {
          let (id, n) = (choices.below(40), choices.below(9))
          try other.run(
            choices.pick([
              "INSERT OR REPLACE INTO t VALUES(\(id), \(n), 'a\(n % 3)')",
              "DELETE FROM t WHERE id = \(id)",
              "UPDATE t SET n = \(n) WHERE id = \(id)",
              "INSERT OR REPLACE INTO u VALUES(\(id), \(choices.below(40)))",
              "BEGIN; UPDATE t SET n = n + 1 WHERE id > \(id); DELETE FROM u WHERE id = \(id); COMMIT",
            ]))
        }
      }
      // The results follow it, look by look, until it has ended.
      let isOver = Lock(false)
      let end = Task {
        defer { isOver.withLock { $0 = true } }
        try await writer.value
      }
      // Others ask the same results meanwhile, as a timer does.
      let asked = results
      let others = Task {
        while !isOver.withLock({ $0 }) { for result in asked { try await result.step([]) { _, _ in } } }
      }
      while !isOver.withLock({ $0 }) {
        let batches = try await following.looked()
        for result in results { _ = try await following.step(result, batches) }
      }
      try await end.value
      try await others.value
      let batches = try await following.looked()
      for result in results {
        _ = try await following.step(result, batches)
        let kept = await result.rows.map(\.values)
        #expect(
          Agreement(kept, try following.oracle(result.sql), isTotal: false) == .exact,
          "\(result.sql)")
      }
    }
  }
}
