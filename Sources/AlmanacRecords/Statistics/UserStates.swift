// The numbers of active and inactive users.
public import Databases
public import LiveQueries
import StructuredQueries

/// The numbers of active and inactive users, at one moment.
public struct UserStates: Hashable, Sendable {
  /// The number of active users.
  public var active: Int
  /// The number of inactive users.
  public var inactive: Int
  /// The number of users whose column is neither yes nor no, for example a text.
  public var neither: Int

  /// Makes the states.
  public init(active: Int = 0, inactive: Int = 0, neither: Int = 0) {
    self.active = active
    self.inactive = inactive
    self.neither = neither
  }

  /// Counts the users. Call inside a read.
  public static func fetch(_ db: Database) throws -> UserStates {
    let counts = [true, false].map { "count(nullif(\(RecordFilter.condition("active", is: $0).sql), 0))" }
    return try db.withStatement("SELECT count(*), \(counts.joined(separator: ", ")) FROM \"users\"") { statement in
      guard try statement.step() else { return UserStates() }
      let (all, active, inactive) = (statement.integer(0), statement.integer(1), statement.integer(2))
      return UserStates(active: active, inactive: inactive, neither: all - active - inactive)
    }
  }
}

extension UserStates {
  /// The query that a screen observes.
  public struct Query: LateQuery {
    public var table: String { "users" }
    public var columns: [String] { ["active"] }

    /// Makes the request.
    public init() {}

    public func fetch(_ db: Database, progress: (LateValue<UserStates>.Progress) -> Void) throws -> UserStates {
      try UserStates.fetch(db)
    }
  }
}
