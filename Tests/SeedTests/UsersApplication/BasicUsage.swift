// Document 003, "What's New" and "Basic Usage".

import Databases
import LiveQueries
import StructuredQueries

enum BasicUsage {
  @Table
  struct User: Codable, Hashable, Sendable {
    let id: Int
    let name: String
    let email: String
  }

  @Table
  struct Post: Sendable {
    let id: Int
  }

  struct ContentView {
    let connection: SQLiteConnection

    // Fetch all users
    @FetchAll var users: [User]

    init(connection: SQLiteConnection) {
      self.connection = connection
      _users = FetchAll(User.all, connection: connection)
    }
  }

  struct DashboardView {
    let connection: SQLiteConnection

    // Fetch single values
    @FetchOne var userCount = 0
    @FetchOne var postCount = 0

    init(connection: SQLiteConnection) {
      self.connection = connection
      _userCount = FetchOne(wrappedValue: 0, User.count, connection: connection)
      _postCount = FetchOne(wrappedValue: 0, Post.count, connection: connection)
    }
  }

  /// The names of all users, fetched by one line, if the connection is available.
  static func names(_ connection: SQLiteConnection) async throws -> [String] {
    // After Phase 4 (using @FetchAll directly)
    @FetchAll(User.all, connection: connection) var users
    try await $users.load()
    return users.map(\.name)
  }
}
