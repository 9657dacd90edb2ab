// Document 003, "Migration from GRDB", "Best Practices" and "Troubleshooting".

import Containers
import Databases
import LiveQueries
import StructuredQueries

enum Migration {
  @Table
  struct User: Codable, Hashable, Sendable {
    let id: Int
    let name: String
    var active = true
  }

  /// Before and after the migration, the code is the same here: `database:` and `connection:` both name the database.
  static func names(path: String) async throws -> [[String]] {
    let dbQueue = try await SQLiteConnection.open(storage: .file(path: path))
    let before: [String]
    do {
      @FetchAll(User.all, database: dbQueue) var users
      try await $users.load()
      before = users.map(\.name)
    }
    await dbQueue.close()

    let connection = try await SQLiteConnection.open(
      storage: .file(path: path)
    )
    @FetchAll(User.all, connection: connection) var users
    try await $users.load()
    let after = users.map(\.name)
    await connection.close()
    return [before, after]
  }
}

enum BestPractices {
  typealias User = Migration.User

  // Via parameter
  struct MyView {
    let connection: SQLiteConnection
    @FetchAll var users: [User]

    init(connection: SQLiteConnection) {
      self.connection = connection
      _users = FetchAll(User.all, connection: connection)
    }

    /// The values that `body` shows.
    var text: String {
      if let error = $users.loadError {
        "Error: \(error)"
      } else if $users.isLoading {
        "Loading"
      } else {
        users.map(\.name).joined(separator: ", ")
      }
    }
  }

  // Or via environment (custom implementation)
  struct EnvironmentView {
    @Dependency(\.defaultDatabase) var connection
    @FetchAll var users: [User]
  }

  struct Writer {
    let connection: SQLiteConnection

    func addUser(name: String) {
      Task {
        try await connection.transaction { conn in
          try await conn.query(
            "INSERT INTO users (name) VALUES (?)",
            [.text(name)]
          )
        }
        // @FetchAll updates automatically
      }
    }
  }
}

enum Troubleshooting {
  typealias User = Migration.User

  /// The names of the active users, in both spellings.
  static func names(_ connection: SQLiteConnection) async throws -> [[String]] {
    // Correct
    @FetchAll(User.where { $0.active == true }, connection: connection)
    var correct

    // Also correct
    @FetchAll(User.filter { $0.active == true }, connection: connection)
    var alsoCorrect

    try await $correct.load()
    try await $alsoCorrect.load()
    return [correct.map(\.name), alsoCorrect.map(\.name)]
  }
}
