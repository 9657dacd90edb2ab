// One pass through the rows of a list for the profile of a column.
import Databases
import LiveQueries
import StructuredQueries

/// A pass through a list, inside a read.
struct ProfileScan {
  let list: ListQuery
  let column: String
  let db: Database
  /// The most different values that are counted.
  var mostValues = 100_000
  /// The least time between two reports.
  var pause: Duration = .milliseconds(100)
  /// The limits of a slice of the pass, in rows and time.
  var mostRows = 1 << 13
  var longest: Duration = .milliseconds(5)

  /// Returns the profile of all rows; `progress` receives the profile so far.
  func run(progress: (ColumnProfile) -> Void) throws -> ColumnProfile {
    var tally = try ProfileTally(most: mostValues, encoding: db.textEncoding)
    var told: ContinuousClock.Instant?
    func tell(_ percent: Int?, _ tally: ProfileTally) {
      let now = ContinuousClock.now
      guard told.map({ now - $0 >= pause }) ?? true else { return }
      told = now
      var profile = tally.profile
      profile.percent = percent
      progress(profile)
    }
    if list.table.identity == .none {
      try walk(&tally) { tell(nil, $0) }
    } else {
      try scan(&tally) { tell($0, $1) }
    }
    var profile = tally.profile
    profile.isWhole = true
    return profile
  }

  /// Makes a pass through the rows in slices, so that other programs can write and checkpoint the log meanwhile.
  private func scan(_ tally: inout ProfileTally, _ tell: (Int, ProfileTally) -> Void) throws {
    let terms = ProfileTally.terms(of: column)
    let scan = try SlicedScan(
      list: list, db: db, mostRows: mostRows, longest: longest, rowsBetweenProgress: mostRows, values: terms)
    let bounds = try RecordScan(list: scan.list, db: db).boundsOfRowIDs()
    let rows = bounds == nil ? try scan.rowCount() : 0
    try db.renewSnapshot()
    var seen = tally
    try scan.run { end, tested in
      let share = bounds.flatMap { end.percent(in: $0, isDescending: false) } ?? tested * 100 / max(1, rows)
      tell(min(99, share), seen)
    } _: { statement in
      seen.add(statement, at: scan.firstValue)
      return true
    }
    tally = seen
  }

  /// Makes a pass through a table without an identity, in one statement, since there is no key to resume from.
  private func walk(_ tally: inout ProfileTally, _ tell: (ProfileTally) -> Void) throws {
    let columns = StatementColumns(ProfileTally.terms(of: column))
    try RecordReader(list, db, reading: columns).run { row in
      tally.add(row, at: 0)
      if tally.rows % mostRows == 0 { tell(tally) }
      return true
    }
  }
}
