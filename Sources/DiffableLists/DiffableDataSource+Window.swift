// Which rows are wanted next, and which windows nobody waits for any more.

extension DiffableDataSource {
  /// Says that the next snapshot is another list: another search, order or filter.
  ///
  /// Its rows are taken whatever was asked for before. The selected record keeps the cursor if it is among them, else the
  /// first row gets it; marks stay on the rows that it brings.
  public func expectAnotherList() {
    pending = []
    superseded = []
    exhausted = nil
    lost = nil
    unseen = []
    unseenOutside = 0
    expectsAnotherList = true
    windowNeeded = nil
  }

  /// Finds what is wanted now, after a motion.
  func updateNeed() {
    let need = currentNeed()
    if let old = windowNeeded, old != need { supersede(old) }
    windowNeeded = need
  }

  /// Remembers that the window for `need` may still arrive.
  func supersede(_ need: WindowNeed<Item.ID>) {
    superseded.removeAll { $0 == need }
    superseded.append(need)
    if superseded.count > 8 { superseded.removeFirst() }
  }

  func currentNeed() -> WindowNeed<Item.ID>? {
    guard hasRows, !expectsAnotherList else { return pending.first.flatMap(absoluteNeed) }
    if position.reachesStart, position.reachesEnd { return nil }
    if let motion = pending.first {
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
    guard isShortAbove || isShortBelow else { return nil }
    let need = need(isShortAbove && isShortBelow ? .both : isShortAbove ? .above : .below)
    return need == exhausted ? nil : need
  }

  private func absoluteNeed(_ motion: Motion<Item.ID>) -> WindowNeed<Item.ID>? {
    switch motion {
    case .toStart: .start
    case .toEnd: .end
    case .select(let id, _): .around(id, .both)
    case .move, .page, .scroll: nil
    }
  }

  /// Rows around the cursor. A request that is on its way and still serves is not replaced by one for the row next to it.
  private func need(_ direction: WindowDirection) -> WindowNeed<Item.ID> {
    guard let cursor else { return .start }
    if case .around(let id, direction) = windowNeeded, let index = rows.index(of: id),
      abs(index - cursor) <= effectiveHeight / 2
    {
      return .around(id, direction)
    }
    return .around(rows[cursor].id, direction)
  }

  /// Whether a window with these rows is what `need` asks for.
  func serves(
    _ need: WindowNeed<Item.ID>, _ position: WindowPosition, contains: (Item.ID) -> Bool
  ) -> Bool {
    switch need {
    case .start: position.reachesStart
    case .end: position.reachesEnd
    case .around(let id, _): contains(id)
    }
  }
}
