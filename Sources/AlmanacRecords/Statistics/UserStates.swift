// How many users are active, and how many are not.
public import Databases

/// How many users are active and how many are not, both as of one moment.
public struct UserStates: Hashable, Sendable {
  public var active: Int
  public var inactive: Int

  public init(active: Int = 0, inactive: Int = 0) {
    self.active = active
    self.inactive = inactive
  }

  /// Counts both, inside a read.
  public static func fetch(_ db: Database) throws -> UserStates {
    let active = RecordFilter.number("active")
    return try db.withStatement("SELECT count(*), count(nullif(\(active) <> 0, 0)) FROM \"users\"") { statement in
      guard try statement.step() else { return UserStates() }
      let (all, active) = (statement.integer(0), statement.integer(1))
      return UserStates(active: active, inactive: all - active)
    }
  }
}

extension UserStates {
  /// What a screen follows.
  public struct Query: LateQuery {
    public var table: String { "users" }
    public var columns: [String] { ["active"] }

    public init() {}

    public func fetch(_ db: Database, progress: (LateValue<UserStates>.Progress) -> Void) throws -> UserStates {
      try UserStates.fetch(db)
    }
  }
}
