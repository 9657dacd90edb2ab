// Changing the order of the elements of an `IdentifiedArray`, never which elements there are.

extension IdentifiedArray {
  /// Moves the elements at `offsets`, in their order, before the element that is at `destination` before the call;
  /// `count` means the end.
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {
    let offsets = checked(offsets)
    guard (0...storage.count).contains(destination) else {
      fatalError(
        "IdentifiedArray: destination \(destination) is not in 0...\(storage.count); pass an offset up to the count."
      )
    }
    var moved: [Element] = []
    var before: [Element] = []
    var after: [Element] = []
    for (index, element) in storage.enumerated() {
      if offsets.contains(index) {
        moved.append(element)
      } else if index < destination {
        before.append(element)
      } else {
        after.append(element)
      }
    }
    storage = before + moved + after
    rebuild()
  }

  /// Exchanges the places of two elements.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    storage.swapAt(first, second)
    positions[identify(storage[first])] = first
    positions[identify(storage[second])] = second
  }

  /// Sorts the elements; those that compare equal keep their order.
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    storage = try storage.sorted(by: areInIncreasingOrder)
    rebuild()
  }

  /// Puts the elements that meet a condition behind the others, and returns where they begin.
  @discardableResult
  public mutating func partition(by belongsInSecondPartition: (Element) throws -> Bool) rethrows -> Int {
    // An error in the middle leaves some elements at new places.
    defer { rebuild() }
    return try storage.partition(by: belongsInSecondPartition)
  }

  /// Mixes the elements at random.
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Mixes the elements as `generator` says.
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    storage.shuffle(using: &generator)
    rebuild()
  }

  /// Reverses the order.
  public mutating func reverse() {
    storage.reverse()
    rebuild()
  }
}

extension IdentifiedArray where Element: Comparable {
  /// Sorts the elements; those that compare equal keep their order.
  public mutating func sort() { sort(by: <) }
}
