// The mouse in a list.
//
//   click ──> a row: the cursor          a title: sorts by the column, once more the other way
//   drag ───> marks the rows from the press to here          wheel ──> scrolls; sideways: another column
import AlmanacRecords
import DiffableLists
import Stores
import Terminals

extension RecordListPane {
  /// The effects of the mouse in the list.
  func action(for event: MouseEvent) -> EventAction? {
    let perform: @MainActor () -> Void
    switch event.kind {
    case .wheelUp: perform = { [self] in move { $0.scroll(by: -3) } }
    case .wheelDown: perform = { [self] in move { $0.scroll(by: 3) } }
    case .wheelLeft: perform = { [self] in moveColumn(by: -1) }
    case .wheelRight: perform = { [self] in moveColumn(by: 1) }
    case .press, .doublePress:
      if let column = titledColumn(at: event.position) {
        return EventAction(order: .inTurn(waitsFor: .record)) { [self] in sort(byTitleOf: column) }
      }
      let isOpened = event.kind == .doublePress
      perform = { [self] in if select(at: event.position), isOpened { openSelected() } }
    case .drag: perform = { [self] in mark(draggedTo: event.position) }
    }
    return EventAction(order: .inTurn(waitsFor: [.rows, .cursor]), perform: perform)
  }

  /// Puts the cursor on the record at a point of the screen. Returns whether there is one.
  private func select(at point: Point) -> Bool {
    let line = line(at: point)
    guard rows.rect.contains(point), dataSource.visibleRange.indices.contains(dataSource.visibleRange.lowerBound + line)
    else {
      model.range.pressed = nil
      return false
    }
    move { $0.select(screenLine: line) }
    model.range.pressed = dataSource.selected.map { ($0, dataSource.marked) }
    return true
  }

  /// The line of the rows at a point; outside of them a line before the first or behind the last.
  private func line(at point: Point) -> Int { point.row - rows.rect.row - headerHeight }

  // MARK: Marking

  /// Whether a key acts on marked records.
  private var canMark: Bool { keys.contains { $0.keys.contains(.character("x")) && !$0.neverActs } }

  /// Marks the records between the press of the button and a point. Earlier marks stay. Beyond an end of the screen the
  /// list scrolls.
  private func mark(draggedTo point: Point) {
    guard canMark, let (start, marked) = model.range.pressed, let list = model.list else { return }
    let line = line(at: point)
    if line < 0 {
      move { $0.moveSelection(by: -1) }
    } else if line >= dataSource.visibleRange.count {
      move { $0.moveSelection(by: 1) }
    } else {
      move { $0.select(screenLine: line) }
    }
    guard let end = dataSource.selectedIndex, let first = dataSource.index(of: start) else { return }
    let part = dataSource.items[min(first, end)...max(first, end)].map(\.id)
    if part.count == 1, model.markCount == marked.count { return }
    model.mark(part.count == 1 ? marked : marked.union(part), listedIn: list)
    model.range.lastMarked = part.count == 1 ? nil : start
    follower.showMarks()
  }

  // MARK: Sorting

  /// The column whose title is at a point; `nil` if there is none.
  private func titledColumn(at point: Point) -> String? {
    guard headerHeight > 0, rows.rect.contains(point), point.row == rows.rect.row,
      let place = drawn?.column(at: point.column - rows.rect.column), columns.shown.indices.contains(place)
    else { return nil }
    return columns.shown[place].style.column
  }

  /// Sorts by a column; by the only one of the order the other way.
  private func sort(byTitleOf column: String) {
    guard keys.contains(where: { $0.keys.contains(.character("s")) }) else { return }
    columns.go(to: column)
    _ = columns.takeSorted()
    follower.setNeedsDisplay()
    let order = store.withState(\.list.order)
    if order.column == column, order.chosen.count == 1 {
      relist { .query(.reverseKeyPressed(selected: $0)) }
    } else if table.style.orders.contains(where: { $0.column == column })
      || table.style.limits.unknownCollations[column] != nil
    {
      relist { .query(.sortKeyPressed(selected: $0, column: column)) }
    } else {
      store.send(.report(.noted("\(table.style.title) can't be sorted by \(column).")))
    }
  }
}
