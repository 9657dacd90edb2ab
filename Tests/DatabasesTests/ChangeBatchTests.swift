// The report of a commit: its tables, the number of rows, the columns.

import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct ChangeBatchTests {
  /// Runs `sql` in one write on a database that `schema` has made, and returns the batches.
  private func batches(
    schema: String, _ body: @escaping @Sendable (Database) throws -> Void
  ) async throws -> [ChangeBatch] {
    try await withDatabase { connection in
      try await connection.write { try $0.execute(schema) }
      let collector = BatchCollector(connection)
      do {
        try await connection.write(body)
      } catch is ExpectedFailure {
      }
      return collector.batches
    }
  }

  private func change(
    schema: String, _ table: String, _ sql: String
  ) async throws -> TableChange? {
    let batches = try await batches(schema: schema) { try $0.execute(sql) }
    #expect(batches.allSatisfy { $0.origin == .own && !$0.schemaChanged && $0.generation == 2 })
    #expect(batches.count <= 1)
    return batches.first?.tables[table]
  }

  private let records = """
    CREATE TABLE records(id INTEGER PRIMARY KEY, name TEXT, price REAL);
    INSERT INTO records VALUES(1,'a',1),(2,'b',2),(3,'c',3)
    """

  @Test("two tables whose names a String takes for one are reported as one, of whose rows any may have changed")
  func namesOfOtherBytes() async throws {
    let (composed, decomposed) = ("\"\u{E9}\"", "\"e\u{301}\"")
    let schema = "CREATE TABLE \(composed)(id INTEGER PRIMARY KEY); CREATE TABLE \(decomposed)(x, y)"
    let batches = try await batches(schema: schema) { db in
      try db.execute("INSERT INTO \(composed) VALUES(1); INSERT INTO \(decomposed) VALUES(2, 3)")
      try db.execute("UPDATE \(decomposed) SET y = 4")
    }
    let change = batches.first?.tables["\u{E9}"]
    #expect(change?.inserted == 2)
    #expect(change?.columns.contains("y") == true)
  }

  @Test func insertUpdateDelete() async throws {
    #expect(
      try await change(schema: records, "records", "INSERT INTO records VALUES(9,'x',1),(8,'y',1)")
        == TableChange(inserted: 2))
    #expect(
      try await change(schema: records, "records", "UPDATE Records SET NAME = 'z', price = price WHERE id > 1")
        == TableChange(updated: 2, columns: ["name"]))
    #expect(
      try await change(schema: records, "records", "DELETE FROM records WHERE id = 2")
        == TableChange(deleted: 1))
  }

  @Test("SD-05: an unfiltered DELETE is reported row by row")
  func unfilteredDelete() async throws {
    #expect(
      try await change(schema: records, "records", "DELETE FROM records")
        == TableChange(deleted: 3))
  }

  @Test("SD-27: an update to the same values is silence")
  func sameValues() async throws {
    #expect(
      try await batches(schema: records) { try $0.execute("UPDATE records SET name = name, price = 1.0 WHERE id = 1") }
        .isEmpty)
    #expect(try await batches(schema: records) { _ in }.isEmpty)
  }

  @Test("SD-24: what touches no row is silence")
  func noRows() async throws {
    #expect(try await batches(schema: records) { try $0.execute("DELETE FROM records WHERE id = 99") }.isEmpty)
    #expect(try await batches(schema: records) { try $0.execute("CREATE TABLE IF NOT EXISTS records(x)") }.isEmpty)
  }

  @Test func replaceTellsOfTheRowsThatItRemoves() async throws {
    let schema = "CREATE TABLE u(id INTEGER PRIMARY KEY, mail TEXT UNIQUE); INSERT INTO u VALUES(1,'a'),(2,'b')"
    #expect(
      try await change(schema: schema, "u", "REPLACE INTO u VALUES(1,'b')")
        == TableChange(inserted: 1, deleted: 2))
    #expect(
      try await change(schema: schema, "u", "INSERT INTO u VALUES(5,'a') ON CONFLICT(mail) DO UPDATE SET mail='z'")
        == TableChange(updated: 1, columns: ["mail"]))
    #expect(try await change(schema: schema, "u", "INSERT OR IGNORE INTO u VALUES(5,'a')") == nil)
  }

  @Test func withoutRowIDs() async throws {
    let schema = "CREATE TABLE w(k TEXT PRIMARY KEY, v) WITHOUT ROWID; INSERT INTO w VALUES('a',1),('b',2)"
    #expect(try await change(schema: schema, "w", "UPDATE w SET v=v+1") == TableChange(updated: 2, columns: ["v"]))
    #expect(try await change(schema: schema, "w", "UPDATE w SET v=v") == nil)
    #expect(
      try await change(schema: schema, "w", "UPDATE w SET k='c' WHERE k='a'") == TableChange(updated: 1, columns: ["k"])
    )
    #expect(try await change(schema: schema, "w", "DELETE FROM w") == TableChange(deleted: 2))
  }

  @Test func aNewRowIDIsAnotherRow() async throws {
    #expect(
      try await change(schema: records, "records", "UPDATE records SET id=7 WHERE id=1")
        == TableChange(inserted: 1, deleted: 1))
  }

  @Test func triggersAndCascades() async throws {
    let batches = try await batches(
      schema: """
        CREATE TABLE a(id INTEGER PRIMARY KEY);
        CREATE TABLE b(id INTEGER PRIMARY KEY, a REFERENCES a ON DELETE CASCADE);
        CREATE TABLE log(what); CREATE TRIGGER t AFTER DELETE ON b BEGIN INSERT INTO log VALUES(old.id); END;
        INSERT INTO a VALUES(1); INSERT INTO b VALUES(10,1),(11,1)
        """
    ) { try $0.execute("DELETE FROM a") }
    #expect(
      batches.map(\.tables) == [
        [
          "a": TableChange(deleted: 1), "b": TableChange(deleted: 2),
          "log": TableChange(inserted: 2),
        ]
      ])
  }

  @Test func generatedColumns() async throws {
    let schema = """
      CREATE TABLE g(id INTEGER PRIMARY KEY, twice AS (n*2) VIRTUAL, n INT, next AS (n+1) STORED, price REAL);
      INSERT INTO g(n, price) VALUES(5, 7)
      """
    #expect(try await change(schema: schema, "g", "UPDATE g SET n=n, price=7") == nil)
    #expect(
      try await change(schema: schema, "g", "UPDATE g SET n=6")
        == TableChange(updated: 1, columns: ["n", "next", "twice"]))
    #expect(
      try await change(schema: schema, "g", "UPDATE g SET price=8")
        == TableChange(updated: 1, columns: ["price", "twice"]))
  }

  @Test func aColumnBehindAVirtualOneThatStandsBeforeTheKey() async throws {
    let schema = """
      CREATE TABLE g(twice AS (n*2) VIRTUAL, id INTEGER PRIMARY KEY, n INT, price REAL);
      INSERT INTO g(n, price) VALUES(5, 7)
      """
    #expect(
      try await change(schema: schema, "g", "UPDATE g SET n=6")
        == TableChange(updated: 1, columns: ["n", "twice"]))
  }

  @Test("SD-25, NIO-05: a write that throws reports nothing")
  func rolledBack() async throws {
    let batches = try await batches(schema: records) { db in
      try db.execute("INSERT INTO records(name) VALUES('x')")
      try db.execute("INSERT INTO records(name) VALUES('y')")
      throw ExpectedFailure()
    }
    #expect(batches.isEmpty)
  }

  @Test("NIO-08: a failed savepoint within a transaction that commits")
  func savepoints() async throws {
    let batches = try await batches(schema: records) { db in
      try db.execute("INSERT INTO records VALUES(10,'outer',0)")
      let failure = caught {
        try db.savepoint {
          try db.execute("INSERT INTO records VALUES(11,'inner',0)")
          try db.savepoint { try db.execute("DELETE FROM records WHERE id=1") }
          throw ExpectedFailure()
        }
      }
      #expect(failure is ExpectedFailure)
      try db.savepoint { try db.execute("DELETE FROM records WHERE id=2") }
      #expect(try db.integers("SELECT id FROM records ORDER BY id") == [1, 3, 10])
    }
    #expect(batches.map(\.tables) == [["records": TableChange(inserted: 1, deleted: 1)]])
  }

  @Test(
    "NIO-08: after it, and after a transaction that fails whole, the rows are the outer ones, and others are written")
  func writesAfterSavepoints() async throws {
    try await withDatabase { connection in
      try await connection.write { [records] in try $0.execute(records) }
      func write(_ id: Int, fails: Bool = false) async throws {
        try await connection.write { db in
          try db.execute("INSERT INTO records VALUES(\(id),'outer',0)")
          let failure = caught {
            try db.savepoint {
              try db.execute("INSERT INTO records VALUES(\(id + 1),'inner',0)")
              throw ExpectedFailure()
            }
          }
          #expect(failure is ExpectedFailure)
          if fails { throw ExpectedFailure() }
        }
      }
      func rows() async throws -> [Int] {
        try await connection.read { try $0.integers("SELECT id FROM records ORDER BY id") }
      }
      try await write(10)
      #expect(try await rows() == [1, 2, 3, 10])
      await #expect(throws: ExpectedFailure.self) { try await write(20, fails: true) }
      try await write(30)
      #expect(try await rows() == [1, 2, 3, 10, 30])
    }
  }

  @Test func failedStatements() async throws {
    let schema = "CREATE TABLE u(id INTEGER PRIMARY KEY, n UNIQUE); INSERT INTO u VALUES(1,1)"
    let batches = try await batches(schema: schema) { db in
      try expectDatabaseError { try db.execute("INSERT INTO u VALUES(2,2),(3,1)") }
      try expectDatabaseError { try db.execute("INSERT OR FAIL INTO u VALUES(4,4),(5,1),(6,6)") }
      try db.execute("INSERT INTO u VALUES(7,7)")
    }
    #expect(batches.map(\.tables) == [["u": TableChange(inserted: 2)]])
  }

  @Test func whatATriggerLeavesWhenItFails() async throws {
    let schema = """
      CREATE TABLE u(id INTEGER PRIMARY KEY); CREATE TABLE log(x);
      CREATE TRIGGER t BEFORE INSERT ON u BEGIN INSERT INTO log VALUES(1); SELECT RAISE(FAIL,'no'); END
      """
    let batches = try await batches(schema: schema) { db in
      try expectDatabaseError { try db.execute("INSERT INTO u VALUES(1)") }
      let logged = try db.integers("SELECT x FROM log")
      #expect(logged == [1])
    }
    #expect(batches.map(\.tables) == [["log": TableChange(inserted: 1)]])
  }

  @Test func aTransactionThatSQLiteTookBackCantGoOn() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE u(id INTEGER PRIMARY KEY); INSERT INTO u VALUES(1)") }
      let collector = BatchCollector(connection)
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.write { db in
          try db.execute("INSERT INTO u VALUES(2)")
          try expectDatabaseError { try db.execute("INSERT OR ROLLBACK INTO u VALUES(1)") }
          try expectDatabaseError { try db.execute("INSERT INTO u VALUES(3)") }
        }
      }
      #expect(error?.code == 516)
      #expect(collector.batches.isEmpty)
      try await connection.write { try $0.execute("INSERT INTO u VALUES(4)") }
      #expect(try await connection.read { try $0.integers("SELECT id FROM u") } == [1, 4])
      #expect(collector.batches.map(\.tables) == [["u": TableChange(inserted: 1)]])
    }
  }

  @Test func aCommitThatFailsReportsNothing() async throws {
    let schema = """
      CREATE TABLE a(id INTEGER PRIMARY KEY);
      CREATE TABLE b(a REFERENCES a DEFERRABLE INITIALLY DEFERRED)
      """
    try await withDatabase { connection in
      try await connection.write { try $0.execute(schema) }
      let collector = BatchCollector(connection)
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.write { try $0.execute("INSERT INTO b VALUES(1)") }
      }
      #expect(error?.code == 787)
      #expect(collector.batches.isEmpty)
      try await connection.write { try $0.execute("INSERT INTO a VALUES(1)") }
      #expect(collector.batches.map(\.tables) == [["a": TableChange(inserted: 1)]])
    }
  }

  @Test func fullTextTablesAreReportedByTheirName() async throws {
    let schema = """
      CREATE TABLE facts(id INTEGER PRIMARY KEY, body TEXT); CREATE TABLE facts_data(x);
      CREATE VIRTUAL TABLE facts_search USING fts5(body);
      CREATE TRIGGER i AFTER INSERT ON facts BEGIN INSERT INTO facts_search(rowid, body) VALUES(new.id, new.body); END
      """
    let batches = try await batches(schema: schema) { db in
      try db.execute("INSERT INTO facts VALUES(1,'a clowder')")
      try db.savepoint { try db.execute("INSERT INTO facts VALUES(2,'of cats')") }
      try db.execute("INSERT INTO facts_data VALUES(1)")
    }
    let tables = try #require(batches.first?.tables)
    #expect(tables.keys.sorted() == ["facts", "facts_data", "facts_search"])
    #expect(tables["facts"] == TableChange(inserted: 2))
    #expect(tables["facts_data"] == TableChange(inserted: 1))
    #expect(tables["facts_search"]?.concernsAllColumns == true)
  }

  @Test func schemaChanges() async throws {
    let batches = try await batches(schema: records) { db in
      try db.execute("ALTER TABLE records ADD COLUMN note TEXT")
      try db.execute("UPDATE records SET note='n' WHERE id=1")
    }
    #expect(batches.map(\.schemaChanged) == [true])
    #expect(batches.map(\.tables) == [["records": TableChange(updated: 1, columns: ["note"])]])
    let takenBack = try await self.batches(schema: records) { db in
      let failure = caught {
        try db.savepoint {
          try db.execute("CREATE TABLE more(x)")
          throw ExpectedFailure()
        }
      }
      #expect(failure is ExpectedFailure)
    }
    #expect(takenBack.isEmpty)
  }

  @Test("SD-31: 50,000 inserts in one transaction are one batch after the commit")
  func oneBatchATransaction() async throws {
    try await withDatabase { connection in
      try await connection.write { try $0.execute("CREATE TABLE records(id INTEGER PRIMARY KEY, n)") }
      let collector = BatchCollector(connection)
      try await connection.write { db in
        try db.withStatement("INSERT INTO records(n) VALUES(?)") { statement in
          for number in 0..<50_000 {
            try statement.bind(number, at: 1)
            _ = try statement.step()
          }
        }
        #expect(collector.batches.isEmpty)
      }
      #expect(collector.batches.map(\.tables) == [["records": TableChange(inserted: 50_000)]])
    }
  }

  @Test func aStatementThatStillRunsIsTakenBackWithItsSavepoint() async throws {
    let batches = try await batches(schema: records) { db in
      try db.execute("SAVEPOINT s")
      try db.withStatement("UPDATE records SET name='q' RETURNING id") { statement in
        _ = try statement.step()
        try db.execute("ROLLBACK TO s")
      }
      try db.execute("RELEASE s")
      try db.execute("UPDATE records SET price=9 WHERE id=3")
    }
    #expect(batches.map(\.tables) == [["records": TableChange(updated: 1, columns: ["price"])]])
  }

  @Test func statementsWithReturning() async throws {
    let batches = try await batches(schema: records) { db in
      #expect(try db.rows("INSERT INTO records(name) VALUES('x') RETURNING id").map { $0["id"] } == [4])
      try db.withStatement("UPDATE records SET name='q' RETURNING id") { statement in
        _ = try statement.step()
        // The other rows are changed as well: only the returned rows come one by one.
      }
    }
    #expect(
      batches.map(\.tables) == [
        ["records": TableChange(inserted: 1, updated: 4, columns: ["name"])]
      ])
  }
}

struct ExpectedFailure: Error {}
