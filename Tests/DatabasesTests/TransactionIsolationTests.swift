// An asynchronous transaction runs on the actor that asked for it.

import Databases
import TestSupport
import Testing

@MainActor
@Suite(.recordsIssues)
struct TransactionIsolationTests {
  /// A form, whose fields belong to the main actor.
  @MainActor
  final class Form {
    let connection: SQLiteConnection
    var name = "Ada"

    init(_ connection: SQLiteConnection) { self.connection = connection }

    func save() async throws {
      try await connection.transaction { conn in
        MainActor.assertIsolated()
        try await conn.query("INSERT INTO users VALUES (?)", [.text(name)])
        MainActor.assertIsolated()
        name = ""
      }
    }
  }

  @Test("the closure of a transaction reads and writes what belongs to the caller's actor")
  func isolation() async throws {
    let connection = try await SQLiteConnection.open(storage: .memory)
    try await connection.query("CREATE TABLE users(name)")
    let form = Form(connection)
    try await form.save()
    #expect(form.name == "")
    #expect(try await connection.query("SELECT name FROM users").map(\.values) == [["Ada"]])
    await connection.close()
  }
}
