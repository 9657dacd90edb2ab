// Decides which rows are needed next, and which windows are no longer wanted.

extension DiffableDataSource {
  /// Announces that the next snapshot is another list: another search, order or filter.
  ///
  /// Its rows are taken whatever was requested before. The selected record keeps the cursor if it is among them;
  /// otherwise the first row gets it. Marks stay on its rows, and, if it is a window, also on other records: they may
  /// be elsewhere in the list. `marked`: the records to mark in place of the present marks.
  public func expectAnotherList(marked: Set<Item.ID>? = nil) {
    if let marked { self.marked = marked }
    pending = nil
    needs.answered = []
    last.lost = nil
    news.forget()
    expectsAnotherList = true
    needs.present = nil
  }

  /// Updates `windowNeeded` after a motion.
  func updateNeed() { needs.present = currentNeed() }

  /// What is needed, by the waiting motion and the number of rows on either side of the screen.
  func currentNeed() -> WindowNeed<Item.ID>? {
    guard hasRows, !expectsAnotherList else { return pending.flatMap(absoluteNeed) }
    if position.reachesStart, position.reachesEnd, !hasRefused { return nil }
    if let motion = pending {
      if let need = absoluteNeed(motion) { return need }
      switch motion {
      case .move(let count), .page(let count), .scroll(let count):
        return need(count < 0 ? .above : .below)
      case .toStart, .toEnd, .select: break
      }
    }
    guard cursor != nil else { return .start }
    // Keeps a screen's height of rows loaded on either side, so that a page is loaded before it is asked for.
    let isShortAbove = !position.reachesStart && top < effectiveHeight
    let isShortBelow = !position.reachesEnd && layout.lineCount - (top + effectiveHeight) < effectiveHeight
    // After a refused window, the feature watches other rows than the loaded ones.
    if hasRefused { return need(.both) }
    guard isShortAbove || isShortBelow else { return nil }
    let need = need(isShortAbove && isShortBelow ? .both : isShortAbove ? .above : .below)
    return needs.answered.contains(need) ? nil : need
  }

  private func absoluteNeed(_ motion: Motion<Item.ID>) -> WindowNeed<Item.ID>? {
    switch motion {
    case .toStart: .start
    case .toEnd: .end
    case .select(let id, _): .around(id, .both)
    case .move, .page, .scroll: nil
    }
  }

  /// Rows around the cursor. A sent request that still serves is not replaced by one for a row close by.
  private func need(_ direction: WindowDirection) -> WindowNeed<Item.ID> {
    guard let cursor else { return .start }
    if case .around(let id, direction) = windowNeeded, let index = rows.index(of: id),
      abs(index - cursor) <= effectiveHeight / 2
    {
      return .around(id, direction)
    }
    return .around(rows[cursor].id, direction)
  }
}
