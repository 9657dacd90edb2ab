// Pages that point to each other in a circle, as in damaged files.

/// Notices when a way from page to page comes back. It remembers pages only on long ways.
struct CircleGuard {
  private static let free = 64
  private var steps = 0
  private var seen: Set<UInt32> = []

  mutating func pass(_ page: UInt32) throws(UnknownReason) {
    steps += 1
    guard steps <= Self.free || seen.insert(page).inserted else { throw .damaged }
  }
}
