// Decides which runs share a read, and how soon a query may run again.

/// The pace of runs, from the processor time of the last ones.
enum RunPace {
  /// A query whose last run took less time is quick. Quick queries run together, in one snapshot, up to this time in
  /// total.
  static let quick: Duration = .milliseconds(8)
  /// The minimum time between two runs of a query while commits come faster than runs end: a frame.
  static let frame: Duration = .milliseconds(16)
  /// How long a slow query waits before it runs again for others' commits, and a late one for any commits, as a multiple
  /// of its last run's time. A slow query shows a commit of this program within a frame.
  static let patience = 10
  /// The delay of a late run, which leaves the processor to the reads of rows that are requested at the same time.
  static let lateness: Duration = .milliseconds(20)
  /// A late query whose last run took less time delays no rows.
  static let quickLate: Duration = .milliseconds(2)
  /// The rest of a late query after a lock has ended its run.
  static let restAfterLock: Duration = .seconds(2)
  /// A late value with a longer delay is shown as not current. A shorter one is not noticed, but a flickering sign is.
  static let unnoticed: Duration = .milliseconds(100)

  /// Groups queries that are owed a run into reads, as indices: quick ones together, each of the others alone. `works`
  /// is their processor times; nil: not known yet.
  static func reads(taking works: [Duration?]) -> [[Int]] {
    var reads: [[Int]] = []
    var group: [Int] = []
    var groupWork: Duration = .zero
    for (index, work) in works.enumerated() {
      guard let work, work < quick else {
        reads.append([index])
        continue
      }
      if groupWork + work > quick {
        reads.append(group)
        group = []
        groupWork = .zero
      }
      group.append(index)
      groupWork += work
    }
    if !group.isEmpty { reads.append(group) }
    return reads
  }

  /// The time after the beginning of its last run until a query may run again.
  ///
  /// `isBurst`: it became owed during that run. `isForOthers`: it is owed to an outside change.
  static func wait(after work: Duration, isBurst: Bool, isForOthers: Bool) -> Duration {
    if work >= quick, isForOthers { return work * (patience + 1) }
    return isBurst ? frame : .zero
  }
}
