import AlmanacRecords
import Terminals

/// A result as small as it can be read: a number, bars, lines, or a list of its first rows.
struct TileContent: Widget {
  private enum Form {
    case number(String)
    case chart(ResultChart)
    case list(columns: [String], rows: [[String]])
  }

  private let form: Form
  private let theme: Theme

  init(_ content: QueryChart, theme: Theme) {
    self.theme = theme
    if content.columns.count == 1, content.rows.count == 1 {
      form = .number(content.rows[0][0].word)
    } else if let chart = content.chart(theme) {
      form = .chart(chart)
    } else {
      form = .list(columns: content.columns, rows: content.rows.map { $0.map(\.word) })
    }
  }

  /// The number of lines that it fills if there is room.
  var wantedHeight: Int {
    switch form {
    case .number: 1
    case .chart(let chart): chart.wantedHeight
    case .list(_, let rows): 1 + max(1, rows.count)
    }
  }

  func draw(in rect: Rect, on buffer: inout CellBuffer) {
    switch form {
    case .number(let text):
      buffer.write(text, at: rect.origin, maxWidth: rect.width, style: .bold, truncation: .ellipsis)
    case .chart(let chart): chart.draw(in: rect, on: &buffer)
    case .list(let columns, let rows): drawList(columns, rows.prefix(max(0, rect.height - 1)), in: rect, on: &buffer)
    }
  }

  private func drawList(
    _ columns: [String], _ rows: ArraySlice<[String]>, in rect: Rect, on buffer: inout CellBuffer
  ) {
    var column = rect.column
    for (index, title) in columns.enumerated() where column < rect.endColumn {
      let room = rect.endColumn - column
      let texts = [title] + rows.map { $0[index] }
      let width = min(room, texts.map { displayWidth($0, limit: room, isUnicode: buffer.isUnicode) }.max() ?? 0)
      for (row, text) in texts.enumerated() {
        buffer.write(
          text, at: Point(column: column, row: rect.row + row), maxWidth: width,
          style: row == 0 ? theme.muted : .plain, truncation: .ellipsis)
      }
      column += width + 2
    }
    if rows.isEmpty, rect.height > 1 {
      buffer.write(
        "no rows", at: Point(column: rect.column, row: rect.row + 1), maxWidth: rect.width, style: theme.muted)
    }
  }
}
