// The findings of each check of a file.
import Foundation
import QueryClients
import TestSupport
import Testing

@testable import AlmanacRecords
@testable import Databases

@Suite(.recordsIssues, .container)
struct DoctorQueryTests {
  private func report(_ check: DoctorCheck, of connection: SQLiteConnection) async throws -> DoctorReport {
    try await QueryClient().store(for: DoctorQuery(check, of: connection)).fetch()
  }

  @Test("a file without fault is ok in every check, and nothing is written to it")
  func healthy() async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute("CREATE TABLE a(x); INSERT INTO a VALUES (1)") }
      let before = try RawConnection.rows("PRAGMA data_version", on: connection.path ?? "")
      for check in DoctorCheck.allCases {
        let report = try await report(check, of: connection)
        #expect(report.verdict == .ok, "\(check): \(report.findings)")
        #expect(!report.findings.isEmpty)
        #expect(report.progress == nil)
      }
      #expect(try RawConnection.rows("PRAGMA data_version", on: connection.path ?? "") == before)
    }
  }

  @Test("LSQ-06: corrected results of live queries are a note")
  func corrections() {
    #expect(DoctorReport().adding(corrections: 0) == DoctorReport())
    #expect(
      DoctorReport().adding(corrections: 2)
        == DoctorReport(
          .note,
          "Almanac has corrected 2 wrong results of live queries since it started: an index may be damaged, or Almanac has "
            + "a fault. Such queries run again after each commit now."))
  }

  @Test("integrity: an index that lacks a row is found")
  func integrity() async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute("CREATE TABLE a(x); CREATE INDEX a_x ON a(x); INSERT INTO a VALUES (1), (2)")
      }
      // SQLite now takes the index for one on another expression.
      let shell = try RawConnection(connection.path ?? "")
      try shell.run(
        """
        PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX a_x ON a(x + 1)' WHERE name = 'a_x';
        """)
      let report = try await report(.integrity, of: connection)
      #expect(report.verdict == .trouble)
      #expect(report.findings.contains { $0.contains("missing from index a_x") }, "\(report.findings)")
    }
  }

  @Test(
    "REAL-36: integrity: NULL is reported where a record holds it, and not where SQLite's check reads another column",
    arguments: [
      ("a.b(a, \"b.c\" NOT NULL, c, PRIMARY KEY (a, c)) WITHOUT ROWID", "7"),
      ("a.b(a INT, \"b.c\" INT NOT NULL, c INT, PRIMARY KEY (c)) WITHOUT ROWID, STRICT", "7"),
      ("a.b(a, \"b.c\" NOT NULL, c)", "7"), ("a.b(a, \"b.c\" NOT NULL, c)", "NULL"),
      ("a.b(a, \"b.c\" NOT NULL, c, PRIMARY KEY (a, c)) WITHOUT ROWID", "NULL"),
    ])
  func nulls(definition: String, value: String) async throws {
    try await withDatabase { connection in
      let definition = "CREATE TABLE " + definition.replacing("a.b", with: "\"a.b\"")
      try await connection.write { db in try db.execute(definition.replacing(" NOT NULL", with: "")) }
      let rows = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)"
      let shell = try RawConnection(connection.path ?? "")
      try shell.run(
        """
        CREATE TABLE z(x); CREATE INDEX z_x ON z(x);
        INSERT INTO "a.b" \(rows) SELECT i, iif(i = 3, \(value), i), i FROM n;
        INSERT INTO z VALUES (1), (2);
        PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX z_x ON z(x + 1)' WHERE name = 'z_x';
        UPDATE sqlite_schema SET sql = '\(definition)' WHERE name = 'a.b';
        """)
      let report = try await report(.integrity, of: connection)
      #expect(report.findings.count { $0 == "NULL value in a.b.b.c." } == (value == "NULL" ? 1 : 0), "\(report)")
      // Lines about wrong findings do not push out the others.
      #expect(report.findings.contains { $0.contains("missing from index z_x") }, "\(report)")
    }
  }

  @Test("integrity: a table with another program's collation is no trouble, and the others are checked")
  func otherCollation() async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE a(x); CREATE TABLE b(x); INSERT INTO a VALUES ('x'); INSERT INTO b VALUES ('y');
          CREATE INDEX b_x ON b(x COLLATE NOCASE);
          """)
      }
      try RawConnection(connection.path ?? "").run(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'NOCASE', 'theirs')")
      try await connection.lookForOutsideChanges()
      let report = try await report(.integrity, of: connection)
      #expect(
        report
          == DoctorReport(
            .note, "b can't be checked: the file needs the collation theirs, which Almanac does not have.",
            "SQLite finds no damage."))
    }
  }

  @Test("foreign keys: records that name none are counted by table, with their rowids; the progress is that of tables")
  func foreignKeys() async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE parent(id INTEGER PRIMARY KEY);
          CREATE TABLE child(id INTEGER PRIMARY KEY, p REFERENCES parent, q REFERENCES parent);
          CREATE TABLE odd(p REFERENCES parent(nowhere));
          INSERT INTO parent VALUES (1);
          """)
      }
      try RawConnection.run(
        "INSERT INTO child VALUES (1, 1, 1), (2, 9, 9), (3, NULL, NULL), (4, 8, NULL); INSERT INTO odd VALUES (1)",
        on: connection.path ?? "")
      let report = try await report(.foreignKeys, of: connection)
      #expect(
        report.findings == [
          "In 2 records of child, p names a record of parent that is not there: 2, 4.",
          "In 1 record of child, q names a record of parent that is not there: 2.",
          "odd can't be checked: a foreign key of odd names nowhere of parent, and there is no such column.",
        ])
      let parts = try await connection.read { db in
        var parts: [String?] = []
        _ = try ForeignKeyCheck.run(db) { parts.append($0.progress) }
        return parts
      }
      #expect(parts == ["0 of 2 tables", "1 of 2 tables"])
    }
  }

  @Test("search index: records that it lacks, or has otherwise, are counted, in slices of any size")
  func searchIndex() async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute(
          """
          INSERT INTO facts(body) VALUES ('one'), ('Ünö'), ('three'), ('four'), ('five');
          INSERT INTO users(name, email) VALUES ('Ada', 'ada@example.org');
          """)
      }
      func check() async throws -> DoctorReport {
        try await connection.read { db in try SearchIndexCheck(mostRows: 2).run(db) { _ in } }
      }
      #expect(try await check() == DoctorReport(.ok, "The search indexes agree with the records."))
      try await connection.write { db in
        try db.execute(
          """
          DELETE FROM facts_search WHERE rowid IN (1, 5); UPDATE facts_search SET body = 'two' WHERE rowid = 2;
          """)
      }
      #expect(
        try await check().findings == [
          "2 of the facts are missing from their search index.",
          "1 of the facts are different in their search index.",
        ])
    }
  }

  @Test("search index: a record with the greatest rowid is checked too")
  func greatestRowID() async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute("INSERT INTO facts(id, body) VALUES (1, 'one'), (\(Int.max), 'last')")
      }
      #expect(try await report(.searchIndex, of: connection).verdict == .ok)
    }
  }

  @Test("locks: the kernel's list tells who writes, who reads and who has the file open")
  func locks() {
    let text = """
      1: POSIX  ADVISORY  WRITE 71 08:01:55 120 120
      2: POSIX  ADVISORY  READ 71 08:01:55 128 128
      3: POSIX  ADVISORY  READ 71 08:01:44 1073741826 1073742335
      4: POSIX  ADVISORY  READ 72 08:01:55 123 123
      5: POSIX  ADVISORY  READ 9 08:01:44 1073741826 1073742335
      6: POSIX  ADVISORY  WRITE 99 08:02:44 1073741825 1073741825
      7: FLOCK  ADVISORY  WRITE 98 08:01:44 0 EOF
      7: -> POSIX  ADVISORY  WRITE 73 08:01:55 120 120
      odd
      """
    var report = DoctorReport()
    report.add(
      FileLock.all(in: text), file: 44, log: 55, hasLog: true, own: 9, name: { "p\($0)" })
    #expect(report.verdict == .note)
    #expect(
      report.findings == [
        "p71 writes: other changes wait until that is done.", "p72 reads.", "Open in p71, p72.",
        "p73 waits for a lock.",
      ])
    report = DoctorReport()
    report.add(FileLock.all(in: text), file: 44, log: nil, hasLog: false, own: 8, name: { "p\($0)" })
    #expect(report.findings == ["The system does not tell who holds locks of this file."])
  }

  @Test("REAL-50: a program that only waits until no other has the file open does not write")
  func waits() {
    let text = """
      1: POSIX  ADVISORY  WRITE 71 08:01:44 1073741824 1073741824
      1: -> POSIX  ADVISORY  WRITE 71 08:01:44 1073741826 1073742335
      3: POSIX  ADVISORY  READ 9 08:01:44 1073741826 1073742335
      4: POSIX  ADVISORY  READ 72 08:01:44 1073741826 1073742335
      """
    func findings(hasLog: Bool) -> [String] {
      var report = DoctorReport()
      report.add(
        FileLock.all(in: text), file: 44, log: hasLog ? 55 : nil, hasLog: hasLog, own: 9, name: { "p\($0)" })
      return report.findings
    }
    #expect(
      findings(hasLog: true) == [
        "p71 waits to write until no other program has the file open, and keeps new ones out until then.",
        "Open in p71, p72.",
      ])
    #expect(
      findings(hasLog: false) == [
        "p71 waits to write until no other program reads, and keeps new ones out until then.",
        "p72 reads: a commit waits for that.", "Open in p71, p72.",
      ])
  }

  @Test(
    "locks: another program that writes is seen, in both kinds of journal, also where no one can read",
    arguments: [("wal", "IMMEDIATE"), ("kept", "IMMEDIATE"), ("kept", "EXCLUSIVE")])
  func writer(_ journal: String, _ lock: String) async throws {
    try await withDatabase {
      $0.journal = journal == "wal" ? .wal : .kept
    } _: { connection in
      try await connection.write { db in try db.execute("CREATE TABLE a(x)") }
      #expect(try await report(.locks, of: connection).verdict == .ok)
      // Another process: within one process the kernel sees no two holders.
      let shell = try SQLiteShell(connection.path ?? "")
      try await shell.run("BEGIN \(lock)")
      let locked = try await report(.locks, of: connection)
      #expect(locked.verdict == .note)
      #expect(locked.findings.first?.hasPrefix("sqlite3 (") == true, "\(locked.findings)")
      let sentence =
        lock == "EXCLUSIVE"
        ? ") has locked the whole file: it writes, or keeps the file locked until it ends."
        : ") writes: other changes wait until that is done."
      #expect(locked.findings.first?.hasSuffix(sentence) == true, "\(locked.findings)")
      try await shell.run("ROLLBACK")
      #expect(try await report(.locks, of: connection).findings.first == "No program writes.")
    }
  }

  @Test("journal: the mode of a frozen file is not told")
  func journal() async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute("CREATE TABLE a(x)") }
      let path = try #require(connection.path)
      let (frozen, live) = try await connection.read { db in
        (
          try JournalCheck.run(db, path: path, isFrozen: true, .log),
          try JournalCheck.run(db, path: path, isFrozen: false, .log)
        )
      }
      #expect(frozen == DoctorReport(.note, "The file is frozen: SQLite does not tell the mode."))
      #expect(
        Array(live.findings.prefix(2)) == [
          "The mode is wal: readers and the writer do not wait for one another.",
          "Almanac sees the rows of each commit, from the log.",
        ])
    }
  }

  @Test("journal: one that is kept between two writes is no write under way")
  func keptJournal() async throws {
    try await withDatabase {
      $0.journal = .kept
    } _: { connection in
      let path = try #require(connection.path)
      let other = try RawConnection(path)
      try other.run("PRAGMA journal_mode = PERSIST; CREATE TABLE a(x); INSERT INTO a VALUES (1)")
      func findings() async throws -> [String] {
        try await connection.read { db in
          try JournalCheck.run(db, path: path, isFrozen: false, .none("it is too large")).findings
        }
      }
      let mode = [
        "The mode is a rollback journal: a commit waits until no program reads, or fails where its program does not wait.",
        "Almanac sees commits and not their rows: it is too large.",
      ]
      #expect(try await findings() == mode)
      try other.run("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; UPDATE a SET x = 2")
      let size = try FileManager.default.attributesOfItem(atPath: path + "-journal")[.size] as? Int ?? 0
      #expect(size > 0)
      try other.run("ROLLBACK")
      #expect(try await findings() == mode)
    }
  }

  @Test("a check that is cancelled ends, and has no verdict")
  func cancelled() async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE a(x); CREATE INDEX a_x ON a(x);
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO a SELECT i FROM n;
          """)
      }
      let store = QueryClient().store(for: DoctorQuery(.integrity, of: connection))
      let task = store.fetchTask()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(store.state.status.isCancelled)
    }
  }
}
