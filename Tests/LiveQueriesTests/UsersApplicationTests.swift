// The checks NIO-*: the users application on a connection.

import Activities
import Containers
import Databases
import Locks
import StructuredQueries
import TestSupport
import Testing

@testable import LiveQueries

@Suite(.recordsIssues, .container) struct UsersApplicationTests {
  /// The fetches of the application's screens.
  struct Screens: Equatable, Sendable {
    @FetchAll var active: [User]
    @FetchOne var activeCount = 0
    @FetchOne var total = 0
    @FetchOne var detail: User?

    init(_ connection: SQLiteConnection) {
      _active = FetchAll(User.where { $0.active == true }.order(by: \.name), connection: connection)
      _activeCount = FetchOne(wrappedValue: 0, User.where { $0.active == true }.count(), connection: connection)
      _total = FetchOne(wrappedValue: 0, User.count(), connection: connection)
      _detail = FetchOne(User.where { $0.id == 1 }, connection: connection)
    }
  }

  static let threeUsers = """
    INSERT INTO users(id, name, email, active) VALUES (1, 'Grace', 'g', 1), (2, 'Ada', 'a', 1), (3, 'Bob', 'b', 0)
    """

  @Test("NIO-01, NIO-02: three users in one transaction are one update of list and count")
  func oneTransaction() async throws {
    try await Fixture.run { fixture in
      let screens = Screens(fixture.connection)
      #expect(screens.total == 0)
      await fixture.activity.settled()
      #expect(screens.total == 0)
      let lists = Recorder { screens.active.map(\.name) }
      let totals = Recorder { screens.total }
      try await fixture.connection.transaction { connection in
        try await connection.query("INSERT INTO users(name, email) VALUES (?, ?)", [.text("Grace"), .text("g")])
        try await connection.query("INSERT INTO users(name, email) VALUES (?, ?)", [.text("Ada"), .text("a")])
        try await connection.query("INSERT INTO users(name, email, active) VALUES ('Bob', 'b', 0)")
      }
      await fixture.activity.settled()
      #expect(lists.values == [[], ["Ada", "Grace"]])
      #expect(totals.values == [0, 3])
    }
  }

  @Test("NIO-03: a toggled user leaves the active list and count; total stays; the detail follows")
  func toggled() async throws {
    try await Fixture.run { fixture in
      try await fixture.write(Self.threeUsers)
      let screens = Screens(fixture.connection)
      await fixture.activity.settled()
      #expect(screens.active.map(\.name) == ["Ada", "Grace"])
      #expect(screens.detail?.active == true)
      let totals = Recorder { screens.total }
      try await fixture.connection.query("UPDATE users SET active = ? WHERE id = ?", [.integer(0), .integer(1)])
      await fixture.activity.settled()
      #expect(screens.active.map(\.name) == ["Ada"])
      #expect(screens.activeCount == 1)
      #expect(totals.values == [3])
      #expect(screens.detail?.active == false)
    }
  }

  @Test("NIO-04: the detail of a deleted user is nil")
  func deleted() async throws {
    try await Fixture.run { fixture in
      try await fixture.write(Self.threeUsers)
      let screens = Screens(fixture.connection)
      await fixture.activity.settled()
      #expect(screens.detail?.name == "Grace")
      try await fixture.write("DELETE FROM users WHERE id = 1")
      #expect(screens.detail == nil)
      #expect(screens.$detail.loadError == nil)
    }
  }

