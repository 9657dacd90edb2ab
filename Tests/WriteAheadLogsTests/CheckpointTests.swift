// CHG-06: checkpoints and restarts of the log, and CHG-15: journal modes.

import Foundation
import TestSupport
import Testing

@testable import WriteAheadLogs

@Suite struct CheckpointTests {
  private static let table = "CREATE TABLE t(id INTEGER PRIMARY KEY, a); INSERT INTO t VALUES (1, 'x'), (2, 'y')"

  @Test(
    "CHG-06: a checkpoint before a commit leaves nothing unknown",
    arguments: ["PASSIVE", "FULL", "RESTART", "TRUNCATE"])
  func checkpointBetween(kind: String) async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, Self.table)
      for number in 1...3 {
        followed.feed.release()
        try followed.writer.rows("PRAGMA wal_checkpoint(\(kind))")
        #expect(
          try followed.changes("INSERT INTO t VALUES (\(10 + number), 'z')") == ["t +\(10 + number) (NULL, 'z')"])
      }
    }
  }

  @Test("CHG-06: a checkpoint after a commit, with nothing held: the old page is gone, and the next look is right")
  func checkpointAfter() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, Self.table)
      followed.feed.release()
      try followed.writer.rows("PRAGMA wal_checkpoint(TRUNCATE)")
      _ = followed.look()
      followed.feed.release()
      try followed.writer.run("UPDATE t SET a = 'z'; PRAGMA wal_checkpoint(PASSIVE)")
      #expect(followed.look() == ["unknown: a checkpoint overwrote the old pages"])
      #expect(try followed.changes("DELETE FROM t WHERE id = 1") == ["t -1 (NULL, 'z')"])
    }
  }

  @Test("CHG-06: the commits of a restarted log are exact, those before it unknown")
  func restartedLog() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, Self.table)
      followed.feed.release()
      try followed.writer.run("UPDATE t SET a = 'lost'; UPDATE t SET a = 'too'")
      try followed.writer.rows("PRAGMA wal_checkpoint(RESTART)")
      try followed.writer.run("INSERT INTO t VALUES (3, 'z')")
      #expect(followed.look() == ["2 commits", "unknown: the log was restarted", "t +3 (NULL, 'z')"])
    }
  }

  @Test("CHG-06: a held transaction keeps the old pages, and a checkpoint that waits gets through at the next look")
  func waitingCheckpoint() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, Self.table)
      try followed.writer.run("UPDATE t SET a = 'z' WHERE id = 1")
      var lines: [String] = []
      var calls = 0
      let handler = BusyHandler {
        calls += 1
        followed.readers.isCheckpointWaiting = true
        lines += followed.look()
        return calls < 10
      }
      followed.writer.whenBusy(handler)
      #expect(followed.feed.isHolding)
      let result = try followed.writer.rows("PRAGMA wal_checkpoint(TRUNCATE)")
      #expect(result == [[.integer(0), .integer(0), .integer(0)]])
      #expect(calls == 1)
      #expect(lines == ["t ~1 (NULL, 'x') -> (NULL, 'z')"])
      #expect(!followed.feed.isHolding && followed.readers.count == 0)
      followed.readers.isCheckpointWaiting = false
      #expect(try followed.changes("DELETE FROM t WHERE id = 2") == ["t -2 (NULL, 'y')"])
      #expect(followed.feed.isHolding && followed.readers.count == 1)
      withExtendedLifetime(handler) {}
    }
  }

  @Test("CHG-06: what a look has found is there before it lets go of the state before; a later look lets go of it, too")
  func settling() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, Self.table)
      for _ in 0..<2 {
        try followed.writer.run("UPDATE t SET a = a || 'z' WHERE id = 1")
        #expect(followed.feed.look().count == 1 && followed.readers.count == 2)
      }
      followed.feed.settle()
      #expect(followed.feed.isHolding && followed.readers.count == 1)
      try followed.writer.run("UPDATE t SET a = a || 'z' WHERE id = 1")
      _ = followed.feed.look()
      followed.feed.release()
      followed.feed.settle()
      #expect(!followed.feed.isHolding && followed.readers.count == 0)
    }
  }

  @Test("CHG-06, CHG-07: behind much that was written nothing is held, not even until the rows are given out")
  func busyWriter() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, Self.table, configuration: .init(busyLimit: 4))
      let rows = (0..<40).map { "(\($0 + 10), '\(String(repeating: "x", count: 100))')" }.joined(separator: ", ")
      try followed.writer.run("INSERT INTO t VALUES \(rows)")
      #expect(followed.feed.look().count == 1 && !followed.feed.isHolding && followed.readers.count == 0)
      #expect(try followed.changes("DELETE FROM t WHERE id = 2") == ["t -2 (NULL, 'y')"])
      #expect(followed.feed.isHolding && followed.readers.count == 1)
    }
  }

  @Test("CHG-06: a look without news lets go of what is held, too, where a checkpoint waits")
  func waitingCheckpointWithoutNews() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, Self.table)
      #expect(followed.look() == [] && followed.feed.isHolding)
      followed.readers.isCheckpointWaiting = true
      #expect(followed.look() == [] && !followed.feed.isHolding && followed.readers.count == 0)
    }
  }

  @Test(
    "CHG-06: a state that was let go for a checkpoint is held again behind it, so the next commit and checkpoint are exact"
  )
  func heldAgain() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, Self.table)
      followed.feed.release()
      followed.readers.isCheckpointWaiting = true
      followed.feed.hold()
      #expect(!followed.feed.isHolding && followed.readers.count == 0)
      followed.readers.isCheckpointWaiting = false
      followed.feed.hold()
      #expect(followed.feed.isHolding && followed.readers.count == 1)
      try followed.writer.run("UPDATE t SET a = 'z' WHERE id = 1; PRAGMA wal_checkpoint(PASSIVE)")
      #expect(followed.look() == ["t ~1 (NULL, 'x') -> (NULL, 'z')"])
      followed.feed.release()
      try followed.writer.run("DELETE FROM t WHERE id = 1")
      followed.feed.hold()
      #expect(!followed.feed.isHolding, "of a state that was not looked at nothing is held")
      #expect(followed.look() == ["t -1 (NULL, 'z')"])
    }
  }

  @Test("CHG-06: past the limit of frames nothing is held, and below it again")
  func frameLimit() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, Self.table, configuration: .init(frameLimit: 8))
      try followed.writer.run("PRAGMA wal_checkpoint(TRUNCATE)")
      for number in 1...12 { try followed.writer.run("INSERT INTO t VALUES (\(100 + number), zeroblob(900))") }
      #expect(followed.look().count == 12)
      #expect(followed.feed.frameCount > 8)
      #expect(!followed.feed.isHolding)
      try followed.writer.run("PRAGMA wal_checkpoint(TRUNCATE); DELETE FROM t WHERE id = 1")
      #expect(followed.look() == ["t -1 (NULL, 'x')"])
      #expect(followed.feed.isHolding)
    }
  }

  @Test("CHG-06: a checkpoint and a restart while the pages are being read", arguments: 1...12)
  func interruptedLook(read: Int) async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, Self.table, configuration: .init(frameLimit: -1))
      try followed.writer.rows("PRAGMA wal_checkpoint(TRUNCATE)")
      _ = followed.look()
      try followed.writer.run("UPDATE t SET a = 'z' WHERE id = 2; INSERT INTO t VALUES (3, 'three')")
      // At any read another program may write, and checkpoint all that no reader protects.
      followed.files.interruption = (
        followed.files.reads + read,
        {
          try? followed.writer.run(
            "PRAGMA wal_checkpoint(PASSIVE); UPDATE t SET a = 'later'; PRAGMA wal_checkpoint(PASSIVE); DELETE FROM t")
        }
      )
      let lines = followed.look()
      let isKnown = lines == ["t ~2 (NULL, 'y') -> (NULL, 'z')", "t +3 (NULL, 'three')"]
      #expect(isKnown || lines == ["2 commits", "unknown: a checkpoint overwrote the old pages"], "\(lines)")
      #expect(followed.files.interruption == nil || isKnown)
      _ = followed.look()
      #expect(try followed.changes("INSERT INTO t VALUES (9, 'nine')") == ["t +9 (NULL, 'nine')"])
    }
  }

  @Test("CHG-06: a log that is restarted while its old pages are being read", arguments: 1...8)
  func restartInsideLook(read: Int) async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, Self.table, configuration: .init(frameLimit: -1))
      // The old page is only in the log, and a checkpoint has copied all of the log: a reader does not keep the log
      // then.
      try followed.writer.rows("PRAGMA wal_checkpoint(TRUNCATE)")
      try followed.writer.run("UPDATE t SET a = 'old' WHERE id = 1")
      _ = followed.look()
      #expect(followed.feed.frameCount == 1)
      try followed.writer.run("UPDATE t SET a = 'new' WHERE id = 1; PRAGMA wal_checkpoint(PASSIVE)")
      followed.files.interruption = (
        followed.files.reads + read, { try? followed.writer.run("UPDATE t SET a = 'later'; UPDATE t SET a = 'last'") }
      )
      let lines = followed.look()
      let isKnown = lines == ["t ~1 (NULL, 'old') -> (NULL, 'new')"]
      #expect(isKnown || lines == ["unknown: the log was restarted"], "\(lines)")
      _ = followed.look()
      #expect(try followed.changes("DELETE FROM t WHERE id = 2").count == 1)
    }
  }

  @Test("CHG-06: a file that was cut off below an old page: that page is not to be had")
  func cutFile() async throws {
    try await withFolder { folder in
      let followed = try Followed(
        folder,
        "CREATE TABLE big(a); INSERT INTO big VALUES (zeroblob(50000)); CREATE TABLE t(a); INSERT INTO t VALUES (1)")
      followed.feed.release()
      try followed.writer.rows("PRAGMA wal_checkpoint(TRUNCATE)")
      _ = followed.look()
      followed.feed.release()
      try followed.writer.run("DROP TABLE t; DROP TABLE big; VACUUM; PRAGMA wal_checkpoint(PASSIVE)")
      #expect(followed.look() == ["3 commits", "unknown: a checkpoint overwrote the old pages"])
      #expect(try followed.changes("CREATE TABLE t(a); INSERT INTO t VALUES (2)") == ["schema", "t +1 (2)"])
    }
  }

  @Test("CHG-06: while another program keeps readers out, the news stay")
  func busy() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, journal: "delete", Self.table)
      try followed.writer.run("UPDATE t SET a = 'z' WHERE id = 1; BEGIN EXCLUSIVE")
      #expect(followed.look() == [])
      #expect(followed.feed.hasNews)
      try followed.writer.run("COMMIT")
      #expect(followed.look() == ["t ~1 (NULL, 'x') -> (NULL, 'z')"])
      #expect(!followed.feed.hasNews)
    }
  }

  @Test("CHG-15: without a log, by a private copy", arguments: ["delete", "persist", "truncate", "memory"])
  func shadow(journal: String) async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, journal: journal, Self.table)
      #expect(followed.feed.mode == .shadow)
      #expect(try followed.changes("UPDATE t SET a = 'z' WHERE id = 1") == ["t ~1 (NULL, 'x') -> (NULL, 'z')"])
      #expect(
        try followed.changes("DELETE FROM t WHERE id = 1; INSERT INTO t VALUES (7, 'q')") == [
          "2 commits", "t -1 (NULL, 'z')", "t +7 (NULL, 'q')",
        ])
      #expect(!followed.feed.isHolding && followed.readers.count == 0)
    }
  }

  @Test("CHG-15: a private copy is compared without a lock, for which others would wait")
  func comparisonWithoutLock() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, journal: "delete", Self.table)
      var tables: [String]?
      followed.readers.whenAllHaveEnded = {
        tables = followed.feed.state?.map.tables.map(\.name)
        try? followed.writer.run("INSERT INTO t VALUES (3, 'meanwhile')")
      }
      #expect(try followed.changes("CREATE TABLE u(a)") == ["schema"])
      #expect(tables == ["sqlite_schema", "t"], "the lock is held during the comparison")
      #expect(followed.look() == ["t +3 (NULL, 'meanwhile')"])
    }
  }

  @Test("CHG-15: a copy that meets damage is unknown, also after the next commit, and then made again")
  func damagedShadow() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, journal: "delete", Self.table)
      let file = try FileHandle(forUpdating: URL(filePath: followed.path))
      // Changes the page type of the table's root.
      func setKind(_ kind: UInt8) throws {
        try file.seek(toOffset: 1024)
        try file.write(contentsOf: [kind])
      }
      try followed.writer.run("UPDATE t SET a = 'z'")
      try setKind(99)
      #expect(followed.look() == ["unknown: the file is damaged, or another one was copied over it"])
      #expect(followed.feed.mode == .none(.damaged))
      #expect(followed.look() == [])
      try setKind(13)
      #expect(
        try followed.changes("DELETE FROM t WHERE id = 1") == [
          "unknown: the file is damaged, or another one was copied over it"
        ])
      #expect(try followed.changes("DELETE FROM t WHERE id = 2") == ["t -2 (NULL, 'z')"])
    }
  }

  @Test("CHG-15: without a log and too large for a copy, the feed says that it knows nothing")
  func noShadow() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, journal: "delete", Self.table, configuration: .init(shadowLimit: 0))
      #expect(followed.feed.mode == .none(.journalMode))
      #expect(
        try followed.changes("UPDATE t SET a = 'z'; DELETE FROM t") == [
          "2 commits", "unknown: the file is not in write-ahead mode",
        ])
      #expect(followed.look() == [])
    }
  }

  @Test(
    "CHG-15: where the count of commits goes back, as when a copy is laid over the file, that is one change",
    arguments: [(nil, "nothing"), (0, "unknown: the file is not in write-ahead mode")] as [(Int?, String)])
  func countThatGoesBack(shadowLimit: Int?, line: String) async throws {
    try await withFolder { folder in
      let configuration = shadowLimit.map { RowFeed.Configuration(shadowLimit: $0) } ?? .init()
      let followed = try Followed(folder, journal: "delete", Self.table, configuration: configuration)
      let file = try FileHandle(forWritingTo: URL(filePath: followed.path))
      try file.seek(toOffset: 24)
      try file.write(contentsOf: [0, 0, 0, 1])
      #expect(followed.look() == [line])
      #expect(followed.look() == [])
    }
  }

  @Test("CHG-15: a file that changes its journal mode is unknown once, and then followed in the new mode")
  func changedMode() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, journal: "delete", Self.table)
      try followed.writer.rows("PRAGMA journal_mode = wal")
      try followed.writer.run("INSERT INTO t VALUES (3, 'z')")
      #expect(followed.look() == ["unknown: the file changed its journal mode"])
      #expect(followed.feed.mode == .log)
      #expect(try followed.changes("DELETE FROM t WHERE id = 1") == ["t -1 (NULL, 'x')"])
    }
  }

  @Test("CHG-15: the first commit to an empty file is unknown, the next ones are not", arguments: ["delete", "wal"])
  func emptyFile(journal: String) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "empty.db").path
      try Data().write(to: URL(filePath: path))
      let (files, readers) = (OpenFiles(path), Readers(path))
      let feed = RowFeed(files: files, transactions: readers)
      #expect(throws: UnknownReason.empty) { try feed.begin() }
      let writer = try Connection(path)
      try writer.run("PRAGMA journal_mode = \(journal)")
      try writer.run("CREATE TABLE t(a)")
      #expect(feed.look().flatMap(\.lines).last == "unknown: the file is empty, or was before")
      try writer.run("INSERT INTO t VALUES (1)")
      #expect(feed.look().flatMap(\.lines) == ["t +1 (1)"])
    }
  }

  @Test("CHG-15: a file that outgrows its copy is unknown from then on")
  func outgrownShadow() async throws {
    try await withFolder { folder in
      let followed = try Followed(folder, journal: "delete", Self.table, configuration: .init(shadowLimit: 16 << 10))
      #expect(
        try followed.changes("INSERT INTO t VALUES (3, zeroblob(20000))") == [
          "unknown: the file is not in write-ahead mode"
        ])
      #expect(followed.feed.mode == .none(.journalMode))
      #expect(try followed.changes("DELETE FROM t") == ["unknown: the file is not in write-ahead mode"])
    }
  }
}
