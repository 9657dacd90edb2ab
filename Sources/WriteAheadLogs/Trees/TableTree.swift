// The tables of a file, as its schema lists them.

/// One table and the root of its tree.
struct TableTree: Equatable {
  var name: String
  var root: UInt32
  /// The rowid of the table's row in the schema.
  var schemaRowID: Int64
  var sql: String
  var hasRowIDs: Bool
  /// The number of leading values of a record that form the key. Nil: the table has rowids, or the declaration does not
  /// tell.
  var keyCount: Int?
}

extension TableTree {
  /// Reads the schema of a state. The first table is the schema itself.
  static func all(in versions: any PageVersions) throws(UnknownReason) -> [TableTree] {
    var trees = [
      TableTree(name: ChangeSet.schemaTable, root: 1, schemaRowID: 0, sql: "", hasRowIDs: true, keyCount: nil)
    ]
    var roots: Set<UInt32> = [1]
    var leaves: [UInt32] = []
    try appendLeaves(of: 1, in: versions, &leaves)
    var cells: [Cell] = []
    for leaf in leaves {
      let page = try versions.page(leaf)
      try page.readCells(versions.format, into: &cells)
      for cell in cells {
        guard let tree = try TableTree(cell, on: page, in: versions) else { continue }
        guard roots.insert(tree.root).inserted else { throw .damaged }
        trees.append(tree)
      }
    }
    return trees
  }

  /// The table that a row of the schema describes; nil for an index, a trigger, a view or a virtual table.
  private init?(_ cell: Cell, on page: Page, in versions: any PageVersions) throws(UnknownReason) {
    let values = try versions.values(of: cell, on: page)
    guard values.count >= 5, case .text(let type) = values[0], case .text(let name) = values[1],
      case .integer(let root) = values[3], root != 0, versions.format.string(type) == "table"
    else { return nil }
    guard let number = UInt32(exactly: root) else { throw .damaged }
    guard let kind = try versions.pointedPage(number).kind else { throw .damaged }
    let declaration = if case .text(let text) = values[4] { versions.format.string(text) } else { "" }
    self.init(
      name: versions.format.string(name), root: number, schemaRowID: cell.rowID, sql: declaration,
      hasRowIDs: kind.isTable, keyCount: kind.isTable ? nil : TableDeclaration(declaration).primaryKeyCount)
  }

  private static func appendLeaves(
    of root: UInt32, in versions: any PageVersions, _ leaves: inout [UInt32]
  ) throws(UnknownReason) {
    var seen: Set<UInt32> = []
    var stack = [root]
    var children: [UInt32] = []
    while let number = stack.popLast() {
      guard seen.insert(number).inserted else { throw .damaged }
      let page = number == root ? try versions.page(number) : try versions.pointedPage(number)
      guard let kind = page.kind, kind.isTable else { throw .damaged }
      if kind.isLeaf {
        leaves.append(number)
      } else {
        try page.readChildren(versions.format, into: &children)
        stack.append(contentsOf: children.reversed())
      }
    }
  }
}