  @Test("NIO-05: a transaction that throws changes nothing and passes its error on")
  func failedTransaction() async throws {
    struct Stop: Error {}
    try await Fixture.run { fixture in
      let screens = Screens(fixture.connection)
      await fixture.activity.settled()
      let totals = Recorder { screens.total }
      await #expect(throws: Stop.self) {
        try await fixture.connection.transaction { connection in
          try await connection.query("INSERT INTO users(name, email) VALUES ('Ada', 'a')")
          try await connection.query("INSERT INTO users(name, email) VALUES ('Bob', 'b')")
          throw Stop()
        }
      }
      await fixture.activity.settled()
      #expect(totals.values == [0])
      #expect(screens.active == [])
    }
  }

  @Test("NIO-07: the same SQL with different bindings are two values")
  func bindings() async throws {
    try await Fixture.run { fixture in
      try await fixture.write(Self.threeUsers)
      let one = FetchOne(User.where { $0.id == 1 }, connection: fixture.connection)
      let two = FetchOne(User.where { $0.id == 2 }, connection: fixture.connection)
      await fixture.activity.settled()
      #expect(one.wrappedValue?.name == "Grace")
      #expect(two.wrappedValue?.name == "Ada")
    }
  }

  @Test("NIO-11: a dropped wrapper runs no query")
  func dropped() async throws {
    try await Fixture.run { fixture in
      var screen: FetchAll<User>? = FetchAll(User.order(by: \.name), connection: fixture.connection)
      let copy = screen
      await fixture.activity.settled()
      screen = nil
      _ = fixture.takeStatements()
      try await fixture.write("INSERT INTO users(name, email) VALUES ('Ada', 'a')")
      // A copy still exists, so the query is followed.
      #expect(fixture.takeStatements().count == 2)
      #expect(copy?.wrappedValue.count == 1)
    }
    try await Fixture.run { fixture in
      var screen: FetchAll<User>? = FetchAll(User.order(by: \.name), connection: fixture.connection)
      await fixture.activity.settled()
      #expect(screen?.wrappedValue == [])
      screen = nil
      _ = fixture.takeStatements()
      try await fixture.write("INSERT INTO users(name, email) VALUES ('Ada', 'a')")
      #expect(fixture.takeStatements() == ["INSERT INTO users(name, email) VALUES ('Ada', 'a')"])
    }
  }

  @Test("NIO-13: isLoading is true during the first fetch, false after success and after failure")
  func isLoading() async throws {
    try await Fixture.run { fixture in
      let gate = Gate()
      @Fetch(Gated(gate: gate), connection: fixture.connection) var ids = [Int]()
      #expect($ids.isLoading)
      await gate.reached()
      #expect($ids.isLoading)
      gate.open()
      await fixture.activity.settled()
      #expect(!$ids.isLoading)
      #expect(ids == [1, 2, 3])
      let another = Gate()
      @Fetch(Gated(gate: another, query: "SELECT x FROM nowhere"), connection: fixture.connection) var broken = [Int]()
      #expect($broken.isLoading)
      await another.reached()
      #expect($broken.isLoading)
      another.open()
      await fixture.activity.settled()
      #expect(!$broken.isLoading)
      #expect($broken.loadError is DatabaseError)
      #expect(broken == [])
    }
  }

  @Test("NIO-14: a connection given by parameter prevails over the container's")
  func parameterPrevails() async throws {
    try await Fixture.run { ambient in
      try await Fixture.run { given in
        try await given.write("DELETE FROM records WHERE id > 1")
        Container.shared.defaultDatabase.register(value: ambient.connection)
        @FetchOne(Record.count()) var ofContainer = 0
        @FetchOne(Record.count(), connection: given.connection) var byConnection = 0
        @FetchOne(Record.count(), database: given.connection) var byDatabase = 0
        await ambient.activity.settled()
        await given.activity.settled()
        #expect(ofContainer == 3)
        #expect(byConnection == 1)
        #expect(byDatabase == 1)
      }
    }
  }

  @Test("NIO-15: a newer row comes in at the top of the ten latest, and the tenth drops out")
  func latestTen() async throws {
    try await Fixture.run { fixture in
      try await fixture.write(
        """
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)
        INSERT INTO users(id, name, email, created_at) SELECT i, 'n' || i, 'e' || i, i FROM n
        """)
      let latest = FetchAll(User.order(by: \.createdAt, .descending).limit(10), connection: fixture.connection)
      await fixture.activity.settled()
      #expect(latest.wrappedValue.map(\.id) == [12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
      try await fixture.write("INSERT INTO users(id, name, email, created_at) VALUES (13, 'n', 'e', 13)")
      #expect(latest.wrappedValue.map(\.id) == [13, 12, 11, 10, 9, 8, 7, 6, 5, 4])
    }
  }
}

@Suite(.recordsIssues, .container) struct DefaultDatabaseTests {
  struct Screen: Equatable, Sendable {
    @FetchAll var records: [Record]
    @FetchOne(Record.count) var count = 0

    init() {}

    init(_ connection: SQLiteConnection) {
      _records = FetchAll(connection: connection)
      _count = FetchOne(wrappedValue: 0, Record.count, connection: connection)
    }
  }

  @Test("a bare declaration follows the container's database from its declaration on")
  func registered() async throws {
    try await Fixture.run { fixture in
      Container.shared.defaultDatabase.register(value: fixture.connection)
      let screen = Screen()
      await fixture.activity.settled()
      #expect(screen.records.map(\.id) == [1, 2, 3])
      #expect(screen.count == 3)
    }
  }

  @Test("a bare declaration that is replaced in an init needs no database in the container")
  func replaced() async throws {
    try await Fixture.run { fixture in
      let screen = Screen(fixture.connection)
      await fixture.activity.settled()
      #expect(screen.records.map(\.id) == [1, 2, 3])
      #expect(screen.count == 3)
    }
  }

  @Test("a declaration from before the registration follows from its first use on")
  func registeredLater() async throws {
    try await Fixture.run { fixture in
      let screen = Screen()
      Container.shared.defaultDatabase.register(value: fixture.connection)
      // The first use, which may be too late to see no records.
      _ = (screen.records, screen.count)
      await fixture.activity.settled()
      #expect(screen.records.map(\.id) == [1, 2, 3])
      #expect(screen.count == 3)
    }
  }

  @Test("using a declaration without any database ends with a sentence that says what is missing")
  func missing() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = DefaultDatabaseTests.Screen().records
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Container.defaultDatabase was used, and nothing is registered for it."))
    #expect(message.contains("Container.shared.defaultDatabase.register(value: connection)"))
  }
}
