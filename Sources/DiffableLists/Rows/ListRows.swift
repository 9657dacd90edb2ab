// The loaded rows of a data source, by index and by identity.

/// The rows of a list: sections in order, items in order.
///
/// A snapshot's rows stay in its arrays, without a copy. From the first known change until the next snapshot they are
/// in chunks.
@usableFromInline struct ListRows<Section: Hashable & Sendable, Item: Identifiable & Equatable> {
  /// The rows as the snapshot has them; without items while `chunks` has them.
  @usableFromInline var given: DiffableSnapshot<Section, Item>
  /// All items of the snapshot in order; shares the snapshot's array if there is one section.
  @usableFromInline var flat: [Item]
  @usableFromInline var chunks: ChunkedItems<Item>?
  /// The sections and their lengths while `chunks` has the items.
  @usableFromInline var lengths: [(section: Section, count: Int)] = []
  /// The index of each identity in `flat`, made on first use.
  private var indices: [Item.ID: Int]?

  init(_ snapshot: DiffableSnapshot<Section, Item>) {
    given = snapshot
    flat = snapshot.items
  }

  var count: Int { chunks?.count ?? flat.count }

  subscript(index: Int) -> Item { chunks?[index] ?? flat[index] }

  /// The rows as a snapshot. After known changes it costs the number of rows.
  @usableFromInline var snapshot: DiffableSnapshot<Section, Item> {
    guard let chunks else { return given }
    let items = chunks.items
    var snapshot = DiffableSnapshot<Section, Item>()
    var start = 0
    for (section, count) in lengths {
      let part = count == items.count ? items : Array(items[start..<(start + count)])
      snapshot.parts.append(.init(section: section, items: part))
      start += count
    }
    return snapshot
  }

  var sections: [Section] { chunks == nil ? given.sections : lengths.map(\.section) }

  /// The layout with every section's heading on a line of its own.
  @usableFromInline var fullLayout: SectionLayout {
    if chunks == nil { return given.fullLayout }
    return layout(of: lengths)
  }

  /// The layout of sections of these lengths, each with a heading on a line of its own.
  @usableFromInline func layout(of lengths: [(section: Section, count: Int)]) -> SectionLayout {
    var starts: [Int] = []
    var count = 0
    for part in lengths {
      starts.append(count)
      count += part.count
    }
    return SectionLayout(starts: starts, itemCount: count)
  }

  /// The index of the item with that identity.
  mutating func index(of id: Item.ID) -> Int? {
    if let chunks { return chunks.find(id).map { chunks.index(slot: $0.slot, offset: $0.offset) } }
    if indices == nil {
      var made: [Item.ID: Int] = [:]
      made.reserveCapacity(flat.count)
      for (index, item) in flat.enumerated() { made[item.id] = index }
      indices = made
    }
    return indices?[id]
  }

  /// Moves the items into chunks, once.
  @usableFromInline mutating func chunk() {
    if chunks != nil { return }
    lengths = given.parts.map { ($0.section, $0.items.count) }
    indices = nil
    given = DiffableSnapshot()
    chunks = ChunkedItems(flat)
    flat = []
  }
}
