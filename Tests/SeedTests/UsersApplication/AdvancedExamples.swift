// Document 003, "Advanced Examples" and "Reactive Updates".

import Databases
import LiveQueries
import Observing
import StructuredQueries

enum AdvancedExamples {
  @Table
  struct User: Codable, Hashable, Sendable {
    let id: Int
    let name: String
    let email: String
    let active: Bool
    let createdAt: Int
  }

  @Table
  struct Post: Sendable {
    let id: Int
    let publishedAt: Int?
  }

  struct ActiveUsersView {
    let connection: SQLiteConnection

    @FetchAll var activeUsers: [User]

    init(connection: SQLiteConnection) {
      self.connection = connection
      _activeUsers = FetchAll(
        User.where { $0.active == true }.order(by: \.name),
        connection: connection
      )
    }
  }

  struct UserDetailView {
    let connection: SQLiteConnection
    let userId: Int

    @FetchOne var user: User?

    init(connection: SQLiteConnection, userId: Int) {
      self.connection = connection
      self.userId = userId
      _user = FetchOne(
        User.where { $0.id == userId }.limit(1),
        connection: connection
      )
    }

    /// The values that `body` shows.
    var lines: [String] {
      if let user = user {
        [user.name, user.email]
      } else {
        ["User not found"]
      }
    }
  }

  struct StatisticsView {
    let connection: SQLiteConnection

    @FetchOne var activeUserCount = 0
    @FetchOne var publishedPostCount = 0
    @FetchAll var recentUsers: [User]

    init(connection: SQLiteConnection) {
      self.connection = connection
      _activeUserCount = FetchOne(
        wrappedValue: 0,
        User.where { $0.active == true }.count,
        connection: connection
      )
      _publishedPostCount = FetchOne(
        wrappedValue: 0,
        Post.where { $0.publishedAt != nil }.count,
        connection: connection
      )
      _recentUsers = FetchAll(
        User.order(by: \.createdAt, .descending).limit(10),
        connection: connection
      )
    }
  }

  @MainActor
  struct UserManagementView {
    let connection: SQLiteConnection

    @FetchAll var users: [User]
    @Tracked var newName = ""

    init(connection: SQLiteConnection) {
      self.connection = connection
      _users = FetchAll(User.all, connection: connection)
    }

    func addUser() {
      Task {
        try await connection.transaction { conn in
          try await conn.query(
            "INSERT INTO users (name) VALUES (?)",
            [.text(newName)]
          )
        }
        // @FetchAll automatically updates the UI!
        await MainActor.run {
          newName = ""
        }
      }
    }
  }
}
