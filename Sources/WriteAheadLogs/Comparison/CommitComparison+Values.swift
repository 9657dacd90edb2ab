// Reads the values of cells that differ, within a byte limit.

extension CommitComparison {
  func take(_ bytes: Int) throws(UnknownReason) {
    limits.budget -= bytes
    if limits.budget < 0 { throw .tooLarge }
  }

  func oldValues(_ cell: Cell, on page: Page) throws(UnknownReason) -> [RecordValue] {
    try take(cell.payloadSize + 32)
    return try old.values(of: cell, on: page)
  }

  /// The values of a new cell. It explains the pages of the cell's overflow chain.
  func newValues(_ cell: Cell, on page: Page) throws(UnknownReason) -> [RecordValue] {
    try take(cell.payloadSize + 32)
    return try new.values(of: cell, on: page) { explain($0, head: cell.overflow) }
  }

  /// Records that a page is in the overflow chain that begins at `head`.
  func explain(_ page: UInt32, head: UInt32) {
    unexplained.remove(page)
    owners.map?.add(page, head: head)
  }

  func append(_ change: RowChange, to pair: Int) { rows[pair, default: []].append(change) }

  /// Records which overflow chains the cells of a changed page of a new tree own.
  func note(_ cells: [Cell], on page: UInt32) {
    guard let overflowMap = owners.map else { return }
    for cell in cells where cell.overflow != 0 { overflowMap.move(head: cell.overflow, to: page) }
  }
}
