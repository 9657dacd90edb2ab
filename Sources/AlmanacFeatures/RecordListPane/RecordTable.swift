// Draws the rows of a list: a header, then a line for each record.
import AlmanacRecords
import Terminals

/// The visible rows of a list.
struct RecordTable {
  struct Row: Equatable {
    var record: ListedRow
    var isSelected: Bool
    var isMarked: Bool
    var change: ChangeMark?
    /// Whether it belongs to the group of the row above.
    var isOfGroupAbove = false
    /// The words of the change that the record tells; nil in any list but that of changes.
    var words: ChangeText?
    /// The label of each foreign key; empty if it is not known. The array is empty if the table has no foreign keys.
    var labels: [String] = []
  }

  /// Columns at the left for the cursor and for marks.
  static var gutter: Int { 3 }
  /// Columns between two columns, for the signs of changed values.
  static var gap: Int { 2 }
  /// The least readable width of a text.
  static var leastWidth: Int { 12 }
  /// The greatest width of a column that takes what it needs, whatever its values.
  static var mostWidth: Int { 20 }

  let columns: [ListColumn]
  /// Whether the list scrolls sideways to columns without room. Otherwise they are left out, the least important first.
  var isScrolledSideways = false
  /// Whether no text takes the free width of the list.
  var keepsColumnsTogether = false
  /// The current column, which column keys act on; `nil` if there is none.
  var current: Int?
  /// How many columns at the left stay when the list scrolls sideways; `nil`: those of the key.
  var frozen: Int?
  var rows: [Row]
  /// The loaded rows that are not visible. Called once, for the widths of the columns.
  var unseen: () -> [Row] = { [] }
  /// Whether the list has rows that are not loaded.
  var hasMore = false
  /// The width of the greatest rowid.
  var rowIDWidth = 0
  /// Whether the first line names the columns.
  var hasHeader: Bool
  var order: ListOrder
  var query: SearchQuery
  /// Seconds since 1970, in whole minutes: ages change each minute.
  var now: Double
  /// The time zone of the shown moments.
  var zone: CivilZone
  var theme: Theme

  /// The present drawing in a buffer, so that the next one draws only the differences.
  struct Drawn {
    fileprivate var size: Size
    fileprivate var rows: [Row]
    fileprivate var titles: [String]
    fileprivate var meanings: [ValueMeaning?]
    fileprivate var layout: [Range<Int>]
    fileprivate var current: Int?
    fileprivate var query: SearchQuery
    fileprivate var now: Double
    fileprivate var theme: Theme
  }

  /// Draws the header and the rows on all of `buffer`, which shows `drawn`, or nothing reusable if `drawn` is nil. Rows
  /// already drawn are kept or moved. `state` is kept for the next drawing.
  func draw(on buffer: inout CellBuffer, state: inout ColumnState, drawn: inout Drawn?) {
    let first = hasHeader ? 1 : 0
    let rows = rows.prefix(max(0, buffer.size.height - first))
    let titles = columns.map { title(of: $0, Signs(isUnicode: buffer.isUnicode)) }
    var known = state.isFitted ? drawn.flatMap { $0.isUsable(for: self, titles, buffer.size) ? $0 : nil } : nil
    var shift = known.map { $0.shift(to: rows) } ?? 0
    func isDrawn(_ index: Int) -> Bool {
      guard let known, known.rows.indices.contains(index + shift) else { return false }
      return known.rows[index + shift] == rows[index]
    }
    func texts(_ row: Row) -> [String] {
      columns.map { column in
        if row.isOfGroupAbove, column.style.isOfGroup { return Signs.sameCommit }
        if row.isSummary, !column.style.isOfGroup { return "" }
        let text = shownText(of: column, row)
        return row.label(of: column).map { "\(text) \($0)" } ?? text
      }
    }
    var new: [(index: Int, texts: [String])] = rows.indices.filter { !isDrawn($0) }.map { ($0, texts(rows[$0])) }
    let unseen = state.isFitted ? [] : (self.rows.dropFirst(rows.count) + unseen()).map(texts)
    if hasMore, !rows.isEmpty { state.noteMore() }
    let layout = columns(new.map(\.texts) + unseen, in: buffer.bounds, isUnicode: buffer.isUnicode, &state)
    if !rows.isEmpty { state.noteFit() }
    if known?.layout != layout {
      // With another layout, every row must be drawn.
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
      size: buffer.size, rows: Array(rows), titles: hasHeader ? titles : [],
      meanings: columns.map(\.meaning), layout: layout, current: current, query: query, now: now,
      theme: theme)
  }

