// Maps items and headings to lines.

/// The positions of the headings among the items. Lookups take logarithmic time in the number of sections.
@usableFromInline struct SectionLayout: Equatable, Sendable {
  /// For each heading that takes a line, the number of items before it.
  @usableFromInline var starts: [Int]
  @usableFromInline var itemCount: Int

  @usableFromInline init(starts: [Int], itemCount: Int) {
    self.starts = starts
    self.itemCount = itemCount
  }

  var lineCount: Int { itemCount + starts.count }

  /// The line of the item at `index`.
  @inlinable func line(ofItem index: Int) -> Int { index + headings(startingAtOrBefore: index) }

  /// The number of headings before the item at `index`.
  @inlinable func headings(startingAtOrBefore index: Int) -> Int {
    if starts.isEmpty { return 0 }
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The number of headings on lines before `line`.
  func headings(beforeLine line: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] + middle < line { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The index of the heading on `line`; nil if there is an item, or nothing.
  func heading(atLine line: Int) -> Int? {
    let index = headings(beforeLine: line)
    return index < starts.count && starts[index] + index == line ? index : nil
  }

  /// The first item on `line` or after it; `itemCount` if there is none.
  func item(atOrAfterLine line: Int) -> Int {
    min(max(line - headings(beforeLine: line), 0), itemCount)
  }
}
