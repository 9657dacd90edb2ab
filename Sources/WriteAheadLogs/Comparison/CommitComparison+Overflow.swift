// Finds values changed in place: an update of the same size may write an overflow page but no page of the tree.

extension CommitComparison {
  /// Collects the written pages that may be parts of overflow chains: those in no table's tree, before or after, that
  /// begin with a page number. Index pages begin otherwise, except in files of a hundred gigabytes.
  func findUnexplained() throws(UnknownReason) {
    let last = min(old.pageCount, new.pageCount)
    for number in touched.pages where number > 1 && number <= last {
      guard !scratch.marks.newSeen.contains(number), !map.isInTree(number), number != new.format.lockPage,
        !new.format.isPointerMap(number), try new.page(number).u32(0) <= new.pageCount
      else { continue }
      unexplained.insert(number)
    }
  }

  /// Explains the remaining pages, in the order of the cost.
  func explainTheRest() throws(UnknownReason) {
    guard !unexplained.isEmpty else { return }
    let free = try writtenFreePages()
    for page in free { unexplained.remove(page) }
    if !unexplained.isEmpty { try explainIndexes(except: free) }
    for (pair, page, cell) in alikeCells {
      guard !unexplained.isEmpty else { return }
      try compareChain(of: cell, on: try new.page(page), pair)
    }
    if !unexplained.isEmpty { try findOwners() }
  }

  /// The written pages that are free now: they hold their former content, or nothing.
  ///
  /// A page that becomes free is added to the first page of the list, or becomes that page. So the list's pages after
  /// the first unwritten one name no page that this commit made free. A written page may have the same bytes as before.
  private func writtenFreePages() throws(UnknownReason) -> Set<UInt32> {
    var free: Set<UInt32> = []
    var trunk = new.format.freelistTrunk
    var left = Int(min(new.format.freelistCount, new.pageCount))
    var circle = CircleGuard()
    while trunk != 0, left > 0, touched.contains(trunk) || !limits.touchesAreWrites {
      try circle.pass(trunk)
      let page = try new.pointedPage(trunk)
      if touched.contains(trunk) { free.insert(trunk) }
      let count = Int(try page.u32(4))
      guard count <= new.format.usableSize / 4 - 2 else { throw .damaged }
      for place in 0..<count {
        let number = try page.u32(8 + 4 * place)
        if touched.contains(number) { free.insert(number) }
      }
      left -= count + 1
      trunk = try page.u32(0)
    }
    return free
  }

  /// Explains the overflow chains of written index pages. An index never changes an entry in place.
  private func explainIndexes(except free: Set<UInt32>) throws(UnknownReason) {
    for number in touched.pages where number > 1 && number <= new.pageCount {
      guard !scratch.marks.newSeen.contains(number), !free.contains(number) else { continue }
      let page = try new.page(number)
      guard let kind = page.kind, !kind.isTable, try page.u32(0) > new.pageCount else { continue }
      try page.readCells(new.format, into: &cellsOfPage)
      for cell in cellsOfPage where cell.overflow != 0 {
        try new.visitChain(of: cell) { (page, _) throws(UnknownReason) in unexplained.remove(page.number) }
      }
    }
  }

  /// Compares the payloads of a cell that is stored alike before and after, if its chain was written.
  private func compareChain(of cell: Cell, on page: Page, _ pair: Int) throws(UnknownReason) {
    var isWritten = false
    try new.visitChain(of: cell) { (page, _) throws(UnknownReason) in
      if touched.contains(page.number) { isWritten = true }
      explain(page.number, head: cell.overflow)
    }
    guard isWritten else { return }
    let before = try oldValues(cell, on: page)
    let after = try newValues(cell, on: page)
    guard before != after else { return }
    guard let table = self.pair(pair).shown else { return }
    if table.hasRowIDs {
      append(RowChange(rowID: cell.rowID, old: before, new: after), to: pair)
    } else if let keyCount = table.keyCount, before.prefix(keyCount) == after.prefix(keyCount) {
      append(RowChange(rowID: nil, old: before, new: after), to: pair)
    } else {
      append(RowChange(rowID: nil, old: before, new: nil), to: pair)
      append(RowChange(rowID: nil, old: nil, new: after), to: pair)
    }
  }

  /// Compares the rows on unwritten pages whose overflow chains were written.
  private func findOwners() throws(UnknownReason) {
    let isNew = !old.format.hasPointerMap && owners.map == nil
    if isNew { owners = .known(try overflowMap()) }
    // What this comparison has found in changed trees is not in a map of the old state.
    defer { if isNew, schemaChanged || !scratch.dirty.tables.isEmpty { owners = .unknown } }
    // The rows on written pages, and on pages that left their trees, have already been compared.
    let removed = Set(removed)
    var compared: Set<UInt32> = []
    for number in unexplained.pages where unexplained.contains(number) {
      let chain = old.format.hasPointerMap ? try mappedChain(of: number) : owners.map?.chain(of: number)
      guard let chain, compared.insert(chain.head).inserted, !removed.contains(chain.owner),
        !touched.contains(chain.owner), let place = map.table(of: chain.owner), let pair = pairNumber(ofOldPlace: place)
      else { continue }
      let page = try new.page(chain.owner)
      try page.readCells(new.format, into: &cellsOfPage)
      guard let cell = cellsOfPage.first(where: { $0.overflow == chain.head }) else { continue }
      try compareChain(of: cell, on: page, pair)
    }
    // The remaining ones are overflow pages of indexes.
  }

  /// The owners of overflow pages in the old state, read once.
  private func overflowMap() throws(UnknownReason) -> OverflowMap {
    if case .tooFar = owners { throw .tooLarge }
    do throws(UnknownReason) {
      return try OverflowMap(old, map, limit: limits.scanLimit)
    } catch {
      if error == .tooLarge { owners = .tooFar }
      throw error
    }
  }

  /// The overflow chain of a page, from the old pointer map.
  private func mappedChain(of page: UInt32) throws(UnknownReason) -> OverflowMap.Chain? {
    var page = page
    var circle = CircleGuard()
    // Each step goes back one page in the chain.
    while true {
      try circle.pass(page)
      let map = old.format.pointerMap(for: page)
      guard page > map else { throw .damaged }
      let entry = 5 * Int(page - map - 1)
      let bytes = try old.pointedPage(map)
      let parent = try bytes.u32(entry + 1)
      switch try bytes.byte(entry) {
      case 3: return OverflowMap.Chain(head: page, owner: parent)
      case 4:
        guard parent >= 2, parent <= old.pageCount else { throw .damaged }
        page = parent
      default: return nil
      }
    }
  }
}
