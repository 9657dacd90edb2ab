// What arrived above or below the screen and was not seen yet.

extension DiffableDataSource {
  /// Takes arrivals among the rows below the screen as news.
  func noteArrivalsBelow(_ difference: ListDifference<Item.ID>) {
    let upper = visibleRange.upperBound
    if let last = difference.inserts.last, last.index >= upper, !difference.arrivals.isEmpty {
      let arrivals = Set(difference.arrivals)
      for row in difference.inserts where row.index >= upper && arrivals.contains(row.id) { news.below.insert(row.id) }
    }
    dropSeenBelow()
  }

  /// These came by the person's own doing: they are no news.
  public func dropNews(of ids: some Sequence<Item.ID>) {
    if news.below.isEmpty, news.unseen.isEmpty { return }
    for id in ids {
      news.below.remove(id)
      news.remove(id)
    }
  }

  /// Forgets as news what is not among the rows below the screen any more.
  func dropSeenBelow() {
    if news.below.isEmpty { return }
    let upper = visibleRange.upperBound
    news.below = news.below.filter { id in rows.index(of: id).map { $0 >= upper } ?? false }
  }

  /// Forgets as news what the view passed on its way up from `lower`, the first visible item before, and what it shows.
  func noteSeen(from lower: Int) {
    dropSeenBelow()
    if news.unseen.isEmpty { return }
    let visible = visibleRange
    let upper = min(max(visible.upperBound, lower), rows.count)
    if visible.lowerBound >= upper { return }
    for index in visible.lowerBound..<upper { news.remove(rows[index].id) }
  }

  /// Takes arrivals above the screen as news, and drops the news that went again.
  func noteArrivals(_ difference: ListDifference<Item.ID>) {
    if !news.unseen.isEmpty { for row in difference.deletes { news.remove(row.id) } }
    takeArrivalsAtHand(difference)
    dropOtherNews()
  }

  /// The same of a window, which may have slid.
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

  /// Which of the records that a window names were neither named before nor at hand: before its rows are taken. Only of
  /// the same list at two moments, and where the old window and the new one have rows in common, anything follows.
  func unknownUntilNow(_ arrivals: ListArrivals<Item.ID>, _ change: WindowChange<Section, Item>) -> Set<Item.ID> {
    let known = news.named?.ids ?? []
    guard change.isContinuation, change.first != nil, arrivals.ids != known else { return [] }
    return arrivals.ids.subtracting(known).filter { rows.index(of: $0) == nil }
  }

  /// Takes as news what has just been named and stands above the rows that the old window and the new one have in
  /// common, and adds it to the difference. What is neither at hand nor named any more has gone, or is too much.
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

  /// Drops as news what isn't above the screen.
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
