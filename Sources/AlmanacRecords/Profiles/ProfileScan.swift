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
    func tell(_ percent: Int?) {
      let now = ContinuousClock.now
      guard told.map({ now - $0 >= pause }) ?? true else { return }
      told = now
      var profile = tally.profile
      profile.percent = percent
      progress(profile)
    }
    let terms = ProfileTally.terms(of: column)
    if list.table.identity == .none {
      // In one statement, since there is no key to resume from.
      try RecordReader(list, db, reading: StatementColumns(terms)).run { row in
        tally.add(row, at: 0)
        if tally.rows % mostRows == 0 { tell(nil) }
        return true
      }
    } else {
      // In slices, so that other programs can write and checkpoint the log meanwhile.
      let scan = try SlicedScan(
        list: list, db: db, mostRows: mostRows, longest: longest, rowsBetweenProgress: mostRows, values: terms)
      try scan.run(percent: tell) { row in
        tally.add(row, at: scan.firstValue)
        return true
      }
    }
    var profile = tally.profile
    profile.isWhole = true
    return profile
  }
}
