// Which runs share a read, and how soon a query may run again.

/// The pace of runs, decided from the processor's time that the last ones took.
enum RunPace {
  /// A query whose last run took less is quick. Quick ones run together, in one snapshot, while they take no longer
  /// together.
  static let quick: Duration = .milliseconds(8)
  /// While commits come faster than runs end, a query runs at most once in this time: a frame.
  static let frame: Duration = .milliseconds(16)
  /// How many times what its last run took a slow query waits before it runs again for others' commits. One of our own
  /// is answered within a frame, however slow the query.
  static let patience = 10

  /// The reads for queries that are owed a run, as indices: the quick ones together, each of the others by itself.
  /// `works` is what each took; `nil` where that is not known yet.
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

  /// How long after the beginning of its last run a query may run again.
  ///
  /// `isBurst`: it became owed while that run was under way. `isForOthers`: it is owed to a change from outside.
  static func wait(after work: Duration, isBurst: Bool, isForOthers: Bool) -> Duration {
    if work >= quick, isForOthers { return work * (patience + 1) }
    return isBurst ? frame : .zero
  }
}