  /// The text of a column in a row. If a search finds something in the value that is not in its short text, it is shown
  /// in full.
  private func shownText(of column: ListColumn, _ row: Row) -> String {
    let text = column.text(row.record, at: now, in: zone)
    guard !query.isEmpty, column.style.isSearched, let full = column.fullText(row.record, in: zone), full != text,
      query.matches(in: text, of: column.style.column).isEmpty,
      !query.matches(in: full, of: column.style.column).isEmpty
    else { return text }
    return full
  }

  /// The title of a column, with its sign if the list is sorted by it.
  private func title(of column: ListColumn, _ signs: Signs) -> String {
    column.style.title + (sortSign(of: column, signs) ?? "")
  }

  /// The direction of a column that the list is sorted by; its number too, if there are several. `nil` for any other.
  func sortSign(of column: ListColumn, _ signs: Signs) -> String? {
    let chosen = order.chosen
    guard let place = chosen.firstIndex(where: { $0.column == column.style.column }) else { return nil }
    return " " + (chosen[place].isDescending ? signs.descending : signs.ascending)
      + (chosen.count > 1 ? String(place + 1) : "")
  }

  /// Writes the titles. A right-aligned title starts before its column if its direction sign needs the room.
  private func drawHeader(_ titles: [String], _ layout: [Range<Int>], on buffer: inout CellBuffer) {
    var end = 0
    for (index, (column, place)) in zip(columns, layout).enumerated() where !place.isEmpty {
      var place = place
      if column.style.alignment == .trailing {
        let sign = sortSign(of: column, Signs(isUnicode: buffer.isUnicode)) ?? ""
        place =
          min(place.lowerBound, max(end + 1, place.lowerBound - max(Self.gap, sign.count)))..<place.upperBound
      }
      var title = titles[index]
      // The direction matters more than the space before it.
      if displayWidth(title, isUnicode: buffer.isUnicode) > place.count,
        let sign = sortSign(of: column, Signs(isUnicode: buffer.isUnicode))
      {
        title = column.style.title + sign.dropFirst()
      }
      let written = write(title, column, place, row: 0, style: theme.header, on: &buffer)
      end = written.upperBound
      if index == current {
        buffer.restyle(Rect(column: written.lowerBound, row: 0, width: written.count, height: 1)) {
          $0.attributes.insert(.underline)
        }
      }
    }
    guard isScrolledSideways else { return }
    let signs = Signs(isUnicode: buffer.isUnicode)
    let shown = layout.indices.filter { !layout[$0].isEmpty }
    // A gap in the column numbers after the fixed columns means that others are scrolled away.
    if let next = zip(shown, shown.dropFirst()).first(where: { $0 + 1 < $1 })?.1
      ?? shown.first.flatMap({ $0 > 0 ? $0 : nil })
    {
      let column = max(0, layout[next].lowerBound - 1)
      buffer.write(signs.moreBefore, at: Point(column: column, row: 0), style: theme.header)
    }
    if let last = shown.last, last < columns.count - 1 {
      buffer.write(signs.moreBehind, at: Point(column: buffer.size.width - 1, row: 0), style: theme.header)
    }
  }

  private func draw(
    _ row: Row, _ texts: [String], _ layout: [Range<Int>], at point: Point, _ width: Int, on buffer: inout CellBuffer
  ) {
    let base: Style = row.isSelected ? theme.selectedRow : .plain
    if row.isSelected {
      buffer.fill(Rect(column: point.column, row: point.row, width: width, height: 1), style: base)
      buffer.write(Signs.cursor, at: Point(column: point.column + 1, row: point.row), style: base)
    }
    if row.change == .arrived {
      let column = point.column + (row.isSelected ? 2 : 1)
      buffer.write(
        Signs.arrived, at: Point(column: column, row: point.row), style: row.isSelected ? base : theme.changed)
    } else if row.isMarked {
      let column = point.column + (row.isSelected ? 2 : 1)
      buffer.write(
        Signs.marked, at: Point(column: column, row: point.row), style: row.isSelected ? base : theme.keyCaption)
    }
    drawSummary(row, layout, at: point, base, on: &buffer)
    for (index, place) in layout.enumerated() where !place.isEmpty {
      let column = columns[index]
      if row.isSummary, !column.style.isOfGroup { continue }
      let label = row.label(of: column)
      var text = texts[index]
      // A number loses its thousands before it loses a digit.
      if column.meaning == .quantity, label == nil, displayWidth(text, isUnicode: buffer.isUnicode) > place.count,
        let number = column.fullText(row.record, in: zone)
      {
        text = number
      }
      var pieces: [ChangeText.Piece]?
      if column.style.format == .change, let words = row.words {
        pieces = words.fitted(width: place.count, isUnicode: buffer.isUnicode)
        text = pieces?.map(\.text).joined() ?? text
      }
      if column.style.isSearched, label == nil {
        let match = query.showingMatch(
          in: texts[index], of: column.style.column, width: place.count, isUnicode: buffer.isUnicode)
        // The match is shown, whatever else has room.
        if match != texts[index], pieces == nil || query.matches(in: text, of: column.style.column).isEmpty {
          (text, pieces) = (match, nil)
        }
      }
      let written = write(text, column, place, row: point.row, style: base, on: &buffer)
      if let pieces {
        buffer.colour(pieces, at: Point(column: written.lowerBound, row: point.row), written.count, theme)
      }
      if label != nil {
        text = column.text(row.record, at: now, in: zone)
        dim(written, behind: text, row: point.row, on: &buffer)
      }
      if column.style.isSearched {
        buffer.emphasise(
          query, in: label == nil ? text : texts[index], of: column.style.column,
          at: Point(column: written.lowerBound, row: point.row), written.count,
          theme)
      }
      if case .changed(let columns) = row.change, columns.contains(column.index) {
        let style = row.isSelected ? theme.selected(theme.changed) : theme.changed
        buffer.write(Signs.changed, at: Point(column: written.lowerBound - 1, row: point.row), style: style)
        buffer.write(Signs.changed, at: Point(column: written.upperBound, row: point.row), style: style)
      }
    }
  }

