// What is written out of a table: conditions, orders, limits.
import AlmanacRecords
import Databases
import Testing

@Suite struct RecordListingTests {
  private static func ids<Record>(
    _ listing: RecordListing<Record>, _ connection: SQLiteConnection
  ) async throws -> [Int] {
    try await connection.read { db in
      var ids: [Int] = []
      try listing.forEach(db) { if case .integer(let id) = $0[0] { ids.append(id) } }
      return ids
    }
  }

  private static func fill(_ connection: SQLiteConnection) async throws {
    try await connection.write { db in
      try db.execute(
        """
        INSERT INTO users(id, name, email, active) VALUES
          (1, 'ada', 'z@example.org', 1), (2, 'Ada', 'y@example.org', 0), (3, 'Émile', 'X@example.org', 1),
          (4, '', 'w@example.org', 7), (5, 'bob', '5', 0), (6, x'626f62', 'v@example.org', 'yes')
        """)
    }
  }

  @Test func aConditionComparesAsTheTypeOfItsColumnDoes() async throws {
    try await withBook { connection in
      try await Self.fill(connection)
      func found(_ conditions: [(String, String)]) async throws -> [Int] {
        try await Self.ids(
          RecordListing<User>(
            conditions: conditions.map { .init(column: $0.0, text: $0.1) }, sort: .init(column: "id")), connection)
      }
      #expect(try await found([("active", "1")]) == [1, 3])
      #expect(try await found([("active", "1.0")]) == [1, 3])
      #expect(try await found([("active", "01")]) == [1, 3])
      #expect(try await found([("active", "Yes")]) == [1, 3])
      #expect(try await found([("active", "false")]) == [2, 5])
      #expect(try await found([("active", "7")]) == [4])
      #expect(try await found([("id", "5")]) == [5])
      #expect(try await found([("id", "five")]) == [])
      #expect(try await found([("name", "Ada")]) == [2])
      // Bytes are no text, though they look like it.
      #expect(try await found([("name", "bob")]) == [5])
      #expect(try await found([("name", "")]) == [4])
      #expect(try await found([("email", "5")]) == [5])
      #expect(try await found([("email", "5.0")]) == [])
      #expect(try await found([("active", "1"), ("name", "ada")]) == [1])
      #expect(try await found([("active", "0"), ("name", "ada")]) == [])
      #expect(try await found([("name", "x' OR 1 --")]) == [])
    }
  }

  @Test func aSortIgnoresCaseAndTellsEqualOnesApartByTheirIdentity() async throws {
    try await withBook { connection in
      try await Self.fill(connection)
      func sorted(_ column: String, isDescending: Bool = false, limit: Int? = nil) async throws -> [Int] {
        try await Self.ids(
          RecordListing<User>(sort: .init(column: column, isDescending: isDescending), limit: limit), connection)
      }
      #expect(try await sorted("name") == [4, 1, 2, 5, 3, 6])
      #expect(try await sorted("name", isDescending: true) == [6, 3, 5, 2, 1, 4])
      #expect(try await sorted("active") == [2, 5, 1, 3, 4, 6])
      #expect(try await sorted("email") == [5, 6, 4, 3, 2, 1])
      #expect(try await sorted("id", isDescending: true, limit: 2) == [6, 5])
      #expect(try await sorted("name", limit: 0) == [])
      // With a search, conditions and a limit: the first of those that are found.
      let listing = RecordListing<User>(
        search: SearchQuery("example"), conditions: [.init(column: "active", text: "1")],
        sort: .init(column: "email", isDescending: true), limit: 1)
      #expect(try await Self.ids(listing, connection) == [1])
    }
  }

  @Test func oneRecordIsEveryColumnAsItStands() async throws {
    try await withBook { connection in
      try await connection.write { db in
        try db.execute(
          "INSERT INTO facts(id, body, createdAt) VALUES (-3, x'00ff', 7.5), (4, CAST(x'61ff' AS TEXT), 'now')")
      }
      let rows = try await connection.read { db in
        try [-3, 4, 5].map { try RecordListing<Fact>.record($0, db) }
      }
      // A TEXT column makes a text of every number.
      #expect(rows[0] == [.integer(-3), .blob([0, 255]), .text("7.5")])
      #expect(rows[1] == [.integer(4), .text("a\u{FFFD}"), .text("now")])
      #expect(rows[2] == nil)
    }
  }

  @Test func whatAPersonTypesIsTakenAsAFormTakesIt() throws {
    let name = EditableColumn.text("name")
    let active = EditableColumn.flag("active")
    #expect(try name.value(of: " \u{A0}Ada B.\n") == .text(Array("Ada B.".utf8)))
    for word in ["1", "true", "YES", " yes "] { #expect(try active.value(of: word) == .integer(1)) }
    for word in ["0", "False", "no"] { #expect(try active.value(of: word) == .integer(0)) }
    #expect(throws: EditableColumn.Problem.empty) { try name.value(of: " \t") }
    for word in ["", "2", "on", "ja"] {
      #expect(throws: EditableColumn.Problem.noFlag) { try active.value(of: word) }
    }
  }
}
