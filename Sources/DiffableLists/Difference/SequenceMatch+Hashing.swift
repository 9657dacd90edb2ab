// Matches the part between equal heads and tails, with one table: filled with the old elements, searched for the new.

extension SequenceMatch {
  @inlinable mutating func matchMiddle<Element: Identifiable & Equatable>(
    _ old: UnsafeBufferPointer<Element>, _ new: UnsafeBufferPointer<Element>
  ) {
    let oldMiddle = old.count - prefix - suffix
    let newMiddle = new.count - prefix - suffix
    newOfOld = [Int32](repeating: -1, count: oldMiddle)
    oldOfNew = [Int32](repeating: -1, count: newMiddle)
    if newMiddle == 0 { return }

    // An entry is 0 (free), 1 + i for the old element i, or 1 + oldMiddle + j for the new element j. The table is at
    // most two thirds full.
    var capacity = 16
    while capacity * 2 < (oldMiddle + newMiddle) * 3 { capacity *= 2 }
    let mask = capacity - 1
    let table = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    defer { table.deallocate() }
    table.initialize(repeating: 0, count: capacity)

    for i in 0..<oldMiddle {
      let id = old[prefix + i].id
      var slot = id.hashValue & mask
      while table[slot] != 0 {
        if old[prefix + Int(table[slot]) - 1].id == id { trapDuplicate(id) }
        slot = (slot + 1) & mask
      }
      table[slot] = Int32(truncatingIfNeeded: i + 1)
    }

    var inserted = 0
    var isOrdered = true
    var highest: Int32 = -1
    for j in 0..<newMiddle {
      let id = new[prefix + j].id
      var slot = id.hashValue & mask
      while true {
        let entry = Int(table[slot])
        if entry == 0 {
          table[slot] = Int32(truncatingIfNeeded: oldMiddle + j + 1)
          inserted += 1
          break
        }
        if entry <= oldMiddle {
          if old[prefix + entry - 1].id == id {
            if newOfOld[entry - 1] >= 0 { trapDuplicate(id) }
            newOfOld[entry - 1] = Int32(truncatingIfNeeded: prefix + j)
            let position = Int32(truncatingIfNeeded: prefix + entry - 1)
            oldOfNew[j] = position
            if position < highest { isOrdered = false } else { highest = position }
            break
          }
        } else if new[prefix + entry - 1 - oldMiddle].id == id {
          trapDuplicate(id)
        }
        slot = (slot + 1) & mask
      }
    }
    if inserted > 0 { checkEnds(new, inserted: inserted, table: table, mask: mask, oldMiddle: oldMiddle) }
    if !isOrdered { keepsOrder = longestIncreasingSubsequence(of: oldOfNew) }
    collectUpdates(old, new)
  }

  /// Traps if an inserted element has the identity of one in the equal head or tail.
  @inlinable func checkEnds<Element: Identifiable>(
    _ new: UnsafeBufferPointer<Element>, inserted: Int, table: UnsafeMutablePointer<Int32>, mask: Int, oldMiddle: Int
  ) {
    guard let first = new.baseAddress else { return }
    let ends = [(first, prefix), (first + (new.count - suffix), suffix)]
    if inserted <= 4 {
      // A few comparisons per element are cheaper than hashing it.
      for j in oldOfNew.indices where oldOfNew[j] < 0 {
        let id = new[prefix + j].id
        for (start, count) in ends {
          var element = start
          let end = start + count
          while element < end {
            if element.pointee.id == id { trapDuplicate(id) }
            element += 1
          }
        }
      }
      return
    }
    for (start, count) in ends {
      for position in 0..<count {
        let id = start[position].id
        var slot = id.hashValue & mask
        while table[slot] != 0 {
          let entry = Int(table[slot])
          if entry > oldMiddle, new[prefix + entry - 1 - oldMiddle].id == id { trapDuplicate(id) }
          slot = (slot + 1) & mask
        }
      }
    }
  }

  /// Inserts the changed elements of the middle between those of the head and those of the tail.
  @inlinable mutating func collectUpdates<Element: Equatable>(
    _ old: UnsafeBufferPointer<Element>, _ new: UnsafeBufferPointer<Element>
  ) {
    var middle: [Int] = []
    for j in oldOfNew.indices where oldOfNew[j] >= 0 && old[Int(oldOfNew[j])] != new[prefix + j] {
      middle.append(prefix + j)
    }
    if middle.isEmpty { return }
    let place = updates.firstIndex { $0 >= prefix } ?? updates.count
    updates.insert(contentsOf: middle, at: place)
  }
}

@usableFromInline func trapDuplicate<ID>(_ id: ID) -> Never {
  fatalError(
    """
    DiffableDataSource.apply: the identity \(id) occurs twice in the snapshot. \
    Give each item an identity of its own, or leave one of the two out.
    """)
}
