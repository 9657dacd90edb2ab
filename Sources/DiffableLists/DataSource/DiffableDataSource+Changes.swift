// Takes known changes: like `apply` of a snapshot, at a cost per change.

extension DiffableDataSource {
  /// Makes known changes and returns their result, like `apply` of a snapshot, without looking at the other rows.
  ///
  /// First all rows that go or move are removed, then rows that come or move are inserted, in the given order, then
  /// contents are updated. Each identity may occur in one change only, except that an item may move and be updated. The
  /// first call after a snapshot costs the number of rows. `position` is the new position of the rows; nil: unchanged.
  ///
  /// Traps if a change names an item that is not loaded, or inserts one that is.
  @inlinable @discardableResult public func apply(
    changes: [ListChange<Item>], position: WindowPosition? = nil, animation: ListAnimation = .default
  ) -> ListDifference<Item.ID> {
    let before = placeBeforeChanges(changes, takeSelected: ListChange.take(selected, changes))
    var changed = rows.make(changes)
    changed.difference.animation = animation
    return finish(changed, position ?? self.position, before)
  }

  /// What is needed of the old rows to place the cursor and the view among the new ones.
  @usableFromInline struct PlaceBeforeChanges {
    let place: Place<Section, Item>
    /// The records that may get the cursor, the best first, and the line that the cursor had.
    let cursors: [Item.ID]
    let line: Int
    /// A record that stays, and its line, to hold the view by if the cursor's record moves.
    let anchor: (id: Item.ID, line: Int)?
    /// Whether the screen showed the list from its first row on.
    let isAtStart: Bool
  }

  @usableFromInline func placeBeforeChanges(
    _ changes: [ListChange<Item>], takeSelected: Bool
  ) -> PlaceBeforeChanges {
    var cursors: [Item.ID] = []
    var anchor: (id: Item.ID, line: Int)?
    if let cursor, let selected {
      cursors = [selected]
      if takeSelected {
        let leaving = Set(
          changes.compactMap { change -> Item.ID? in
            switch change {
            case .delete(let id), .move(let id, _): id
            case .insert, .update: nil
            }
          })
        func stays(_ index: Int) -> Bool { !leaving.contains(rows[index].id) }
        if let next = ((cursor + 1)..<max(rows.count, cursor + 1)).first(where: stays)
          ?? (0..<cursor).last(where: stays)
        {
          cursors.append(rows[next].id)
        }
        let first = visibleRange.lowerBound
        if let held = (0..<min(first + 1, rows.count)).last(where: stays) ?? (first..<rows.count).first(where: stays) {
          anchor = (rows[held].id, layout.line(ofItem: held) - top)
        }
      }
    }
    return PlaceBeforeChanges(
      place: Place(self), cursors: cursors, line: selectedLine ?? 0, anchor: anchor, isAtStart: isAtStart)
  }

  @usableFromInline func finish(
    _ changed: ListRows<Section, Item>.Changed, _ newPosition: WindowPosition, _ before: PlaceBeforeChanges
  ) -> ListDifference<Item.ID> {
    position = newPosition
    layOutRows()
    var difference = changed.difference
    last.versions = changed.previous
    difference.gone = difference.deletes.map(\.id)
    if !marked.isEmpty {
      difference.lostMarks = difference.deletes.map(\.id).filter { marked.remove($0) != nil }
    }
    if let id = before.cursors.first(where: { rows.index(of: $0) != nil }), let index = rows.index(of: id) {
      cursor = index
      top = layout.line(ofItem: index) - before.line
      if id == before.cursors.first, let anchor = before.anchor, let held = rows.index(of: anchor.id) {
        top = layout.line(ofItem: held) - anchor.line
      }
      clampTop()
      revealCursor()
      if before.isAtStart { stayAtStart() }
    } else {
      cursor = rows.count > 0 ? 0 : nil
      top = 0
      clampTop()
      revealCursor()
    }
    if let old = before.cursors.first, rows.index(of: old) == nil, pending?.isAbsolute != true {
      difference.lostSelection = old
      last.lost = (old, before.line)
    }
    runPending()
    noteArrivals(difference)
    noteArrivalsBelow(difference)
    updateNeed()
    difference.placeChanged = Place(self) != before.place
    return difference
  }
}
