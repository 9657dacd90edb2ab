// Which columns of a list are shown, and where each stands.
import AlmanacRecords
import Terminals

extension RecordTable {
  /// How the columns stand: kept from one drawing to the next, so that they stay where they are.
  struct ColumnState {
    /// How wide each column has had to be so far.
    var widths: [Int] = []
    /// Whether the widths know the rows at hand.
    private(set) var isFitted = false
    /// Whether the list has had rows that were not at hand.
    private var hasMore = false
    /// The first that is shown of the columns that are scrolled.
    var first = 0
    /// The column that the person chose last, to go to it or to sort by it: it is seen.
    fileprivate var chosen: Int?
    private var current: Int?
    private var order: ListOrder?

    /// Takes over the current column, and the order with its column.
    fileprivate mutating func follow(current: Int?, _ order: ListOrder, of sorted: Int?) {
      if order != self.order { chosen = sorted }
      if current != self.current { chosen = current }
      (self.current, self.order) = (current, order)
    }

    /// The width for a text that needs so much. Rows that are not at hand may need more: then the column has more than
    /// this text needs, so that few texts later move its neighbours.
    func width(for need: Int) -> Int {
      guard hasMore else { return need }
      let step = isFitted ? 8 : 4
      return (need + step - 1) / step * step
    }

    /// The list has rows that are not at hand.
    mutating func noteMore() { hasMore = true }

    /// The widths know the rows at hand.
    mutating func noteFit() { isFitted = true }
  }

  /// How wide a column is for its title's sake, whatever the list is sorted by: a direction stands behind a title at
  /// the left, and before a column whose title is at the right.
  private func titleWidth(of column: ListColumn, isUnicode: Bool) -> Int {
    let sign = column.isSortable && column.style.alignment == .leading ? directionSign(Signs(isUnicode: isUnicode)) : ""
    return displayWidth(column.style.title + sign, isUnicode: isUnicode)
  }

  /// Where each column stands: what it needs, or its share of what is left; nowhere where there is no room for it.
  func columns(
    _ texts: [[String]], in rect: Rect, isUnicode: Bool, _ state: inout ColumnState
  ) -> [Range<Int>] {
    let room = max(0, rect.width - Self.gutter - 1)
    var widths = state.widths
    if widths.isEmpty { widths = columns.map { max($0.leastWidth, titleWidth(of: $0, isUnicode: isUnicode)) } }
    for index in columns.indices where columns[index].isRowID { widths[index] = max(widths[index], rowIDWidth) }
    for row in texts {
      for (index, text) in row.enumerated() where widths[index] < room {
        let need = displayWidth(text, limit: room, isUnicode: isUnicode)
        guard need > widths[index] else { continue }
        let most = columns[index].style.weight > 0 ? room : max(Self.mostWidth, columns[index].widthOfMoments)
        let width = columns[index].isRowID ? need : state.width(for: need)
        widths[index] = max(widths[index], min(most, width))
      }
    }
    state.widths = widths
    let shown = isScrolledSideways ? scrolledColumns(room: room, &state) : shownColumns(widths, room: room)
    let shares = shares(of: shown, widths, room: room)
    var column = rect.column + Self.gutter
    let end = rect.endColumn - 1
    return columns.indices.map { index in
      guard shown.contains(index) else { return end..<end }
      let start = min(column, end)
      column = start + shares[index] + Self.gap
      return start..<min(start + shares[index], end)
    }
  }

  /// How wide each column is: what it needs, and where the texts need more than is left, a fair share of that. What is
  /// left over goes to the last text: a column before it that grows takes from there, and what stands behind it stays.
  private func shares(of shown: [Int], _ widths: [Int], room: Int) -> [Int] {
    let fixed = shown.filter { columns[$0].style.weight == 0 }.map { widths[$0] }.reduce(0, +)
    var left = max(0, room - Self.gap * (shown.count - 1) - fixed)
    var shares = widths
    let texts = shown.filter { columns[$0].style.weight > 0 }
    for (position, index) in texts.sorted(by: { widths[$0] < widths[$1] }).enumerated() {
      shares[index] = min(widths[index], left / (texts.count - position))
      left -= shares[index]
    }
    if let last = texts.last { shares[last] += left }
    return shares
  }

  /// The columns that are shown. Where room is short, those at the right go, first of all those that take what they
  /// need, until the others have a width in which a text says something.
  private func shownColumns(_ widths: [Int], room: Int) -> [Int] {
    var shown = Array(columns.indices)
    func needed() -> Int {
      shown.map { columns[$0].style.weight == 0 ? widths[$0] : min(widths[$0], Self.leastWidth) }.reduce(0, +)
        + Self.gap * (shown.count - 1)
    }
    while shown.count > 1, needed() > room {
      shown.remove(at: shown.lastIndex { columns[$0].style.weight == 0 } ?? shown.count - 1)
    }
    return shown
  }

  /// The columns that are shown of those that are scrolled: the key at the left stays, and the column that was chosen
  /// last is among them.
  private func scrolledColumns(room: Int, _ state: inout ColumnState) -> [Int] {
    func width(_ index: Int) -> Int {
      Self.gap
        + (columns[index].style.weight == 0 ? state.widths[index] : min(state.widths[index], 2 * Self.leastWidth))
    }
    var key = columns.prefix { $0.isKey }.indices
    while !key.isEmpty, key.map(width).reduce(0, +) > room / 2 { key.removeLast() }
    state.follow(current: current, order, of: columns.firstIndex { $0.style.column == order.column })
    let chosen = max(state.chosen ?? key.count, key.count)
    state.first = min(max(state.first, key.count), chosen)
    func shown() -> [Int] {
      var left = room + Self.gap - key.map(width).reduce(0, +)
      let others = (state.first..<columns.count).prefix { index in
        left -= width(index)
        return left >= 0 && (state.first > key.count || columns[index].style.leastRoom <= room)
      }
      return Array(key) + (others.isEmpty && state.first < columns.count ? [state.first] : Array(others))
    }
    while state.first < chosen, shown().last.map({ $0 < chosen }) ?? true { state.first += 1 }
    // Room at the right is filled with what was scrolled away.
    while state.first > key.count, shown().last == columns.count - 1 {
      state.first -= 1
      if shown().last != columns.count - 1 {
        state.first += 1
        break
      }
    }
    return shown()
  }
}
