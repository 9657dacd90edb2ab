// Which columns of a list are shown, and at which place.
import AlmanacRecords
import Terminals

extension RecordTable {
  /// The widths and the scroll position of the columns. Kept between drawings so that columns keep their places.
  struct ColumnState {
    /// The greatest width that each column has needed so far.
    var widths: [Int] = []
    /// Whether the widths take the loaded rows into account.
    private(set) var isFitted = false
    /// Whether the list has had rows that were not loaded.
    private var hasMore = false
    /// The first shown column of the scrolled ones.
    var first = 0
    /// The last column that the person moved to or sorted by. It is always shown.
    fileprivate var chosen: Int?
    private var current: Int?
    private var order: ListOrder?

    /// Takes over the current column, and the order with the column that it sorts by.
    fileprivate mutating func follow(current: Int?, _ order: ListOrder, of sorted: Int?) {
      if order != self.order { chosen = sorted }
      if current != self.current { chosen = current }
      (self.current, self.order) = (current, order)
    }

    /// Takes over another arrangement. `former`: the former place of each column, `nil` if it was hidden. The columns
    /// keep their widths if all of them are known.
    mutating func rearrange(_ former: [Int?]) {
      let known = former.compactMap { $0.flatMap { widths.indices.contains($0) ? widths[$0] : nil } }
      guard known.count == former.count else { return self = ColumnState() }
      widths = known
      (first, chosen, current) = (min(first, known.count - 1), nil, nil)
    }

    /// The column width for a text of width `need`. Rows that are not loaded may need more. The column then gets some
    /// extra width, so that few later texts move the columns next to it.
    func width(for need: Int) -> Int {
      guard hasMore else { return need }
      let step = isFitted ? 8 : 4
      return (need + step - 1) / step * step
    }

    /// The list has rows that are not loaded.
    mutating func noteMore() { hasMore = true }

    /// The widths take the loaded rows into account.
    mutating func noteFit() { isFitted = true }
  }

  /// The width that the title needs in any order by one column. A title at the left has room for the direction sign, and
  /// for its number while the list is sorted by several columns. One at the right needs room for the number only,
  /// because it may start before its column.
  private func titleWidth(of column: ListColumn, isUnicode: Bool) -> Int {
    let signs = Signs(isUnicode: isUnicode)
    let (title, sign) = (displayWidth(column.style.title, isUnicode: isUnicode), sortSign(of: column, signs))
    guard column.isSortable, column.style.alignment == .leading else {
      return title + max(0, displayWidth(sign ?? "", isUnicode: isUnicode) - Self.gap)
    }
    return title + displayWidth(sign ?? " \(signs.ascending)", isUnicode: isUnicode)
  }

  /// The place of each column: its needed width, or its share of the remaining width. Empty if there is no room.
  func columns(
    _ texts: [[String]], in rect: Rect, isUnicode: Bool, _ state: inout ColumnState
  ) -> [Range<Int>] {
    let room = max(0, rect.width - Self.gutter - 1)
    var widths = state.widths
    if widths.isEmpty { widths = columns.map(\.leastWidth) }
    if state.widths.isEmpty || order.chosen.count > 1 {
      for (index, column) in columns.enumerated() {
        widths[index] = max(widths[index], titleWidth(of: column, isUnicode: isUnicode))
      }
    }
    for index in columns.indices where columns[index].isRowID { widths[index] = max(widths[index], rowIDWidth) }
    for row in texts {
      for (index, text) in row.enumerated() where widths[index] < room {
        let need = displayWidth(text, limit: room, isUnicode: isUnicode)
        guard need > widths[index] else { continue }
        let most = columns[index].weight > 0 ? room : max(Self.mostWidth, columns[index].widthOfMoments)
        let width = columns[index].isRowID ? need : state.width(for: need)
        widths[index] = max(widths[index], min(most, width))
      }
    }
    for index in columns.indices { if let width = columns[index].width { widths[index] = min(width, room) } }
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

  /// The width of each column: what it needs or, if the texts need more than is left, a fair share. The last text gets
  /// the rest, unless columns stay together: a column before it grows at its expense, and those after it keep their
  /// places.
  private func shares(of shown: [Int], _ widths: [Int], room: Int) -> [Int] {
    let fixed = shown.filter { columns[$0].weight == 0 }.map { widths[$0] }.reduce(0, +)
    var left = max(0, room - Self.gap * (shown.count - 1) - fixed)
    var shares = widths
    let texts = shown.filter { columns[$0].weight > 0 }
    for (position, index) in texts.sorted(by: { widths[$0] < widths[$1] }).enumerated() {
      shares[index] = min(widths[index], left / (texts.count - position))
      left -= shares[index]
    }
    if !keepsColumnsTogether, let last = texts.last { shares[last] += left }
    return shares
  }

  /// The shown columns. If room is short, columns at the right are left out, those of fixed width first, until the
  /// texts have a readable width.
  private func shownColumns(_ widths: [Int], room: Int) -> [Int] {
    var shown = Array(columns.indices)
    func needed() -> Int {
      shown.map { columns[$0].weight == 0 ? widths[$0] : min(widths[$0], Self.leastWidth) }.reduce(0, +)
        + Self.gap * (shown.count - 1)
    }
    while shown.count > 1, needed() > room {
      shown.remove(at: shown.lastIndex { columns[$0].weight == 0 } ?? shown.count - 1)
    }
    return shown
  }

  /// The shown columns of a list that scrolls sideways. The key at the left stays, or the columns that the person froze,
  /// and the last chosen column is shown.
  private func scrolledColumns(room: Int, _ state: inout ColumnState) -> [Int] {
    func width(_ index: Int) -> Int {
      Self.gap
        + (columns[index].weight == 0 ? state.widths[index] : min(state.widths[index], 2 * Self.leastWidth))
    }
    var key = columns.indices.prefix(frozen ?? columns.prefix { $0.isKey }.count)
    let most = frozen == nil ? room / 2 : room - Self.gap - Self.leastWidth
    while !key.isEmpty, key.map(width).reduce(0, +) > most { key.removeLast() }
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
    // Scrolls back to fill free room at the right.
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
