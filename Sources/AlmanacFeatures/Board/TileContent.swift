import AlmanacRecords
import Terminals

/// What a tile shows: values at the right of their labels, bars, lines, a list, or words in their place.
enum TileContent {
  /// Words in place of values.
  case words([String], Style)
  /// One value.
  case number(String, isChanged: Bool)
  /// Values, each in a line with its label.
  case numbers([Line])
  /// Texts, each with a muted one at the right.
  case texts([Line])
  case bars([BarChart.Bar])
  case chart(ResultChart)
  /// The first rows of a result under the titles of its columns.
  case list(columns: [String], rows: [Row])

  /// A label and a text.
  struct Line: Hashable {
    var label: String
    var text: String
    var mark: ChangeMark?
  }

  /// A row of a list.
  struct Row: Hashable {
    var cells: [String]
    var mark: ChangeMark?
  }

  /// The content of a result. `mark` returns the mark of the row with an id.
  init(_ content: QueryChart, theme: Theme, mark: (_ id: Int) -> ChangeMark? = { _ in nil }) {
    let marks = content.ids.map(mark)
    if content.columns.count == 1, content.rows.count == 1 {
      self = .number(content.rows[0][0].word, isChanged: marks.contains { $0 != nil })
    } else if let chart = content.chart(theme, changed: marks.map { $0 != nil }) {
      self = .chart(chart)
    } else {
      self = .list(
        columns: content.columns, rows: zip(content.rows, marks).map { Row(cells: $0.map(\.word), mark: $1) })
    }
  }

  /// The number of lines that it fills if there is room.
  var wantedHeight: Int {
    switch self {
    case .words(let lines, _): lines.count
    case .number: 1
    case .numbers(let lines), .texts(let lines): lines.count
    case .bars(let bars): bars.count
    case .chart(let chart): chart.wantedHeight
    case .list(_, let rows): 1 + max(1, rows.count)
    }
  }
}

