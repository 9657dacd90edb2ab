// Finds the pages on which a table's rows may have changed.

/// A leaf, or one cell of an interior page of a key tree, where interior cells are rows, too.
struct TreeUnit {
  var page: UInt32
  /// -1: the whole leaf.
  var cell: Int32 = -1
}

/// The differing parts of a table's old and new tree, from left to right.
struct TreeParts {
  var old: [TreeUnit] = []
  var new: [TreeUnit] = []
}

/// Descends the trees of a commit's tables, reading only the written pages and their ancestors. If a new tree lacks a
/// page of the old one, everything below that page is a part of the difference.
final class TreeDescent {
  private let old: any PageVersions
  private let new: any PageVersions
  private let map: TreeMap
  private let touched: PageMarks
  private let dirty: DirtyPages
  private let marks: Marks

  /// Pages that left their trees, and the new parents.
  private(set) var removed: [UInt32] = []
  private(set) var children: [(page: UInt32, parent: UInt32)] = []

  private var parts = TreeParts()
  private var pair = TablePair()
  private var pairNumber: UInt32 = 0
  /// The depth of the old tree's leaves, once one was read.
  private var oldLeafDepth = -1

  /// Marks that consecutive comparisons reuse.
  final class Marks {
    /// The visited pages of the new trees, and of the old ones.
    let newSeen = PageMarks()
    let oldSeen = PageMarks()
    /// For the children of written interior pages: the number of the pair whose new tree contains them.
    fileprivate let owners = PageMarks()

    func removeAll() {
      newSeen.removeAll()
      oldSeen.removeAll()
      owners.removeAll()
    }
  }

  init(
    old: any PageVersions, new: any PageVersions, map: TreeMap, touched: PageMarks, dirty: DirtyPages, marks: Marks
  ) {
    (self.old, self.new, self.map) = (old, new, map)
    (self.touched, self.dirty, self.marks) = (touched, dirty, marks)
    marks.removeAll()
  }

  /// Descends both trees of a table, the new one first. Within a pair this order is enough: a page that moves from one
  /// table to another is written, or was not in the second table's old tree.
  func parts(of pair: TablePair, number: Int) throws(UnknownReason) -> TreeParts {
    self.pair = pair
    pairNumber = UInt32(number + 1)
    parts = TreeParts()
    oldLeafDepth = -1
    let isMoved = pair.old?.root != pair.new?.root
    if let table = pair.new { try descendNew(table.root, table.hasRowIDs, isForced: isMoved, depth: 0) }
    if let table = pair.old {
      let isGone = isMoved && marks.owners[table.root] != pairNumber
      try descendOld(table.root, table.hasRowIDs, isRemoved: isGone, depth: 0)
    }
    return parts
  }

  private func descendNew(
    _ number: UInt32, _ isTable: Bool, isForced: Bool, depth: Int
  ) throws(UnknownReason) {
    guard depth <= TreeMap.greatestDepth, marks.newSeen.mark(number) else { throw .damaged }
    guard isForced || touched.contains(number) else {
      for child in try dirtyChildren(of: number, in: new) {
        try descendNew(child, isTable, isForced: false, depth: depth + 1)
      }
      return
    }
    let page = depth == 0 ? try new.page(number) : try new.pointedPage(number)
    guard let kind = page.kind, kind.isTable == isTable else { throw .damaged }
    guard !kind.isLeaf else { return parts.new.append(TreeUnit(page: number)) }
    var below: [UInt32] = []
    try page.readChildren(new.format, into: &below)
    let isOldPage = pair.oldPlace != nil && map.isInTree(number) && map.table(of: number) == pair.oldPlace
    for (place, child) in below.enumerated() {
      guard child >= 2, child <= new.pageCount, child != new.format.lockPage else { throw .damaged }
      guard marks.owners.mark(child, pairNumber) else { throw .damaged }
      children.append((child, number))
      let wasHere =
        (isOldPage && map.parents[child] == number)
        || (pair.oldPlace != nil && map.parents[child] != 0 && map.table(of: child) == pair.oldPlace)
      if !wasHere || touched.contains(child) || dirty.contains(child) {
        try descendNew(child, isTable, isForced: !wasHere, depth: depth + 1)
      }
      if !isTable, place < below.count - 1 { parts.new.append(TreeUnit(page: number, cell: Int32(place))) }
    }
  }

  private func descendOld(_ number: UInt32, _ isTable: Bool, isRemoved: Bool, depth: Int) throws(UnknownReason) {
    guard depth <= TreeMap.greatestDepth, marks.oldSeen.mark(number) else { throw .damaged }
    if isRemoved { removed.append(number) }
    let isWritten = touched.contains(number)
    guard isRemoved || isWritten else {
      for child in try dirtyChildren(of: number, in: old) {
        try descendOld(child, isTable, isRemoved: false, depth: depth + 1)
      }
      return
    }
    // All leaves have the same depth: other leaves of a removed subtree are read only with their rows.
    if isRemoved, !isWritten, depth == oldLeafDepth { return parts.old.append(TreeUnit(page: number)) }
    let page = depth == 0 ? try old.page(number) : try old.pointedPage(number)
    guard let kind = page.kind, kind.isTable == isTable else { throw .damaged }
    guard !kind.isLeaf else {
      oldLeafDepth = depth
      return parts.old.append(TreeUnit(page: number))
    }
    var below: [UInt32] = []
    try page.readChildren(old.format, into: &below)
    for (place, child) in below.enumerated() {
      if marks.owners[child] != pairNumber {
        try descendOld(child, isTable, isRemoved: true, depth: depth + 1)
      } else if touched.contains(child) || dirty.contains(child) {
        try descendOld(child, isTable, isRemoved: false, depth: depth + 1)
      }
      if !isTable, place < below.count - 1 { parts.old.append(TreeUnit(page: number, cell: Int32(place))) }
    }
  }

  /// The dirty children of an unwritten page, from left to right.
  private func dirtyChildren(of number: UInt32, in versions: any PageVersions) throws(UnknownReason) -> [UInt32] {
    let children = dirty.children(of: number)
    guard children.count > 1 else { return children }
    var ordered: [UInt32] = []
    try versions.page(number).readChildren(versions.format, into: &ordered)
    return ordered.filter { dirty.contains($0) && map.parents[$0] == number }
  }
}
