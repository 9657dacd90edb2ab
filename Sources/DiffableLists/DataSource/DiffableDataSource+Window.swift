// Which rows are wanted next, and which windows are no longer wanted.

extension DiffableDataSource {
  /// Says that the next snapshot is another list: another search, order or filter.
  ///
  /// Its rows are taken whatever was asked for before. The selected record keeps the cursor if it is among them;
  /// otherwise the first row gets it; marks stay on the rows that it brings, and, where it is a window, on others: the
  /// list may have them elsewhere.
  public func expectAnotherList() {
    pending = nil
    answered = []
    lost = nil
    news.forget()
    expectsAnotherList = true
    windowNeeded = nil
  }

  /// Finds what is wanted now, after a motion.
  func updateNeed() { windowNeeded = currentNeed() }

  /// What is wanted, by what waits and by how many rows there are on either side of the screen.
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
    // A screen's height of rows is kept on either side, so that a page is at hand before it is asked for.
    let isShortAbove = !position.reachesStart && top < effectiveHeight
    let isShortBelow = !position.reachesEnd && layout.lineCount - (top + effectiveHeight) < effectiveHeight
    // After a window was left aside, the one at hand isn't what the feature watches.
    if hasRefused { return need(.both) }
    guard isShortAbove || isShortBelow else { return nil }
    let need = need(isShortAbove && isShortBelow ? .both : isShortAbove ? .above : .below)
    return answered.contains(need) ? nil : need
  }

  private func absoluteNeed(_ motion: Motion<Item.ID>) -> WindowNeed<Item.ID>? {
    switch motion {
    case .toStart: .start
    case .toEnd: .end
    case .select(let id, _): .around(id, .both)
    case .move, .page, .scroll: nil
    }
  }

  /// Rows around the cursor. A request that is on its way and still serves is not replaced by one for the row next to
  /// it.
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
