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

  @Test("LSQ-01: a result waits for the rows of commits that the file already shows", arguments: ["wal", "delete"])
  func missing(journal: String) async throws {
    try await Following.run(
      "CREATE TABLE t(id INTEGER PRIMARY KEY); CREATE TABLE u(id INTEGER PRIMARY KEY)", journal: journal
    ) { following in
      let result = try await following.follow("SELECT t.id FROM t JOIN u ON u.id = t.id")
      try following.other.run("INSERT INTO t VALUES(1), (2)")
      let first = try await following.looked()
      try following.other.run("INSERT INTO u VALUES(1)")
      // The row of t meets the row of u, which has not been reported.
      var change = try await following.step(result, first)
      #expect(change.rows.isEmpty)
      let second = try await following.looked()
      try following.other.run("INSERT INTO u VALUES(2)")
      change = try await following.step(result, second)
      // With a log, the state before the third commit was held.
      #expect(change.rows.map(\.after?.values) == (journal == "wal" ? [[.integer(1)]] : []))
      change = try await following.step(result, try await following.looked())
      let come: [[ExactValue]?] = journal == "wal" ? [[.integer(2)]] : [[.integer(1)], [.integer(2)]]
      #expect(change.rows.map(\.after?.values) == come)
      #expect(await result.rows.map(\.values) == [[.integer(1)], [.integer(2)]])
    }
  }

  @Test("a step and a run work in their actors, so that no other call comes between")
  func isolation() async throws {
    try await Following.run("CREATE TABLE t(id INTEGER PRIMARY KEY)") { following in
      let result = try await following.follow("SELECT id FROM t")
      // Ends the tests if it is called elsewhere.
      try await result.step([]) { _, _ in result.assumeIsolated { _ in } }
      let run = QueryRun("SELECT id FROM t", on: following.connection)
      try await run.run { _, _ in run.assumeIsolated { _ in } }
    }
  }
}
