// What arrived above the screen and was not seen yet.

extension DiffableDataSource {
  /// Forgets as news what the view passed on its way up from `lower`, the first visible item before, and what it shows.
  func noteSeen(from lower: Int) {
    if unseen.isEmpty { return }
    let visible = visibleRange
    let upper = min(max(visible.upperBound, lower), rows.count)
    if visible.lowerBound >= upper { return }
    for index in visible.lowerBound..<upper { unseen.remove(rows[index].id) }
  }

  /// Takes arrivals above the screen as news, and drops the news that went again.
  func noteArrivals(_ difference: ListDifference<Item.ID>) {
    if !unseen.isEmpty { for row in difference.deletes { unseen.remove(row.id) } }
    takeArrivalsAtHand(difference)
    dropOtherNews()
  }

  /// The same of a window, which may have slid, and of what came further above; adds that to the difference.
  func noteArrivals(
    _ difference: inout ListDifference<Item.ID>, _ newArrivals: ListArrivals<Item.ID>,
    _ change: inout WindowChange<Section, Item>
  ) {
    if !unseen.isEmpty {
      for row in difference.deletes where !change.mayStandAbove(old: row.index) { unseen.remove(row.id) }
    }
    takeArrivalsAtHand(difference)
    if newArrivals.isComplete || position.reachesStart {
      unseen = unseen.filter { newArrivals.ids.contains($0) || rows.index(of: $0) != nil }
    }
    if !expectsOtherRecords {
      let above = change.arrivalsAbove(from: arrivals, to: newArrivals)
      difference.arrivals += above
      unseen.formUnion(above)
    }
    // Where some have been named before, those between them and the new ones are named too.
    if !newArrivals.isComplete, arrivals.ids.isDisjoint(with: newArrivals.ids) { hasUnnamedArrivals = true }
    arrivals = newArrivals
    dropOtherNews()
    if newArrivals.isComplete || unseen.isEmpty { hasUnnamedArrivals = false }
  }

  private func takeArrivalsAtHand(_ difference: ListDifference<Item.ID>) {
    let lower = visibleRange.lowerBound
    guard let first = difference.inserts.first, first.index < lower, !difference.arrivals.isEmpty else { return }
    let arrivals = Set(difference.arrivals)
    for row in difference.inserts.prefix(while: { $0.index < lower }) where arrivals.contains(row.id) {
      unseen.insert(row.id)
    }
  }

  /// Drops as news what isn't above the screen.
  private func dropOtherNews() {
    let lower = visibleRange.lowerBound
    if unseen.count < rows.count - lower {
      unseen = unseen.filter { id in rows.index(of: id).map { $0 < lower } ?? true }
    } else if !unseen.isEmpty {
      for index in lower..<rows.count { unseen.remove(rows[index].id) }
    }
  }
}
