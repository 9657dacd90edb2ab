// Tracks rows that arrived above or below the screen and were not seen yet.

extension DiffableDataSource {
  /// Adds arrivals below the screen to the news.
  func noteArrivalsBelow(_ difference: ListDifference<Item.ID>) {
    let upper = visibleRange.upperBound
    if let last = difference.inserts.last, last.index >= upper, !difference.arrivals.isEmpty {
      let arrivals = Set(difference.arrivals)
      for row in difference.inserts where row.index >= upper && arrivals.contains(row.id) { news.below.insert(row.id) }
    }
    dropSeenBelow()
  }

  /// The person has added these records: they are no news.
  public func dropNews(of ids: some Sequence<Item.ID>) {
    if news.below.isEmpty, news.unseen.isEmpty { return }
    for id in ids {
      news.below.remove(id)
      news.remove(id)
    }
  }

  /// Removes rows that are no longer below the screen from the news below.
  func dropSeenBelow() {
    if news.below.isEmpty { return }
    let upper = visibleRange.upperBound
    news.below = news.below.filter { id in rows.index(of: id).map { $0 >= upper } ?? false }
  }

  /// Removes from the news what the view passed on its way up from `lower`, the first visible item before, and what it
  /// shows.
  func noteSeen(from lower: Int) {
    dropSeenBelow()
    if news.unseen.isEmpty { return }
    let visible = visibleRange
    let upper = min(max(visible.upperBound, lower), rows.count)
    if visible.lowerBound >= upper { return }
    for index in visible.lowerBound..<upper { news.remove(rows[index].id) }
  }

  /// Adds arrivals above the screen to the news, and removes the news that were deleted again.
  func noteArrivals(_ difference: ListDifference<Item.ID>) {
    if !news.unseen.isEmpty { for row in difference.deletes { news.remove(row.id) } }
    takeArrivalsAtHand(difference)
    dropOtherNews()
  }

  /// The same for a window, which may have moved.
  func noteArrivals(_ difference: ListDifference<Item.ID>, _ change: WindowChange<Section, Item>) {
    if !news.unseen.isEmpty {
      for row in difference.deletes where !change.mayStandAbove(old: row.index) { news.remove(row.id) }
      if position.reachesStart { news.keep { rows.index(of: $0) != nil } }
    }
    takeArrivalsAtHand(difference)
  }

  private func takeArrivalsAtHand(_ difference: ListDifference<Item.ID>) {
    let lower = visibleRange.lowerBound
    guard let first = difference.inserts.first, first.index < lower, !difference.arrivals.isEmpty else { return }
    let arrivals = Set(difference.arrivals)
    for row in difference.inserts.prefix(while: { $0.index < lower }) where arrivals.contains(row.id) {
      news.add(CollectionOfOne(row.id))
    }
  }

  /// The records that a window names for the first time and that are not loaded; call it before its rows are taken.
  /// Empty unless both windows show the same list and have rows in common.
  func unknownUntilNow(_ arrivals: ListArrivals<Item.ID>, _ change: WindowChange<Section, Item>) -> Set<Item.ID> {
    let known = news.named?.ids ?? []
    guard change.isContinuation, change.first != nil, arrivals.ids != known else { return [] }
    return arrivals.ids.subtracting(known).filter { rows.index(of: $0) == nil }
  }

  /// Adds newly named records above the rows that both windows have in common to the news and to the difference.
  /// Removes news that are neither loaded nor named any more: they are gone, or too many.
  func noteNamed(
    _ arrivals: ListArrivals<Item.ID>, _ unknown: Set<Item.ID>, _ difference: inout ListDifference<Item.ID>,
    _ change: WindowChange<Section, Item>
  ) {
    if let first = change.first {
      let above = unknown.filter { id in rows.index(of: id).map { $0 < first.new } ?? true }
      difference.arrivals += above
      news.add(above)
    }
    news.name(arrivals)
    if !news.unseen.isEmpty { news.keep { arrivals.ids.contains($0) || rows.index(of: $0) != nil } }
  }

  /// Removes rows that are not above the screen from the news.
  func dropOtherNews() {
    if news.unseen.isEmpty { return }
    let lower = visibleRange.lowerBound
    if news.unseen.count < rows.count - lower {
      news.keep { id in rows.index(of: id).map { $0 < lower } ?? true }
    } else {
      for index in lower..<rows.count { news.remove(rows[index].id) }
    }
  }
}
