// The changes in a table without rowids, or in a view, against a dictionary that remembers everything.
import Databases
import TestSupport
import Testing

@testable import AlmanacRecords

@Suite struct SeenRecordsTests {
  private typealias Rows = [[SQLiteValue]]

  /// Looks until all changes are reported.
  private static func look(_ seen: inout SeenRecords, _ connection: SQLiteConnection) async throws -> [RecordEvent] {
    var events: [RecordEvent] = []
    repeat {
      let (table, told) = try await connection.read { [seen] db in
        var table = seen
        let events = try table.look(db)
        return (table, events)
      }
      seen = table
      // An event counts as at least 64 bytes.
      #expect(told.count <= seen.bytesOfALook / 64 + 1)
      events += told
    } while !seen.isWhole
    return events
  }

  private static func begin(
    _ name: String, _ connection: SQLiteConnection, capacity: Int, bytesOfALook: Int
  ) async throws -> SeenRecords {
    try await connection.read { db in
      var seen = SeenRecords(try ListedTable.named(name, db)!)
      (seen.capacity, seen.bytesOfALook) = (capacity, bytesOfALook)
      try seen.begin(db)
      return seen
    }
  }

  private static func run(_ sql: String, _ connection: SQLiteConnection) async throws {
    try await connection.write { db in try db.execute(sql) }
  }

  private static func rows(_ name: String, _ connection: SQLiteConnection) async throws -> Rows {
    try await connection.read { db in try db.rows("SELECT * FROM \(name)").map(\.values) }
  }

  private static func statement(_ random: inout SeededGenerator) -> String {
    let key = { (random: inout SeededGenerator) in
      [
        "\(Int.random(in: 0..<40, using: &random))", "'k\(Int.random(in: 0..<40, using: &random))'",
        "x'0\(Int.random(in: 0..<9, using: &random))'",
      ]
      .randomElement(using: &random)!
    }
    let text = String(repeating: "x", count: Int.random(in: 0...40, using: &random))
    switch Int.random(in: 0..<5, using: &random) {
    case 0: return "INSERT OR REPLACE INTO t VALUES (\(key(&random)), \(key(&random)), '\(text)')"
    case 1: return "UPDATE t SET v = v || '.' WHERE abs(random()) % 5 = 0"
    case 2: return "DELETE FROM t WHERE abs(random()) % 7 = 0"
    case 3: return "UPDATE OR REPLACE t SET a = \(key(&random)) WHERE b = \(key(&random))"
    default:
      return """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Int.random(in: 1...60, using: &random)))
        INSERT OR IGNORE INTO t SELECT i, abs(random()) % 9, '\(text)' FROM n
        """
    }
  }

  @Test("ANY-33: every look tells exactly what is other than it was", arguments: [1, 2, 3, 4] as [UInt64])
  func changes(seed: UInt64) async throws {
    try await withDatabase { connection in
      try await Self.run("CREATE TABLE t(a, b COLLATE NOCASE, v, PRIMARY KEY (a DESC, b)) WITHOUT ROWID", connection)
      try await Self.run(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO t SELECT i, i, 'first' FROM n",
        connection)
      var random = SeededGenerator(seed: seed)
      var seen = try await Self.begin(
        "t", connection, capacity: seed % 2 == 0 ? 1 << 24 : 3_000, bytesOfALook: seed > 2 ? 1_000 : 1 << 24)
      #expect(seed % 2 == 0 ? seen.heldByteCount > 3_000 : (2_000...3_000).contains(seen.heldByteCount))
      var known = Dictionary(uniqueKeysWithValues: try await Self.rows("t", connection).map { (Array($0[..<2]), $0) })
      for _ in 0..<40 {
        for _ in 0..<Int.random(in: 0...4, using: &random) { try await Self.run(Self.statement(&random), connection) }
        let told = try await Self.look(&seen, connection)
        let now = Dictionary(uniqueKeysWithValues: try await Self.rows("t", connection).map { (Array($0[..<2]), $0) })
        var followed = known
        for event in told {
          let key = event.id.values.map(SQLiteValue.init)
          #expect((followed[key] == nil) == (event.change == .insert))
          if let old = event.old {
            #expect(old.map(SQLiteValue.init) == followed[key])
          } else if seed % 2 == 0 {
            #expect(event.change == .insert)
          }
          #expect((event.new == nil) == (event.change == .delete))
          followed[key] = event.new?.map(SQLiteValue.init)
        }
        #expect(followed == now)
        let keys = told.map(\.id)
        #expect(Set(keys).count == keys.count)
        if seed % 2 == 1 { #expect(seen.heldByteCount <= 4_000) }
        known = now
      }
    }
  }

  @Test("ANY-33: records that nothing identifies, by content and occurrence; too many to be held end it")
  func occurrences() async throws {
    try await withDatabase { connection in
      try await Self.run(
        "CREATE TABLE t(v); INSERT INTO t VALUES (1), (1), (1), (2); CREATE VIEW w AS SELECT v FROM t", connection)
      var seen = try await Self.begin("w", connection, capacity: 1_000, bytesOfALook: 1 << 20)
      try await Self.run(
        "DELETE FROM t WHERE rowid = 2; UPDATE t SET v = 3 WHERE v = 2; INSERT INTO t VALUES (NULL), (NULL)", connection
      )
      let events = try await Self.look(&seen, connection)
      #expect(events.map(\.change) == [.delete, .delete, .insert, .insert, .insert])
      #expect(events.map { $0.old ?? $0.new } == [[.integer(1)], [.integer(2)], [.integer(3)], [.null], [.null]])
      #expect(events.allSatisfy { $0.id == .key([]) })
      try await Self.run("INSERT INTO t VALUES (1); DELETE FROM t WHERE v IS NULL", connection)
      #expect(try await Self.look(&seen, connection).map(\.change) == [.delete, .delete, .insert])
      try await Self.run("INSERT INTO t VALUES (hex(zeroblob(600)))", connection)
      await #expect(throws: TooMuchToWatch.self) { try await Self.look(&seen, connection) }
    }
  }
}

extension SQLiteValue {
  fileprivate init(_ value: ExactValue) {
    switch value {
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .blob(let bytes): self = .blob(bytes)
    default: self = value.string.map(SQLiteValue.text) ?? .null
    }
  }
}
