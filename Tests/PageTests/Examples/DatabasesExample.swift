import Databases
import Locks
import Testing

@Test func databases() async throws {
  let connection = try await SQLiteConnection.open(storage: .memory)
  try await connection.write { db in
    try db.execute("CREATE TABLE facts(id INTEGER PRIMARY KEY, body TEXT)")
    try db.execute("INSERT INTO facts(body) VALUES ('Honey keeps.')")
  }
  let rows = try await connection.query("SELECT body FROM facts WHERE id = ?", [.integer(1)])
  #expect(rows.map(\.values) == [[.text("Honey keeps.")]])
  let tables = Lock<[String]>([])
  let subscription = connection.subscribe { batch in
    tables.withLock { $0 = batch.tables.keys.sorted() }
  }
  try await connection.write { db in try db.execute("UPDATE facts SET body = 'Honey keeps long.'") }
  #expect(tables.withLock { $0 } == ["facts"])
  withExtendedLifetime(subscription) {}
  await connection.close()
}
