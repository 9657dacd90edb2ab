// Counts that follow every commit.
import Activities
import AlmanacRecords
import Databases
import Dispatch
import LiveQueries
import Locks
import Observing
import TestSupport
import Testing

@Suite struct LiveCountTests {
  private static func add(_ count: Int, to connection: SQLiteConnection) async throws {
    try await connection.write { db in
      try db.execute(
        """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
        INSERT INTO facts(body) SELECT 'Fact ' || n FROM numbers
        """)
    }
  }

  @Test func ourOwnChangesAreArithmetic() async throws {
    try await withTemporaryBook { book in
      try await Self.add(100, to: book.connection)
      let count = LiveCount(.facts, connection: book.connection)
      #expect(count.wrappedValue == .unknown)
      await book.connection.activity.settled()
      #expect(count.wrappedValue == RecordCount(value: 100, isCurrent: true))
      book.statements.withLock { $0 = [] }
      try await Self.add(7, to: book.connection)
      #expect(count.wrappedValue == RecordCount(value: 107, isCurrent: true))
      try await book.connection.write { db in try db.execute("DELETE FROM facts WHERE id <= 50") }
      try await book.connection.write { db in try db.execute("UPDATE facts SET body = 'x' WHERE id > 100") }
      try await book.connection.write { db in
        try db.execute("REPLACE INTO facts(id, body) VALUES (100, 'a'), (101, 'b'), (999, 'c')")
      }
      try? await book.connection.write { db in
        try db.execute("DELETE FROM facts")
        throw CancellationError()
      }
      await book.connection.activity.settled()
      #expect(count.wrappedValue == RecordCount(value: 58, isCurrent: true))
      #expect(book.statements.withLock { $0.filter { $0.contains("count(") } } == [])
      try await book.connection.write { db in try db.execute("DELETE FROM facts") }
      #expect(count.wrappedValue == RecordCount(value: 0, isCurrent: true))
    }
  }

  @Test("our own changes of a table whose name has capitals are arithmetic too")
  func capitals() async throws {
    try await withTemporaryBook { book in
      try await book.connection.write { db in try db.execute("CREATE TABLE Notes(id INTEGER PRIMARY KEY)") }
      let shape = try #require(try await book.connection.read { db in try TableShape(named: "Notes", db) })
      let count = LiveCount(ListedTable(shape), connection: book.connection)
      await book.connection.activity.settled()
      try await book.connection.write { db in try db.execute("INSERT INTO Notes VALUES (1), (2)") }
      #expect(count.wrappedValue == RecordCount(value: 2, isCurrent: true))
    }
  }

  @Test("of a view and of a module's table our own changes are counted again")
  func notArithmetic() async throws {
    try await withTemporaryBook { book in
      let connection = book.connection
      try await connection.write { db in
        try db.execute(
          """
          CREATE TABLE Notes(id INTEGER PRIMARY KEY, size); CREATE VIEW large AS SELECT id FROM Notes WHERE size > 9;
          CREATE VIRTUAL TABLE words USING fts5(body);
          """)
      }
      let tables = try await connection.read { db in
        try ["large", "words"].map { try #require(try ListedTable.named($0, db)) }
      }
      let (large, words) = (
        LiveCount(tables[0], connection: connection), LiveCount(tables[1], connection: connection)
      )
      await connection.activity.settled()
      try await connection.write { db in
        try db.execute(
          "INSERT INTO Notes VALUES (1, 5), (2, 10), (3, 11); INSERT INTO words VALUES ('red kite'), ('blue whale')")
      }
      await connection.activity.settled()
      #expect(large.wrappedValue == RecordCount(value: 2, isCurrent: true))
      #expect(words.wrappedValue == RecordCount(value: 2, isCurrent: true))
      try await connection.write { db in
        try db.execute("UPDATE Notes SET size = 20 WHERE id = 1; DELETE FROM words WHERE words MATCH 'whale'")
      }
      await connection.activity.settled()
      #expect(large.wrappedValue == RecordCount(value: 3, isCurrent: true))
      #expect(words.wrappedValue == RecordCount(value: 1, isCurrent: true))
    }
  }

  @Test func othersChangesAreCountedAgain() async throws {
    try await withTemporaryBook { book in
      let count = LiveCount(.facts, connection: book.connection)
      let users = LiveCount(.users, connection: book.connection)
      await book.connection.activity.settled()
      let raw = try RawConnection(book.path)
      try raw.run("INSERT INTO facts(body) VALUES ('a'), ('b')")
      try await book.connection.lookForOutsideChanges()
      await book.connection.activity.settled()
      #expect(count.wrappedValue == RecordCount(value: 2, isCurrent: true))
      #expect(users.wrappedValue == RecordCount(value: 0, isCurrent: true))
    }
  }

  @Test func aSearchIsCountedAgainWhereItsTextChanged() async throws {
    try await withTemporaryBook { book in
      try await Self.add(100, to: book.connection)
      let count = LiveCount(.facts, connection: book.connection)
      count.load(SearchQuery("fact 1"))
      await book.connection.activity.settled()
      #expect(count.wrappedValue == RecordCount(value: 20, isCurrent: true))
      book.statements.withLock { $0 = [] }
      try await book.connection.write { db in try db.execute("UPDATE facts SET createdAt = 'x'") }
      await book.connection.activity.settled()
      #expect(
        book.statements.withLock { $0.filter { $0.hasPrefix("SELECT") } } == [], "nothing that is searched changed")
      try await book.connection.write { db in try db.execute("UPDATE facts SET body = 'other' WHERE id = 1") }
      await book.connection.activity.settled()
      #expect(count.wrappedValue == RecordCount(value: 19, isCurrent: true))
      count.load(SearchQuery("other"))
      await book.connection.activity.settled()
      #expect(count.wrappedValue == RecordCount(value: 1, isCurrent: true))
      count.load(SearchQuery(""))
      await book.connection.activity.settled()
      #expect(count.wrappedValue == RecordCount(value: 100, isCurrent: true))
    }
  }

