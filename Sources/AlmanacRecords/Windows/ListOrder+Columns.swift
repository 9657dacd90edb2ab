// Orders by several columns.
//
//   the chosen columns, each in its direction ──> and the identity among equal rows ──> an index, or a sort of all rows
extension ListedTable {
  /// The order by several columns, the most significant first, then by the identity among equal rows. An index is used
  /// if one has that order. Columns behind a whole identity are left out: no two rows are equal there.
  func order(by chosen: [ListOrder.Term]) -> ListOrder {
    guard let first = chosen.first else { return order }
    let known = style.orders.first { $0.column == first.column }
    let terms = distinguishing(chosen)
    if terms.count == 1, let known, known.terms[0].collation == first.collation {
      return known.isDescending == first.isDescending ? known : known.reversed
    }
    let rest = identity.columns.filter { name in !terms.contains { $0.column == name } }
    func whole(_ isRestDescending: Bool) -> [ListOrder.Term] {
      terms + rest.map { ListOrder.Term($0, isDescending: isRestDescending, isNullable: false) }
    }
    // The direction among equal rows is free: one of the two may be that of an index.
    let indexes = known?.ofIndexes ?? []
    let all = [first.isDescending, !first.isDescending].map(whole)
    let indexed = all.first { terms in indexes.contains { $0.provides(terms) } }
    return ListOrder(
      indexed ?? all[0], isIndexed: indexed != nil, chosenCount: terms.count, ofIndexes: indexes)
  }

  /// The table's own order by the columns of some terms, each in its direction. Columns that the list can't be sorted by
  /// are left out.
  public func order(like terms: [ListOrder.Term]) -> ListOrder {
    order(
      by: terms.compactMap { term in
        var own = style.orders.first { $0.column == term.column }?.terms.first
        own?.isDescending = term.isDescending
        return own
      })
  }

  /// The terms up to the one that completes the identity.
  private func distinguishing(_ terms: [ListOrder.Term]) -> [ListOrder.Term] {
    var missing = Set(identity.columns)
    if missing.isEmpty { return terms }
    let end = terms.firstIndex { term in
      missing.remove(term.column)
      return missing.isEmpty
    }
    return Array(terms.prefix((end ?? terms.count - 1) + 1))
  }

  /// The order that a key makes of another one: a column that is not in it comes behind the others, one that ascends
  /// descends, and one that descends goes. Nil if the list can't be sorted by the column, or if no rows are equal in the
  /// columns before it. The usual order has no columns of the person's.
  public func order(_ present: ListOrder, with column: String) -> ListOrder? {
    guard var term = style.orders.first(where: { $0.column == column })?.terms.first else { return nil }
    term.isDescending = false
    let isUsual = [order.terms, order.reversed.terms].contains(present.terms)
    var chosen = isUsual ? [] : Array(present.chosen)
    if let index = chosen.firstIndex(where: { $0.column == column }) {
      if chosen[index].isDescending { chosen.remove(at: index) } else { chosen[index].isDescending = true }
    } else {
      if distinguishing(chosen + [term]).count <= chosen.count { return nil }
      chosen.append(term)
    }
    return order(by: chosen)
  }
}

extension [ListOrder.Term] {
  /// Whether an index with this order provides another one, from its start or from its end.
  func provides(_ order: [ListOrder.Term]) -> Bool {
    guard let first, let start = order.first, count >= order.count else { return false }
    let isReversed = first.isDescending != start.isDescending
    return zip(self, order).allSatisfy {
      $0.column == $1.column && $1.collation == nil && ($0.isDescending != $1.isDescending) == isReversed
    }
  }
}
