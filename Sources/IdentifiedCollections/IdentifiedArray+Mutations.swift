// Adds, replaces and removes elements of an `IdentifiedArray`.

extension IdentifiedArray {
  /// The element with an identity; nil if there is none.
  ///
  /// Edits happen in place. Assigning nil removes the element. Assigning an element to an absent identity appends it.
  /// Traps if the element has another identity than `id`.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { positions[id].map { storage[$0] } }
    set { withElement(id: id) { $0 = newValue } }
    _modify {
      let position = positions[id]
      // The element leaves the storage during the edit, so that nothing else references its contents.
      var element = position.map { takeOut(at: $0) }
      defer { putBack(element, id: id, at: position) }
      yield &element
    }
  }

  @usableFromInline
  mutating func withElement(id: ID, _ body: (inout Element?) -> Void) { body(&self[id: id]) }

  /// Removes an element in constant time; its place holds the last element until `putBack`.
  @usableFromInline
  mutating func takeOut(at position: Int) -> Element {
    storage.swapAt(position, storage.count - 1)
    return storage.removeLast()
  }

  @usableFromInline
  mutating func putBack(_ element: Element?, id: ID, at position: Int?) {
    if let element {
      let found = identify(element)
      guard found == id else {
        fatalError(
          """
          IdentifiedArray: an element with the identity \(found) was assigned to [id: \(id)]. Assign an element with \
          the same identity, or remove the old element and append the new one.
          """)
      }
      storage.append(element)
      if let position {
        storage.swapAt(position, storage.count - 1)
      } else {
        positions[id] = storage.count - 1
      }
    } else if let position {
      if position < storage.count {
        storage.append(storage.remove(at: position))
      }
      positions[id] = nil
      rebase(from: position)
    }
  }

  /// Appends an element, unless its identity is already present.
  /// - Returns: whether it was added, and the index of the element with this identity.
  @discardableResult
  public mutating func append(_ element: Element) -> (inserted: Bool, index: Int) {
    insert(element, at: storage.count)
  }

  /// Appends the elements whose identities are not present yet.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element at a position, unless its identity is already present.
  /// - Returns: whether it was added, and the index of the element with this identity.
  @discardableResult
  public mutating func insert(_ element: Element, at position: Int) -> (inserted: Bool, index: Int) {
    let id = identify(element)
    if let index = positions[id] { return (false, index) }
    storage.insert(element, at: position)
    rebase(from: position)
    return (true, position)
  }

  /// Replaces the element with the same identity, or appends this one.
  /// - Returns: the former element, if any.
  @discardableResult
  public mutating func updateOrAppend(_ element: Element) -> Element? {
    updateOrInsert(element, at: storage.count).original
  }

  /// Replaces the element with the same identity in its place, or inserts this one at `position`.
  /// - Returns: the former element, if any, and the element's index.
  @discardableResult
  public mutating func updateOrInsert(_ element: Element, at position: Int) -> (original: Element?, index: Int) {
    if let index = positions[identify(element)] {
      return (update(element, at: index), index)
    }
    return (nil, insert(element, at: position).index)
  }

  /// Replaces the element at a position by one with the same identity; traps if the identity differs.
  /// - Returns: the former element.
  @discardableResult
  public mutating func update(_ element: Element, at position: Int) -> Element {
    let original = storage[position]
    guard identify(element) == identify(original) else {
      fatalError(
        """
        IdentifiedArray: the element at position \(position) has the identity \(identify(original)), and its update has \
        \(identify(element)). Assign to the position to exchange one element for another.
        """)
    }
    storage[position] = element
    return original
  }

  /// Removes and returns the element with an identity.
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    positions[id].map { remove(at: $0) }
  }

  /// Removes and returns the element with the identity of this one.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    remove(id: identify(element))
  }

  /// Removes and returns the element at a position.
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    let element = storage.remove(at: position)
    positions[identify(element)] = nil
    rebase(from: position)
    return element
  }

  /// Removes the elements at these offsets, which refer to the state before the call.
  public mutating func remove(atOffsets offsets: some Sequence<Int>) {
    let offsets = checked(offsets)
    var position = -1
    removeAll { _ in
      position += 1
      return offsets.contains(position)
    }
  }

  /// Removes the elements that meet a condition. Each element is visited once.
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    // Collected separately, so that an error in the middle changes nothing.
    var kept: [Element] = []
    for element in storage where try !isRemoved(element) { kept.append(element) }
    guard kept.count < storage.count else { return }
    storage = kept
    rebuild()
  }

  /// Removes all elements.
  public mutating func removeAll(keepingCapacity: Bool = false) {
    storage.removeAll(keepingCapacity: keepingCapacity)
    positions.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Removes and returns the first element; traps if there is none.
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the first `count` elements; traps if there are fewer.
  public mutating func removeFirst(_ count: Int) { remove(atOffsets: 0..<count) }

  /// Removes and returns the last element; traps if there is none.
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: storage.count - 1) }

  /// Removes the last `count` elements; traps if there are fewer.
  public mutating func removeLast(_ count: Int) { remove(atOffsets: (storage.count - count)..<storage.count) }

  /// Removes and returns the last element, or returns nil if there is none.
  @discardableResult
  public mutating func popLast() -> Element? {
    storage.isEmpty ? nil : remove(at: storage.count - 1)
  }

  /// The elements that meet a condition, in order.
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var result = self
    try result.removeAll { try !isIncluded($0) }
    return result
  }

  /// Reserves memory for a number of elements.
  public mutating func reserveCapacity(_ capacity: Int) {
    storage.reserveCapacity(capacity)
    positions.reserveCapacity(capacity)
  }

  /// Updates the positions of the elements from `position` on.
  mutating func rebase(from position: Int) {
    for index in position..<storage.count { positions[identify(storage[index])] = index }
  }

  /// Recomputes all positions. Traps, naming the identity, if two elements share one.
  mutating func rebuild() {
    positions.removeAll(keepingCapacity: true)
    for (index, element) in storage.enumerated() {
      let id = identify(element)
      if let first = positions.updateValue(index, forKey: id) {
        fatalError(
          """
          IdentifiedArray: the identity \(id) comes twice, at positions \(first) and \(index). Give each element an \
          identity of its own, or say how to combine them with init(_:uniquingIDsWith:).
          """)
      }
    }
  }

  func checked(_ offsets: some Sequence<Int>) -> Set<Int> {
    let offsets = Set(offsets)
    if let wrong = offsets.first(where: { !storage.indices.contains($0) }) {
      fatalError(
        "IdentifiedArray: offset \(wrong) is outside of the \(storage.count) elements; pass offsets below the count.")
    }
    return offsets
  }
}