  /// Writes what a commit did, from the first column that tells a single change to the last one.
  private func drawSummary(
    _ row: Row, _ layout: [Range<Int>], at point: Point, _ base: Style, on buffer: inout CellBuffer
  ) {
    let places = layout.indices.filter { !layout[$0].isEmpty && !columns[$0].style.isOfGroup }.map { layout[$0] }
    guard let isFolded = row.words?.isFolded, let first = places.first, let last = places.last else { return }
    let signs = Signs(isUnicode: buffer.isUnicode)
    var text = "\(isFolded ? signs.folded : signs.unfolded) "
    if let clock = columns.indices.first(where: { columns[$0].style.format == .time }), layout[clock].isEmpty {
      text += columns[clock].text(row.record, at: now, in: zone) + signs.separator
    }
    var style = base
    style.attributes.insert(.bold)
    buffer.write(
      text + (row.words?.text ?? ""), at: Point(column: first.lowerBound, row: point.row),
      maxWidth: last.upperBound - first.lowerBound, style: style, truncation: .ellipsis)
  }

  /// Writes a text with the column's alignment. Returns the columns that it takes.
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

  /// Dims the text after a value, because it is not part of the value.
  private func dim(_ place: Range<Int>, behind value: String, row: Int, on buffer: inout CellBuffer) {
    let start = place.lowerBound + displayWidth(value, limit: place.count, isUnicode: buffer.isUnicode)
    guard start < place.upperBound else { return }
    buffer.restyle(Rect(column: start, row: row, width: place.upperBound - start, height: 1)) {
      $0 = theme.muted($0)
    }
  }
}

extension RecordTable.Row {
  /// Whether it sums up a commit.
  fileprivate var isSummary: Bool { words?.isFolded != nil }

  /// The label of a column's foreign key; `nil` if it is not known.
  fileprivate func label(of column: ListColumn) -> String? {
    guard let reference = column.reference, reference < labels.count, !labels[reference].isEmpty else { return nil }
    return labels[reference]
  }
}

extension RecordTable.Drawn {
  /// The width of a column on the screen; `nil` if it is not there.
  func width(ofColumn index: Int) -> Int? {
    layout.indices.contains(index) && !layout[index].isEmpty ? layout[index].count : nil
  }

  /// The column at a column of the screen; its title may begin in the gap before it. `nil` if there is none.
  func column(at column: Int) -> Int? {
    layout.firstIndex { !$0.isEmpty && ($0.lowerBound - RecordTable.gap..<$0.upperBound).contains(column) }
  }

  /// Whether equal rows look the same here and in `table`.
  fileprivate func isUsable(for table: RecordTable, _ titles: [String], _ size: Size) -> Bool {
    self.size == size && self.titles == (table.hasHeader ? titles : []) && current == table.current
      && meanings == table.columns.map(\.meaning) && query == table.query && now == table.now
      && theme == table.theme
  }

  /// By how many lines the rows moved up; negative if they moved down.
  fileprivate func shift(to new: ArraySlice<RecordTable.Row>) -> Int {
    guard let first = new.first, let old = rows.first else { return 0 }
    if let line = rows.firstIndex(where: { $0.record.id == first.record.id }) { return line }
    return new.firstIndex { $0.record.id == old.record.id }.map { -$0 } ?? 0
  }
}
