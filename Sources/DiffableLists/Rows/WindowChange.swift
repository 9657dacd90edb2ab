// Compares old and new rows: which rows stayed, are gone, or only left the window.

/// One change of the loaded rows, with both sides.
struct WindowChange<Section: Hashable & Sendable, Item: Identifiable & Equatable> {
  let rows: ListRows<Section, Item>
  var new: ListRows<Section, Item>
  let oldPosition: WindowPosition
  let newPosition: WindowPosition
  let matched: SnapshotMatch
  /// Whether both sides are the same list at two moments.
  let isContinuation: Bool
  /// The first and the last row, in order, that are on both sides: all rows between them are known on both.
  let first: (old: Int, new: Int)?
  private let last: (old: Int, new: Int)?

  init(
    rows: ListRows<Section, Item>, new: ListRows<Section, Item>, oldPosition: WindowPosition,
    newPosition: WindowPosition,
    matched: SnapshotMatch, isContinuation: Bool
  ) {
    self.rows = rows
    self.new = new
    self.oldPosition = oldPosition
    self.newPosition = newPosition
    self.matched = matched
    self.isContinuation = isContinuation
    first = Self.firstStable(in: 0..<rows.count, matched)
    last = Self.firstStable(in: (0..<rows.count).reversed(), matched)
  }

  private static func firstStable(in range: some Sequence<Int>, _ matched: SnapshotMatch) -> (old: Int, new: Int)? {
    for old in range {
      if let new = matched.newIndex(ofOld: old), matched.isStable(new: new) { return (old, new) }
    }
    return nil
  }

  func newIndex(ofOld index: Int) -> Int? { matched.newIndex(ofOld: index) }

  /// Whether an old row that is no longer loaded has left its place, not only the window.
  func isGone(old index: Int) -> Bool {
    (newPosition.reachesStart || first.map { index > $0.old } ?? false)
      && (newPosition.reachesEnd || last.map { index < $0.old } ?? false)
  }

  /// Whether the old row at `index`, no longer loaded, has probably left its place: the new window has further rows
  /// beyond the common ones, on the side where that row was.
  func hasLeft(old index: Int) -> Bool {
    if isGone(old: index) { return true }
    guard let first, let last else { return false }
    return index < first.old ? first.new > 0 : index > last.old && last.new < new.count - 1
  }

  /// Whether the new window fulfils `need`.
  mutating func serves(_ need: WindowNeed<Item.ID>) -> Bool {
    switch need {
    case .start: newPosition.reachesStart
    case .end: newPosition.reachesEnd
    case .around(let id, _): new.index(of: id) != nil
    }
  }

  /// The inserted rows that were not in the list before.
  func arrivals(among inserts: [ListDifference<Item.ID>.Row]) -> [Item.ID] {
    guard isContinuation, !oldPosition.isPartial else { return [] }
    return inserts.filter { row in
      (oldPosition.reachesStart || first.map { row.index > $0.new } ?? false)
        && (oldPosition.reachesEnd || last.map { row.index < $0.new } ?? false)
    }.map(\.id)
  }

  /// Whether an old row that is no longer loaded may be above the window.
  func mayStandAbove(old index: Int) -> Bool { !newPosition.reachesStart && first.map { index < $0.old } ?? true }

  /// The new index of the row that takes over the cursor from a deleted row: the next, at the end the one before.
  /// `isByPlace`: the row at the same place, if that is a new row between two rows that stayed.
  func neighbour(of index: Int, isByPlace: Bool) -> Int? {
    let next = Self.firstStable(in: (index + 1)..<max(rows.count, index + 1), matched)
    let previous = Self.firstStable(in: (0..<index).reversed(), matched)
    let start = oldPosition.reachesStart && newPosition.reachesStart ? (old: -1, new: -1) : nil
    if isByPlace, next != nil || previous != nil, let above = previous ?? start {
      return min(above.new + index - above.old, next?.new ?? new.count - 1)
    }
    if let next { return next.new }
    if let previous {
      return oldPosition.reachesEnd ? previous.new : min(previous.new + 1, new.count - 1)
    }
    return nil
  }

  /// A row that kept its order, to hold the view by while the row at `excluded` moves: the one at `index`, or the next
  /// above, or the next below.
  func anchor(at index: Int, excluding excluded: Int) -> (old: Int, new: Int)? {
    let above = (0..<min(index + 1, rows.count)).reversed().lazy.filter { $0 != excluded }
    if let row = Self.firstStable(in: above, matched) { return row }
    return Self.firstStable(in: (index..<max(rows.count, index)).lazy.filter { $0 != excluded }, matched)
  }

  /// Whether the cursor's row has moved, rather than the others around it.
  ///
  /// If two rows have changed places, either may count as moved: then it is the cursor's, unless only the other's
  /// content changed, so that the view stays.
  func cursorMoved(old: Int, new index: Int) -> Bool {
    if !matched.isStable(new: index) { return true }
    if matched.match.keepsOrder.isEmpty { return false }
    var low = index - 1
    while low >= 0, !isStableRow(low) { low -= 1 }
    var high = index + 1
    while high < new.count, !isStableRow(high) { high += 1 }
    let oldLow = low < 0 ? -1 : matched.oldIndex(ofNew: low) ?? -1
    let oldHigh = high == new.count ? rows.count : matched.oldIndex(ofNew: high) ?? rows.count
    for other in (low + 1)..<high where other != index {
      guard let oldOther = matched.oldIndex(ofNew: other), oldLow < oldOther, oldOther < oldHigh else { continue }
      if matched.isUpdated(new: index) || !matched.isUpdated(new: other) { return true }
    }
    return false
  }

  private func isStableRow(_ index: Int) -> Bool { matched.isStable(new: index) }
}
