// Decides which commits of a look are reported singly, and which together.

/// Joins neighbouring commits if there are many, to limit the cost of a writer at full speed.
struct CommitGroups {
  /// The counter of the commit before the first one.
  let startCounter: UInt32
  /// Whether the caller wants to see each commit.
  let wanted: [Bool]
  /// The number of wanted commits in a group.
  let size: Int

  init(count: Int, startCounter: UInt32, limit: Int, isWanted: (UInt32) -> Bool) {
    self.startCounter = startCounter
    wanted = (0..<count).map { isWanted(startCounter &+ UInt32(truncatingIfNeeded: $0 + 1)) }
    let shown = wanted.count { $0 }
    size = max(1, (shown + max(limit, 1) - 1) / max(limit, 1))
  }

  /// The counter after a number of commits of the look.
  func counter(after count: Int) -> UInt32 { startCounter &+ UInt32(truncatingIfNeeded: count) }

  /// The end of the group that begins at `start`: neighbours that are all wanted, or all not.
  func end(ofGroupAt start: Int) -> Int {
    var end = start + 1
    while end < wanted.count, wanted[end] == wanted[start], !wanted[start] || end - start < size { end += 1 }
    return end
  }
}
