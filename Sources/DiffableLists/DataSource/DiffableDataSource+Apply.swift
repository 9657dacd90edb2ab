// Takes new rows: the cursor, the marks and the view stay on their records.

extension DiffableDataSource {
  /// Takes `snapshot` as the loaded rows, and returns what changed.
  ///
  /// The selected record keeps the cursor and, within the list's ends, its line of the screen, whatever came or went
  /// above it. If that record itself moved, the other rows stay, and the view follows only if the cursor would leave
  /// the screen. A view of the list's start stays there as long as the cursor remains on the screen, so that new first
  /// rows are visible. If the selected record is gone, the next one gets the cursor, or at the end the previous one. A
  /// motion that waited for these rows continues.
  ///
  /// A window that answers an older request and would take the cursor away is not taken (`isStale`). `arrivals` names
  /// what has come to the list above the window's end.
  ///
  /// Traps if an identity occurs twice.
  @inlinable @discardableResult public func apply(
    _ snapshot: DiffableSnapshot<Section, Item>, position: WindowPosition = .whole,
    arrivals: ListArrivals<Item.ID>? = nil, animation: ListAnimation = .default
  ) -> ListDifference<Item.ID> {
    let old = rows.snapshot
    let matched = snapshot.matched(from: old)
    var difference = snapshot.operations(from: old, matched: matched)
    difference.animation = animation
    return take(snapshot, position, arrivals, matched: matched, difference: difference)
  }

  /// The numbers of records that came, went and changed between the loaded rows and `snapshot`, which is not taken.
  public func changes(
    to snapshot: DiffableSnapshot<Section, Item>, position newPosition: WindowPosition = .whole
  ) -> (arrived: Int, gone: Int, updated: Int) {
    let matched = snapshot.matched(from: rows.snapshot)
    let difference = snapshot.operations(from: rows.snapshot, matched: matched)
    let change = WindowChange(
      rows: rows, new: ListRows(snapshot), oldPosition: position, newPosition: newPosition, matched: matched,
      isContinuation: hasRows)
    return (
      change.arrivals(among: difference.inserts).count, difference.deletes.count { change.isGone(old: $0.index) },
      difference.updates.count
    )
  }

  @usableFromInline func take(
    _ snapshot: DiffableSnapshot<Section, Item>, _ newPosition: WindowPosition, _ arrivals: ListArrivals<Item.ID>?,
    matched: SnapshotMatch, difference: ListDifference<Item.ID>
  ) -> ListDifference<Item.ID> {
    var change = WindowChange(
      rows: rows, new: ListRows(snapshot), oldPosition: position, newPosition: newPosition, matched: matched,
      isContinuation: hasRows && !expectsAnotherList)
    if isStale(&change) {
      refuse()
      var difference = ListDifference<Item.ID>()
      difference.isStale = true
      return difference
    }
    let before = Place(self)
    var difference = difference
    keepPreviousVersions(of: difference, matched)
    let need = windowNeeded
    let named = arrivals.map { unknownUntilNow($0, change) }
    let selected = cursor.map { (index: $0, line: layout.line(ofItem: $0) - top) }
    show(change, at: newPosition)
    if let selected, change.newIndex(ofOld: selected.index) == nil, !expectsAnotherList, pending?.isAbsolute != true {
      let id = change.rows[selected.index].id
      difference.lostSelection = id
      last.lost = (id, selected.line)
    }
    difference.arrivals = change.arrivals(among: difference.inserts)
    if !expectsAnotherList {
      difference.gone = difference.deletes.filter { change.isGone(old: $0.index) }.map(\.id)
    }
    difference.lostMarks = dropMarks(difference.gone)
    runPending()
    noteArrivals(difference, change)
    noteArrivalsBelow(difference)
    if let arrivals, let named { noteNamed(arrivals, named, &difference, change) }
    dropOtherNews()
    answer(need)
    difference.placeChanged = Place(self) != before
    return difference
  }

