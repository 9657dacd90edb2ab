// Applies known changes, at a cost per change.

extension ListRows {
  /// The operations of known changes, and the former versions of the updated items.
  @usableFromInline typealias Changed = (difference: ListDifference<Item.ID>, previous: [Item.ID: Item])

  /// Removes what goes and moves, then inserts what comes and moves, in the given order, then updates.
  @inlinable mutating func make(_ changes: [ListChange<Item>]) -> Changed {
    chunk()
    guard !lengths.isEmpty else {
      fatalError("DiffableDataSource.apply(changes:): there is no section yet. Apply a snapshot with one first.")
    }
    // Taken out of the property while it changes, so that nothing is copied.
    var chunks = chunks.take()!
    defer { self.chunks = chunks }
    var difference = ListDifference<Item.ID>()
    var previous: [Item.ID: Item] = [:]
    var taken: [Item] = []
    takeOut(changes, from: &chunks, &difference, &taken)
    putIn(changes, into: &chunks, &difference, &taken)
    let layout = layout(of: lengths)
    for i in difference.inserts.indices { place(&difference.inserts[i], chunks, layout) }
    for i in difference.moves.indices { place(&difference.moves[i].to, chunks, layout) }
    for case .update(let item) in changes {
      guard let found = chunks.find(item.id) else { trapUnknown(item.id) }
      let old = chunks.chunks[found.slot].items[found.offset]
      if old == item { continue }
      previous[item.id] = old
      chunks.chunks[found.slot].items[found.offset] = item
      let index = chunks.index(slot: found.slot, offset: found.offset)
      difference.updates.append(.init(id: item.id, index: index, line: layout.line(ofItem: index)))
    }
    difference.deletes.sort { $0.index < $1.index }
    difference.inserts.sort { $0.index < $1.index }
    difference.moves.sort { $0.to.index < $1.to.index }
    difference.updates.sort { $0.index < $1.index }
    difference.arrivals.reserveCapacity(difference.inserts.count)
    for row in difference.inserts { difference.arrivals.append(row.id) }
    return (difference, previous)
  }

  @inlinable mutating func takeOut(
    _ changes: [ListChange<Item>], from chunks: inout ChunkedItems<Item>, _ difference: inout ListDifference<Item.ID>,
    _ taken: inout [Item]
  ) {
    // The old indices first, before anything moves; a chunk keeps its slot while others go.
    var leaving: [(id: Item.ID, slot: Int, index: Int)] = []
    let layout = layout(of: lengths)
    for change in changes {
      let id: Item.ID
      let isDelete: Bool
      switch change {
      case .delete(let gone): (id, isDelete) = (gone, true)
      case .move(let moved, _): (id, isDelete) = (moved, false)
      case .insert, .update: continue
      }
      guard let slot = chunks.slots.removeValue(forKey: id) else { trapUnknown(id) }
      let index = chunks.index(slot: Int(slot), offset: chunks.offset(of: id, inSlot: Int(slot)))
      leaving.append((id, Int(slot), index))
      let row = ListDifference<Item.ID>.Row(id: id, index: index, line: layout.line(ofItem: index))
      if isDelete { difference.deletes.append(row) } else { difference.moves.append(.init(from: row, to: row)) }
    }
    if lengths.count == 1 {
      lengths[0].count -= leaving.count
    } else {
      let sections = leaving.map { section(of: $0.index) }
      for section in sections { lengths[section].count -= 1 }
    }
    for (id, slot, _) in leaving { taken.append(chunks.remove(id, fromSlot: slot)) }
  }

  @inlinable mutating func putIn(
    _ changes: [ListChange<Item>], into chunks: inout ChunkedItems<Item>, _ difference: inout ListDifference<Item.ID>,
    _ taken: inout [Item]
  ) {
    var next = 0
    for change in changes {
      let item: Item
      let anchor: Item.ID?
      switch change {
      case .insert(let new, let before):
        if chunks.slots[new.id] != nil { trapDuplicate(new.id) }
        (item, anchor) = (new, before)
        difference.inserts.append(.init(id: new.id, index: 0, line: 0))
      case .move(_, let before):
        (item, anchor) = (taken[next], before)
        next += 1
      case .delete:
        next += 1
        continue
      case .update: continue
      }
      if let anchor {
        guard let place = chunks.find(anchor) else { trapUnknown(anchor) }
        let section = lengths.count == 1 ? 0 : section(of: chunks.index(slot: place.slot, offset: place.offset))
        lengths[section].count += 1
        chunks.insert(item, slot: place.slot, offset: place.offset)
      } else {
        let slot = Int(chunks.order[chunks.order.count - 1])
        lengths[lengths.count - 1].count += 1
        chunks.insert(item, slot: slot, offset: chunks.chunks[slot].ids.count)
      }
    }
  }

  /// Finds the new position of a row.
  @inlinable func place(
    _ row: inout ListDifference<Item.ID>.Row, _ chunks: ChunkedItems<Item>, _ layout: SectionLayout
  ) {
    guard let found = chunks.find(row.id) else { trapUnknown(row.id) }
    row.index = chunks.index(slot: found.slot, offset: found.offset)
    row.line = layout.line(ofItem: row.index)
  }

  /// The section of the item at `index`.
  @inlinable func section(of index: Int) -> Int {
    var end = 0
    for section in lengths.indices {
      end += lengths[section].count
      if index < end { return section }
    }
    return lengths.count - 1
  }
}

@usableFromInline func trapUnknown<ID>(_ id: ID) -> Never {
  fatalError(
    """
    DiffableDataSource.apply(changes:): no item \(id) is loaded at that moment. Deletes and moves take their items out \
    first, then inserts and moves put theirs in, in order: name items that are there then, and each item in one change only.
    """)
}
