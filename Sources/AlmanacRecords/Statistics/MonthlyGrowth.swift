// How many facts were added in each month.
public import Databases

/// How many facts were added in each month.
public struct MonthlyGrowth: Hashable, Sendable {
  /// The facts of one month.
  public struct Month: Hashable, Sendable {
    /// The month.
    public var month: CivilMonth
    /// How many records came in it.
    public var count: Int

    /// Makes a month in which so many records came.
    public init(_ month: CivilMonth, _ count: Int) {
      self.month = month
      self.count = count
    }
  }

  /// The months in which facts were added, in their order.
  public var months: [Month]

  /// Makes the growth of these months.
  public init(months: [Month] = []) { self.months = months }

  /// The last months up to the present one, at most so many, those without additions too: what lies behind it, a clock
  /// was wrong. Where nothing was added in them, those up to the newest in which something was; where all lies behind
  /// the present one, up to the newest of all.
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

  /// Goes through all facts, inside a read. A fact belongs to the month of the date that its `createdAt` begins with;
  /// what is no date belongs to none.
  ///
  /// Grouped here and not by SQLite, which would sort all rows, in a temporary file where they are many.
  public static func fetch(_ db: Database) throws -> MonthlyGrowth {
    try db.withStatement("SELECT \"createdAt\" FROM \"facts\"") { statement in
      var counts: [CivilMonth: Int] = [:]
      // Facts lie in the order in which they were added: neighbours are mostly of one month.
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
  /// What a screen follows.
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