  /// Replaces the loaded rows, and places the cursor and the view among the new ones.
  private func show(_ change: WindowChange<Section, Item>, at newPosition: WindowPosition) {
    let (oldLayout, oldCursor, oldTop) = (layout, cursor, top)
    let firstVisible = visibleRange.lowerBound
    let wasAtStart = isAtStart && !expectsAnotherList
    let wasEmptied = hasRows && !expectsAnotherList && rows.count == 0
    rows = change.new
    position = newPosition
    hasRows = true
    layOutRows()
    if let oldCursor, rows.count > 0 {
      place(change, oldCursor, firstVisible: firstVisible) { oldLayout.line(ofItem: $0) - oldTop }
      if wasAtStart { stayAtStart() }
    } else {
      cursor = rows.count > 0 ? 0 : nil
      top = 0
      // New rows of a list that had become empty are shown from their beginning, whatever they are.
      if wasEmptied, rows.count > 0, !position.reachesStart, pending == nil { pending = .toStart }
      clampTop()
      revealCursor()
    }
  }

  /// Places the cursor and the view among the new rows. `screenLine`: the line of the screen that had an old row.
  private func place(
    _ change: WindowChange<Section, Item>, _ oldCursor: Int, firstVisible: Int, screenLine: (Int) -> Int
  ) {
    let line = screenLine(oldCursor)
    var anchor: (new: Int, line: Int)
    if let new = change.newIndex(ofOld: oldCursor) {
      cursor = new
      anchor = (new, line)
      if change.cursorMoved(old: oldCursor, new: new),
        let other = change.anchor(at: firstVisible, excluding: oldCursor)
      {
        anchor = (other.new, screenLine(other.old))
      }
    } else if !expectsAnotherList, let neighbour = change.neighbour(of: oldCursor, isByPlace: isByPlace) {
      cursor = neighbour
      anchor = (neighbour, line)
    } else {
      // No known row is left: use the first row of a list, or the middle of a window.
      let new = position.reachesStart ? 0 : position.reachesEnd ? rows.count - 1 : rows.count / 2
      cursor = new
      anchor = (new, position.reachesStart ? layout.line(ofItem: 0) : line)
    }
    top = layout.line(ofItem: anchor.new) - anchor.line
    clampTop()
    revealCursor()
  }

  /// Whether the screen shows the list from its first row on.
  var isAtStart: Bool { hasRows && position.reachesStart && top == 0 }

  /// Scrolls towards the list's start while the cursor stays on the screen.
  func stayAtStart() {
    guard let cursor else { return }
    top = min(top, layout.line(ofItem: cursor) - effectiveHeight + 1)
    clampTop()
    revealCursor()
  }

  private func keepPreviousVersions(of difference: ListDifference<Item.ID>, _ matched: SnapshotMatch) {
    last.versions = [:]
    for row in difference.updates {
      if let old = matched.oldIndex(ofNew: row.index) { last.versions[row.id] = rows[old] }
    }
  }

  /// Removes the marks of records that are gone, and returns them.
  private func dropMarks(_ gone: [Item.ID]) -> [Item.ID] {
    if marked.isEmpty { return [] }
    var dropped = gone.filter(marked.contains)
    if position.reachesStart && position.reachesEnd {
      let gone = Set(dropped)
      for id in marked where !gone.contains(id) && rows.index(of: id) == nil { dropped.append(id) }
    }
    marked.subtract(dropped)
    return dropped
  }

  /// Whether a window would take the cursor away although nothing asked for that: the request has changed meanwhile.
  ///
  /// Never twice in a row: if the list keeps showing other rows, it means to.
  private func isStale(_ change: inout WindowChange<Section, Item>) -> Bool {
    guard !hasRefused, change.isContinuation, change.new.count > 0, let cursor,
      change.newIndex(ofOld: cursor) == nil, !change.hasLeft(old: cursor)
    else { return false }
    guard let need = windowNeeded else { return true }
    // Rows around the cursor are wanted, and it is not among these. It may only be missing if it is to go elsewhere.
    if case .around = need, pending?.isAbsolute != true { return true }
    return !change.serves(need)
  }

  /// The window was not taken, but the feature now watches it: rows around the cursor are wanted again.
  private func refuse() {
    needs.hasRefused = true
    updateNeed()
  }

  /// Records the answered need, and updates `windowNeeded`.
  private func answer(_ need: WindowNeed<Item.ID>?) {
    expectsAnotherList = false
    needs.hasRefused = false
    // An answered need that is still unmet is not asked for in a loop: the feature's windows are narrow.
    if let need { needs.answered.insert(need) }
    needs.present = nil
    needs.present = currentNeed()
  }
}
