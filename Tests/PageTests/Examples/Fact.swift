// The table of the examples.
import Containers
import Databases
import LiveQueries
import StructuredQueries

@Table struct Fact: Identifiable, Equatable {
  let id: Int
  var body = ""
}

/// Calls `body` with a database of two facts, registered in the container.
func withFacts(
  isolation: isolated (any Actor)? = #isolation, _ body: (SQLiteConnection) async throws -> Void
) async throws {
  let connection = try await SQLiteConnection.open(storage: .memory)
  try await connection.write { db in
    try db.execute(
      """
      CREATE TABLE facts(id INTEGER PRIMARY KEY, body TEXT);
      INSERT INTO facts VALUES (1, 'Honey keeps.'), (2, 'A cat sleeps.');
      """)
  }
  Container.shared.defaultDatabase.register { connection }
  try await body(connection)
  await connection.close()
}
