// A plain list of all rows, and a table behind a window: the oracle of windows.

import DiffableLists

/// Cursor and view of a list that has all its rows loaded, in the simplest arithmetic.
struct PlainList {
  var count: Int
  var height: Int
  var cursor = 0
  var top = 0

  private var lastTop: Int { max(count - height, 0) }

  mutating func move(_ rows: Int) {
    cursor = min(max(cursor + rows, 0), count - 1)
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
  }

  mutating func page(_ lines: Int) {
    top = min(max(top + lines, 0), lastTop)
    cursor = min(max(cursor + lines, 0), count - 1)
  }

  mutating func scroll(_ lines: Int) {
    top = min(max(top + lines, 0), lastTop)
    cursor = min(max(cursor, top), top + height - 1)
  }

  mutating func start() { (cursor, top) = (0, 0) }
  mutating func end() { (cursor, top) = (count - 1, lastTop) }
}

/// A key, for the data source and for the plain list.
enum PlainKey: CaseIterable {
  case up, down, tenDown, tenUp, pageUp, pageDown, halfUp, halfDown, home, end, wheelUp, wheelDown, farDown, farUp

  @MainActor func press(_ source: DiffableDataSource<String, Row>) {
    switch self {
    case .up: source.moveSelection(by: -1)
    case .down: source.moveSelection(by: 1)
    case .tenDown: source.moveSelection(by: 10)
    case .tenUp: source.moveSelection(by: -10)
    case .pageUp: source.pageUp()
    case .pageDown: source.pageDown()
    case .halfUp: source.halfPageUp()
    case .halfDown: source.halfPageDown()
    case .home: source.moveToStart()
    case .end: source.moveToEnd()
    case .wheelUp: source.scroll(by: -3)
    case .wheelDown: source.scroll(by: 3)
    case .farDown: source.moveSelection(by: 150)
    case .farUp: source.moveSelection(by: -150)
    }
  }

  func press(_ list: inout PlainList) {
    switch self {
    case .up: list.move(-1)
    case .down: list.move(1)
    case .tenDown: for _ in 0..<10 { list.move(1) }
    case .tenUp: for _ in 0..<10 { list.move(-1) }
    case .pageUp: list.page(-list.height)
    case .pageDown: list.page(list.height)
    case .halfUp: list.page(-(list.height / 2))
    case .halfDown: list.page(list.height / 2)
    case .home: list.start()
    case .end: list.end()
    case .wheelUp: list.scroll(-3)
    case .wheelDown: list.scroll(3)
    case .farDown: list.move(150)
    case .farUp: list.move(-150)
    }
  }
}

/// A table of rows, and the windows that a feature loads from it.
struct PlainTable<IDs: RandomAccessCollection<Int>> where IDs.Index == Int {
  var ids: IDs
  /// The number of rows on the near and on the far side of the named row.
  var near: Int
  var far: Int

  /// The window that answers a need; `nil` if the named row is gone.
  func window(for need: WindowNeed<Int>) -> Range<Int>? {
    switch need {
    case .start: return 0..<min(near + far, ids.count)
    case .end: return max(ids.count - near - far, 0)..<ids.count
    case .around(let id, let direction):
      guard let index = ids is Range<Int> ? id : ids.firstIndex(of: id) else { return nil }
      let above = direction == .below ? near : far
      let below = direction == .above ? near : far
      return max(index - above, 0)..<min(index + below + 1, ids.count)
    }
  }

  @MainActor @discardableResult func show(
    _ range: Range<Int>, in source: DiffableDataSource<String, Row>, counts: Bool = false, newerThan newest: Int? = nil
  ) -> ListDifference<Int> {
    source.show(
      ids[range],
      position: WindowPosition(
        reachesStart: range.lowerBound == 0, reachesEnd: range.upperBound == ids.count,
        above: counts ? range.lowerBound : nil, below: counts ? ids.count - range.upperBound : nil),
      arrivals: newest.map { newest in ListArrivals(Set(ids[..<range.upperBound].filter { $0 > newest })) })
  }
}
