// The numbers of active and inactive users.
public import StructuredQueries

/// The numbers of active and inactive users, at one moment.
public struct UserStates: Hashable, Sendable {
  /// The number of active users.
  public var active: Int
  /// The number of inactive users.
  public var inactive: Int
  /// The number of users whose column is neither yes nor no, for example a text.
  public var neither: Int

  /// The number of all users.
  public var all: Int { active + inactive + neither }

  /// Makes the states.
  public init(active: Int = 0, inactive: Int = 0, neither: Int = 0) {
    self.active = active
    self.inactive = inactive
    self.neither = neither
  }

  /// Makes the states from a row of `query`.
  public init(_ counts: RowTuple<Int, Int, Int>) {
    let (all, active, inactive) = counts.values
    self.init(active: active, inactive: inactive, neither: all - active - inactive)
  }

  /// All users, the active and the inactive ones, in one row.
  public static let query = TypedQuery(
    User.select { user in
      (user.count(), user.count(filter: condition(true)), user.count(filter: condition(false)))
    })

  private static func condition(_ isActive: Bool) -> SQLExpression<Bool> {
    SQLExpression("\(raw: RecordFilter.condition("active", is: isActive).sql)")
  }
}
