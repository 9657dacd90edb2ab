// Document 003, "Complete Example App": the views.

import Databases
import LiveQueries
import Observing
import StructuredQueries

extension CompleteExample {
  // MARK: - Users List

  @MainActor
  struct UsersListView {
    let connection: SQLiteConnection

    // Fetch all users - automatically updates!
    @FetchAll var users: [User]

    @Tracked var showingAddUser = false

    init(connection: SQLiteConnection) {
      self.connection = connection
      _users = FetchAll(User.order(by: \.name), connection: connection)
    }

    /// The view in the sheet of `body`, if it is shown.
    var sheet: AddUserView? {
      guard showingAddUser else { return nil }
      let isPresented = Binding(get: { showingAddUser }, set: { showingAddUser = $0 })
      return AddUserView(connection: connection, isPresented: isPresented)
    }
  }

  // MARK: - User Detail

  @MainActor
  struct UserDetailView {
    let connection: SQLiteConnection
    let userId: Int

    @FetchOne var user: User?

    init(connection: SQLiteConnection, userId: Int) {
      self.connection = connection
      self.userId = userId
      _user = FetchOne(
        User.where { $0.id == userId },
        connection: connection
      )
    }

    /// The values that `body` shows.
    var text: String {
      if let user = user {
        "\(user.name), \(user.active ? "Active" : "Inactive")"
      } else {
        "User not found"
      }
    }

    func toggleActive() {
      guard let user = user else { return }
      Task {
        try await connection.transaction { conn in
          try await conn.query(
            "UPDATE users SET active = ? WHERE id = ?",
            [.integer(user.active ? 0 : 1), .integer(userId)]
          )
        }
      }
    }

    func deleteUser() {
      Task {
        try await connection.transaction { conn in
          try await conn.query("DELETE FROM users WHERE id = ?", [.integer(userId)])
        }
      }
    }
  }

  // MARK: - Statistics

  struct StatisticsView {
    let connection: SQLiteConnection

    @FetchOne var totalUsers = 0
    @FetchOne var activeUsers = 0
    @FetchOne var inactiveUsers = 0

    init(connection: SQLiteConnection) {
      self.connection = connection
      _totalUsers = FetchOne(wrappedValue: 0, User.count, connection: connection)
      _activeUsers = FetchOne(
        wrappedValue: 0,
        User.where { $0.active == true }.count,
        connection: connection
      )
      _inactiveUsers = FetchOne(
        wrappedValue: 0,
        User.where { $0.active == false }.count,
        connection: connection
      )
    }
  }

  // MARK: - Add User

  @MainActor
  struct AddUserView {
    let connection: SQLiteConnection
    @Binding var isPresented: Bool

    @Tracked var name = ""
    @Tracked var email = ""
    @Tracked var active = true

    /// Whether `body` lets its button be pressed.
    var isComplete: Bool { !(name.isEmpty || email.isEmpty) }

    func addUser() {
      Task {
        do {
          try await connection.transaction { conn in
            try await conn.query(
              "INSERT INTO users (name, email, active) VALUES (?, ?, ?)",
              [.text(name), .text(email), .integer(active ? 1 : 0)]
            )
          }
          await MainActor.run {
            isPresented = false
          }
        } catch {
          print("Error adding user: \(error)")
        }
      }
    }
  }
}
