// Editing a snapshot's items.

extension DiffableSnapshot {
  /// Adds items at the end of `section`; nil: at the end of the last section.
  public mutating func appendItems(_ items: some Sequence<Item>, toSection section: Section? = nil) {
    guard !parts.isEmpty else {
      fatalError("DiffableSnapshot.appendItems: there is no section yet. Call appendSections first.")
    }
    let index = section.map { partIndex(of: $0, #function) } ?? parts.count - 1
    if parts[index].items.isEmpty {
      // An array is used without a copy.
      parts[index].items = Array(items)
    } else {
      parts[index].items.append(contentsOf: items)
    }
  }

  /// Inserts items before the item with that identity.
  public mutating func insertItems(_ items: some Sequence<Item>, beforeItem id: Item.ID) {
    let place = place(of: id, #function)
    parts[place.part].items.insert(contentsOf: Array(items), at: place.index)
  }

  /// Inserts items after the item with that identity.
  public mutating func insertItems(_ items: some Sequence<Item>, afterItem id: Item.ID) {
    let place = place(of: id, #function)
    parts[place.part].items.insert(contentsOf: Array(items), at: place.index + 1)
  }

  /// Removes the items with these identities; unknown ones are ignored.
  public mutating func deleteItems(_ ids: some Sequence<Item.ID>) {
    let ids = Set(ids)
    for index in parts.indices { parts[index].items.removeAll { ids.contains($0.id) } }
  }

  /// Moves an item before another, into that one's section.
  public mutating func moveItem(_ id: Item.ID, beforeItem other: Item.ID) {
    move(id, to: other, offset: 0, #function)
  }

  /// Moves an item after another, into that one's section.
  public mutating func moveItem(_ id: Item.ID, afterItem other: Item.ID) {
    move(id, to: other, offset: 1, #function)
  }

  /// Makes the next `apply` report these items as updated even if their content is equal.
  public mutating func reconfigureItems(_ ids: some Sequence<Item.ID>) {
    reconfiguredIDs.formUnion(ids)
  }

  private mutating func move(_ id: Item.ID, to other: Item.ID, offset: Int, _ caller: StaticString) {
    guard id != other else {
      fatalError("DiffableSnapshot.\(caller): the item \(id) can't be put next to itself. Name another item.")
    }
    let from = place(of: id, caller)
    let item = parts[from.part].items.remove(at: from.index)
    let to = place(of: other, caller)
    parts[to.part].items.insert(item, at: to.index + offset)
  }

  private func place(of id: Item.ID, _ caller: StaticString) -> (part: Int, index: Int) {
    for (part, content) in parts.enumerated() {
      if let index = content.items.firstIndex(where: { $0.id == id }) { return (part, index) }
    }
    fatalError(
      "DiffableSnapshot.\(caller): there is no item \(id). Name an item that is in the snapshot, or append it first.")
  }
}
