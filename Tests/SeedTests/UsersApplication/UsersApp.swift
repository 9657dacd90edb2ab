// Document 003, "Complete Example App": model, application and main view.

import Databases
import LiveQueries
import Observing
import StructuredQueries

enum CompleteExample {
  // MARK: - Model

  @Table
  struct User: Codable, Hashable, Sendable {
    let id: Int
    let name: String
    let email: String
    let active: Bool
  }

  // MARK: - App

  @MainActor
  struct MyApp {
    let connection: SQLiteConnection

    init(path: String) async throws {
      // Open database
      connection = try await SQLiteConnection.open(
        storage: .file(path: path)
      )

      // Create table
      try await connection.query(
        """
          CREATE TABLE IF NOT EXISTS users (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            email TEXT NOT NULL UNIQUE,
            active INTEGER NOT NULL DEFAULT 1
          )
        """, [])
    }

    /// The values that `body` shows.
    var window: ContentView { ContentView(connection: connection) }
  }

  // MARK: - Main View

  @MainActor
  struct ContentView {
    let connection: SQLiteConnection

    /// The views of the tabs.
    var users: UsersListView { UsersListView(connection: connection) }
    var statistics: StatisticsView { StatisticsView(connection: connection) }
  }
}
