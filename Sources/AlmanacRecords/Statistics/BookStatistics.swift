// The content of a book in numbers.
public import Databases
public import LiveQueries

/// The content of a book in numbers, at one moment.
public struct BookStatistics: Hashable, Sendable {
  /// The number of facts.
  public var factCount: Int
  /// The numbers of active and inactive users.
  public var userStates: UserStates
  /// The number of users.
  public var userCount: Int { userStates.active + userStates.inactive + userStates.neither }
  /// The number of active users.
  public var activeCount: Int { userStates.active }
  /// The number of inactive users.
  public var inactiveCount: Int { userStates.inactive }
  /// The newest users, the newest first.
  public var newestUsers: [ListedRow]
  /// The number of facts added in each month.
  public var growth: MonthlyGrowth
  /// The most frequent domains of addresses.
  public var domains: MailDomains

  /// Makes statistics.
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

  /// Reads all statistics. Call inside a read. It makes a pass through every record, which takes about a second for
  /// millions.
  public static func fetch(_ db: Database) throws -> BookStatistics {
    try BookStatistics(
      factCount: CountQuery(listed: .facts).fetch(db) { _ in },
      userStates: UserStates.fetch(db),
      newestUsers: NewestUsers().fetch(db),
      growth: MonthlyGrowth.fetch(db),
      domains: MailDomains.fetch(db))
  }
}

/// Fetches the newest users, the newest first.
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
