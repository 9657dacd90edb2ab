// What has changed in a table, against a dictionary that remembers everything.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct SeenTableTests {
  private typealias Rows = [Int: [SQLiteValue]]

  private static func rows(_ connection: SQLiteConnection) async throws -> Rows {
    try await connection.read { db in
      var rows: Rows = [:]
      for row in try db.rows("SELECT id, body, createdAt FROM facts") {
        if case .integer(let id) = row.values[0] { rows[id] = row.values }
      }
      return rows
    }
  }

  private static func begin(
    _ connection: SQLiteConnection, capacity: Int = 1 << 20, bytesOfALook: Int = 1 << 20
  ) async throws -> SeenTable {
    try await connection.read { db in
      var table = SeenTable(.facts)
      (table.capacity, table.bytesOfALook) = (capacity, bytesOfALook)
      try table.begin(db)
      return table
    }
  }

  /// Looks until all is told, each portion in a read of its own.
  private static func look(
    _ seen: inout SeenTable, _ connection: SQLiteConnection
  ) async throws -> [[RecordEvent]] {
    var portions: [[RecordEvent]] = []
    repeat {
      let (table, events) = try await connection.read { [seen] db in
        var table = seen
        let events = try table.look(db)
        return (table, events)
      }
      seen = table
      portions.append(events)
    } while !seen.isWhole
    return portions
  }

  /// What tells one from the other.
  private static func events(from old: Rows, to new: Rows) -> [RecordEvent] {
    Set(old.keys).union(new.keys).sorted().compactMap { id in
      switch (old[id], new[id]) {
      case (let old?, let new?): old == new ? nil : RecordEvent(change: .update, id: .rowID(id), old: old, new: new)
      case (let old, nil): RecordEvent(change: .delete, id: .rowID(id), old: old, new: nil)
      case (nil, let new): RecordEvent(change: .insert, id: .rowID(id), old: nil, new: new)
      }
    }
  }

  /// Changes as a person makes them, a program, a catastrophe.
  private static func statement(_ random: inout SeededGenerator) -> String {
    let id = { (random: inout SeededGenerator) in Int.random(in: -20...3_000, using: &random) }
    let text = String(repeating: "x", count: Int.random(in: 0...40, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "INSERT INTO facts(body) VALUES ('\(text)'), ('next')"
    case 1: return "INSERT OR REPLACE INTO facts(id, body) VALUES (\(id(&random)), '\(text)')"
    case 2: return "UPDATE facts SET body = '\(text)' WHERE id = \(id(&random))"
    case 3: return "UPDATE facts SET body = body || '.' WHERE id % 97 = \(Int.random(in: 0..<97, using: &random))"
    case 4: return "DELETE FROM facts WHERE id = \(id(&random))"
    case 5:
      let first = id(&random)
      return "DELETE FROM facts WHERE id BETWEEN \(first) AND \(first + Int.random(in: 0...1_500, using: &random))"
    case 6:
      return """
        \(numbers(id(&random), id(&random)))
        INSERT OR IGNORE INTO facts(id, body) SELECT value, 'filled ' || value FROM numbers
        """
    default: return "UPDATE facts SET body = CASE id % 3 WHEN 0 THEN x'00ff' ELSE body END WHERE id > \(id(&random))"
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func everyLookTellsExactlyWhatIsOtherThanItWas(seed: UInt64) async throws {
    try await withTemporaryBook { book in
      var random = SeededGenerator(seed: seed)
      let other = try RawConnection(book.path)
      try other.run("\(Self.numbers(1, 1_500)) INSERT INTO facts(id, body) SELECT value, 'fact ' || value FROM numbers")
      // Seeds with much room and with little, with long looks and with short ones.
      var seen = try await Self.begin(
        book.connection, capacity: seed % 2 == 0 ? 1 << 24 : 30_000, bytesOfALook: seed % 3 == 0 ? 4_000 : 1 << 24)
      var known = try await Self.rows(book.connection)
      for _ in 0..<30 {
        for _ in 0..<Int.random(in: 0...4, using: &random) { try other.run(Self.statement(&random)) }
        let portions = try await Self.look(&seen, book.connection)
        let now = try await Self.rows(book.connection)
        let expected = Self.events(from: known, to: now)
        let told = portions.flatMap(\.self)
        if seed % 2 == 0 {
          #expect(told == expected)
        } else {
          // All but the old values that are not held; those that are told are right.
          #expect(
            told.map { RecordEvent(change: $0.change, id: $0.id, new: $0.new) }
              == expected.map { RecordEvent(change: $0.change, id: $0.id, new: $0.new) })
          for (event, expected) in zip(told, expected) where event.old != nil { #expect(event.old == expected.old) }
          #expect(seen.heldByteCount <= 30_000)
        }
        if seed % 3 == 0 { #expect(portions.allSatisfy { $0.count <= 64 }) }
        known = now
      }
    }
  }

  @Test func ofOldValuesThoseAreHeldThatHaveChangedLast() async throws {
    try await withTemporaryBook { book in
      let other = try RawConnection(book.path)
      try other.run("\(Self.numbers(1, 5_000)) INSERT INTO facts(id, body) SELECT value, 'fact' FROM numbers")
      var seen = try await Self.begin(book.connection, capacity: 100_000)
      #expect(seen.heldByteCount <= 100_000)
      #expect(seen.heldByteCount > 50_000)
      // The first are not held, the last are.
      try other.run("UPDATE facts SET body = 'new' WHERE id IN (1, 5000)")
      var events = try await Self.look(&seen, book.connection)[0]
      #expect(events.map(\.id) == [1, 5_000])
      #expect(events[0].old == nil)
      #expect(events[1].old?[1] == .text("fact"))
      // Now both are.
      try other.run("UPDATE facts SET body = 'newer' WHERE id IN (1, 5000)")
      events = try await Self.look(&seen, book.connection)[0]
      #expect(events.map { $0.old?[1] } == [.text("new"), .text("new")])
      #expect(events.map { $0.new?[1] } == [.text("newer"), .text("newer")])
    }
  }

  @Test func aLookThatFailsLeavesWhatWasSeen() async throws {
    try await withTemporaryBook { book in
      let other = try RawConnection(book.path)
      try other.run("INSERT INTO facts(id, body) VALUES (1, 'a'), (2, 'b')")
      var seen = try await Self.begin(book.connection)
      try other.run("UPDATE facts SET body = 'c' WHERE id = 1; ALTER TABLE facts RENAME TO hidden")
      await #expect(throws: DatabaseError.self) { try await Self.look(&seen, book.connection) }
      try other.run("ALTER TABLE hidden RENAME TO facts; DELETE FROM facts WHERE id = 2")
      let events = try await Self.look(&seen, book.connection)
      #expect(events.flatMap(\.self).map(\.change) == [.update, .delete])
    }
  }

  @Test func whatIsTooLongToBeHeldIsComparedAllTheSame() async throws {
    try await withTemporaryBook { book in
      let other = try RawConnection(book.path)
      try other.run("INSERT INTO facts(id, body) VALUES (1, zeroblob(2000000)), (2, 'b')")
      var seen = try await Self.begin(book.connection, capacity: 1 << 24, bytesOfALook: 1 << 24)
      #expect(seen.heldByteCount < 1_000)
      try other.run("UPDATE facts SET body = zeroblob(1999999) || 'x'")
      let events = try await Self.look(&seen, book.connection)[0]
      #expect(events.map(\.id) == [1, 2])
      #expect(events[0].old == nil)
      #expect(events[1].old?[1] == .text("b"))
    }
  }

  @Test("ANY-33: VACUUM, which gives records other rowids where these are no column, is no change of them")
  func renumbered() async throws {
    try await withTemporaryBook { book in
      let other = try RawConnection(book.path)
      try other.run("CREATE TABLE loose(a, b); INSERT INTO loose VALUES (1, 'x'), (2, 'y'), (2, 'y'), (NULL, 'z')")
      var seen = try await book.connection.read { db in
        var table = SeenTable(try ListedTable.named("loose", db)!)
        try table.begin(db)
        return table
      }
      try other.run("DELETE FROM loose WHERE rowid = 1")
      #expect(try await Self.look(&seen, book.connection) == [[RecordEvent(change: .delete, id: 1, old: [1, "x"])]])
      try other.run("VACUUM")
      #expect(try await Self.look(&seen, book.connection) == [[]])
      #expect(try await book.connection.read { db in try db.integers("SELECT rowid FROM loose WHERE b = 'z'") } == [3])
      try other.run("UPDATE loose SET b = 'w' WHERE b = 'z'")
      #expect(
        try await Self.look(&seen, book.connection)
          == [[RecordEvent(change: .update, id: 3, old: [nil, "z"], new: [nil, "w"])]])
      // With a change no one can tell which rows it was: that is all there is to say.
      try other.run("DELETE FROM loose WHERE rowid = 1; VACUUM")
      #expect(try await Self.look(&seen, book.connection) == [[RecordEvent(change: .renumbered, id: .key([]))]])
      #expect(try await book.connection.read { db in try db.integers("SELECT rowid FROM loose") } == [1, 2])
      try other.run("INSERT INTO loose VALUES (3, 't')")
      #expect(try await Self.look(&seen, book.connection) == [[RecordEvent(change: .insert, id: 3, new: [3, "t"])]])
      // Another change of the schema hides none of the rows, nor does a VACUUM that leaves each its rowid.
      try other.run("UPDATE loose SET b = 's' WHERE a = 3; VACUUM")
      #expect(
        try await Self.look(&seen, book.connection)
          == [[RecordEvent(change: .update, id: 3, old: [3, "t"], new: [3, "s"])]])
      try other.run("CREATE INDEX late ON loose(a); INSERT INTO loose VALUES (5, 'v')")
      #expect(
        try await Self.look(&seen, book.connection) == [[RecordEvent(change: .insert, id: 4, new: [5, "v"])]])
    }
  }

  @Test(
    "ANY-25, ANY-33: a column that another program drops or renames ends the look, and holds no text that is its name",
    arguments: ["CREATE TABLE t(a, b)", "CREATE TABLE t(a PRIMARY KEY, b) WITHOUT ROWID"])
  func columnGone(_ table: String) async throws {
    try await withTemporaryBook { book in
      let other = try RawConnection(book.path)
      try other.run("\(table); INSERT INTO t VALUES (1, 'x'), (2, 'y')")
      for (change, column) in [("DROP COLUMN b", "b"), ("RENAME b TO c", "b")] {
        let seen = try await book.connection.read { db -> any SeenContents in
          let table = try ListedTable.named("t", db)!
          var seen: any SeenContents = table.identity == .key(["a"]) ? SeenRecords(table) : SeenTable(table)
          try seen.begin(db)
          return seen
        }
        try other.run("ALTER TABLE t \(change); UPDATE t SET a = 3 WHERE a = 1")
        let error = await #expect(throws: DatabaseError.self) {
          try await book.connection.read { [seen] db in
            var seen = seen
            return try seen.look(db)
          }
        }
        #expect(error?.message == "no such column: \(column)")
        try other.run("DROP TABLE t; \(table); INSERT INTO t VALUES (1, 'x'), (2, 'y')")
      }
    }
  }

  private static func numbers(_ first: Int, _ last: Int) -> String {
    """
    WITH RECURSIVE numbers(value) AS (SELECT \(first) UNION ALL SELECT value + 1 FROM numbers WHERE value < \(last))
    """
  }
}
