// The number of facts added in each month.
public import Databases
public import LiveQueries

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

  /// Makes a pass through all facts. Call inside a read. A fact counts for the month of the date at the start of its
  /// `createdAt`; without a date it does not count.
  ///
  /// The counts are grouped here: SQLite would sort all rows, many of them in a temporary file.
  public static func fetch(_ db: Database) throws -> MonthlyGrowth {
    try db.withStatement("SELECT \"createdAt\" FROM \"facts\"") { statement in
      var counts: [CivilMonth: Int] = [:]
      // Facts are stored in the order of their addition, so neighbours mostly have the same month.
      var run: (month: CivilMonth?, count: Int) = (nil, 0)
      func endRun() { if let month = run.month { counts[month, default: 0] += run.count } }
      while try statement.step() {
        guard statement.storageClass(0) == .text else { continue }
        let month = statement.withBytes(0) { CivilMonth(date: $0) }
        if month == run.month {
          run.count += 1
        } else {
          endRun()
          run = (month, 1)
        }
      }
      endRun()
      return MonthlyGrowth(months: counts.sorted { $0.key < $1.key }.map { Month($0.key, $0.value) })
    }
  }
}

extension MonthlyGrowth {
  /// The query that a screen observes.
  public struct Query: LateQuery {
    public var table: String { "facts" }
    public var columns: [String] { ["createdat"] }

    /// Makes the request.
    public init() {}

    public func fetch(_ db: Database, progress: (LateValue<MonthlyGrowth>.Progress) -> Void) throws -> MonthlyGrowth {
      try MonthlyGrowth.fetch(db)
    }
  }
}
