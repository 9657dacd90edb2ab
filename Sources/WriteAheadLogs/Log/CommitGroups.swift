// Which commits of a look are shown one by one, and which together.

/// Joins neighbouring commits when there are many: a writer at full speed must not cost more than it can.
struct CommitGroups {
  /// The counter of the commit before the first one.
  let startCounter: UInt32
  /// For each commit, whether the caller wants to see it.
  let wanted: [Bool]
  /// How many wanted commits are joined.
  let size: Int

  init(count: Int, startCounter: UInt32, limit: Int, isWanted: (UInt32) -> Bool) {
    self.startCounter = startCounter
    wanted = (0..<count).map { isWanted(startCounter &+ UInt32(truncatingIfNeeded: $0 + 1)) }
    let shown = wanted.count { $0 }
    size = max(1, (shown + max(limit, 1) - 1) / max(limit, 1))
  }

  /// The counter after so many commits of the look.
  func counter(after count: Int) -> UInt32 { startCounter &+ UInt32(truncatingIfNeeded: count) }

  /// The end of the group that begins with a commit: neighbours that are all wanted, or all not.
  func end(ofGroupAt start: Int) -> Int {
    var end = start + 1
    while end < wanted.count, wanted[end] == wanted[start], !wanted[start] || end - start < size { end += 1 }
    return end
  }
}
