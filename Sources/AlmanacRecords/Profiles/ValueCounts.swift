// Counts the occurrences of each value of a column, in bounded memory.
import Databases

/// Counts values. The first `most` different values are counted completely and distinguished exactly. Of further ones
/// it is only known that they exist.
struct ValueCounts {
  /// A value to count. Of a long one only the beginning, the length and a hash are kept.
  struct Value: Hashable {
    /// The most bytes that are kept: a screen shows no more.
    static let keptBytes = 64

    let start: ExactValue
    let byteCount: Int
    let hash: Int

    /// The kept beginning, without a partial character at its end.
    var shownStart: ExactValue {
      guard case .text(var bytes) = start, byteCount > bytes.count else { return start }
      while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
      return .text(bytes)
    }
  }

  /// The most different values that are counted.
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

  /// The most frequent values. Among equally frequent ones the least come first, texts by UTF-8.
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
