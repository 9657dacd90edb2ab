// The invariants of a data source after every operation.

import Testing

@testable import DiffableLists

extension DiffableDataSource {
  /// Records every invariant that is broken.
  func checkInvariants(sourceLocation: SourceLocation = #_sourceLocation) {
    func require(_ condition: Bool, _ sentence: @autoclosure () -> String) {
      if !condition { Issue.record("\(sentence())", sourceLocation: sourceLocation) }
    }
    let count = rows.count
    let ids = Set(items.map(\.id))
    require(ids.count == count, "\(count - ids.count) identities occur twice")
    for (index, item) in items.enumerated() {
      require(rows.index(of: item.id) == index, "the item \(item.id) isn't found at its index \(index)")
    }
    require(rows.snapshot.items == Array(items), "the snapshot differs from the items")
    require((cursor == nil) == (count == 0), "the cursor is \(cursor.map(String.init) ?? "nowhere") in \(count) rows")
    let isWhole = position.reachesStart && position.reachesEnd
    if let cursor {
      require((0..<count).contains(cursor), "the cursor \(cursor) is outside the \(count) rows")
      require(screenLine(ofItem: cursor) != nil || height == 0, "the cursor's row \(cursor) is off the screen")
    }
    if isWhole { require(marked.isSubset(of: ids), "a record that isn't in the list is marked") }
    require(
      visibleRange.lowerBound >= 0 && visibleRange.upperBound <= count,
      "the range \(visibleRange) exceeds \(count) rows")
    require(visibleRange.count <= height, "\(visibleRange.count) rows are visible on \(height) lines")
    if position.reachesStart { require(top >= 0, "the screen begins \(-top) lines before the first") }
    if position.reachesEnd {
      require(
        top <= max(layout.lineCount - effectiveHeight, 0), "lines stay empty at the end while rows above are hidden")
    }
    require(layout.itemCount == count, "the layout is of \(layout.itemCount) items, not of \(count)")
    // After a refused window all loaded rows may be gone, so a whole list may wait too.
    if isWhole, hasRows, !expectsAnotherList, !hasRefused {
      // A whole list waits only for a record that has not arrived yet.
      let waitsForRows = pending.map { if case .select = $0 { false } else { true } } ?? false
      require(!waitsForRows, "a motion waits although all rows are at hand")
      require(windowNeeded == nil, "rows are asked for although all are at hand")
    }
    require(newAbove >= 0, "fewer than no rows are new")
    let belowTop = items[visibleRange.lowerBound...].map(\.id)
    require(news.unseen.isDisjoint(with: belowTop), "what is on the screen or below it is new above")
    require(position.above != nil || !position.reachesStart, "the rows above are unknown at the start")
  }
}
