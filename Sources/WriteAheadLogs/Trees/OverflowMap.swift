// The owner of each page of an overflow chain.

/// The known owners of overflow pages.
enum OverflowOwners {
  /// Nothing: no commit has needed them yet.
  case unknown
  /// Finding them takes too many pages. It is tried again after a schema change.
  case tooFar
  case known(OverflowMap)

  var map: OverflowMap? {
    if case .known(let map) = self { return map }
    return nil
  }
}

/// The leaf that each page of an overflow chain belongs to. Pages that left their chains may still be in the map: it
/// only says where to look.
final class OverflowMap {
  /// The first page of a chain, and the page with the cell that owns the chain.
  struct Chain {
    var head: UInt32
    var owner: UInt32
  }

  /// The first page of each page's chain.
  private let heads = PageMap()
  /// The page with the cell that owns a chain, by the chain's first page.
  private let owners = PageMap()

  func add(_ page: UInt32, head: UInt32) { heads[page] = head }

  func move(head: UInt32, to owner: UInt32) { owners[head] = owner }

  func chain(of page: UInt32) -> Chain? {
    let head = heads[page]
    let owner = head == 0 ? 0 : owners[head]
    return owner == 0 ? nil : Chain(head: head, owner: owner)
  }

  /// Reads all chains of all tables.
  /// - Parameter limit: The maximum number of pages to read.
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
