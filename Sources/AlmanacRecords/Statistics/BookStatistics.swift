// What a book holds, in numbers.
public import Databases
public import LiveQueries

/// What a book holds, in numbers, as of one moment.
public struct BookStatistics: Hashable, Sendable {
  /// How many facts there are.
  public var factCount: Int
  /// How many users are active, and how many are not.
  public var userStates: UserStates
  /// How many users there are.
  public var userCount: Int { userStates.active + userStates.inactive + userStates.neither }
  /// How many users are active.
  public var activeCount: Int { userStates.active }
  /// How many users are not active.
  public var inactiveCount: Int { userStates.inactive }
  /// The users that were added last, the newest first.
  public var newestUsers: [ListedRow]
  /// How many records came in each month.
  public var growth: MonthlyGrowth
  /// Where most addresses are.
  public var domains: MailDomains

  /// Makes statistics of what was counted.
  public init(
    factCount: Int = 0, userStates: UserStates = UserStates(), newestUsers: [ListedRow] = [],
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
      factCount: CountQuery(listed: .facts).fetch(db) { _ in },
      userStates: UserStates.fetch(db),
      newestUsers: NewestUsers().fetch(db),
      growth: MonthlyGrowth.fetch(db),
      domains: MailDomains.fetch(db))
  }
}

/// The users that were added last, the newest first.
public struct NewestUsers: FetchKeyRequest {
  static var sql: String {
    "SELECT \(ListedTable.users.listedColumns.joined(separator: ", ")) FROM \"users\" ORDER BY \"createdAt\" DESC, \"id\" DESC LIMIT 10"
  }

  /// Makes the request.
  public init() {}

  public func fetch(_ db: Database) throws -> [ListedRow] {
    try db.withStatement(Self.sql) { statement in
      var rows: [ListedRow] = []
      while try statement.step() {
        rows.append(ListedRow(statement, of: .users))
      }
      return rows
    }
  }
}
