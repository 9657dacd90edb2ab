// What has changed in a list whose elements have an order.

/// The elements that a list has lost and got, with their places. All others keep their order.
///
/// An element that only went to another place is in both lists.
struct PlacedChange<Element: Hashable> {
  struct Placed {
    var element: Element
    /// The index: of a lost element in the list before, of a new one in the list after.
    var place: Int
  }

  /// The lost elements, by their places.
  var gone: [Placed] = []
  /// The new elements, by their places.
  var come: [Placed] = []

  var isEmpty: Bool { gone.isEmpty && come.isEmpty }

  /// How often each element has come, or has gone if the number is negative.
  var weights: [Element: Int] {
    var weights: [Element: Int] = [:]
    for placed in gone { weights[placed.element, default: 0] -= 1 }
    for placed in come { weights[placed.element, default: 0] += 1 }
    return weights.filter { $0.value != 0 }
  }

  func map<Other: Hashable>(_ body: (Element) -> Other) -> PlacedChange<Other> {
    func mapped(_ list: [Placed]) -> [PlacedChange<Other>.Placed] {
      list.map { .init(element: body($0.element), place: $0.place) }
    }
    return PlacedChange<Other>(gone: mapped(gone), come: mapped(come))
  }
}

extension PlacedChange {
  /// The change from one list to another. As many elements as possible keep their order.
  init(from before: [Element], to after: [Element]) {
    var start = 0
    while start < before.count, start < after.count, before[start] == after[start] { start += 1 }
    var (endBefore, endAfter) = (before.count, after.count)
    while endBefore > start, endAfter > start, before[endBefore - 1] == after[endAfter - 1] {
      endBefore -= 1
      endAfter -= 1
    }
    if start == endBefore, start == endAfter { return }
    // Equal elements are paired in their order. The last place comes first, so that it can be taken from the end.
    var places: [Element: [Int]] = [:]
    for place in (start..<endAfter).reversed() { places[after[place], default: []].append(place) }
    var pairs: [(before: Int, after: Int)] = []
    for place in start..<endBefore {
      if let partner = places[before[place]]?.popLast() {
        pairs.append((place, partner))
      } else {
        gone.append(Placed(element: before[place], place: place))
      }
    }
    let staying = Set(Self.longestRise(pairs.map(\.after)).map { pairs[$0].after })
    for pair in pairs where !staying.contains(pair.after) {
      gone.append(Placed(element: before[pair.before], place: pair.before))
    }
    gone.sort { $0.place < $1.place }
    for place in start..<endAfter where !staying.contains(place) {
      come.append(Placed(element: after[place], place: place))
    }
  }

  /// The indices of a longest part of a list that rises.
  private static func longestRise(_ list: [Int]) -> [Int] {
    /// The index of the least last element of a rise of each length.
    var ends: [Int] = []
    var former = [Int](repeating: -1, count: list.count)
    for (index, element) in list.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if list[ends[middle]] < element { low = middle + 1 } else { high = middle }
      }
      if low > 0 { former[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var rise: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      rise.append(index)
      index = former[index]
    }
    return rise.reversed()
  }
}
