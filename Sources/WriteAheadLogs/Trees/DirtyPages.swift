// The path from the roots to the written pages of a commit.

/// The written pages of the tables' old trees, and their ancestors.
final class DirtyPages {
  private struct Entry {
    var page: UInt32
    /// The first dirty child, and the next one of the same parent: indices in `entries`, -1 if there is none.
    var firstChild = -1
    var nextSibling = -1
  }

  private var entries: [Entry] = []
  private let places = PageMarks()
  /// The indices of the tables that have dirty pages.
  private(set) var tables: [Int] = []
  private var isListed: [Bool] = []

  func contains(_ page: UInt32) -> Bool { places.contains(page) }

  func hasTable(_ table: Int) -> Bool { table < isListed.count && isListed[table] }

  /// Marks the pages among `touched` that are in a tree of the map, and their ancestors.
  func replace(with touched: PageMarks, in map: TreeMap) throws(UnknownReason) {
    entries.removeAll(keepingCapacity: true)
    places.removeAll()
    tables.removeAll(keepingCapacity: true)
    isListed = Array(repeating: false, count: map.tables.count)
    for page in touched.pages where map.isInTree(page) { try mark(page, map) }
  }

  private func mark(_ page: UInt32, _ map: TreeMap) throws(UnknownReason) {
    var page = page
    var child = -1
    for _ in 0...TreeMap.greatestDepth {
      let known = Int(places[page]) - 1
      let place = known >= 0 ? known : entries.count
      if known < 0 {
        places.mark(page, UInt32(place + 1))
        entries.append(Entry(page: page))
      }
      if child >= 0 {
        entries[child].nextSibling = entries[place].firstChild
        entries[place].firstChild = child
      }
      if known >= 0 { return }
      let parent = map.parents[page]
      if parent == 0 {
        guard let table = map.table(ofRoot: page) else { throw .damaged }
        if !isListed[table] { tables.append(table) }
        isListed[table] = true
        return
      }
      (page, child) = (parent, place)
    }
    throw .damaged
  }

  /// The dirty children of an old page, unordered.
  func children(of page: UInt32) -> [UInt32] {
    var children: [UInt32] = []
    var place = places.contains(page) ? entries[Int(places[page]) - 1].firstChild : -1
    while place >= 0 {
      children.append(entries[place].page)
      place = entries[place].nextSibling
    }
    return children
  }
}