  @Test func aFilteredCountFollowsTheColumnThatDecides() async throws {
    try await withTemporaryBook { book in
      try await book.connection.write { db in
        try db.execute(
          "INSERT INTO users(name, email, active) VALUES ('a', 'a@x', 1), ('b', 'b@x', 0), ('c', 'c@x', 1)")
      }
      let active = LiveCount(.users, filter: ListedTable.users.style.filters[0], connection: book.connection)
      let found = LiveCount(
        .users, search: SearchQuery("a"), filter: ListedTable.users.style.filters[1], connection: book.connection)
      await book.connection.activity.settled()
      #expect(active.wrappedValue == RecordCount(value: 2, isCurrent: true))
      #expect(found.wrappedValue == RecordCount(value: 0, isCurrent: true))
      book.statements.withLock { $0 = [] }
      try await book.connection.write { db in try db.execute("UPDATE users SET createdAt = '2026-01-01'") }
      await book.connection.activity.settled()
      #expect(book.statements.withLock { $0.filter { $0.contains("SELECT count") } } == [], "nothing that decides")
      _ = try await book.connection.write { db in try ListedTable.users.toggle("active", of: [1], db) }
      await book.connection.activity.settled()
      #expect(active.wrappedValue == RecordCount(value: 1, isCurrent: true))
      #expect(found.wrappedValue == RecordCount(value: 1, isCurrent: true))
    }
  }

  @Test func whatIsCommittedWhileACountRunsIsNotMissed() async throws {
    try await withTemporaryBook { book in
      try await Self.add(1000, to: book.connection)
      for round in 0..<20 {
        let count = LiveCount(.facts, connection: book.connection)
        count.load(SearchQuery(round % 2 == 0 ? "" : "fact"))
        // Does not wait: the count is under way, or not yet begun.
        try await book.connection.write { db in try db.execute("INSERT INTO facts(body) VALUES ('Fact more')") }
        await book.connection.activity.settled()
        #expect(count.wrappedValue == RecordCount(value: 1001 + round, isCurrent: true), "round \(round)")
      }
    }
  }

  /// A commit that a count sees before it is told of it: the news is held back until `publish` is signalled.
  private static func heldCommit(
    _ book: TemporaryBook, _ body: (LiveCount, _ publish: DispatchSemaphore) async throws -> Void
  ) async throws {
    try await add(100, to: book.connection)
    let (told, publish) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // Is told of the commit before the count is.
    let subscription = book.connection.subscribe { _ in
      told.signal()
      publish.wait()
    }
    let count = LiveCount(.facts, connection: book.connection)
    count.load(SearchQuery("none"))
    await book.connection.activity.settled()
    let write = Task {
      try await book.connection.write { db in try db.execute("INSERT INTO facts(body) VALUES ('more')") }
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        told.wait()
        continuation.resume()
      }
    }
    count.load(SearchQuery(""))
    let counted = AsyncStream<Void>.makeStream()
    let token = await MainActor.run {
      observe { if count.wrappedValue.value == 101 { counted.continuation.yield() } }
    }
    for await _ in counted.stream { break }
    try await body(count, publish)
    try await write.value
    await book.connection.activity.settled()
    withExtendedLifetime((subscription, token)) {}
  }

  @Test func aCommitThatTheCountHasSeenIsNotAddedToIt() async throws {
    try await withTemporaryBook { book in
      try await Self.heldCommit(book) { count, publish in
        publish.signal()
        await book.connection.activity.settled()
        #expect(count.wrappedValue == RecordCount(value: 101, isCurrent: true))
      }
    }
  }

  @Test func aCommitThatTheCountHasSeenIsNotAddedToItInAPauseEither() async throws {
    try await withTemporaryBook { book in
      let scope = FetchScope()
      try await FetchScope.$current.withValue(scope) {
        try await Self.heldCommit(book) { count, publish in
          // The count is known, and its end is not yet processed.
          scope.pause()
          publish.signal()
          await book.connection.activity.settled()
          #expect(count.wrappedValue == RecordCount(value: 101, isCurrent: true))
          scope.resume()
          await book.connection.activity.settled()
          #expect(count.wrappedValue == RecordCount(value: 101, isCurrent: true))
        }
      }
    }
  }

  @Test func copiesShareTheirCount() async throws {
    try await withTemporaryBook { book in
      let count = LiveCount(.facts, connection: book.connection)
      let copy = count.projectedValue
      await book.connection.activity.settled()
      let other = LiveCount(.facts, connection: book.connection)
      #expect(copy == count)
      #expect(other != count, "it is not known yet")
      await book.connection.activity.settled()
      #expect(other == count)
    }
  }
}
