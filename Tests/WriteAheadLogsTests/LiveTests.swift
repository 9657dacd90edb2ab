// CHG-06 and CHG-07: another process writes while the feed looks.

import Foundation
import TestSupport
import Testing

@testable import WriteAheadLogs

@Suite struct LiveTests {
  /// Transactions of different sizes, with the shell's own checkpoints between them.
  private static func script(_ random: inout SeededGenerator) -> String {
    (0..<150).map { _ in
      let id = random.below(2000)
      return switch random.below(6) {
      case 0: "INSERT INTO t(a) VALUES (hex(randomblob(\(random.below(200)))));"
      case 1: "DELETE FROM t WHERE id = \(id);"
      case 2:
        "BEGIN; UPDATE t SET a = 'x\(id)' WHERE id BETWEEN \(id) AND \(id + 30); DELETE FROM k WHERE p < 3; COMMIT;"
      case 3: "REPLACE INTO k VALUES (\(id % 50), \(id), zeroblob(\(random.below(3000))));"
      case 4: "BEGIN; DELETE FROM t; ROLLBACK;"
      default: "UPDATE t SET a = a || 'y' WHERE id = \(id);"
      }
    }.joined(separator: "\n")
  }

  @Test("CHG-07: what another process commits meanwhile leads from one dump to the next", arguments: [4_000, -1])
  func otherProcess(frameLimit: Int) async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder,
        """
        CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE TABLE k(p, q, r, PRIMARY KEY(p, q)) WITHOUT ROWID;
        WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 2000) INSERT INTO t SELECT i, 'a' || i FROM n
        """, configuration: .init(frameLimit: frameLimit, busyLimit: .max))
      let shell = try SQLiteShell(followed.path)
      try await shell.run("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 30")
      var random = SeededGenerator(seed: 7)
      var (looks, unknown) = (0, 0)
      var truth = try Truth(followed.writer)
      for _ in 0..<6 {
        let script = Self.script(&random)
        async let written = shell.run(script)
        var sets: [ChangeSet] = []
        for _ in 0..<100 { sets += followed.feed.look() }
        _ = try await written
        sets += followed.feed.look()
        looks += sets.count
        let before = truth
        truth = try Truth(followed.writer)
        guard !sets.contains(where: \.isUnknown) else {
          unknown += 1
          continue
        }
        #expect(try Self.apply(sets, to: before) == truth.tables)
      }
      #expect(looks > 0)
      #expect(frameLimit < 0 || unknown == 0)
    }
  }

  @Test("CHG-07: whenever looks come, the log of a writer without a pause is bounded, and then the feed is current")
  func boundedLog() async throws {
    try await withFolder { folder in
      let configuration = RowFeed.Configuration(frameLimit: 400, busyLimit: 128)
      let followed = try Followed(
        folder,
        """
        PRAGMA wal_autocheckpoint = 100; CREATE TABLE t(id INTEGER PRIMARY KEY, a);
        WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO t SELECT i, zeroblob(90) FROM n
        """, configuration: configuration)
      var random = SeededGenerator(seed: 9)
      var (longest, held) = (0, 0)
      for number in 1...300 {
        for _ in 0..<random.pick([1, 10, 100]) {
          try followed.writer.run("UPDATE t SET a = \(number) WHERE id = \(1 + random.below(1000))")
        }
        _ = followed.look()
        longest = max(longest, followed.feed.frameCount)
        held += followed.feed.isHolding ? 1 : 0
      }
      // The growth of the log while a look holds it, until the next look, and up to SQLite's own limit.
      #expect(longest <= 400 + 100 + 100 && held > 50)
      #expect(try followed.changes("DELETE FROM t WHERE id < 500").count == 499)
    }
  }

  /// The rows after some changes; the old values must match.
  private static func apply(_ sets: [ChangeSet], to truth: Truth) throws -> [String: Truth.Rows] {
    var tables = truth.tables
    for set in sets {
      guard case .rows(let changed) = set.content else { continue }
      for (table, pairs) in Truth.changes(changed, from: truth, to: truth, .utf8) {
        for (key, pair) in pairs {
          #expect(tables[table]?[key] == pair.old)
          tables[table]?[key] = pair.new
        }
      }
    }
    return tables
  }
}
