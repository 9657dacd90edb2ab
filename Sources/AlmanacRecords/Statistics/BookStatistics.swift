// What a book holds, in numbers.
public import Databases
import LiveQueries
public import StructuredQueries

/// What a book holds, in numbers, as of one moment.
public struct BookStatistics: Hashable, Sendable {
  public var factCount: Int
  public var userStates: UserStates
  public var userCount: Int { userStates.active + userStates.inactive }
  public var activeCount: Int { userStates.active }
  public var inactiveCount: Int { userStates.inactive }
  /// The users that were added last, the newest first.
  public var newestUsers: [User]
  public var growth: MonthlyGrowth
  public var domains: MailDomains

  public init(
    factCount: Int = 0, userStates: UserStates = UserStates(), newestUsers: [User] = [],
    growth: MonthlyGrowth = MonthlyGrowth(), domains: MailDomains = MailDomains()
  ) {
    self.factCount = factCount
    self.userStates = userStates
    self.newestUsers = newestUsers
    self.growth = growth
    self.domains = domains
  }

  /// All of it, inside a read. Goes through every record: a second or so where there are millions.
  public static func fetch(_ db: Database) throws -> BookStatistics {
    try BookStatistics(
      factCount: CountQuery<Fact>().fetch(db) { _ in },
      userStates: UserStates.fetch(db),
      newestUsers: User.newest(10).fetchAll(db),
      growth: MonthlyGrowth.fetch(db),
      domains: MailDomains.fetch(db))
  }
}

extension User {
  /// The users that were added last, the newest first.
  public static func newest(_ count: Int) -> some Statement<User> & Sendable {
    SQLQuery<User>(
      """
      SELECT \(raw: listedColumns.joined(separator: ", ")) FROM \(User.self) \
      ORDER BY "createdAt" DESC, "id" DESC LIMIT \(bind: count)
      """)
  }
}
