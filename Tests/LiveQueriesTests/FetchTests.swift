// The checks SD-* of declared fetches.

import Activities
import Databases
import FoundationEssentials
import Locks
import StructuredQueries
import TestSupport
import Testing

@testable import LiveQueries

/// A date, held as seconds since 1970.
private struct Moment: QueryBindable, Hashable {
  var date: Date
  init(decoder: inout some QueryDecoder) throws { date = Date(timeIntervalSince1970: try Double(decoder: &decoder)) }
  var queryBinding: QueryBinding { .real(date.timeIntervalSince1970) }
}

@Table private struct Visit {
  let id: Int
  var at: Moment
}

@Suite(.recordsIssues, .container) struct FetchTests {
  @Test("SD-01: a bare declaration has all rows after the first load, and never a part of them")
  func bareDeclaration() async throws {
    try await Fixture.run { fixture in
      @FetchAll(connection: fixture.connection) var records: [Record]
      let recorder = Recorder { [_records] in _records.wrappedValue.map(\.id) }
      await fixture.activity.settled()
      #expect(records.map(\.id) == [1, 2, 3])
      #expect(recorder.values.allSatisfy { [[], [1, 2, 3]].contains($0) })
    }
  }

  @Test("SD-02: a filtered, ordered fetch")
  func filtered() async throws {
    try await Fixture.run { fixture in
      let connection = fixture.connection
      @FetchAll(Record.where { $0.id > 1 }.order(by: \.id), database: connection) var records
      await fixture.activity.settled()
      #expect(records.map(\.id) == [2, 3])
    }
  }

  @Test("SD-05: one unfiltered DELETE empties the list")
  func unfilteredDelete() async throws {
    try await Fixture.run { fixture in
      @FetchAll(Record.order(by: \.id), connection: fixture.connection) var records
      await fixture.activity.settled()
      #expect(records.count == 3)
      try await fixture.write("DELETE FROM records")
      #expect(records == [])
    }
  }

  @Test("SD-06: a row that is gone is an error where the type has no place for that; the last value stays")
  func missingRow() async throws {
    try await Fixture.run { fixture in
      let first = Record(id: 1)
      @FetchOne(Record.where { $0.id == 1 }, connection: fixture.connection) var record = first
      await fixture.activity.settled()
      #expect($record.loadError == nil)
      try await fixture.write("DELETE FROM records WHERE id = 1")
      #expect($record.loadError is RowNotFoundError)
      await #expect(throws: RowNotFoundError.self) { try await $record.load() }
      #expect(record == first)
      #expect($record.loadError is RowNotFoundError)
      try await fixture.write("INSERT INTO records(id, size) VALUES (1, 7)")
      #expect(record.size == 7)
      #expect($record.loadError == nil)
    }
  }

  @Test("SD-07: a row that is gone is nil where the type is optional")
  func missingOptionalRow() async throws {
    try await Fixture.run { fixture in
      @FetchOne(Record.where { $0.id == 1 }, connection: fixture.connection) var record: Record?
      await fixture.activity.settled()
      #expect(record?.id == 1)
      try await fixture.write("DELETE FROM records WHERE id = 1")
      try await $record.load()
      #expect(record == nil)
      #expect($record.loadError == nil)
    }
  }

  @Test("SD-08: a count follows")
  func count() async throws {
    try await Fixture.run { fixture in
      try await fixture.write("DELETE FROM records WHERE id = 3")
      @FetchOne(Record.count(), connection: fixture.connection) var count = 0
      #expect(count == 0 || count == 2)
      await fixture.activity.settled()
      #expect(count == 2)
      try await fixture.write("DELETE FROM records")
      #expect(count == 0)
    }
  }

  @Test("SD-09: no row, a row with NULL and a row with a value are told apart where the type is doubly optional")
  func doublyOptional() async throws {
    try await Fixture.run { fixture in
      let name = Record.where { $0.id == 9 }.select(\.name)
      @FetchOne(name, connection: fixture.connection) var value: String??
      @FetchOne(name, connection: fixture.connection) var flat: String?
      await fixture.activity.settled()
      #expect(value == .none)
      #expect(flat == nil)
      try await fixture.write("INSERT INTO records(id, name) VALUES (9, NULL)")
      #expect(value == .some(.none))
      #expect(flat == nil)
      try await fixture.write("UPDATE records SET name = 'x' WHERE id = 9")
      #expect(value == .some(.some("x")))
      #expect(flat == "x")
    }
  }

  @Test("REAL-46: an error of the disk under a query is also in the status of the connection, and stays there")
  func failureInStatus() async throws {
    struct Failing: FetchKeyRequest {
      /// The code of SQLite: 1 for a wrong request, 10 for the disk.
      let code: Int32
      func fetch(_ db: Database) throws -> Int { throw DatabaseError(code: code, message: "disk I/O error") }
    }
    try await Fixture.run { fixture in
      @Fetch(Failing(code: 1), connection: fixture.connection) var wrong = 0
      await fixture.activity.settled()
      #expect(fixture.connection.status.failure == nil)
      @Fetch(Failing(code: 10), connection: fixture.connection) var failing = 0
      await fixture.activity.settled()
      #expect($failing.loadError is DatabaseError)
      #expect(fixture.connection.status.failure?.isInputOutput == true)
      @FetchAll(SQLQuery("SELECT id FROM records", as: Int.self), connection: fixture.connection) var ids
      await fixture.activity.settled()
      #expect(ids == [1, 2, 3] && fixture.connection.status.failure?.isInputOutput == true)
    }
  }

