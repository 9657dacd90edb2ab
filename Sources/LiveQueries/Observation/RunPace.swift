// Which runs share a read, and how soon a query may run again.

/// The pace of runs, decided from how long the last ones took.
enum RunPace {
  /// A query whose last run took less is quick. Quick ones run together, in one snapshot, while they take no longer
  /// together.
  static let quick: Duration = .milliseconds(8)
  /// While commits come faster than runs end, a query runs at most once in this time: a frame.
  static let frame: Duration = .milliseconds(16)
  /// How many times its own duration a slow query waits after a run before it runs again for others' commits. One of
  /// our own is answered within a frame, however slow the query.
  static let patience = 10

  /// The reads for queries that are owed a run, as indices: the quick ones together, each of the others by itself.
  /// `nil` is a duration that is not known yet.
  static func reads(lasting durations: [Duration?]) -> [[Int]] {
    var reads: [[Int]] = []
    var group: [Int] = []
    var groupDuration: Duration = .zero
    for (index, duration) in durations.enumerated() {
      guard let duration, duration < quick else {
        reads.append([index])
        continue
      }
      if groupDuration + duration > quick {
        reads.append(group)
        group = []
        groupDuration = .zero
      }
      group.append(index)
      groupDuration += duration
    }
    if !group.isEmpty { reads.append(group) }
    return reads
  }

  /// How long after the beginning of its last run a query may run again.
  ///
  /// `isBurst`: it became owed while that run was under way. `isForOthers`: it is owed to a change from outside.
  static func wait(lasting duration: Duration, isBurst: Bool, isForOthers: Bool) -> Duration {
    if duration >= quick, isForOthers { return duration * (patience + 1) }
    return isBurst ? frame : .zero
  }
}
