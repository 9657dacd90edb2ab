// Rows as text, for a person or for another program.
import AlmanacRecords
import Databases
import Terminals

/// Converts rows to text, in portions.
///
/// Text for a terminal is made harmless in every format: in JSON by escapes, otherwise as on the screen.
struct RowsText {
  private let columns: RecordColumns
  private let format: RowFormat
  private let isTerminal: Bool
  /// The text for other programs; unused in the other formats.
  private var data: DataText
  private var hasBegun = false
  /// The widths of the shown columns of a table, computed from the first rows.
  private var widths: [Int] = []
  /// The least readable width of a column.
  private static let leastWidth = 10

  init(columns: RecordColumns, format: RowFormat, isTerminal: Bool) {
    self.columns = columns
    self.format = format
    self.isTerminal = isTerminal
    let isUnicode = Environment.isUnicode
    var dataFormat = DataFormat.csv
    if case .data(let format) = format { dataFormat = format }
    data = DataText(columns, as: dataFormat, json: .output) {
      isTerminal ? SafeText.string($0, isUnicode: isUnicode) : $0
    }
  }

  /// Writes the text of the next rows.
  mutating func write(_ rows: [[ExactValue]], to output: inout OutputText) throws {
    guard !rows.isEmpty else { return }
    switch format {
    case .table(let width, let zone):
      var lines = rows.map { columns.texts($0, .listed, in: zone).map { SafeText.string($0, columns: width + 1) } }
      if !hasBegun {
        lines.insert(columns.names, at: 0)
        widths = widths(of: lines, width)
      }
      for texts in lines { try output.write(line(texts, width)) }
    case .plain: try writePlain(rows, to: &output)
    case .data: for row in rows { try data.write(row) { try output.write($0) } }
    }
    hasBegun = true
  }

  /// How many columns have no room in the table.
  var hiddenCount: Int { if case .table = format, hasBegun { columns.names.count - widths.count } else { 0 } }

  /// Writes the text after the last row.
  func writeEnd(to output: inout OutputText) throws {
    if case .data = format { try data.writeEnd { try output.write($0) } }
  }

  /// Writes rows as tab-separated values. For another program they are as the file holds them, with control characters
  /// and line breaks.
  private func writePlain(_ rows: [[ExactValue]], to output: inout OutputText) throws {
    for row in rows {
      for (index, value) in row.enumerated() {
        if index > 0 { try output.write("\t") }
        if isTerminal {
          try value.writePlainText { try output.write(SafeText.string($0, isUnicode: Environment.isUnicode)) }
        } else {
          try value.write(to: &output)
        }
      }
      try output.write("\n")
    }
  }

  // MARK: Tables

  /// The widths of the columns for a table that begins with these lines. Until all fit, the column is narrowed whose
  /// narrowing cuts the fewest cells; among several the widest one. So a few long texts cost the other columns nothing,
  /// and times, which all have the same length, stay whole while other columns still have uncut cells. If all columns
  /// are too narrow to read, those at the right are left out.
  private func widths(of lines: [[String]], _ width: Int) -> [Int] {
    let cells = columns.names.indices.map { column in lines.map { displayWidth($0[column], limit: width) } }
    var widths = cells.map { $0.max() ?? 0 }
    func cutCells(_ column: Int) -> Int { cells[column].count { $0 >= widths[column] } }
    var costs = widths.indices.map(cutCells)
    while widths.reduce(2 * (widths.count - 1), +) > width,
      let column = widths.indices.filter({ widths[$0] > Self.leastWidth })
        .min(by: { (costs[$0], -widths[$0]) < (costs[$1], -widths[$1]) })
    {
      widths[column] -= 1
      costs[column] = cutCells(column)
    }
    while widths.count > 1, widths.reduce(2 * (widths.count - 1), +) > width { widths.removeLast() }
    return widths
  }

  private func line(_ texts: [String], _ width: Int) -> String {
    var line = CellBuffer(size: Size(width: width, height: 1), isUnicode: Environment.isUnicode)
    var column = 0
    for (text, width) in zip(texts, widths) {
      line.write(text, at: Point(column: column, row: 0), maxWidth: width, truncation: .ellipsis)
      column += width + 2
    }
    return line.trimmedRows[0] + "\n"
  }
}
