// Compares tables with rowids: merges two ascending sequences.

/// The rows of a table's changed leaves, ascending.
private struct RowCursor {
  let versions: any PageVersions
  let units: [TreeUnit]
  var next = 0
  var page: Page?
  var cells: [Cell] = []
  var index = 0
  var last: Int64?

  init(_ versions: any PageVersions, _ units: [TreeUnit]) {
    (self.versions, self.units) = (versions, units)
  }

  /// Goes to the next leaf that has a row.
  mutating func fill() throws(UnknownReason) -> Bool {
    while index >= cells.count {
      guard next < units.count else { return false }
      let page = try versions.page(units[next].page)
      guard page.kind == .tableLeaf else { throw .damaged }
      try page.readCells(versions.format, into: &cells)
      for cell in cells {
        if let last, cell.rowID <= last { throw .damaged }
        last = cell.rowID
      }
      self.page = page
      next += 1
      index = 0
    }
    return true
  }
}

extension CommitComparison {
  func mergeRowIDs(_ pair: Int, _ parts: TreeParts) throws(UnknownReason) {
    var before = RowCursor(old, parts.old)
    var after = RowCursor(new, parts.new)
    var noted = 0
    while true {
      let hasOld = try before.fill()
      let hasNew = try after.fill()
      if noted != after.next, let page = after.page {
        note(after.cells, on: page.number)
        noted = after.next
      }
      guard hasOld || hasNew else { return }
      guard hasOld, let oldPage = before.page else {
        try insert(&after, pair)
        continue
      }
      guard hasNew, let newPage = after.page else {
        try delete(&before, pair)
        continue
      }
      // Until one of the two pages ends.
      while before.index < before.cells.count, after.index < after.cells.count {
        let oldCell = before.cells[before.index]
        let newCell = after.cells[after.index]
        if oldCell.rowID < newCell.rowID {
          try delete(&before, pair)
        } else if oldCell.rowID > newCell.rowID {
          try insert(&after, pair)
        } else {
          before.index += 1
          after.index += 1
          if !oldPage.isAlike(oldCell, newCell, on: newPage) {
            try update(oldCell, on: oldPage, newCell, on: newPage, pair)
          } else if newCell.overflow != 0, !unexplained.isEmpty {
            alikeCells.append((pair, newPage.number, newCell))
          }
        }
      }
    }
  }

  private func insert(_ cursor: inout RowCursor, _ pair: Int) throws(UnknownReason) {
    guard let page = cursor.page else { return }
    let cell = cursor.cells[cursor.index]
    cursor.index += 1
    append(RowChange(rowID: cell.rowID, old: nil, new: try newValues(cell, on: page)), to: pair)
  }

  private func delete(_ cursor: inout RowCursor, _ pair: Int) throws(UnknownReason) {
    guard let page = cursor.page else { return }
    let cell = cursor.cells[cursor.index]
    cursor.index += 1
    append(RowChange(rowID: cell.rowID, old: try oldValues(cell, on: page), new: nil), to: pair)
  }

  private func update(
    _ oldCell: Cell, on oldPage: Page, _ newCell: Cell, on newPage: Page, _ pair: Int
  ) throws(UnknownReason) {
    let before = try oldValues(oldCell, on: oldPage)
    let after = try newValues(newCell, on: newPage)
    // Its chain may only have moved.
    guard before != after else { return limits.budget += oldCell.payloadSize + newCell.payloadSize + 64 }
    append(RowChange(rowID: newCell.rowID, old: before, new: after), to: pair)
  }
}
