// Which stored values each Swift type accepts: each cell of the table in `QueryDecoder`'s documentation.
import Activities
import Databases
import Locks
import StructuredQueries
import TestSupport
import Testing

@testable import LiveQueries

@Suite(.recordsIssues) struct StorageClassTests {
  /// A value of each storage class, and a text that is not UTF-8.
  private static let stored = ["7", "7.5", "'7'", "x'37'", "NULL", "CAST(x'41ff' AS TEXT)"]

  /// The decoded value of each of them, or the reason for a failure.
  private func decoded<Value: QueryBindable & Sendable>(_ type: Value.Type) async throws -> [String] {
    let decoded = Lock<[String]>([])
    try await Fixture.run { fixture in
      let values = try await fixture.connection.read { db in
        Self.stored.map { value in
          do {
            let value = try SQLQuery<Value?>("SELECT \(raw: value)").fetchOne(db)
            return value.map { $0.map { "\($0)" } ?? "nil" } ?? "no row"
          } catch let error as RowDecodingError {
            return error.reason
          } catch {
            return "\(error)"
          }
        }
      }
      decoded.withLock { $0 = values }
    }
    return decoded.withLock { $0 }
  }

  @Test("A type takes what a column of its affinity can hold, and nothing else is converted")
  func eachTypeAndClass() async throws {
    #expect(
      try await decoded(Int.self) == [
        "7", "a real number, not an integer", "a text, not an integer", "a blob, not an integer", "nil",
        "a text, not an integer",
      ])
    #expect(
      try await decoded(Double.self) == [
        "7.0", "7.5", "a text, not a number", "a blob, not a number", "nil", "a text, not a number",
      ])
    #expect(
      try await decoded(Bool.self) == [
        "true", "a real number, not a yes or no (integer)", "a text, not a yes or no (integer)",
        "a blob, not a yes or no (integer)", "nil", "a text, not a yes or no (integer)",
      ])
    #expect(
      try await decoded(String.self) == [
        "an integer, not a text", "a real number, not a text", "7", "a blob, not a text", "nil",
        "a text that is not valid UTF-8",
      ])
    #expect(
      try await decoded([UInt8].self) == [
        "an integer, not a blob", "a real number, not a blob", "a text, not a blob", "[55]", "nil",
        "a text, not a blob",
      ])
    #expect(
      try await decoded(QueryBinding.self) == [
        "integer(7)", "real(7.5)", #"text("7")"#, "blob([55])", "nil", "a text that is not valid UTF-8",
      ])
  }

  @Test("A text that is not valid UTF-8 is never repaired, wherever it is wrong")
  func invalidText() async throws {
    let texts = [
      ("'é🦊'", "é🦊"), ("'🦊'", "🦊"), ("x'f09fa6'", nil), ("x'61f09fa662'", nil), ("x'e282'", nil), ("x'80'", nil),
      ("x'eda080'", nil), ("x'f4908080'", nil), ("x'c080'", nil), ("x'efbfbd'", "\u{FFFD}"), ("x'f09fa6f09fa68a'", nil),
      ("x'610062'", "a\0b"), ("x'6100f09fa6'", nil), ("''", ""), ("x'00'", "\0"),
    ]
    try await Fixture.run { fixture in
      try await fixture.connection.read { db in
        for (value, text) in texts {
          #expect((try? SQLQuery<String>("SELECT CAST(\(raw: value) AS TEXT)").fetchOne(db)) == text, "\(value)")
        }
      }
    }
  }

  /// A user whose state is a text, after one with a valid state.
  private static let odd = """
    INSERT INTO users(id, name, email, active) VALUES (3, 'Ada', 'a', 1), (7, 'Grace', 'g', 'on leave')
    """

  @Test("The error names table, column, row and kind")
  func whereItStands() async throws {
    try await Fixture.run { fixture in
      try await fixture.connection.write { try $0.execute(Self.odd) }
      func text(_ statement: some Statement & Sendable) async -> String? {
        await #expect(throws: RowDecodingError.self) {
          try await fixture.connection.read { db in _ = try statement.fetchAll(db) }
        }?.description
      }
      #expect(
        await text(User.order(by: \.id)) == "users.active, row 7: a text, not a yes or no (integer)")
      #expect(
        await text(User.order(by: \.id).select(\.active))
          == "users.active, row 2 of the result: a text, not a yes or no (integer)")
      #expect(
        await text(SQLQuery<RowTuple<Int, Bool>>("SELECT id, active AS \"on\" FROM users AS u WHERE id = 7"))
          == "users.active, row 7: a text, not a yes or no (integer)")
      #expect(
        await text(SQLQuery<Int>("SELECT 'a' || 'b'"))
          == "Column 0 (\"'a' || 'b'\"), row 1 of the result: a text, not an integer In: SELECT 'a' || 'b'")
    }
  }

  @Test(
    "The error names the row of a result whose identities may be another row's",
    arguments: [
      // The bad value belongs to the second alias.
      "SELECT a.id, b.active FROM users AS a JOIN users AS b ON b.id = 7 WHERE a.id = 3",
      "SELECT b.id, a.active FROM users AS a JOIN users AS b ON b.id = 3 WHERE a.id = 7",
      "SELECT v.id, b.active FROM (SELECT * FROM users LIMIT 1) AS v JOIN users AS b ON b.id = 7",
      // One column of a key does not identify a row.
      "SELECT a, b FROM pairs WHERE b = 'six'", "SELECT b, active FROM pairs AS p WHERE b = 7",
      "SELECT \"\u{E9}\", active FROM accents",
    ])
  func whereNoIdentityStands(_ sql: String) async throws {
    try await Fixture.run { fixture in
      try await fixture.connection.write { db in
        try db.execute(
          """
          \(Self.odd);
          CREATE TABLE pairs(a INTEGER, b INTEGER, active, PRIMARY KEY (a, b)) WITHOUT ROWID;
          INSERT INTO pairs VALUES (5, 'six', 'on leave'), (5, 7, 'on leave');
          CREATE TABLE accents("e\u{301}" INTEGER PRIMARY KEY, "\u{E9}" INTEGER, active);
          INSERT INTO accents VALUES (1, 2, 'on leave');
          """)
      }
      let error = await #expect(throws: RowDecodingError.self) {
        try await fixture.connection.read { db in _ = try SQLQuery<RowTuple<Int, Bool>>("\(raw: sql)").fetchAll(db) }
      }
      #expect(error?.row == .place(1))
    }
  }

  @Test("A wrapper keeps its last good rows beside the error, and forgets it with the value")
  func lastGoodRowsStay() async throws {
    try await Fixture.run { fixture in
      try await fixture.connection.write { try $0.execute("INSERT INTO users(id, name, email) VALUES (3, 'Ada', 'a')") }
      @FetchAll(User.order(by: \.id), connection: fixture.connection) var users
      await fixture.activity.settled()
      #expect(users.map(\.id) == [3])
      try await fixture.connection.write {
        try $0.execute("INSERT INTO users(id, name, email, active) VALUES (7, 'Grace', 'g', 'on leave')")
      }
      await fixture.activity.settled()
      #expect(users.map(\.id) == [3])
      #expect(
        $users.loadError.map { "\($0)" } == "users.active, row 7: a text, not a yes or no (integer)")
      try await fixture.connection.write { try $0.execute("UPDATE users SET active = 0 WHERE id = 7") }
      await fixture.activity.settled()
      #expect(users.map(\.id) == [3, 7])
      #expect($users.loadError == nil)
    }
  }
}
