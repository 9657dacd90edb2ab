// Statements: cached, re-entrant, bound, and read column by column.

import Locks
import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct StatementTests {
  @Test("SD-21: one cached statement with ten bindings gives ten right answers")
  func cachedStatement() async throws {
    try await withDatabase(inMemory: true) { connection in
      try await connection.write { db in
        var answers: [Int] = []
        for number in 1...10 {
          try db.withStatement("SELECT ? * ?") { statement in
            try statement.bind(number, at: 1)
            try statement.bind(number, at: 2)
            #expect(try statement.step())
            answers.append(statement.integer(0))
          }
        }
        #expect(answers == [1, 4, 9, 16, 25, 36, 49, 64, 81, 100])
        try db.withStatement("SELECT ?") { statement in
          for number in 1...3 {
            try statement.bind(number, at: 1)
            #expect(try statement.step())
            #expect(statement.integer(0) == number)
          }
        }
      }
    }
  }

  @Test("a statement is found again by its bytes: é in another spelling is another text")
  func cachedByBytes() async throws {
    try await withDatabase(inMemory: true) { connection in
      try await connection.write { db in
        let lengths = try ["\u{E9}", "e\u{301}"].flatMap { try db.integers("SELECT length('\($0)')") }
        #expect(lengths == [1, 2])
      }
    }
  }

  @Test("SD-21: a cursor left open is not disturbed by a second use")
  func openCursor() async throws {
    try await withDatabase(inMemory: true) { connection in
      try await connection.write { db in
        try db.execute("CREATE TABLE records(id INTEGER PRIMARY KEY); INSERT INTO records VALUES(1),(2),(3)")
        let sql = "SELECT id FROM records ORDER BY id"
        var seen: [[Int]] = []
        try db.withStatement(sql) { outer in
          while try outer.step() {
            let inner = try db.integers(sql)
            seen.append([outer.integer(0)] + inner)
          }
        }
        #expect(seen == [[1, 1, 2, 3], [2, 1, 2, 3], [3, 1, 2, 3]])
      }
    }
  }

  @Test("SD-21: ALTER TABLE between two uses")
  func schemaChange() async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute("CREATE TABLE records(id INTEGER PRIMARY KEY); INSERT INTO records VALUES(1)")
      }
      let before = try await connection.read { try $0.rows("SELECT * FROM records") }
      #expect(before == [Row(columns: ["id"], values: [1])])
      try await connection.write { try $0.execute("ALTER TABLE records ADD COLUMN name TEXT DEFAULT 'new'") }
      let after = try await connection.read { try $0.rows("SELECT * FROM records") }
      #expect(after == [Row(columns: ["id", "name"], values: [1, "new"])])
    }
  }

  @Test("SD-23: columns tell NULL from a value, and their names")
  func columns() async throws {
    try await withDatabase(inMemory: true) { connection in
      try await connection.write { db in
        try db.withStatement(
          "SELECT NULL AS due, 7 AS number, 1.5 AS part, 'a' || char(0) || 'b' AS name, x'00ff' AS raw"
        ) {
          statement in
          _ = try statement.step()
          #expect(statement.columnCount == 5)
          #expect(statement.columnNames == ["due", "number", "part", "name", "raw"])
          #expect(statement.isNull(0) && !statement.isNull(1))
          #expect((0..<5).map(statement.storageClass) == [.null, .integer, .real, .text, .blob])
          #expect(
            (0..<5).map(statement.value) == [.null, .integer(7), .real(1.5), .text("a\0b"), .blob([0, 255])])
          #expect(statement.withBytes(3) { Array($0) } == [97, 0, 98])
          #expect(statement.withBytes(0) { $0.count } == 0)
        }
      }
    }
  }

  @Test func bindingsComeBackAsTheyWent() async throws {
    let values: [SQLiteValue] = [
      .null, .integer(.min), .real(-0.25), .text("é\0🙂"), .text(""), .blob([]), .blob([0, 1]),
    ]
    try await withDatabase(inMemory: true) { connection in
      let row = try await connection.query("SELECT ?, ?, ?, ?, ?, ?, ?", values)
      #expect(row.map(\.values) == [values])
      await #expect(throws: DatabaseError.self) { try await connection.query("SELECT ?", [1, 2]) }
    }
  }

  @Test func brokenTextIsRepaired() async throws {
    try await withDatabase(inMemory: true) { connection in
      let text = try await connection.read { db in
        try db.withStatement("SELECT CAST(x'61ff62' AS TEXT)") { statement in
          _ = try statement.step()
          return statement.text(0)
        }
      }
      #expect(text == "a\u{FFFD}b")
    }
  }

  @Test func scriptsRunWholeAndStatementsAlone() async throws {
    try await withDatabase(inMemory: true) { connection in
      try await connection.write { db in
        try db.execute("-- a script\nCREATE TABLE a(x); INSERT INTO a VALUES(1);; -- the end\n")
        try db.execute("")
        #expect(try db.integers("SELECT x FROM a -- all of them") == [1])
        try expectDatabaseError { try db.rows("SELECT 1; SELECT 2") }
        try expectDatabaseError { try db.rows("-- nothing") }
      }
    }
  }

  @Test func theCacheForgetsWhatWasUsedLongestAgo() async throws {
    try await withDatabase(inMemory: true) { connection in
      try await connection.write { db in
        for number in 0..<1_000 { _ = try db.integers("SELECT \(number)") }
        #expect(db.statements.count <= db.statements.capacity)
        #expect(db.statements.take("SELECT 999") != nil)
        #expect(db.statements.take("SELECT 0") == nil)
      }
    }
  }

  @Test func errorsCarryCodeMessageAndStatement() async throws {
    try await withDatabase(inMemory: true) { connection in
      try await connection.query("CREATE TABLE a(x UNIQUE)")
      try await connection.query("INSERT INTO a VALUES(1)")
      let error = await #expect(throws: DatabaseError.self) {
        try await connection.query("INSERT INTO a VALUES(1)")
      }
      #expect(error?.code == 2067)
      #expect(error?.isConstraint == true)
      #expect(error?.message == "UNIQUE constraint failed: a.x")
      #expect(error?.sql == "INSERT INTO a VALUES(1)")
      let missing = await #expect(throws: DatabaseError.self) { try await connection.query("SELECT * FROM gone") }
      #expect(missing?.description == "no such table: gone (SQLite 1) in: SELECT * FROM gone")
    }
  }

  @Test func theTraceHearsStatementsButNotOurOwn() async throws {
    let traced = TracedStatements()
    try await withDatabase {
      $0.trace = { traced.append($0) }
    } _: { connection in
      try await connection.write { db in
        try db.execute("CREATE TABLE a(x)")
        try db.savepoint { try db.execute("INSERT INTO a VALUES(?)", [1]) }
      }
      _ = try await connection.read { try $0.integers("SELECT x FROM a") }
      #expect(traced.all == ["CREATE TABLE a(x)", "INSERT INTO a VALUES(?)", "SELECT x FROM a"])
    }
  }
}

final class TracedStatements: Sendable {
  private let statements = Lock<[String]>([])
  func append(_ sql: String) { statements.withLock { $0.append(sql) } }
  var all: [String] { statements.withLock(\.self) }
}
