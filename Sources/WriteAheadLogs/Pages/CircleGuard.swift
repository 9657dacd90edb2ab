// Detects pages that reference each other in a circle, as in damaged files.

/// Throws when a path from page to page returns to a page. It remembers pages only on long paths.
struct CircleGuard {
  private static let free = 64
  private var steps = 0
  private var seen: Set<UInt32> = []

  mutating func pass(_ page: UInt32) throws(UnknownReason) {
    steps += 1
    guard steps <= Self.free || seen.insert(page).inserted else { throw .damaged }
  }
}
