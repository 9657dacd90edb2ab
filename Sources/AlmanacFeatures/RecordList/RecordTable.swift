// The rows of a list on the screen: a header, then a line for each record.
import AlmanacRecords
import Terminals

/// The visible rows of a list.
struct RecordTable<Record: ListedRecord> {
  struct Row {
    var record: Record
    var isSelected: Bool
    var isMarked: Bool
    var change: ChangeMarks<Int>.Mark?
  }

  /// Columns at the left for the cursor and for marks.
  static var gutter: Int { 3 }
  /// Columns between two columns; what changed is marked there.
  static var gap: Int { 2 }
  /// A text says something in so many columns.
  private static var leastWidth: Int { 12 }

  var rows: [Row]
  /// Whether the first line names the columns.
  var hasHeader: Bool
  var order: ListOrder
  var query: SearchQuery
  var context: ListContext
  var theme: Theme

  /// Draws the header and the rows; `widths` grow to what these rows need, so that columns don't jump about.
  func draw(in rect: Rect, on buffer: inout CellBuffer, widths: inout [Int]) {
    let texts = rows.map { row in Record.listColumns.map { $0.text(row.record, context) } }
    let titles = Record.listColumns.map { title(of: $0, Signs(isUnicode: buffer.isUnicode)) }
    let layout = columns(titles, texts, in: rect, isUnicode: buffer.isUnicode, &widths)
    if hasHeader {
      for (index, (column, place)) in zip(Record.listColumns, layout).enumerated() {
        write(titles[index], column, place, row: rect.row, style: theme.header, on: &buffer)
      }
    }
    let first = rect.row + (hasHeader ? 1 : 0)
    for (index, row) in rows.enumerated() where first + index < rect.endRow {
      draw(row, texts[index], layout, at: Point(column: rect.column, row: first + index), rect.width, on: &buffer)
    }
  }

  /// The title of a column, with the direction of the order where there is a choice or a turn.
  private func title(of column: ListColumn<Record>, _ signs: Signs) -> String {
    guard column.column == order.column, Record.orders.count > 1 || order != Record.order else { return column.title }
    return "\(column.title) \(order.isDescending ? signs.descending : signs.ascending)"
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
      let column = Record.listColumns[index]
      let written = write(texts[index], column, place, row: point.row, style: base, on: &buffer)
      if column.isSearched { emphasise(texts[index], written, row: point.row, on: &buffer) }
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
    _ text: String, _ column: ListColumn<Record>, _ place: Range<Int>, row: Int, style: Style,
    on buffer: inout CellBuffer
  ) -> Range<Int> {
    guard !place.isEmpty else { return place }
    let width = displayWidth(text, limit: place.count, isUnicode: buffer.isUnicode)
    let start =
      switch column.alignment {
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

  /// Where each column stands: what it needs, or its share of what is left; nowhere where there is no room for it.
  private func columns(
    _ titles: [String], _ texts: [[String]], in rect: Rect, isUnicode: Bool, _ widths: inout [Int]
  ) -> [Range<Int>] {
    let columns = Record.listColumns
    let room = max(0, rect.width - Self.gutter - 1)
    if widths.isEmpty { widths = columns.map(\.leastWidth) }
    for row in [titles] + texts {
      for (index, text) in row.enumerated() where widths[index] < room {
        widths[index] = max(widths[index], displayWidth(text, limit: room, isUnicode: isUnicode))
      }
    }
    let shown = shownColumns(widths, room: room)
    let fixed = shown.filter { columns[$0].weight == 0 }.map { widths[$0] }.reduce(0, +)
    var left = max(0, room - Self.gap * (shown.count - 1) - fixed)
    var shares = widths
    let weighted = shown.filter { columns[$0].weight > 0 }.sorted { widths[$0] < widths[$1] }
    for (position, index) in weighted.enumerated() {
      // Who needs less than its share leaves the rest to the others; the last takes all that is left.
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
    let columns = Record.listColumns
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
}
