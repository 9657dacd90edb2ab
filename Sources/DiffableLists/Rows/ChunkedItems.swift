// Items in chunks, found by identity and by index, so that the cost of a known change does not depend on the length of
// the list.

/// An ordered list of identified items. Finding, inserting and removing one costs a lookup, work on one chunk, and a
/// logarithm of the number of chunks.
@usableFromInline struct ChunkedItems<Item: Identifiable> {
  /// Some neighbouring items. The identities are stored separately, so that a search does not touch the items.
  @usableFromInline struct Chunk {
    @usableFromInline var ids: [Item.ID]
    @usableFromInline var items: [Item]

    @inlinable init(_ items: ArraySlice<Item>) {
      ids = items.map(\.id)
      self.items = Array(items)
    }
  }

  /// The number of items at which a chunk is split.
  @inlinable static var capacity: Int { 256 }

  /// The chunks, by slot: a chunk keeps its slot for life.
  @usableFromInline var chunks: [Chunk] = []
  /// The slots in list order, and the rank of each slot in that order.
  @usableFromInline var order: [Int32] = []
  @usableFromInline var ranks: [Int32] = []
  /// Sums of the chunks' lengths, by rank, as a binary indexed tree (from 1).
  @usableFromInline var sums: [Int32] = []
  /// The slot that holds each identity.
  @usableFromInline var slots: [Item.ID: Int32] = [:]
  @usableFromInline var count = 0

  @inlinable init(_ items: [Item]) {
    count = items.count
    slots.reserveCapacity(count)
    var start = 0
    repeat {
      let end = min(start + Self.capacity / 2, count)
      let slot = Int32(truncatingIfNeeded: chunks.count)
      chunks.append(Chunk(items[start..<end]))
      for item in items[start..<end] { slots[item.id] = slot }
      order.append(slot)
      start = end
    } while start < count
    ranks = order
    sumUp()
  }

  @inlinable mutating func sumUp() {
    sums = [Int32](repeating: 0, count: order.count + 1)
    for place in 1..<sums.count {
      sums[place] += Int32(truncatingIfNeeded: chunks[Int(order[place - 1])].ids.count)
      let next = place + (place & -place)
      if next < sums.count { sums[next] += sums[place] }
    }
  }

  @inlinable mutating func add(_ difference: Int32, toSlot slot: Int) {
    count += Int(difference)
    var place = Int(ranks[slot]) + 1
    while place < sums.count {
      sums[place] += difference
      place += place & -place
    }
  }

  /// The index of the item at `offset` of the chunk in `slot`.
  @inlinable func index(slot: Int, offset: Int) -> Int {
    var sum = offset
    var place = Int(ranks[slot])
    while place > 0 {
      sum += Int(sums[place])
      place &= place - 1
    }
    return sum
  }

  /// The location of the item with that identity.
  @inlinable func find(_ id: Item.ID) -> (slot: Int, offset: Int)? {
    guard let slot = slots[id] else { return nil }
    return (Int(slot), offset(of: id, inSlot: Int(slot)))
  }

  @inlinable func offset(of id: Item.ID, inSlot slot: Int) -> Int {
    chunks[slot].ids.withUnsafeBufferPointer { ids in
      var offset = 0
      while ids[offset] != id { offset += 1 }
      return offset
    }
  }

  /// The location of the item at `index`.
  @inlinable func locate(_ index: Int) -> (slot: Int, offset: Int) {
    guard index >= 0 && index < count else {
      fatalError("The index \(index) is outside the \(count) items of the list.")
    }
    var rest = Int32(truncatingIfNeeded: index)
    var place = 0
    var step = 1
    while step * 2 < sums.count { step *= 2 }
    while step > 0 {
      if place + step < sums.count, sums[place + step] <= rest {
        place += step
        rest -= sums[place]
      }
      step /= 2
    }
    return (Int(order[place]), Int(rest))
  }

  @inlinable subscript(index: Int) -> Item {
    let place = locate(index)
    return chunks[place.slot].items[place.offset]
  }

  /// Removes the item with that identity, known to be in `slot`.
  @inlinable mutating func remove(_ id: Item.ID, fromSlot slot: Int) -> Item {
    let offset = offset(of: id, inSlot: slot)
    chunks[slot].ids.remove(at: offset)
    add(-1, toSlot: slot)
    return chunks[slot].items.remove(at: offset)
  }

  /// Inserts an item at `offset` of the chunk in `slot`.
  @inlinable mutating func insert(_ item: Item, slot: Int, offset: Int) {
    var slot = slot
    var offset = offset
    if chunks[slot].ids.count >= Self.capacity {
      let half = Self.capacity / 2
      split(slot, at: half)
      if offset > half {
        slot = chunks.count - 1
        offset -= half
      }
    }
    chunks[slot].ids.insert(item.id, at: offset)
    chunks[slot].items.insert(item, at: offset)
    slots[item.id] = Int32(truncatingIfNeeded: slot)
    add(1, toSlot: slot)
  }

  /// Moves a chunk's items from `offset` on to a new chunk after it. Rare: once per half a chunk of inserts.
  @inlinable mutating func split(_ slot: Int, at offset: Int) {
    let new = Int32(truncatingIfNeeded: chunks.count)
    let tail = Chunk(chunks[slot].items[offset...])
    chunks[slot].ids.removeSubrange(offset...)
    chunks[slot].items.removeSubrange(offset...)
    for id in tail.ids { slots[id] = new }
    chunks.append(tail)
    let rank = Int(ranks[slot]) + 1
    order.insert(new, at: rank)
    ranks.append(0)
    for place in rank..<order.count { ranks[Int(order[place])] = Int32(truncatingIfNeeded: place) }
    sumUp()
  }

  /// The items in order.
  @inlinable var items: [Item] {
    var items: [Item] = []
    items.reserveCapacity(count)
    for slot in order { items.append(contentsOf: chunks[Int(slot)].items) }
    return items
  }
}
