// How many users are active, and how many are not.
public import Databases
import StructuredQueries

/// How many users are active and how many are not, all as of one moment.
public struct UserStates: Hashable, Sendable {
  /// How many are active.
  public var active: Int
  /// How many are not active.
  public var inactive: Int
  /// Those whose column holds neither yes nor no, but a text say.
  public var neither: Int

  /// Makes the states of so many users.
  public init(active: Int = 0, inactive: Int = 0, neither: Int = 0) {
    self.active = active
    self.inactive = inactive
    self.neither = neither
  }

  /// Counts them, inside a read.
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
  /// What a screen follows.
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
