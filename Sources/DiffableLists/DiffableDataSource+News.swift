// What arrived above the screen and was not seen yet.

extension DiffableDataSource {
  /// Forgets as news what the view came upon: what is on the screen, and what it passed on its way up from `lower`.
  func noteSeen(from lower: Int?) {
    if unseen.isEmpty, unseenOutside == 0 { return }
    let visible = visibleRange
    if position.reachesStart, visible.lowerBound == 0 {
      unseen = []
      unseenOutside = 0
      return
    }
    let upper = min(max(visible.upperBound, lower ?? 0), rows.count)
    if unseen.isEmpty || visible.lowerBound >= upper { return }
    for index in visible.lowerBound..<upper { unseen.remove(rows[index].id) }
  }

  /// Takes arrivals above the screen as news, and drops the news that went again.
  func noteArrivals(_ difference: ListDifference<Item.ID>, outside: Int) {
    if !unseen.isEmpty { for row in difference.deletes { unseen.remove(row.id) } }
    let lower = visibleRange.lowerBound
    if let first = difference.inserts.first, first.index < lower, !difference.arrivals.isEmpty {
      let arrivals = Set(difference.arrivals)
      for row in difference.inserts.prefix(while: { $0.index < lower }) where arrivals.contains(row.id) {
        unseen.insert(row.id)
      }
    }
    unseenOutside = max(unseenOutside + outside, 0)
    noteSeen(from: nil)
  }
}
