import Databases
import LiveResults
import Locks
import TestSupport
import Testing

@Test func liveResults() async throws {
  try await withFolder { folder in
    let connection = try await SQLiteConnection.open(storage: .file(path: folder.appending(path: "facts.db").path))
    try await connection.write { db in
      try db.execute("CREATE TABLE facts(id INTEGER PRIMARY KEY, author, body)")
      try db.execute("INSERT INTO facts(author, body) VALUES ('Ada', 'Honey keeps.')")
    }

    let batches = Lock<[ChangeBatch]>([])
    let subscription = connection.subscribe { batch in batches.withLock { $0.append(batch) } }
    let result = LiveResult("SELECT author, count(*) AS n FROM facts GROUP BY author", on: connection)
    try await result.begin()

    try await connection.write { db in try db.execute("INSERT INTO facts(author) VALUES ('Ada'), ('Grace')") }
    try await result.step(batches.withLock { $0 }) { columns, change in
      for row in change.rows { print(columns, row.before?.values ?? [], row.after?.values ?? []) }
    }

    #expect(await result.rows.map(\.values) == [[.text("Ada"), .integer(2)], [.text("Grace"), .integer(1)]])
    subscription.cancel()
    await result.close()
    await connection.close()
  }
}
