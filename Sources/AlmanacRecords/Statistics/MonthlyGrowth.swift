// The number of facts added in each month.
public import Databases
public import StructuredQueries

/// The number of facts added in each month.
public struct MonthlyGrowth: Hashable, Sendable {
  /// The facts of one month.
  public struct Month: Hashable, Sendable {
    /// The month.
    public var month: CivilMonth
    /// The number of facts added in it.
    public var count: Int

    /// Makes a month with so many added facts.
    public init(_ month: CivilMonth, _ count: Int) {
      self.month = month
      self.count = count
    }
  }

  /// The months with added facts, in order.
  public var months: [Month]

  /// Makes the growth of these months.
  public init(months: [Month] = []) { self.months = months }

  /// The last months up to the present one, at most `count`, including months without additions. Later months come from
  /// a wrong clock and are left out. If the last months have no additions, it returns the months up to the newest with
  /// additions; if all months are later, up to the newest of them.
  public func last(_ count: Int, upTo present: CivilMonth) -> [Month] {
    let upToPresent = months.prefix { $0.month <= present }
    let shown = upToPresent.isEmpty ? months[...] : upToPresent
    guard count > 0, let last = shown.last?.month, let oldest = shown.first?.month else { return [] }
    let newest = last <= present && last.advanced(by: count) > present ? present : last
    let first = max(oldest, newest.advanced(by: 1 - count))
    var left = shown.drop { $0.month < first }
    var all: [Month] = []
    var month = first
    while month <= newest {
      all.append(left.first?.month == month ? left.removeFirst() : Month(month, 0))
      month = month.advanced(by: 1)
    }
    return all
  }

  /// The month at the start of a fact's `createdAt`, as `YYYY-MM`; NULL if it does not begin with a date.
  private static func month(of fact: Fact.TableColumns) -> SQLExpression<String?> {
    let (text, date): (QueryFragment, QueryFragment) = (fact.createdAt.fragment, "substr(\(fact.createdAt), 1, 10)")
    // With a modifier SQLite turns a day that the month does not have into one of the next month. With more digits it
    // would be another number.
    return SQLExpression(
      """
      CASE WHEN date(\(date), '+0 days') = \(date) AND substr(\(text), 11, 1) NOT BETWEEN '0' AND '9' THEN substr(\(text), 1, 7) END
      """)
  }

  /// The number of facts of each month; those without a date have the month NULL.
  public static let query = TypedQuery(
    Fact.group { month(of: $0) }.select { fact in (month(of: fact), fact.count()) })

  /// Makes the growth from rows of `query`, in any order.
  public init(_ counts: some Sequence<(month: String?, count: Int)>) {
    months = counts.compactMap { count in
      count.month.flatMap(CivilMonth.init).map { Month($0, count.count) }
    }.sorted { $0.month < $1.month }
  }

  /// Makes a pass through all facts. Call inside a read.
  ///
  /// The counts are grouped here: SQLite would sort all rows, many of them in a temporary file.
  public static func fetch(_ db: Database) throws -> MonthlyGrowth {
    try db.withStatement(Fact.select { month(of: $0) }.query.sql) { statement in
      var counts: [String?: Int] = [:]
      // Facts are stored in the order of their addition, so neighbours mostly have the same month.
      var run: (month: String?, count: Int) = (nil, 0)
      while try statement.step() {
        let month = statement.storageClass(0) == .text ? statement.text(0) : nil
        if month != run.month {
          counts[run.month, default: 0] += run.count
          run = (month, 0)
        }
        run.count += 1
      }
      counts[run.month, default: 0] += run.count
      return MonthlyGrowth(counts.map { (month: $0.key, count: $0.value) })
    }
  }
}
