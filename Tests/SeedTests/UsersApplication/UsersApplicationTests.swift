// Document 003 runs.

import Containers
import Databases
import LiveQueries
import Locks
import Observing
import StructuredQueries
import TestSupport
import Testing

@MainActor
@Suite(.recordsIssues, .container, .timeLimit(.minutes(10)))
struct UsersApplicationTests {
  nonisolated static let users = """
    CREATE TABLE users(
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL DEFAULT '', active INTEGER NOT NULL DEFAULT 1,
      createdAt INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE posts(id INTEGER PRIMARY KEY, publishedAt INTEGER);
    INSERT INTO users VALUES (1, 'Grace', 'grace@x.org', 1, 20), (2, 'Ada', 'ada@x.org', 1, 10),
      (3, 'Bob', 'bob@x.org', 0, 30);
    INSERT INTO posts VALUES (1, NULL), (2, 5);
    """

  @Test("NIO-02: Basic Usage: all users, and counts that have their default at first")
  func basicUsage() async throws {
    try await Book.run(Self.users) { book in
      let content = BasicUsage.ContentView(connection: book.connection)
      let dashboard = BasicUsage.DashboardView(connection: book.connection)
      #expect((dashboard.userCount, dashboard.postCount) == (0, 0))
      await book.settled()
      #expect(content.users.map(\.name) == ["Grace", "Ada", "Bob"])
      #expect((dashboard.userCount, dashboard.postCount) == (3, 2))
      #expect(
        book.takeStatements() == [
          #"SELECT "users"."id", "users"."name", "users"."email" FROM "users""#,
          #"SELECT count(*) FROM "posts""#,
          #"SELECT count(*) FROM "users""#,
        ])
      let names = try await BasicUsage.names(book.connection)
      #expect(names == ["Grace", "Ada", "Bob"])
    }
  }

  @Test(
    "SQ-26, NIO-03, NIO-04: Advanced Examples: filtered, optional and complex queries follow a change and a deletion")
  func advancedExamples() async throws {
    try await Book.run(Self.users) { book in
      let active = AdvancedExamples.ActiveUsersView(connection: book.connection)
      let detail = AdvancedExamples.UserDetailView(connection: book.connection, userId: 1)
      let statistics = AdvancedExamples.StatisticsView(connection: book.connection)
      await book.settled()
      #expect(active.activeUsers.map(\.name) == ["Ada", "Grace"])
      #expect(detail.lines == ["Grace", "grace@x.org"])
      #expect((statistics.activeUserCount, statistics.publishedPostCount) == (2, 1))
      #expect(statistics.recentUsers.map(\.name) == ["Bob", "Grace", "Ada"])
      let columns = #""users"."id", "users"."name", "users"."email", "users"."active", "users"."createdAt""#
      #expect(
        book.takeStatements() == [
          #"SELECT \#(columns) FROM "users" ORDER BY "users"."createdAt" DESC LIMIT ?"#,
          #"SELECT \#(columns) FROM "users" WHERE "users"."active" = ? ORDER BY "users"."name""#,
          #"SELECT \#(columns) FROM "users" WHERE "users"."id" = ? LIMIT ?"#,
          #"SELECT count(*) FROM "posts" WHERE "posts"."publishedAt" IS NOT NULL"#,
          #"SELECT count(*) FROM "users" WHERE "users"."active" = ?"#,
        ])
      try await book.write("UPDATE users SET active = 0 WHERE id = 2; DELETE FROM users WHERE id = 1")
      #expect(active.activeUsers == [])
      #expect(detail.lines == ["User not found"])
      #expect(statistics.activeUserCount == 0)
    }
  }

  @Test("Reactive Updates: a transaction that reads a field of its screen updates the list by itself")
  func reactiveUpdates() async throws {
    try await Book.run(Self.users) { book in
      let view = AdvancedExamples.UserManagementView(connection: book.connection)
      await book.settled()
      view.newName = "Cy"
      view.addUser()
      await until { view.newName == "" }
      await book.settled()
      #expect(view.users.map(\.name) == ["Grace", "Ada", "Bob", "Cy"])
    }
  }

  @Test("NIO-10: Complete Example App: a user is added, toggled and deleted, and every view follows")
  func completeExample() async throws {
    try await withFolder { folder in
      let app = try await CompleteExample.MyApp(path: folder.appending(path: "users.db").path)
      let list = app.window.users
      let statistics = app.window.statistics
      await app.connection.activity.settled()
      #expect(list.sheet == nil)
      list.showingAddUser = true
      let form = try #require(list.sheet)
      #expect(!form.isComplete)
      (form.name, form.email) = ("Ada", "ada@x.org")
      #expect(form.isComplete)
      form.addUser()
      await until { !list.showingAddUser }
      await until { list.users == [CompleteExample.User(id: 1, name: "Ada", email: "ada@x.org", active: true)] }
      await until { (statistics.totalUsers, statistics.activeUsers, statistics.inactiveUsers) == (1, 1, 0) }
      let detail = CompleteExample.UserDetailView(connection: app.connection, userId: 1)
      await until { detail.text == "Ada, Active" }
      detail.toggleActive()
      await until { detail.text == "Ada, Inactive" }
      await until { (statistics.totalUsers, statistics.activeUsers, statistics.inactiveUsers) == (1, 0, 1) }
      detail.deleteUser()
      await until { detail.text == "User not found" && list.users == [] }
      await app.connection.close()
    }
  }

  @Test("Migration: what was `database:` may stay, or become `connection:`")
  func migration() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "app.db").path
      let connection = try await SQLiteConnection.open(storage: .file(path: path))
      try await connection.write { try $0.execute(Self.users) }
      await connection.close()
      #expect(try await Migration.names(path: path) == [["Grace", "Ada", "Bob"], ["Grace", "Ada", "Bob"]])
    }
  }

  @Test("NIO-13, NIO-14: Best Practices: a connection by parameter or from the container; loading and errors are shown")
  func bestPractices() async throws {
    try await Book.run(Self.users) { book in
      Container.shared.defaultDatabase.register(value: book.connection)
      let view = BestPractices.MyView(connection: book.connection)
      let other = BestPractices.EnvironmentView()
      #expect(view.text == "Loading")
      await book.settled()
      #expect(view.text == "Grace, Ada, Bob")
      #expect(other.users == view.users)
      #expect(other.connection === book.connection)
      BestPractices.Writer(connection: book.connection).addUser(name: "Cy")
      await until { view.text == "Grace, Ada, Bob, Cy" }
    }
    try await Book.run("") { book in
      let view = BestPractices.MyView(connection: book.connection)
      await book.settled()
      #expect(
        view.text == """
          Error: no such table: users (SQLite 1) in: SELECT "users"."id", "users"."name", "users"."active" FROM "users"
          """)
    }
  }

  @Test("SQ-26: Troubleshooting: `where` and `filter` are one query")
  func troubleshooting() async throws {
    try await Book.run(Self.users) { book in
      let names = try await Troubleshooting.names(book.connection)
      #expect(names == [["Grace", "Ada"], ["Grace", "Ada"]])
      #expect(
        Set(book.takeStatements()) == [
          """
          SELECT "users"."id", "users"."name", "users"."active" FROM "users" WHERE "users"."active" = ?
          """
        ])
    }
  }
}
