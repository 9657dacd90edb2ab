// Compares tables WITHOUT ROWID: records in tree order, paired by key.

/// The records of one side's changed pages, in tree order.
private struct KeySide {
  let versions: any PageVersions
  let units: [TreeUnit]
  /// The page and its cells if there is only one leaf. Otherwise pages are read each time.
  private var leaf: (page: Page, cells: [Cell])?

  init(_ units: [TreeUnit], _ versions: any PageVersions) throws(UnknownReason) {
    (self.units, self.versions) = (units, versions)
    if units.count == 1, units[0].cell < 0 { leaf = try Self.read(units[0].page, versions, isLeaf: true) }
  }

  private static func read(
    _ number: UInt32, _ versions: any PageVersions, isLeaf: Bool
  ) throws(UnknownReason) -> (page: Page, cells: [Cell]) {
    let page = try versions.page(number)
    guard page.kind == (isLeaf ? .indexLeaf : .indexInterior) else { throw .damaged }
    var cells: [Cell] = []
    try page.readCells(versions.format, into: &cells)
    return (page, cells)
  }

  /// The numbers of equal cells at the beginning and at the end, if both sides are one leaf: nearly all cells are.
  func alikeEnds(_ other: KeySide) -> (start: Int, end: Int) {
    guard let leaf, let other = other.leaf else { return (0, 0) }
    let most = min(leaf.cells.count, other.cells.count)
    var (start, end) = (0, 0)
    while start < most, leaf.page.isAlike(leaf.cells[start], other.cells[start], on: other.page) { start += 1 }
    while end < most - start,
      leaf.page.isAlike(
        leaf.cells[leaf.cells.count - 1 - end], other.cells[other.cells.count - 1 - end], on: other.page)
    {
      end += 1
    }
    return (start, end)
  }

  /// Hashes of the cells' bytes, without the equal cells at the ends.
  func hashes(except ends: (start: Int, end: Int), atMost count: Int) throws(UnknownReason) -> [Int] {
    if let leaf {
      return leaf.cells[ends.start..<leaf.cells.count - ends.end].map { leaf.page.hashValue(of: $0) }
    }
    var hashes: [Int] = []
    try forEachCell { (_, page, cell) throws(UnknownReason) in
      guard hashes.count < count else { throw .tooLarge }
      hashes.append(page.hashValue(of: cell))
    }
    return hashes
  }

  /// Visits the records with their indices.
  func forEachCell(_ visit: (Int, Page, Cell) throws(UnknownReason) -> Void) throws(UnknownReason) {
    var place = 0
    var interior: (page: Page, cells: [Cell])?
    for unit in units {
      if unit.cell >= 0 {
        if interior?.page.number != unit.page { interior = try Self.read(unit.page, versions, isLeaf: false) }
        guard let interior, Int(unit.cell) < interior.cells.count else { throw .damaged }
        try visit(place, interior.page, interior.cells[Int(unit.cell)])
        place += 1
      } else {
        let (page, cells) = if let leaf { leaf } else { try Self.read(unit.page, versions, isLeaf: true) }
        for cell in cells {
          try visit(place, page, cell)
          place += 1
        }
      }
    }
  }
}

extension CommitComparison {
  /// A record that only one side has.
  private struct Loose {
    /// Its index among the cells of its side.
    var place: Int
    var values: [RecordValue]
  }

  /// Compares one pair of trees. Cells that both sides store alike cancel out by a hash of their bytes, so that the
  /// pages need not stay in memory; the others are read.
  func mergeKeys(_ pair: Int, _ parts: TreeParts) throws(UnknownReason) {
    let before = try KeySide(parts.old, old)
    let after = try KeySide(parts.new, new)
    let ends = before.alikeEnds(after)
    var oldHashes = try hashes(of: before, except: ends)[...]
    var newHashes = try hashes(of: after, except: ends)[...]
    let hashBytes = 32 * (oldHashes.count + newHashes.count)
    // The hashes are not kept.
    defer { limits.budget += hashBytes }
    var start = ends.start
    while let first = oldHashes.first, first == newHashes.first {
      (oldHashes, newHashes) = (oldHashes.dropFirst(), newHashes.dropFirst())
      start += 1
    }
    while let last = oldHashes.last, last == newHashes.last {
      (oldHashes, newHashes) = (oldHashes.dropLast(), newHashes.dropLast())
    }
    let oldLoose = try loose(before, oldHashes, Set(newHashes), from: start, oldValues)
    let newLoose = try loose(after, newHashes, Set(oldHashes), from: start, newValues)
    let keyCount = self.pair(pair).shown?.keyCount
    emit(oldLoose, newLoose, keyCount, from: start, to: pair)
    guard !unexplained.isEmpty || owners.map != nil else { return }
    let loosePlaces = Set(newLoose.map(\.place))
    try after.forEachCell { (place, page, cell) throws(UnknownReason) in
      note([cell], on: page.number)
      if cell.overflow != 0, !loosePlaces.contains(place) { alikeCells.append((pair, page.number, cell)) }
    }
  }

  /// A hash of each record. Together with the comparison with the other side it takes 32 bytes.
  private func hashes(of side: KeySide, except ends: (start: Int, end: Int)) throws(UnknownReason) -> [Int] {
    let hashes = try side.hashes(except: ends, atMost: limits.budget / 32)
    try take(32 * hashes.count)
    return hashes
  }

  /// The records from an index on that the other side lacks.
  private func loose(
    _ side: KeySide, _ hashes: ArraySlice<Int>, _ others: Set<Int>, from start: Int,
    _ values: (Cell, Page) throws(UnknownReason) -> [RecordValue]
  ) throws(UnknownReason) -> [Loose] {
    guard !hashes.isEmpty else { return [] }
    var loose: [Loose] = []
    try side.forEachCell { (place, page, cell) throws(UnknownReason) in
      guard place >= start, place - start < hashes.count, !others.contains(hashes[hashes.startIndex + place - start])
      else { return }
      loose.append(Loose(place: place, values: try values(cell, page)))
    }
    return loose
  }

  /// Pairs records by key, and appends the changes in tree order: the common records have the same order on both sides.
  private func emit(
    _ before: [Loose], _ after: [Loose], _ keyCount: Int?, from start: Int, to pair: Int
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
    var (oldPlace, newPlace) = (start, start)
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
}