  @Test("SD-10: a query that can't run is an error; once it can, there is none")
  func invalidQuery() async throws {
    try await Fixture.run { fixture in
      let query = SQLQuery("SELECT id FROM later", as: Int.self)
      @FetchAll(query, connection: fixture.connection) var ids = [42]
      await fixture.activity.settled()
      #expect($ids.loadError is DatabaseError)
      await #expect(throws: DatabaseError.self) { try await $ids.load() }
      #expect(ids == [42])
      try await fixture.connection.write { try $0.execute("CREATE TABLE later(id); INSERT INTO later VALUES (5)") }
      try await $ids.load()
      #expect($ids.loadError == nil)
      #expect(ids == [5])
    }
  }

  @Test("SD-14: a new wrapper with the same query or none keeps what was loaded, another query is taken over")
  func rebuilt() async throws {
    try await Fixture.run { fixture in
      let connection = fixture.connection
      var wrapper = FetchAll(Record.where { $0.id > 1 }.order(by: \.id), connection: connection)
      try await wrapper.projectedValue.load(Record.where { $0.id == 1 })
      #expect(wrapper.wrappedValue.map(\.id) == [1])
      wrapper.update(from: FetchAll(Record.where { $0.id > 1 }.order(by: \.id), connection: connection))
      #expect(wrapper.wrappedValue.map(\.id) == [1])
      let bare = FetchAll<Int>(wrappedValue: [])
      var ids = FetchAll(SQLQuery("SELECT id FROM records", as: Int.self), connection: connection)
      try await ids.projectedValue.load(SQLQuery("SELECT id + 10 FROM records", as: Int.self))
      ids.update(from: bare)
      #expect(ids.wrappedValue == [11, 12, 13])
      wrapper.update(from: FetchAll(Record.where { $0.id < 3 }.order(by: \.id), connection: connection))
      await fixture.activity.settled()
      #expect(wrapper.wrappedValue.map(\.id) == [1, 2])
    }
  }

  @Test("SD-15: all queries of one request read one snapshot")
  func oneSnapshot() async throws {
    struct RowsAndTotal: FetchKeyRequest {
      struct Value: Equatable {
        var rows: [Int] = []
        var total = 0
      }
      func fetch(_ db: Database) throws -> Value {
        let rows = try SQLQuery("SELECT id FROM records", as: Int.self).fetchAll(db)
        return try Value(rows: rows, total: Record.count().fetchOne(db) ?? -1)
      }
    }
    try await Fixture.run { fixture in
      @Fetch(RowsAndTotal(), connection: fixture.connection) var value = RowsAndTotal.Value()
      let recorder = Recorder { [_value] in _value.wrappedValue }
      for _ in 0..<100 { try await fixture.connection.write { try $0.execute("INSERT INTO records DEFAULT VALUES") } }
      await fixture.activity.settled()
      #expect(value.total == 103)
      #expect(recorder.values.allSatisfy { $0.rows.count == $0.total })
    }
  }

