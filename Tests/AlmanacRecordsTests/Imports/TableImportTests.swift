// Adding the records of a source to a table: all of them, or none.
import Databases
import Foundation
import QueryClients
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite(.recordsIssues, .container)
struct TableImportTests {
  private func withFile<R>(_ schema: String, _ body: (SQLiteConnection) async throws -> R) async throws -> R {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(schema) }
      return try await body(connection)
    }
  }

  private func importing(
    _ text: String, _ format: SourceFormat = .csv, into table: String, of connection: SQLiteConnection,
    isRehearsed: Bool = false
  ) async throws -> ImportReport {
    let path = (connection.path ?? "") + ".source"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    return try await QueryClient().store(for: TableImport(into: table, of: connection))
      .mutate(with: ImportOrder(path: path, SourceForm(format), isRehearsed: isRehearsed))
  }

  private func failure(
    _ text: String, _ format: SourceFormat = .csv, into table: String, of connection: SQLiteConnection
  ) async throws -> String {
    do {
      _ = try await importing(text, format, into: table, of: connection)
      return "no failure"
    } catch let failure as LineFailure {
      let rule = (failure.error as? DatabaseError).flatMap(BrokenRule.init)?.description
      return "\(failure.number): \(rule ?? "\(failure.error)")"
    }
  }

  private func rows(_ sql: String, _ connection: SQLiteConnection) throws -> [String] {
    try RawConnection.rows(sql, on: connection.path ?? "")
  }

  @Test("columns by name, whatever the case of A to Z; defaults, affinities, computed columns, a key that is left out")
  func columns() async throws {
    try await withFile(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT NOT NULL, n INTEGER DEFAULT 7, r REAL, x, g AS (n * 2) STORED)
      """
    ) { connection in
      let report = try await importing("X,G,A,Id,r\n1,99,,,2\n,99,q,9,abc\n", into: "T", of: connection)
      #expect(report.count == 2 && report.isWhole && report.percent == 100)
      #expect(report.remarks.sentence == "1 line has a text in a column of numbers (r, line 3).")
      #expect(
        try rows("SELECT id, quote(a), n, quote(r), quote(x), g FROM t", connection)
          == ["1|''|7|2.0|'1'|14", "9|'q'|7|'abc'|NULL|14"])
      #expect(
        try await failure("a,nope\n1,2\n", into: "t", of: connection)
          == "1: There is no column 'nope' in t, which has id, a, n, r, x and g.")
      #expect(
        try await failure("a,A\n1,2\n", into: "t", of: connection) == "1: It names the column a twice.")
      // A null in JSON means NULL.
      #expect(
        try await failure("{\"a\":\"x\"}\n{\"a\":null}", .jsonl, into: "t", of: connection)
          == "2: a of t must not be NULL")
      #expect(try rows("SELECT count(*) FROM t", connection) == ["2"])
    }
  }

  @Test("triggers run; what one keeps out or takes away, a rule, a foreign key: the line is told and nothing is kept")
  func refused() async throws {
    try await withFile(
      """
      CREATE TABLE p(id INTEGER PRIMARY KEY, n INT DEFAULT 0); INSERT INTO p(id) VALUES (1);
      CREATE TABLE t(k TEXT PRIMARY KEY, p REFERENCES p, n INT CHECK (n > 0)) WITHOUT ROWID;
      CREATE TRIGGER keeps_out BEFORE INSERT ON t WHEN new.k = 'out' BEGIN
        UPDATE p SET n = 100; SELECT RAISE(IGNORE); END;
      CREATE TRIGGER takes_away AFTER INSERT ON t WHEN new.k = 'away' BEGIN DELETE FROM t WHERE k = 'away'; END;
      CREATE TRIGGER counts AFTER INSERT ON t BEGIN UPDATE p SET n = n + 1; END;
      CREATE TABLE once(a UNIQUE ON CONFLICT IGNORE);
      """
    ) { connection in
      for (record, sentence) in [
        ("out,1,1", "3: A trigger of the file keeps the record out of t."),
        ("away,1,1", "3: A trigger of the file keeps the record out of t."),
        ("b,2,1", "3: There is no record of p for p 2."), ("a,1,1", "3: another record of t has the same k"),
        ("b,1,0", "3: the file requires n > 0"),
      ] {
        let told = try await failure("k,p,n\na,1,1\n\(record)\n", into: "t", of: connection)
        #expect(told == sentence)
      }
      #expect(
        try await failure("a\n1\n1\n", into: "once", of: connection)
          == "3: another record of once has the same a")
      #expect(try rows("SELECT (SELECT count(*) FROM t), n FROM p", connection) == ["0|0"])
      #expect(try await importing("k,p,n\na,1,1\nb,,\n", into: "t", of: connection).count == 2)
      #expect(try rows("SELECT (SELECT count(*) FROM t), n FROM p", connection) == ["2|2"])
    }
  }

  @Test("a rehearsal finds what an import would, tells what triggers would do, and keeps nothing")
  func rehearsed() async throws {
    try await withFile(
      """
      CREATE TABLE log(x UNIQUE); CREATE TABLE t(a UNIQUE); CREATE TRIGGER logs AFTER INSERT ON t BEGIN
        INSERT INTO log VALUES (new.a); END;
      CREATE TABLE later(p REFERENCES log(x) DEFERRABLE INITIALLY DEFERRED);
      """
    ) { connection in
      let report = try await importing("a\n1\n2\n3\n", into: "t", of: connection, isRehearsed: true)
      #expect(
        report == ImportReport(count: 3, percent: 100, others: [OtherRecords(.added, 3, of: "log")], isWhole: true))
      #expect(try rows("SELECT count(*) FROM t UNION ALL SELECT count(*) FROM log", connection) == ["0", "0"])
      await #expect(throws: LineFailure.self) {
        try await importing("a\n1\n1\n", into: "t", of: connection, isRehearsed: true)
      }
      await #expect(throws: LineFailure.self) {
        try await importing("p\n1\n", into: "later", of: connection, isRehearsed: true)
      }
    }
  }

  @Test("a record may come before the one that it references; if that one never comes, its line is reported")
  func childrenFirst() async throws {
    try await withFile(
      """
      CREATE TABLE p(id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1);
      CREATE TABLE t(id INTEGER PRIMARY KEY, boss REFERENCES T, p REFERENCES p);
      CREATE TABLE later(id INTEGER PRIMARY KEY, p REFERENCES p DEFERRABLE INITIALLY DEFERRED);
      """
    ) { connection in
      let told = [
        try await failure("id,boss\n9,8\n8,7\n6,5\n7,\n", into: "t", of: connection),
        try await failure("id,boss,p\n9,8,1\n8,,1\n7,,2\n6,,3\n", into: "t", of: connection),
        try await failure("id,p\n1,1\n2,3\n", into: "later", of: connection),
      ]
      #expect(
        told == [
          "4: There is no record of T for boss 5.", "4: There is no record of p for p 2.",
          "3: There is no record of p for p 3.",
        ])
      #expect(try rows("SELECT (SELECT count(*) FROM t), (SELECT count(*) FROM later)", connection) == ["0|0"])
      let text = "id,boss,p\n9,8,1\n8,7,\n7,,\n"
      #expect(try await importing(text, into: "t", of: connection, isRehearsed: true).count == 3)
      #expect(try await importing(text, into: "t", of: connection).count == 3)
      let added = try rows("SELECT * FROM t ORDER BY id", connection)
      #expect(added == ["7|NULL|NULL", "8|7|NULL", "9|8|1"])
    }
  }

  @Test("a source of headings only names columns of the table, or is refused")
  func headingsOnly() async throws {
    try await withFile("CREATE TABLE t(a, b)") { connection in
      for format in [SourceFormat.csv, .tsv] {
        let told = try await failure("nope\n", format, into: "t", of: connection)
        #expect(told == "1: There is no column 'nope' in t, which has a and b.")
        let report = try await importing("b", format, into: "t", of: connection)
        #expect(report.count == 0)
      }
    }
  }

  @Test("records past the limit are counted each time, and those that were imported are left out all the same")
  func counted() async throws {
    try await withFile("CREATE TABLE t(id INTEGER PRIMARY KEY, n INT)") { connection in
      let touched = try await connection.write { db in
        try db.countingRows(limit: 3) {
          try db.execute("INSERT INTO t(n) VALUES (1), (2), (3), (4), (5); UPDATE t SET n = 0 WHERE id = 5")
        }.touched
      }
      #expect(
        touched.others(besides: 4, addedTo: "T") == [
          OtherRecords(.changed, 1, of: "t"), OtherRecords(.added, 1, of: "t"),
        ])
    }
  }

  @Test(
    "an import that is to be taken back: what it did is returned; nothing is kept where that is too much, or of a pipe")
  func undone() async throws {
    try await withFile(
      """
      CREATE TABLE log(id INTEGER PRIMARY KEY, x); CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID;
      CREATE TRIGGER logs AFTER INSERT ON t BEGIN INSERT INTO log(x) VALUES (new.a); END;
      """
    ) { connection in
      let path = (connection.path ?? "") + ".source"
      try "a\n1\n2\n".write(toFile: path, atomically: false, encoding: .utf8)
      let store = QueryClient().store(for: TableImport(into: "T", of: connection))
      let change = try await store.mutate(with: ImportOrder(path: path, SourceForm(.csv), undoLimit: 10_000)).change
      #expect(change?.rows.map(\.table) == ["t", "t"] && change?.isAddition == true)
      #expect(change?.otherRecords == [OtherRecords(.added, 2, of: "log")])
      _ = try await connection.write { db in try change?.inverse.apply(db) }
      #expect(try rows("SELECT count(*) FROM t UNION ALL SELECT count(*) FROM log", connection) == ["0", "0"])
      await #expect(throws: ChangeTooLarge.self) {
        try await store.mutate(with: ImportOrder(path: path, SourceForm(.csv), undoLimit: 100))
      }
      let pipe = path + ".pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
      await #expect(throws: SourceProblem(description: "Only an ordinary file can be imported here.")) {
        try await store.mutate(with: ImportOrder(path: pipe, SourceForm(.csv), undoLimit: 10_000))
      }
      #expect(try rows("SELECT count(*) FROM t", connection) == ["0"])
    }
  }

  @Test("one statement adds all records of the same columns")
  func statements() async throws {
    let statements = SeenStatements()
    try await withDatabase {
      $0.trace = { statements.note($0) }
    } _: { connection in
      try await connection.write { db in try db.execute("CREATE TABLE t(a, b)") }
      let text = "{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n{\"b\":5}\n{\"a\":6,\"b\":7}"
      #expect(try await importing(text, .jsonl, into: "t", of: connection).count == 4)
      #expect(
        statements.inserting == [
          "INSERT INTO main.`t`(`a`, `b`) VALUES (?, ?)", "INSERT INTO main.`t`(`a`, `b`) VALUES (?, ?)",
          "INSERT INTO main.`t`(`b`) VALUES (?)", "INSERT INTO main.`t`(`a`, `b`) VALUES (?, ?)",
        ])
    }
  }

  @Test("an import that waits for its source is cancelled: nothing is kept, and the next write goes on")
  func cancelled() async throws {
    let statements = SeenStatements()
    try await withDatabase {
      $0.trace = { statements.note($0) }
    } _: { connection in
      try await connection.write { db in try db.execute("CREATE TABLE t(a)") }
      let path = (connection.path ?? "") + ".pipe"
      #expect(mkfifo(path, 0o600) == 0)
      let store = QueryClient().store(for: TableImport(into: "t", of: connection))
      let work = Task { try await store.mutate(with: ImportOrder(path: path, SourceForm(.csv))) }
      let pipe = open(path, O_RDWR)
      defer { close(pipe) }
      #expect(write(pipe, "a\n1\n2\n", 6) == 6)
      await statements.firstInsert()
      store.cancel()
      await #expect(throws: CancellationError.self) { try await work.value }
      #expect(store.state.status.isCancelled)
      try await connection.write { db in try db.execute("INSERT INTO t VALUES ('next')") }
      #expect(try rows("SELECT a FROM t", connection) == ["next"])
    }
  }
}
