// The rows of a list on the screen: a header, then a line for each record.
import AlmanacRecords
import Terminals

/// The visible rows of a list.
struct RecordTable {
  struct Row: Equatable {
    var record: ListedRow
    var isSelected: Bool
    var isMarked: Bool
    var change: ChangeMarks<RecordID>.Mark?
  }

  /// Columns at the left for the cursor and for marks.
  static var gutter: Int { 3 }
  /// Columns between two columns; what changed is marked there.
  static var gap: Int { 2 }
  /// A text says something in so many columns.
  private static var leastWidth: Int { 12 }
  /// A column that takes what it needs takes no more than an identity may, whatever stands in it.
  private static var mostWidth: Int { 20 }

  let columns: [ListColumn]
  /// The usual order of the list.
  let usualOrder: ListOrder
  var rows: [Row]
  /// Whether the first line names the columns.
  var hasHeader: Bool
  var order: ListOrder
  var query: SearchQuery
  /// Seconds since 1970, in whole minutes: ages step by minutes.
  var now: Double
  var theme: Theme

  /// What a buffer shows of a list, so that only what differs has to be drawn.
  struct Drawn {
    fileprivate var size: Size
    fileprivate var rows: [Row]
    fileprivate var titles: [String]
    fileprivate var layout: [Range<Int>]
    fileprivate var query: SearchQuery
    fileprivate var now: Double
  }

  /// Draws the header and the rows on all of `buffer`, which shows what `drawn` says, or nothing that is of use. Rows
  /// that are there already are left alone or moved. `widths` grow to what these rows need, so that columns don't jump
  /// about.
  func draw(on buffer: inout CellBuffer, widths: inout [Int], drawn: inout Drawn?) {
    let first = hasHeader ? 1 : 0
    let rows = rows.prefix(max(0, buffer.size.height - first))
    let titles = columns.map { title(of: $0, Signs(isUnicode: buffer.isUnicode)) }
    var known = drawn.flatMap { $0.isUsable(for: self, titles, buffer.size) ? $0 : nil }
    var shift = known.map { $0.shift(to: rows) } ?? 0
    func isDrawn(_ index: Int) -> Bool {
      guard let known, known.rows.indices.contains(index + shift) else { return false }
      return known.rows[index + shift] == rows[index]
    }
    func texts(_ row: Row) -> [String] { columns.map { $0.text(row.record, at: now) } }
    var new: [(index: Int, texts: [String])] = rows.indices.filter { !isDrawn($0) }.map { ($0, texts(rows[$0])) }
    let layout = columns(new.map(\.texts), in: buffer.bounds, isUnicode: buffer.isUnicode, &widths)
    if known?.layout != layout {
      // Every row stands elsewhere.
      if known != nil { new = rows.indices.map { ($0, texts(rows[$0])) } }
      (known, shift) = (nil, 0)
      buffer.clear()
      if hasHeader { drawHeader(titles, layout, on: &buffer) }
    }
    buffer.scroll(rows: first..<buffer.size.height, by: shift)
    for (index, texts) in new {
      buffer.fill(Rect(column: 0, row: first + index, width: buffer.size.width, height: 1))
      draw(rows[index], texts, layout, at: Point(column: 0, row: first + index), buffer.size.width, on: &buffer)
    }
    let rest = first + rows.count
    buffer.fill(Rect(column: 0, row: rest, width: buffer.size.width, height: buffer.size.height - rest))
    drawn = Drawn(
      size: buffer.size, rows: Array(rows), titles: hasHeader ? titles : [], layout: layout, query: query,
      now: now)
  }

  /// The title of a column, with the direction of the order where there is a choice or a turn.
  private func title(of column: ListColumn, _ signs: Signs) -> String {
    guard column.style.column == order.column,
      columns.contains(where: { $0.isSortable && $0.style.column != order.column }) || order != usualOrder
    else { return column.style.title }
    return column.style.title + directionSign(signs)
  }

  private func directionSign(_ signs: Signs) -> String {
    " " + (order.isDescending ? signs.descending : signs.ascending)
  }

  /// Writes the titles. One at the right of its column begins before it, if need be, where its direction takes room.
  private func drawHeader(_ titles: [String], _ layout: [Range<Int>], on buffer: inout CellBuffer) {
    for (index, (column, place)) in zip(columns, layout).enumerated() where !place.isEmpty {
      var place = place
      if column.style.alignment == .trailing {
        let before = layout[..<index].last { !$0.isEmpty }?.upperBound ?? 0
        place = min(place.lowerBound, max(before + 1, place.lowerBound - Self.gap))..<place.upperBound
      }
      write(titles[index], column, place, row: 0, style: theme.header, on: &buffer)
    }
  }

