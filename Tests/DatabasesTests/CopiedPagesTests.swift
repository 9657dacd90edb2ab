// Programs that copy pages into the file without SQLite: they take no lock and count no commit.

import Foundation
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct CopiedPagesTests {
  private static let schema =
    "CREATE TABLE foo(id INTEGER PRIMARY KEY, t TEXT); INSERT INTO foo VALUES (1, 'a'), (2, 'b');"

  /// A followed file, with an empty log if it has one.
  private func withFollowed(
    _ journal: String, _ schema: String = schema, isLooked: Bool = true,
    patience: Duration? = SQLiteConnection.Configuration().busyTimeout,
    _ body: (_ ours: SQLiteConnection, _ path: String, _ collector: BatchCollector) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "copy.db").path
      let shell = try SQLiteShell(path)
      try await shell.run("PRAGMA journal_mode=\(journal); \(schema)")
      try await shell.end()
      var configuration = SQLiteConnection.Configuration()
      (configuration.watchesOtherProcesses, configuration.busyTimeout) = (false, patience)
      let ours = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
      do {
        if isLooked { try await ours.lookForOutsideChanges() }
        try await body(ours, path, BatchCollector(ours))
      } catch {
        await ours.close()
        throw error
      }
      await ours.close()
    }
  }

  private func texts(_ connection: SQLiteConnection, _ sql: String = "SELECT t FROM foo") async throws -> [String] {
    try await connection.read {
      try $0.rows(sql).map { row in
        row.values.map {
          if case .text(let text) = $0 { text } else if case .integer(let number) = $0 { "\(number)" } else { "?" }
        }
        .joined(separator: "|")
      }
    }
  }

  @Test(
    "REAL-50: pages that are written while the count of commits stands still are followed",
    arguments: ["delete", "wal"])
  func followed(_ journal: String) async throws {
    try await withFollowed(journal) { ours, path, collector in
      #expect(try await texts(ours) == ["a", "b"])
      try await PageCopy("UPDATE foo SET t = 'B' WHERE id = 2", into: path).write()
      try await ours.lookForOutsideChanges()
      #expect(try await texts(ours) == ["a", "B"])
      let first = collector.take()
      #expect(first.map(\.commitCount) == [1])
      if journal == "delete" {
        #expect(first[0].tables["foo"]?.updated == 1 && first[0].tables["foo"]?.rows?.rows.map(\.rowID) == [2])
      } else {
        #expect(first[0].gap == "a program copied pages into the file past SQLite")
      }
      try await PageCopy("CREATE TABLE bar(n); INSERT INTO bar VALUES (7); DELETE FROM foo", into: path).write()
      try await ours.lookForOutsideChanges()
      #expect(try await texts(ours) == [])
      #expect(try await texts(ours, "SELECT n FROM bar") == ["7"])
      #expect(collector.take().map(\.schemaChanged) == [true])
      try await ours.lookForOutsideChanges()
      #expect(collector.take().isEmpty)
      #expect(ours.status.condition == .present)
    }
  }

  @Test(
    "REAL-50: another file's pages are followed too where its count of schema changes is the same",
    arguments: ["delete", "wal"])
  func sameSchemaCount(_ journal: String) async throws {
    try await withFollowed(journal) { ours, path, collector in
      #expect(try await texts(ours) == ["a", "b"])
      try await PageCopy("CREATE TABLE bar(u, v); INSERT INTO bar VALUES (7, 8)", into: path, isAnother: true).write()
      try await ours.lookForOutsideChanges()
      #expect(try await texts(ours, "SELECT * FROM bar") == ["7|8"])
      #expect(try await texts(ours, "SELECT name FROM sqlite_schema") == ["bar"])
      #expect(collector.take().map(\.schemaChanged) == [true])
    }
  }

  @Test("REAL-50: a search index, and a count, of copied pages", arguments: ["delete", "wal"])
  func search(_ journal: String) async throws {
    try await withFollowed(journal, "CREATE VIRTUAL TABLE foo USING fts5(t); INSERT INTO foo VALUES ('one')") {
      ours, path, _ in
      #expect(try await texts(ours, "SELECT t FROM foo('one')") == ["one"])
      try await PageCopy("UPDATE foo SET t = 'two'; INSERT INTO foo VALUES ('one and two')", into: path).write()
      try await ours.lookForOutsideChanges()
      #expect(try await texts(ours, "SELECT t FROM foo('one')") == ["one and two"])
      #expect(try await texts(ours, "SELECT count(*) FROM foo('two')") == ["2"])
    }
  }

  @Test("REAL-50: a copy that is cut half-way is never taken for current, and heals", arguments: ["delete", "wal"])
  func cutHalfWay(_ journal: String) async throws {
    let filling = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000)"
    try await withFollowed(journal) { ours, path, collector in
      #expect(try await texts(ours) == ["a", "b"])
      let copy = try await PageCopy("\(filling) INSERT INTO foo(t) SELECT hex(zeroblob(20)) FROM c", into: path)
      try await copy.write(Array(copy.pages.prefix(2)))
      try await ours.lookForOutsideChanges()
      // The root references pages that are missing.
      await #expect(throws: DatabaseError.self) { try await texts(ours, "SELECT t FROM foo ORDER BY id DESC") }
      #expect(ours.status.condition == .damaged)
      await #expect(throws: DatabaseError.self) { try await ours.write { try $0.execute("DELETE FROM foo") } }
      try await copy.write()
      try await ours.lookForOutsideChanges()
      // It is opened again, like any file that changes after it was damaged.
      guard case .replaced = ours.status.condition else { return #expect(Bool(false), "\(ours.status.condition)") }
      #expect(try await texts(ours, "SELECT count(*) FROM foo") == ["2002"])
      #expect(!collector.take().isEmpty)
    }
  }

  @Test(
    "REAL-50: where the log holds commits, pages that are copied under it are called damage, a dead checkpoint or not",
    arguments: [false, true])
  func underLog(_ isCheckpointDead: Bool) async throws {
    try await withFollowed("wal") { ours, path, _ in
      let copy = try await PageCopy("UPDATE foo SET t = 'B' WHERE id = 2", into: path)
      let shell = try SQLiteShell(path)
      try await shell.run("INSERT INTO foo VALUES (3, 'c')")
      // The target of a checkpoint that has written nothing.
      if isCheckpointDead {
        try await system("printf '\\001' | dd of='\(path)-shm' bs=1 seek=128 conv=notrunc status=none")
      }
      try await ours.lookForOutsideChanges()
      #expect(ours.status.condition == .present)
      try await copy.write()
      try await ours.lookForOutsideChanges()
      #expect(ours.status.condition == .damaged)
    }
  }

  @Test("REAL-50: a checkpoint in the middle of a copy does not explain the copy away")
  func checkpointAmidCopy() async throws {
    try await withFollowed("wal", Self.schema + "CREATE TABLE bar(n)") { ours, path, collector in
      #expect(try await texts(ours) == ["a", "b"])
      let shell = try SQLiteShell(path)
      try await shell.run("INSERT INTO bar VALUES (1)")
      try await ours.lookForOutsideChanges()
      let copy = try await PageCopy("UPDATE foo SET t = 'B' WHERE id = 2", into: path)
      #expect(copy.pages == [1])
      try await copy.write()
      #expect(ours.detector?.look() == .copying)
      try await shell.run("PRAGMA wal_checkpoint(PASSIVE)")
      try await ours.lookForOutsideChanges()
      #expect(try await texts(ours) == ["a", "B"])
      #expect(try await texts(ours, "SELECT n FROM bar") == ["1"])
      #expect(collector.take().map(\.gap) == [nil, "a program copied pages into the file past SQLite"])
      #expect(ours.status.condition == .present)
    }
  }

  @Test("REAL-50: what SQLite itself writes without a count is no copy: checkpoints, a transaction that is taken back")
  func ownWrites() async throws {
    try await withFollowed("wal") { ours, path, collector in
      let shell = try SQLiteShell(path)
      for mode in ["PASSIVE", "PASSIVE"] {
        try await shell.run("UPDATE foo SET t = t || '.'")
        try await ours.lookForOutsideChanges()
        try await shell.run("PRAGMA wal_checkpoint(\(mode))")
        try await ours.lookForOutsideChanges()
      }
      try await ours.write { try $0.execute("UPDATE foo SET t = t || '!'") }
      try await ours.lookForOutsideChanges()
      #expect(collector.take().map(\.gap) == [nil, nil, nil])
      #expect(ours.file.presence?.rewrites == 0)
    }
    try await withFollowed("delete") { ours, path, collector in
      let shell = try SQLiteShell(path)
      try await shell.run(
        """
        PRAGMA cache_size=1; BEGIN; CREATE TABLE big(b); WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c
        WHERE n < 100) INSERT INTO big SELECT randomblob(4000) FROM c; ROLLBACK
        """)
      try await ours.lookForOutsideChanges()
      #expect(collector.take().isEmpty)
      try await shell.run("UPDATE foo SET t = 'B' WHERE id = 2")
      try await ours.write { try $0.execute("UPDATE foo SET t = 'A' WHERE id = 1") }
      try await ours.lookForOutsideChanges()
      #expect(collector.take().map(\.origin) == [.outside, .own])
    }
  }

  @Test("REAL-50: the pause of a copy is no lock: it is waited for by one that waits for no lock")
  func pauseIsNoLock() async throws {
    try await withFollowed("delete", patience: .zero) { ours, path, collector in
      try await PageCopy("UPDATE foo SET t = 'B' WHERE id = 2", into: path).write()
      try await ours.lookForOutsideChanges()
      #expect(collector.take().map(\.commitCount) == [1])
    }
  }

  @Test("REAL-50: a look does not wait for a transaction that has written pages and goes on")
  func transactionGoesOn() async throws {
    let filling = """
      PRAGMA cache_size=1; BEGIN; CREATE TABLE big(b); WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c
      WHERE n < 100) INSERT INTO big SELECT randomblob(4000) FROM c
      """
    for end in ["ROLLBACK", "COMMIT"] {
      try await withFollowed("delete") { ours, path, collector in
        let shell = try SQLiteShell(path)
        try await shell.run(filling)
        #expect(ours.detector?.look() == .uncommitted)
        try await ours.lookForOutsideChanges()
        #expect(collector.take().isEmpty)
        try await shell.run(end)
        try await ours.lookForOutsideChanges()
        #expect(collector.take().map(\.commitCount) == (end == "COMMIT" ? [1] : []))
        #expect(ours.file.presence?.rewrites ?? 0 <= 1)
      }
    }
  }

  @Test("REAL-50: nothing is written on top of old pages", arguments: [true, false])
  func writtenAfterwards(_ isLooked: Bool) async throws {
    try await withFollowed("delete", isLooked: isLooked) { ours, path, collector in
      #expect(try await texts(ours) == ["a", "b"])
      try await PageCopy("UPDATE foo SET t = 'B' WHERE id = 2", into: path).write()
      try await ours.write { try $0.execute("UPDATE foo SET t = 'A' WHERE id = 1") }
      #expect(try await texts(ours) == ["A", "B"])
      #expect(try await SQLiteShell(path).run("SELECT t FROM foo; PRAGMA integrity_check") == ["A", "B", "ok"])
    }
  }

  @Test("REAL-50: a count that a program has made up is one commit, not a million")
  func madeUpCount() async throws {
    try await withFollowed("delete") { ours, path, collector in
      try await system("printf '\\164\\027\\304\\115' | dd of='\(path)' bs=1 seek=24 conv=notrunc status=none")
      try await ours.lookForOutsideChanges()
      #expect(collector.take().map(\.commitCount) == [1])
    }
  }
}