/// A tile of a board: its title, and its content below. Marks of changes are in the two columns at its left.
struct TileView: Widget {
  /// The title; `nil`: the content begins in the first line.
  var title: String?
  /// Whether it is the tile that a key acts on.
  var isChosen = false
  /// Whether the values are those of the file.
  var isCurrent = true
  /// Whether something in it has changed a moment ago.
  var isChanged = false
  var content: TileContent
  var theme: Theme

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    guard let title else { return drawContent(in: rect, on: &buffer) }
    if isChosen { buffer.write(Signs.cursor, at: Point(column: rect.column - 2, row: rect.row), style: theme.header) }
    let used = buffer.write(
      title, at: rect.origin, maxWidth: max(0, rect.width - 2), style: theme.header, truncation: .ellipsis)
    let sign = Point(column: rect.column + used + 1, row: rect.row)
    if !isCurrent {
      buffer.write(Signs.notCurrent, at: sign, style: theme.header)
    } else if isChanged {
      buffer.write(Signs.changed, at: sign, style: theme.changed)
    }
    drawContent(
      in: Rect(column: rect.column, row: rect.row + 1, width: rect.width, height: rect.height - 1), on: &buffer)
  }

  private func drawContent(in rect: Rect, on buffer: inout CellBuffer) {
    switch content {
    case .words(let lines, let style):
      for (row, line) in lines.prefix(max(0, rect.height)).enumerated() {
        buffer.write(line, at: Point(column: rect.column, row: rect.row + row), maxWidth: rect.width, style: style)
      }
    case .number(let text, let isChanged):
      let used = buffer.write(text, at: rect.origin, maxWidth: rect.width, style: .bold, truncation: .ellipsis)
      if isChanged { mark(rect.column..<rect.column + used, row: rect.row, on: &buffer) }
    case .numbers(let lines): drawNumbers(lines, in: rect, on: &buffer)
    case .texts(let lines): drawTexts(lines, in: rect, on: &buffer)
    case .bars(let bars): BarChart(bars: bars, theme: theme).draw(in: rect, on: &buffer)
    case .chart(let chart): chart.draw(in: rect, on: &buffer)
    case .list(let columns, let rows):
      drawList(columns, rows.prefix(max(0, rect.height - 1)), in: rect, on: &buffer)
    }
  }

  private func drawNumbers(_ lines: [TileContent.Line], in rect: Rect, on buffer: inout CellBuffer) {
    for (index, line) in lines.enumerated() {
      let row = rect.row + index
      let start = max(rect.column, rect.endColumn - displayWidth(line.text, isUnicode: buffer.isUnicode))
      buffer.write(
        line.label, at: Point(column: rect.column, row: row), maxWidth: max(0, start - 1 - rect.column),
        truncation: .ellipsis)
      buffer.write(line.text, at: Point(column: start, row: row), maxWidth: rect.endColumn - start)
      if line.mark != nil { mark(start..<rect.endColumn, row: row, on: &buffer) }
    }
  }

  private func drawTexts(_ lines: [TileContent.Line], in rect: Rect, on buffer: inout CellBuffer) {
    func width(_ text: String, _ limit: Int) -> Int { displayWidth(text, limit: limit, isUnicode: buffer.isUnicode) }
    let rightWidth = lines.map { width($0.text, rect.width / 2) }.max() ?? 0
    for (index, line) in lines.enumerated() {
      let row = rect.row + index
      let used = buffer.write(
        line.label, at: Point(column: rect.column, row: row), maxWidth: max(0, rect.width - rightWidth - 2),
        truncation: .ellipsis)
      let right = width(line.text, rightWidth)
      buffer.write(
        line.text, at: Point(column: rect.endColumn - right, row: row), maxWidth: right, style: theme.muted,
        truncation: .ellipsis)
      switch line.mark {
      case .arrived: markArrival(at: rect.column, row: row, on: &buffer)
      case .changed: mark(rect.column..<rect.column + used, row: row, on: &buffer)
      case nil: break
      }
    }
  }

  private func drawList(
    _ columns: [String], _ rows: ArraySlice<TileContent.Row>, in rect: Rect, on buffer: inout CellBuffer
  ) {
    var column = rect.column
    for (index, title) in columns.enumerated() where column < rect.endColumn {
      let room = rect.endColumn - column
      let texts = [title] + rows.map { $0.cells[index] }
      let width = min(room, texts.map { displayWidth($0, limit: room, isUnicode: buffer.isUnicode) }.max() ?? 0)
      for (row, text) in texts.enumerated() {
        let used = buffer.write(
          text, at: Point(column: column, row: rect.row + row), maxWidth: width,
          style: row == 0 ? theme.muted : .plain, truncation: .ellipsis)
        guard row > 0, case .changed(let changed) = rows[rows.startIndex + row - 1].mark, changed.contains(index) else {
          continue
        }
        mark(column..<column + used, row: rect.row + row, on: &buffer)
      }
      column += width + 2
    }
    for (row, line) in rows.enumerated() where line.mark == .arrived {
      markArrival(at: rect.column, row: rect.row + 1 + row, on: &buffer)
    }
    if rows.isEmpty, rect.height > 1 {
      buffer.write(
        "no rows", at: Point(column: rect.column, row: rect.row + 1), maxWidth: rect.width, style: theme.muted)
    }
  }

  /// Marks the text in these columns as changed.
  private func mark(_ columns: Range<Int>, row: Int, on buffer: inout CellBuffer) {
    buffer.write(Signs.changed, at: Point(column: columns.lowerBound - 1, row: row), style: theme.changed)
    buffer.write(Signs.changed, at: Point(column: columns.upperBound, row: row), style: theme.changed)
  }

  private func markArrival(at column: Int, row: Int, on buffer: inout CellBuffer) {
    buffer.write(Signs.arrived, at: Point(column: column - 2, row: row), style: theme.changed)
  }
}

extension Array {
  /// What has changed since the same list had other elements. An element that moved up because another one has gone is
  /// not new. `isChanged` compares two elements with the same id, and returns the changed columns.
  func changes<ID: Hashable>(
    since old: [Element], by id: (Element) -> ID, _ changed: (_ before: Element, _ now: Element) -> Set<Int>?
  ) -> [ID: ChangeMark] {
    var changes: [ID: ChangeMark] = [:]
    let before = Dictionary(old.map { (id($0), $0) }) { first, _ in first }
    let last = lastIndex { before[id($0)] != nil } ?? count
    let hasGrown = old.count < count
    for (index, element) in enumerated() {
      if let former = before[id(element)] {
        if let columns = changed(former, element) { changes[id(element)] = .changed(columns: columns) }
      } else if index < last || hasGrown {
        changes[id(element)] = .arrived
      }
    }
    return changes
  }
}
