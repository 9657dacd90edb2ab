// The steps of a book's schema.

import TestSupport
import Testing

@testable import Databases

@Suite(.recordsIssues) struct MigratorTests {
  private func migrator(_ names: [String]) -> Migrator {
    var migrator = Migrator()
    for name in names { migrator.register(name) { try $0.execute("CREATE TABLE \(name)(x)") } }
    return migrator
  }

  private func tables(_ connection: SQLiteConnection) async throws -> [SQLiteValue] {
    try await connection.query("SELECT name FROM sqlite_schema WHERE type='table' ORDER BY rowid").map { $0[0] }
  }

  @Test func stepsAreAppliedOnceAndInOrder() async throws {
    try await withDatabase { connection in
      try await migrator(["one", "two"]).migrate(connection)
      #expect(try await tables(connection) == ["almanac_migrations", "one", "two"])
      let generation = connection.generation
      try await migrator(["one", "two"]).migrate(connection)
      #expect(connection.generation == generation)
      try await migrator(["one", "two", "three"]).migrate(connection)
      #expect(try await tables(connection) == ["almanac_migrations", "one", "two", "three"])
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
      #expect(try await tables(connection) == ["almanac_migrations", "one", "two"])
    }
  }

  @Test func aBookOfALaterVersionIsRefused() async throws {
    try await withDatabase { connection in
      try await migrator(["one", "two"]).migrate(connection)
      let error = await #expect(throws: MigrationError.self) { try await migrator(["one"]).migrate(connection) }
      #expect(error?.description == "the book was made by a later version: it has the unknown migrations two")
      await #expect(throws: MigrationError.self) { try await migrator(["two", "one", "three"]).migrate(connection) }
      #expect(try await tables(connection) == ["almanac_migrations", "one", "two"])
    }
  }
}
