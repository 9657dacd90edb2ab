// Who owns each page of an overflow chain.

/// What is known of the owners of overflow pages.
enum OverflowOwners {
  /// Nothing: no commit has needed them yet.
  case unknown
  /// They are in so many pages that they can't be looked for. That is tried again behind a change of the schema.
  case tooFar
  case known(OverflowMap)

  var map: OverflowMap? {
    if case .known(let map) = self { return map }
    return nil
  }
}

/// The leaf that each page of an overflow chain belongs to. Pages that left their chains may still be in it: what it
/// says is where to look.
final class OverflowMap {
  /// The first page of a chain, and the page with the cell that the chain belongs to.
  struct Chain {
    var head: UInt32
    var owner: UInt32
  }

  /// The first page of the chain that a page is in.
  private let heads = PageMap()
  /// The page with the cell that a chain belongs to, by the chain's first page.
  private let owners = PageMap()

  func add(_ page: UInt32, head: UInt32) { heads[page] = head }

  func move(head: UInt32, to owner: UInt32) { owners[head] = owner }

  func chain(of page: UInt32) -> Chain? {
    let head = heads[page]
    let owner = head == 0 ? 0 : owners[head]
    return owner == 0 ? nil : Chain(head: head, owner: owner)
  }

  /// Reads all chains of all tables.
  /// - Parameter limit: How many pages it may read.
  init(_ versions: any PageVersions, _ map: TreeMap, limit: Int) throws(UnknownReason) {
    var left = limit
    func takePage() throws(UnknownReason) {
      left -= 1
      if left < 0 { throw .tooLarge }
    }
    var cells: [Cell] = []
    var children: [UInt32] = []
    for table in map.tables {
      var stack = [table.root]
      while let number = stack.popLast() {
        try takePage()
        let page = try versions.page(number)
        guard let kind = page.kind, kind.isTable == table.hasRowIDs else { throw .damaged }
        if !kind.isLeaf {
          try page.readChildren(versions.format, into: &children)
          // The map has seen each page once: there is no circle.
          for child in children where map.parents[child] == number { stack.append(child) }
        }
        try page.readCells(versions.format, into: &cells)
        for cell in cells where cell.overflow != 0 {
          move(head: cell.overflow, to: number)
          try versions.visitChain(of: cell) { (page, _) throws(UnknownReason) in
            try takePage()
            add(page.number, head: cell.overflow)
          }
        }
      }
    }
  }
}
