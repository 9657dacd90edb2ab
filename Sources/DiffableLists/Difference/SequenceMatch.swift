// Matches two sequences of identified elements: what went, came, moved and changed, with one pass of hashing.

/// The positions that elements of one sequence have in another.
///
/// Equal heads and tails are skipped first, so that no change, or one at an end, costs only a comparison per element.
/// The elements between are hashed once per side. The moves are those outside a longest increasing subsequence, and so
/// the fewest possible.
@usableFromInline struct SequenceMatch {
  @usableFromInline let oldCount: Int
  @usableFromInline let newCount: Int
  /// The number of elements at the head, and at the tail, that have the same identities on both sides.
  @usableFromInline let prefix: Int
  @usableFromInline let suffix: Int
  /// The new position of each old element between head and tail; -1 if it is gone.
  @usableFromInline var newOfOld: [Int32]
  /// The old position of each new element between head and tail; -1 if it is new.
  @usableFromInline var oldOfNew: [Int32]
  /// Whether each new element between head and tail keeps its order relative to the others; empty if all do.
  @usableFromInline var keepsOrder: [Bool]
  /// The new positions of the elements whose content changed, ascending.
  @usableFromInline var updates: [Int]

  @inlinable init<Element: Identifiable & Equatable>(old: [Element], new: [Element]) {
    oldCount = old.count
    newCount = new.count
    newOfOld = []
    oldOfNew = []
    keepsOrder = []
    updates = []
    var updates: [Int] = []
    (prefix, suffix) = old.withUnsafeBufferPointer { old in
      new.withUnsafeBufferPointer { new in
        guard var oldElement = old.baseAddress, var newElement = new.baseAddress else { return (0, 0) }
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, oldElement[head].id == newElement[head].id {
          if oldElement[head] != newElement[head] { updates.append(head) }
          head += 1
        }
        let updatesInHead = updates.count
        oldElement += old.count - 1
        newElement += new.count - 1
        var rest = shorter - head
        while rest > 0, oldElement.pointee.id == newElement.pointee.id {
          if oldElement.pointee != newElement.pointee { updates.append(new.count - 1 - (shorter - head - rest)) }
          oldElement -= 1
          newElement -= 1
          rest -= 1
        }
        let tail = shorter - head - rest
        updates[updatesInHead...].reverse()
        return (head, tail)
      }
    }
    self.updates = updates
    if prefix + suffix < oldCount || prefix + suffix < newCount {
      old.withUnsafeBufferPointer { old in
        new.withUnsafeBufferPointer { new in matchMiddle(old, new) }
      }
    }
  }

  /// Whether both sequences are equal, element by element.
  @inlinable var isEmpty: Bool { newOfOld.isEmpty && oldOfNew.isEmpty && updates.isEmpty }

  /// The new position of the old element at `position`; nil if it is gone.
  @inlinable func newPosition(ofOld position: Int) -> Int? {
    if position < prefix { return position }
    if position >= oldCount - suffix { return position + newCount - oldCount }
    let new = newOfOld[position - prefix]
    return new < 0 ? nil : Int(new)
  }

  /// The old position of the new element at `position`; nil if it is new.
  @inlinable func oldPosition(ofNew position: Int) -> Int? {
    if position < prefix { return position }
    if position >= newCount - suffix { return position + oldCount - newCount }
    let old = oldOfNew[position - prefix]
    return old < 0 ? nil : Int(old)
  }

  /// Whether the new element at `position` existed before and keeps its order relative to the others.
  @inlinable func isStable(new position: Int) -> Bool {
    if position < prefix || position >= newCount - suffix { return true }
    return oldOfNew[position - prefix] >= 0 && (keepsOrder.isEmpty || keepsOrder[position - prefix])
  }
}
