// Changes the order of the elements of an `IdentifiedArray`, but not the elements.

extension IdentifiedArray {
  /// Moves the elements at `offsets`, in order, before the element that was at `destination` before the call; `count`
  /// means the end.
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

  /// Swaps two elements.
  public mutating func swapAt(_ first: Int, _ second: Int) {
    storage.swapAt(first, second)
    positions[identify(storage[first])] = first
    positions[identify(storage[second])] = second
  }
}
