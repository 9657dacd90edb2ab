// The content of a book in numbers.
public import Databases
import LiveQueries
public import StructuredQueries

/// The content of a book in numbers, at one moment.
public struct BookStatistics: Hashable, Sendable {
  /// The number of facts.
  public var factCount: Int
  /// The numbers of active and inactive users.
  public var userStates: UserStates
  /// The number of users.
  public var userCount: Int { userStates.all }
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
      userStates: UserStates.query.fetch(db).first.map { UserStates($0) } ?? UserStates(),
      newestUsers: NewestUsers.query.fetch(db).map { NewestUsers.listed($0) },
      growth: MonthlyGrowth.fetch(db),
      domains: MailDomains.fetch(db))
  }
}

/// The newest users, the newest first.
public enum NewestUsers {
  /// Their columns, in the order of the table.
  public typealias Row = RowTuple<Int, Excerpt, Excerpt, Excerpt, Excerpt>

  /// The ten newest users.
  public static let query = TypedQuery(
    User.order { user in
      user.createdAt.desc()
      user.id.desc()
    }.limit(10).select { user in
      (user.id, any(user.name), any(user.email), any(user.active), any(user.createdAt))
    })

  /// A column with whatever another program has stored in it.
  private static func any(_ column: some QueryExpression) -> SQLExpression<Excerpt> { SQLExpression(column.fragment) }

  /// A row of `query` as a list shows it.
  public static func listed(_ row: Row) -> ListedRow {
    let (id, name, email, active, createdAt) = row.values
    return ListedRow(id: .rowID(id), cells: [.integer(id), name, email, active, createdAt])
  }
}