  private func draw(
    _ row: Row, _ texts: [String], _ layout: [Range<Int>], at point: Point, _ width: Int, on buffer: inout CellBuffer
  ) {
    let base: Style = row.isSelected ? theme.selectedRow : .plain
    if row.isSelected {
      buffer.fill(Rect(column: point.column, row: point.row, width: width, height: 1), style: base)
      buffer.write("▌", at: Point(column: point.column + 1, row: point.row), style: base)
    }
    if row.change == .arrived {
      let column = point.column + (row.isSelected ? 2 : 1)
      buffer.write("+", at: Point(column: column, row: point.row), style: row.isSelected ? base : theme.changed)
    } else if row.isMarked {
      let column = point.column + (row.isSelected ? 2 : 1)
      buffer.write("*", at: Point(column: column, row: point.row), style: row.isSelected ? base : theme.keyCaption)
    }
    for (index, place) in layout.enumerated() where !place.isEmpty {
      let column = columns[index]
      let written = write(texts[index], column, place, row: point.row, style: base, on: &buffer)
      if column.style.isSearched { emphasise(texts[index], written, row: point.row, on: &buffer) }
      if case .changed(let columns) = row.change, columns.contains(index) {
        var style = theme.changed
        if row.isSelected { style.attributes.insert(.reverse) }
        buffer.write("~", at: Point(column: written.lowerBound - 1, row: point.row), style: style)
        buffer.write("~", at: Point(column: written.upperBound, row: point.row), style: style)
      }
    }
  }

  /// Writes a text where its alignment puts it. Returns the columns that it takes.
  @discardableResult
  private func write(
    _ text: String, _ column: ListColumn, _ place: Range<Int>, row: Int, style: Style,
    on buffer: inout CellBuffer
  ) -> Range<Int> {
    guard !place.isEmpty else { return place }
    let width = displayWidth(text, limit: place.count, isUnicode: buffer.isUnicode)
    let start =
      switch column.style.alignment {
      case .leading: place.lowerBound
      case .trailing: place.upperBound - width
      case .center: place.lowerBound + (place.count - width) / 2
      }
    let used = buffer.write(
      text, at: Point(column: start, row: row), maxWidth: place.upperBound - start, style: style, truncation: .ellipsis)
    return start..<start + used
  }

  /// Emphasises the terms of the search in a text that was written.
  private func emphasise(_ text: String, _ place: Range<Int>, row: Int, on buffer: inout CellBuffer) {
    for match in query.matches(in: text, limit: place.count * 2) {
      let start =
        place.lowerBound + displayWidth(text[..<match.lowerBound], limit: place.count, isUnicode: buffer.isUnicode)
      let width = displayWidth(text[match], limit: place.count, isUnicode: buffer.isUnicode)
      let rect = Rect(column: start, row: row, width: min(width, place.upperBound - start), height: 1)
      guard !rect.isEmpty else { continue }
      buffer.restyle(rect) { style in
        style.foreground = theme.match.foreground
        style.attributes.formUnion(theme.match.attributes)
      }
    }
  }

  /// How wide a column is for its title's sake, whatever the list is sorted by: a direction stands behind a title at
  /// the left, and before a column whose title is at the right.
  private func titleWidth(of column: ListColumn, isUnicode: Bool) -> Int {
    let sign = column.isSortable && column.style.alignment == .leading ? directionSign(Signs(isUnicode: isUnicode)) : ""
    return displayWidth(column.style.title + sign, isUnicode: isUnicode)
  }

  /// Where each column stands: what it needs, or its share of what is left; nowhere where there is no room for it.
  private func columns(
    _ texts: [[String]], in rect: Rect, isUnicode: Bool, _ widths: inout [Int]
  ) -> [Range<Int>] {
    let room = max(0, rect.width - Self.gutter - 1)
    if widths.isEmpty { widths = columns.map { max($0.leastWidth, titleWidth(of: $0, isUnicode: isUnicode)) } }
    for row in texts {
      for (index, text) in row.enumerated() where widths[index] < room {
        let most = columns[index].style.weight == 0 ? Self.mostWidth : room
        widths[index] = max(widths[index], min(most, displayWidth(text, limit: room, isUnicode: isUnicode)))
      }
    }
    let shown = shownColumns(widths, room: room)
    let fixed = shown.filter { columns[$0].style.weight == 0 }.map { widths[$0] }.reduce(0, +)
    var left = max(0, room - Self.gap * (shown.count - 1) - fixed)
    var shares = widths
    let weighted = shown.filter { columns[$0].style.weight > 0 }.sorted { widths[$0] < widths[$1] }
    for (position, index) in weighted.enumerated() {
      // A column that needs less than its share leaves the rest to the others; the last takes all that is left.
      let share = left / (weighted.count - position)
      shares[index] = position == weighted.count - 1 ? left : min(widths[index], share)
      left -= shares[index]
    }
    var column = rect.column + Self.gutter
    let end = rect.endColumn - 1
    return columns.indices.map { index in
      guard shown.contains(index) else { return end..<end }
      let start = min(column, end)
      column = start + shares[index] + Self.gap
      return start..<min(start + shares[index], end)
    }
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
}

extension RecordTable.Drawn {
  /// Whether rows that are equal look the same here as in `table`.
  fileprivate func isUsable(for table: RecordTable, _ titles: [String], _ size: Size) -> Bool {
    self.size == size && self.titles == (table.hasHeader ? titles : []) && query == table.query
      && now == table.now
  }

  /// By how many lines the rows went up, or, where they went down, less than zero.
  fileprivate func shift(to new: ArraySlice<RecordTable.Row>) -> Int {
    guard let first = new.first, let old = rows.first else { return 0 }
    if let line = rows.firstIndex(where: { $0.record.id == first.record.id }) { return line }
    return new.firstIndex { $0.record.id == old.record.id }.map { -$0 } ?? 0
  }
}
