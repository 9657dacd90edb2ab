// Maps pages to their tables.

/// The parent of every page of the tables' trees, in one state of the file.
final class TreeMap {
  /// The parent of a page; 0 for a root, and for a page in no table's tree.
  let parents = PageMap()
  /// The index in `tables` of the table with this root, plus 1.
  private let rootTables = PageMap()
  private(set) var tables: [TableTree]

  /// The maximum depth of a tree: an interior page has at least two children, except in damaged files.
  static let greatestDepth = 48

  /// Walks the interior pages of all tables. All leaves of a tree have the same depth. One descent on the left finds
  /// it, so that no other leaf is read.
  init(_ versions: any PageVersions) throws(UnknownReason) {
    tables = try TableTree.all(in: versions)
    for (place, table) in tables.enumerated() { rootTables[table.root] = UInt32(place + 1) }
    for table in tables { try walk(table, versions) }
  }

  private func walk(_ table: TableTree, _ versions: any PageVersions) throws(UnknownReason) {
    var children: [UInt32] = []
    var height = 0
    var number = table.root
    while true {
      let page = try versions.page(number)
      guard let kind = page.kind, kind.isTable == table.hasRowIDs else { throw .damaged }
      if kind.isLeaf { break }
      height += 1
      guard height < Self.greatestDepth else { throw .damaged }
      try page.readChildren(versions.format, into: &children)
      number = children[0]
      guard isTreePage(number, in: versions) else { throw .damaged }
    }
    var stack: [(page: UInt32, height: Int)] = [(table.root, height)]
    while let (number, height) = stack.popLast() {
      if height == 0 { continue }
      let page = try versions.page(number)
      guard let kind = page.kind, kind.isTable == table.hasRowIDs, !kind.isLeaf else { throw .damaged }
      try page.readChildren(versions.format, into: &children)
      for child in children {
        // A page has one parent: this check also ends a circle.
        guard isTreePage(child, in: versions), parents[child] == 0, rootTables[child] == 0 else { throw .damaged }
        parents[child] = number
        if height > 1 { stack.append((child, height - 1)) }
      }
    }
  }

  private func isTreePage(_ page: UInt32, in versions: any PageVersions) -> Bool {
    page >= 2 && page <= versions.pageCount && page != versions.format.lockPage
  }

  func isInTree(_ page: UInt32) -> Bool { parents[page] != 0 || rootTables[page] != 0 }

  /// The index of the table with this root.
  func table(ofRoot page: UInt32) -> Int? {
    let place = rootTables[page]
    return place == 0 ? nil : Int(place) - 1
  }

  /// The index of the table that a page belongs to.
  func table(of page: UInt32) -> Int? {
    var page = page
    for _ in 0...Self.greatestDepth {
      let parent = parents[page]
      if parent == 0 { return table(ofRoot: page) }
      page = parent
    }
    return nil
  }

  /// Takes over the changes of a commit.
  func update(removed: [UInt32], children: [(page: UInt32, parent: UInt32)], tables: [TableTree]?) {
    for page in removed { parents[page] = 0 }
    for child in children { parents[child.page] = child.parent }
    guard let tables else { return }
    for table in self.tables { rootTables[table.root] = 0 }
    for (place, table) in tables.enumerated() {
      rootTables[table.root] = UInt32(place + 1)
      parents[table.root] = 0
    }
    self.tables = tables
  }
}
