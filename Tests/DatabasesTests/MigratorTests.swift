// The migrations of a database.

import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct MigratorTests {
  private func migrator(_ names: [String]) -> Migrator {
    var migrator = Migrator(table: "steps")
    for name in names { migrator.register(name) { try $0.execute("CREATE TABLE \(name)(x)") } }
    return migrator
  }

  private func tables(_ connection: SQLiteConnection) async throws -> [SQLiteValue] {
    try await connection.query("SELECT name FROM sqlite_schema WHERE type='table' ORDER BY rowid").map { $0[0] }
  }

  @Test func stepsAreAppliedOnceAndInOrder() async throws {
    try await withDatabase { connection in
      try await migrator(["one", "two"]).migrate(connection)
      #expect(try await tables(connection) == ["steps", "one", "two"])
      let generation = connection.generation
      try await migrator(["one", "two"]).migrate(connection)
      #expect(connection.generation == generation)
      try await migrator(["one", "two", "three"]).migrate(connection)
      #expect(try await tables(connection) == ["steps", "one", "two", "three"])
    }
  }

  @Test func aBookThatIsUpToDateMayBeReadOnly() async throws {
    try await withDatabase { connection in
      try await migrator(["one"]).migrate(connection)
      var configuration = SQLiteConnection.Configuration()
      configuration.isReadOnly = true
      configuration.watchesOtherProcesses = false
      let reading = try await SQLiteConnection.open(
        storage: .file(path: connection.path ?? ""), configuration: configuration)
      try await migrator(["one"]).migrate(reading)
      let error = await #expect(throws: DatabaseError.self) { try await migrator(["one", "two"]).migrate(reading) }
      #expect(error?.isReadOnly == true)
      await reading.close()
    }
  }

  @Test func aFailedStepTakesAllBack() async throws {
    try await withDatabase { connection in
      var failing = migrator(["one"])
      failing.register("two") { db in
        try db.execute("CREATE TABLE two(x)")
        throw ExpectedFailure()
      }
      let step = failing
      await #expect(throws: ExpectedFailure.self) { try await step.migrate(connection) }
      #expect(try await tables(connection) == [])
      try await migrator(["one", "two"]).migrate(connection)
      #expect(try await tables(connection) == ["steps", "one", "two"])
    }
  }

  @Test func aBookOfALaterVersionIsRefused() async throws {
    try await withDatabase { connection in
      try await migrator(["one", "two"]).migrate(connection)
      let error = await #expect(throws: MigrationError.self) { try await migrator(["one"]).migrate(connection) }
      #expect(error?.description == "the database was made by a later version: it has the unknown migrations two")
      await #expect(throws: MigrationError.self) { try await migrator(["two", "one", "three"]).migrate(connection) }
      #expect(try await tables(connection) == ["steps", "one", "two"])
    }
  }

  @Test func aTableWhoseNameIsNotPlainIsMisuse() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Migrator(table: "steps; DROP TABLE t")
      })
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("Migrator(table: \"steps; DROP TABLE t\")"), "\(message)")
    _ = Migrator(table: "Steps_2")
  }

  // MARK: Foreign keys

  private static let families = """
    CREATE TABLE parents(id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE children(id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents(id) ON DELETE CASCADE);
    INSERT INTO parents VALUES (1, 'Ada'), (2, 'Bob');
    INSERT INTO children VALUES (10, 1), (11, 1), (12, 2);
    """

  /// A migrator whose only step is this SQL.
  private func migrator(_ sql: String) -> Migrator {
    var migrator = Migrator(table: "steps")
    migrator.register("only") { db in try db.execute(sql) }
    return migrator
  }

  private func children(_ connection: SQLiteConnection) async throws -> [[SQLiteValue]] {
    try await connection.query("SELECT id, parent FROM children ORDER BY id").map(\.values)
  }

  @Test func rebuildingAParentKeepsItsChildren() async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(Self.families) }
      // The procedure that https://sqlite.org/lang_altertable.html recommends.
      try await migrator(
        """
        CREATE TABLE new_parents(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        INSERT INTO new_parents SELECT id, name FROM parents;
        DROP TABLE parents;
        ALTER TABLE new_parents RENAME TO parents;
        """
      ).migrate(connection)
      #expect(try await children(connection) == [[10, 1], [11, 1], [12, 2]])
      // Foreign keys are enforced again.
      try await connection.write { db in try db.execute("DELETE FROM parents WHERE id = 1") }
      #expect(try await children(connection) == [[12, 2]])
    }
  }

  @Test func aMigrationThatLeavesRowsWithoutTheirParentIsRefusedWhole() async throws {
    try await withDatabase { connection in
      try await connection.write { db in try db.execute(Self.families) }
      await #expect(
        throws: DatabaseError(
          code: 787, message: "rows 10, 11 of children would refer to rows of parents that are not there")
      ) {
        try await migrator("ALTER TABLE parents ADD COLUMN x; DELETE FROM parents WHERE id = 1").migrate(connection)
      }
      #expect(try await children(connection) == [[10, 1], [11, 1], [12, 2]])
      #expect(try await connection.query("SELECT * FROM parents").map(\.values) == [[1, "Ada"], [2, "Bob"]])
      #expect(try await tables(connection) == ["parents", "children"])
      try await connection.write { db in try db.execute("DELETE FROM parents WHERE id = 1") }
      #expect(try await children(connection) == [[12, 2]])
    }
  }

  @Test func whatWasWrongBeforeAMigrationIsNoReasonToRefuseIt() async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(Self.families)
        try db.execute("CREATE TABLE odd(x REFERENCES parents(name))")
        try db.withoutForeignKeys(in: []) { try db.execute("INSERT INTO children VALUES (13, 9)") }
      }
      try await migrator("CREATE TABLE three(x)").migrate(connection)
      #expect(try await tables(connection) == ["parents", "children", "odd", "steps", "three"])
    }
  }

  /// Row 1 references a missing parent by its first key.
  private static let two = """
    CREATE TABLE parents(id INTEGER PRIMARY KEY);
    CREATE TABLE children(id INTEGER PRIMARY KEY, a REFERENCES parents, b REFERENCES parents);
    INSERT INTO parents VALUES (1);
    """

  private func withTwoKeys(_ body: (SQLiteConnection) async throws -> Void) async throws {
    try await withDatabase { connection in
      try await connection.write { db in
        try db.execute(Self.two)
        try db.withoutForeignKeys(in: []) { try db.execute("INSERT INTO children VALUES (1, 9, 1)") }
      }
      try await body(connection)
    }
  }

  @Test func mendingOneKeyOfARowIsNoLeaveToBreakAnother() async throws {
    try await withTwoKeys { connection in
      await #expect(
        throws: DatabaseError(code: 787, message: "row 1 of children would refer to rows of parents that are not there")
      ) { try await migrator("UPDATE children SET a = 1, b = 9").migrate(connection) }
      let left = try await connection.query("SELECT * FROM children").map(\.values)
      #expect(left == [[1, 9, 1]])
    }
  }

  @Test func aNewKeyDoesNotMakeTheViolationsOfOthersNew() async throws {
    try await withTwoKeys { connection in
      try await migrator("ALTER TABLE children ADD COLUMN c REFERENCES parents").migrate(connection)
      let left = try await connection.query("SELECT * FROM children").map(\.values)
      #expect(left == [[1, 9, 1, nil]])
    }
  }
}