  @Test("SD-23: a NULL that the type has no place for is an error that names the column by index and name")
  func nullInColumn() async throws {
    try await Fixture.run { fixture in
      let error = await #expect(throws: RowDecodingError.self) {
        try await fixture.connection.read { db in
          _ = try SQLQuery("SELECT id, NULL AS name, 'a', 1, 2 FROM records", as: User.self).fetchAll(db)
        }
      }
      #expect(error?.column == 1)
      #expect(error?.name == "name")
      #expect(
        error?.description
          == """
          Column 1 ("name"), row 1 of the result: The column is NULL, but String has no place for it; decode it as String? instead. In: \
          SELECT id, NULL AS name, 'a', 1, 2 FROM records
          """)
    }
  }

  @Test("SD-23: a NULL in a date column")
  func nullInDateColumn() async throws {
    try await Fixture.run { fixture in
      let error = await #expect(throws: RowDecodingError.self) {
        try await fixture.connection.read { db in
          _ = try SQLQuery("SELECT 1 AS id, NULL AS at", as: Visit.self).fetchAll(db)
        }
      }
      #expect(error?.column == 1)
      #expect(error?.name == "at")
      #expect(
        error?.description
          == """
          Column 1 ("at"), row 1 of the result: The column is NULL, but Double has no place for it; decode it as Double? instead. In: \
          SELECT 1 AS id, NULL AS at
          """)
    }
  }

  @Test("SD-24, SQ-13: an insert of no rows and an update without assignments run nothing, and are no change")
  func emptyWrites() async throws {
    try await Fixture.run { fixture in
      @FetchAll(Record.order(by: \.id), connection: fixture.connection) var records
      await fixture.activity.settled()
      let recorder = Recorder { [_records] in _records.wrappedValue.map(\.id) }
      let changes = Lock(0)
      let subscription = fixture.connection.subscribe { _ in changes.withLock { $0 += 1 } }
      _ = fixture.takeStatements()
      let returned = try await fixture.connection.write { db in
        try Record.insert { [Record.Draft]() }.execute(db)
        try Record.updateAll { _ in }.execute(db)
        return try Record.insert { [Record.Draft]() }.returning(\.id).fetchAll(db)
          + [Record.find(1).update { _ in }.returning(\.id).fetchOne(db) ?? 0]
      }
      await fixture.activity.settled()
      #expect(returned == [0])
      #expect(fixture.takeStatements() == [])
      #expect(changes.withLock(\.self) == 0)
      #expect(recorder.values == [[1, 2, 3]])
      withExtendedLifetime((subscription, records)) {}
    }
  }

  @Test("SD-25: what is rolled back is never seen")
  func rolledBack() async throws {
    struct Stop: Error {}
    try await Fixture.run { fixture in
      @FetchAll(Record.order(by: \.id), connection: fixture.connection) var records
      await fixture.activity.settled()
      let recorder = Recorder { [_records] in _records.wrappedValue.count }
      _ = fixture.takeStatements()
      await #expect(throws: Stop.self) {
        try await fixture.connection.write { db in
          try db.execute("INSERT INTO records(id) VALUES (4)")
          throw Stop()
        }
      }
      await fixture.activity.settled()
      #expect(recorder.values == [3])
      #expect(fixture.takeStatements() == ["INSERT INTO records(id) VALUES (4)"])
      #expect(records.count == 3)
    }
  }

  @Test("SD-27: a write that changes no value is silence")
  func sameValue() async throws {
    try await Fixture.run { fixture in
      @FetchAll(Record.order(by: \.id), connection: fixture.connection) var records
      await fixture.activity.settled()
      let recorder = Recorder { [_records] in _records.wrappedValue.count }
      _ = fixture.takeStatements()
      try await fixture.write("UPDATE records SET size = size")
      #expect(recorder.values == [3])
      #expect(fixture.takeStatements() == ["UPDATE records SET size = size"])
      #expect(records.count == 3)
    }
  }

  @Test("SD-27: a refetch that gives equal rows is silence")
  func equalRows() async throws {
    try await Fixture.run { fixture in
      @FetchAll(Record.where { $0.id > 1 }.order(by: \.id), connection: fixture.connection) var records
      await fixture.activity.settled()
      let recorder = Recorder { [_records] in _records.wrappedValue.count }
      _ = fixture.takeStatements()
      try await fixture.write("DELETE FROM records WHERE id = 1")
      #expect(fixture.takeStatements().count == 2)
      #expect(recorder.values == [2])
      #expect(records.count == 2)
    }
  }

  @Test("SD-28: a write to a column that the query does not read runs no query")
  func otherColumn() async throws {
    try await Fixture.run { fixture in
      @FetchAll(Record.select(\.name), connection: fixture.connection) var names
      await fixture.activity.settled()
      _ = fixture.takeStatements()
      try await fixture.write("UPDATE records SET size = size + 1")
      #expect(fixture.takeStatements() == ["UPDATE records SET size = size + 1"])
      #expect(names == [nil, nil, nil])
    }
  }

  @Test("SD-30: of 500 queries one commit runs the one that it meets")
  func manyQueries() async throws {
    try await Fixture.run { fixture in
      let records = (1...500).map {
        FetchAll(
          SQLQuery("SELECT id FROM records WHERE id > \(bind: $0)", as: Int.self), connection: fixture.connection)
      }
      let users = FetchAll(User.all, connection: fixture.connection)
      await fixture.activity.settled()
      _ = fixture.takeStatements()
      try await fixture.write("INSERT INTO users(name, email) VALUES ('Ada', 'a')")
      #expect(fixture.takeStatements().count == 2)
      #expect(users.wrappedValue.map(\.name) == ["Ada"])
      #expect(records[0].wrappedValue == [2, 3])
    }
  }

  /// The benchmark SD-31 measures its duration.
  @Test("SD-31: 50,000 inserts in one transaction run nothing before the commit, and each of 20 queries once after it")
  func bigTransaction() async throws {
    try await Fixture.run { fixture in
      let queries = (0..<20).map {
        FetchOne(
          wrappedValue: -1, SQLQuery("SELECT count(*) + \(bind: $0) FROM records", as: Int.self),
          connection: fixture.connection)
      }
      await fixture.activity.settled()
      _ = fixture.takeStatements()
      try await fixture.connection.write { db in
        for _ in 0..<50_000 { try db.execute("INSERT INTO records(size) VALUES (1)") }
        let selects = fixture.takeStatements().filter { $0.hasPrefix("SELECT") }
        #expect(selects == [])
      }
      await fixture.activity.settled()
      #expect(fixture.takeStatements().count == 20)
      #expect(queries.map(\.wrappedValue) == (0..<20).map { 50_003 + $0 })
    }
  }
}
