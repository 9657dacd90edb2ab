// Rows of tables WITHOUT ROWID: records in the order of their tree, paired by key.

extension CommitComparison {
  /// A record that is on one side only.
  private struct Loose {
    /// Where it stands among the cells of its side.
    var place: Int
    var values: [RecordValue]
  }

  /// The cells that are stored alike on both sides cancel out by a hash of their bytes, so that the pages need not stay
  /// in memory; the rest are read.
  func mergeKeys(_ pair: Int, _ parts: TreeParts) throws(UnknownReason) {
    let ends = try alikeEnds(parts)
    let before = try hashes(parts.old, old, except: ends)
    let after = try hashes(parts.new, new, except: ends)
    var (start, end) = ends
    while start < min(before.count, after.count), before[start] == after[start] { start += 1 }
    while end < min(before.count, after.count) - start, before[before.count - 1 - end] == after[after.count - 1 - end] {
      end += 1
    }
    let oldRange = start..<before.count - end
    let newRange = start..<after.count - end
    let onlyOld = Set(before[oldRange]).subtracting(after[newRange])
    let onlyNew = Set(after[newRange]).subtracting(before[oldRange])
    var oldLoose: [Loose] = []
    if !onlyOld.isEmpty {
      try forEachCell(parts.old, old) { (place, page, cell) throws(UnknownReason) in
        guard oldRange.contains(place), onlyOld.contains(before[place]) else { return }
        oldLoose.append(Loose(place: place, values: try oldValues(cell, on: page)))
      }
    }
    var newLoose: [Loose] = []
    if !onlyNew.isEmpty || !unexplained.isEmpty {
      try forEachCell(parts.new, new) { (place, page, cell) throws(UnknownReason) in
        if newRange.contains(place), onlyNew.contains(after[place]) {
          newLoose.append(Loose(place: place, values: try newValues(cell, on: page)))
        } else if cell.overflow != 0, !unexplained.isEmpty {
          alikeCells.append((pair, page.number, cell))
        }
      }
    }
    let keyCount = self.pair(pair).shown?.keyCount
    emit(oldLoose, newLoose, keyCount, before[oldRange], after[newRange], to: pair)
  }

  /// Pairs records of one key, and puts the changes in the order of the tree: the records that both sides have in common
  /// are in one order.
  private func emit(
    _ before: [Loose], _ after: [Loose], _ keyCount: Int?, _ oldHashes: ArraySlice<Int>, _ newHashes: ArraySlice<Int>,
    to pair: Int
  ) {
    var placesByKey: [ArraySlice<RecordValue>: Int] = [:]
    if let keyCount { for (place, loose) in after.enumerated() { placesByKey[loose.values.prefix(keyCount)] = place } }
    var partners: [Int: Int] = [:]
    var isPaired = Array(repeating: false, count: after.count)
    for (place, loose) in before.enumerated() {
      guard let keyCount, let partner = placesByKey[loose.values.prefix(keyCount)], !isPaired[partner] else { continue }
      partners[place] = partner
      isPaired[partner] = true
    }
    var (oldNext, newNext) = (0, 0)
    var (oldPlace, newPlace) = (oldHashes.startIndex, newHashes.startIndex)
    func appendOld() {
      append(RowChange(rowID: nil, old: before[oldNext].values, new: nil), to: pair)
      oldNext += 1
    }
    func appendNew() {
      append(RowChange(rowID: nil, old: nil, new: after[newNext].values), to: pair)
      newNext += 1
    }
    while oldNext < before.count || newNext < after.count {
      let isOldLoose = oldNext < before.count && before[oldNext].place == oldPlace
      let isNewLoose = newNext < after.count && after[newNext].place == newPlace
      if isOldLoose, partners[oldNext] == nil {
        appendOld()
        oldPlace += 1
      } else if isNewLoose, !isPaired[newNext] {
        appendNew()
        newPlace += 1
      } else {
        if isOldLoose, let partner = partners[oldNext] {
          if before[oldNext].values != after[partner].values {
            append(RowChange(rowID: nil, old: before[oldNext].values, new: after[partner].values), to: pair)
          }
          oldNext += 1
        }
        if isNewLoose { newNext += 1 }
        oldPlace += 1
        newPlace += 1
      }
    }
  }

  /// How many cells are alike at the beginning and at the end, where one leaf became one leaf: nearly all are.
  private func alikeEnds(_ parts: TreeParts) throws(UnknownReason) -> (start: Int, end: Int) {
    guard parts.old.count == 1, parts.new.count == 1, parts.old[0].cell < 0, parts.new[0].cell < 0 else {
      return (0, 0)
    }
    let oldPage = try old.page(parts.old[0].page)
    let newPage = try new.page(parts.new[0].page)
    var before: [Cell] = []
    var after: [Cell] = []
    try oldPage.readCells(old.format, into: &before)
    try newPage.readCells(new.format, into: &after)
    let most = min(before.count, after.count)
    var start = 0
    while start < most, oldPage.isAlike(before[start], after[start], on: newPage) { start += 1 }
    var end = 0
    while end < most - start,
      oldPage.isAlike(before[before.count - 1 - end], after[after.count - 1 - end], on: newPage)
    {
      end += 1
    }
    return (start, end)
  }

  /// A number for each cell of some units; 0 for those at the ends that are known to be alike.
  private func hashes(
    _ units: [TreeUnit], _ versions: any PageVersions, except ends: (start: Int, end: Int)
  ) throws(UnknownReason) -> [Int] {
    var hashes: [Int] = []
    var count = Int.max
    if ends != (0, 0), let unit = units.first {
      let page = try versions.page(unit.page)
      if let kind = page.kind { count = try page.cellCount(kind, versions.format) - ends.end }
    }
    try forEachCell(units, versions) { (place, page, cell) throws(UnknownReason) in
      hashes.append(place < ends.start || place >= count ? 0 : page.hashValue(of: cell))
      if versions === new { note([cell], on: page.number) }
    }
    return hashes
  }

  /// Visits the records of units in their order, with their places.
  private func forEachCell(
    _ units: [TreeUnit], _ versions: any PageVersions,
    _ visit: (Int, Page, Cell) throws(UnknownReason) -> Void
  ) throws(UnknownReason) {
    var place = 0
    var cells: [Cell] = []
    var interior: (page: Page, cells: [Cell])?
    for unit in units {
      if unit.cell >= 0 {
        if interior?.page.number != unit.page {
          let page = try versions.page(unit.page)
          var read: [Cell] = []
          try page.readCells(versions.format, into: &read)
          interior = (page, read)
        }
        guard let interior, Int(unit.cell) < interior.cells.count else { throw .damaged }
        try visit(place, interior.page, interior.cells[Int(unit.cell)])
        place += 1
      } else {
        let page = try versions.page(unit.page)
        guard page.kind == .indexLeaf else { throw .damaged }
        try page.readCells(versions.format, into: &cells)
        for cell in cells {
          try visit(place, page, cell)
          place += 1
        }
      }
    }
  }
}
