// How often each value of a column occurs, in a bounded memory.
import Databases

/// Counts values. The first hundred thousand that differ are counted whole, and told apart exactly; of more it is known
/// only that there are more.
struct ValueCounts {
  /// A value to be counted. Of a long one the beginning is kept, with its length and what a hash makes of the rest.
  struct Value: Hashable {
    /// How many bytes are kept: a screen shows no more.
    static let keptBytes = 64

    let start: ExactValue
    let byteCount: Int
    let hash: Int

    /// What is kept, without the part of a character at its end.
    var shownStart: ExactValue {
      guard case .text(var bytes) = start, byteCount > bytes.count else { return start }
      while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      return .text(bytes)
    }
  }

  /// How many different values are counted.
  let most: Int
  private var counts: [Value: Int] = [:]
  /// Whether there were more.
  private(set) var isFull = false

  init(most: Int = 100_000) { self.most = most }

  var count: Int { counts.count }

  mutating func add(_ value: Value) {
    if let index = counts.index(forKey: value) {
      counts.values[index] += 1
    } else if counts.count < most {
      counts[value] = 1
    } else {
      isFull = true
    }
  }

  /// The values that occur most often; of those that occur as often the least, texts by UTF-8.
  func common(_ limit: Int) -> [(value: Value, count: Int)] {
    var top: [(value: Value, count: Int)] = []
    func isBefore(_ a: (value: Value, count: Int), _ b: (value: Value, count: Int)) -> Bool {
      a.count == b.count ? a.value.start.precedes(b.value.start) : a.count > b.count
    }
    for (value, count) in counts {
      let entry = (value, count)
      if top.count == limit, let last = top.last, !isBefore(entry, last) { continue }
      top.insert(entry, at: top.firstIndex { isBefore(entry, $0) } ?? top.count)
      if top.count > limit { top.removeLast() }
    }
    return top
  }
}
