// The rows that a data source has at hand, by index and by identity.

/// The rows of a list: sections in order, items in order.
@usableFromInline struct ListRows<Section: Hashable & Sendable, Item: Identifiable & Equatable> {
  /// The rows as they were given.
  @usableFromInline var snapshot: DiffableSnapshot<Section, Item>
  /// All items in order; shares the snapshot's array where there is one section.
  private(set) var items: [Item]
  /// Index by identity, made when it is first asked for.
  private var indices: [Item.ID: Int]?

  init(_ snapshot: DiffableSnapshot<Section, Item>) {
    self.snapshot = snapshot
    items = snapshot.items
  }

  var count: Int { items.count }

  subscript(index: Int) -> Item { items[index] }

  /// The index of the item with that identity.
  mutating func index(of id: Item.ID) -> Int? {
    if indices == nil {
      var made: [Item.ID: Int] = [:]
      made.reserveCapacity(items.count)
      for (index, item) in items.enumerated() { made[item.id] = index }
      indices = made
    }
    return indices?[id]
  }
}
