// Known changes, at a cost a change.

extension ListRows {
  /// What became of the rows by known changes.
  @usableFromInline struct Changed {
    @usableFromInline var deletes: [(id: Item.ID, index: Int)] = []
    @usableFromInline var inserts: [(id: Item.ID, index: Int)] = []
    @usableFromInline var moves: [(id: Item.ID, from: Int, to: Int)] = []
    @usableFromInline var updates: [(id: Item.ID, index: Int)] = []
    @usableFromInline var previous: [(id: Item.ID, item: Item)] = []

    @usableFromInline init() {}
  }

  /// Takes out what goes and moves, then puts in what comes and moves, in the order given, then updates.
  @inlinable mutating func make(_ changes: [ListChange<Item>]) -> Changed {
    chunk()
    precondition(
      !lengths.isEmpty, "DiffableDataSource.apply(changes:): there is no section yet. Apply a snapshot with one first.")
    // Out of its place while it is changed, so that nothing is copied.
    var chunks = chunks.take()!
    defer { self.chunks = chunks }
    var changed = Changed()
    var taken: [Item] = []
    takeOut(changes, from: &chunks, &changed, &taken)
    putIn(changes, into: &chunks, &changed, &taken)
    for position in changed.inserts.indices {
      changed.inserts[position].index = found(changed.inserts[position].id, chunks)
    }
    for position in changed.moves.indices { changed.moves[position].to = found(changed.moves[position].id, chunks) }
    for case .update(let item) in changes {
      guard let place = chunks.find(item.id) else { trapUnknown(item.id) }
      let old = chunks.chunks[place.slot].items[place.offset]
      if old == item { continue }
      changed.previous.append((item.id, old))
      chunks.chunks[place.slot].items[place.offset] = item
      changed.updates.append((item.id, chunks.index(slot: place.slot, offset: place.offset)))
    }
    return changed
  }

  @inlinable mutating func takeOut(
    _ changes: [ListChange<Item>], from chunks: inout ChunkedItems<Item>, _ changed: inout Changed,
    _ taken: inout [Item]
  ) {
    // The old indices first, while nothing has moved yet; a chunk keeps its slot while others go.
    var leaving: [(id: Item.ID, slot: Int, index: Int)] = []
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
      if isDelete { changed.deletes.append((id, index)) } else { changed.moves.append((id, index, 0)) }
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
    _ changes: [ListChange<Item>], into chunks: inout ChunkedItems<Item>, _ changed: inout Changed,
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
        changed.inserts.append((new.id, 0))
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

  @inlinable func found(_ id: Item.ID, _ chunks: ChunkedItems<Item>) -> Int {
    guard let place = chunks.find(id) else { trapUnknown(id) }
    return chunks.index(slot: place.slot, offset: place.offset)
  }

  /// The section that the item at `index` stands in.
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
    DiffableDataSource.apply(changes:): there is no item \(id) at hand at that moment. Deletes and moves take their items out \
    first, then inserts and moves put theirs in, in order: name items that are there then, and each item in one change only.
    """)
}
