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
  private var hasBegun = false
  /// The widths of the shown columns of a table, computed from the first rows.
  private var widths: [Int] = []
  /// The least readable width of a column.
  private static let leastWidth = 10

  init(columns: RecordColumns, format: RowFormat, isTerminal: Bool) {
    self.columns = columns
    self.format = format
    self.isTerminal = isTerminal
  }

  /// Writes the text of the next rows.
  mutating func write(_ rows: [[ExactValue]], to output: inout OutputText) throws {
    guard !rows.isEmpty else { return }
    if !hasBegun { try writeBeginning(to: &output) }
    switch format {
    case .table(let width, let zone):
      var lines = rows.map { columns.texts($0, .listed, in: zone).map { SafeText.string($0, columns: width + 1) } }
      if !hasBegun {
        lines.insert(columns.names, at: 0)
        widths = widths(of: lines, width)
      }
      for texts in lines { try output.write(line(texts, width)) }
    case .csv, .tsv, .markdown: try writeLines(rows, to: &output)
    case .plain: try writePlain(rows, to: &output)
    case .json:
      for (index, row) in rows.enumerated() {
        try output.write(index > 0 || hasBegun ? ",\n" : "\n")
        try columns.writeJSON(row, as: .output) { try output.write($0) }
      }
    case .jsonLines:
      for row in rows {
        try columns.writeJSON(row, as: .output) { try output.write($0) }
        try output.write("\n")
      }
    }
    hasBegun = true
  }

  /// How many columns have no room in the table.
  var hiddenCount: Int { if case .table = format, hasBegun { columns.names.count - widths.count } else { 0 } }

  /// Writes the text after the last row.
  func writeEnd(to output: inout OutputText) throws {
    if !hasBegun { try writeBeginning(to: &output) }
    if case .json = format { try output.write(hasBegun ? "\n]\n" : "]\n") }
  }

  private func writeBeginning(to output: inout OutputText) throws {
    switch format {
    case .table, .plain, .jsonLines: return
    case .json: try output.write("[")
    case .csv, .tsv: try writeLines([columns.names.map { .text($0) }], to: &output)
    case .markdown:
      try writeLines([columns.names.map { .text($0) }], to: &output)
      try output.write(String(repeating: "| --- ", count: columns.names.count) + "|\n")
    }
  }

  /// Writes rows as tab-separated values. For another program they are as the file holds them, with control characters
  /// and line breaks.
  private func writePlain(_ rows: [[ExactValue]], to output: inout OutputText) throws {
    for row in rows {
      for (index, value) in row.enumerated() {
        if index > 0 { try output.write("\t") }
        if isTerminal {
          try value.writePlainText { try output.write(written($0)) }
        } else {
          try value.write(to: &output)
        }
      }
      try output.write("\n")
    }
  }

  /// Writes each row as a line. In CSV a quoted value may contain line breaks.
  private func writeLines(_ rows: [[ExactValue]], to output: inout OutputText) throws {
    for row in rows {
      for (index, value) in row.enumerated() {
        switch format {
        case .csv:
          if index > 0 { try output.write(",") }
          try writeCSV(value, to: &output)
        case .markdown:
          try output.write(index > 0 ? " | " : "| ")
          try value.writePlainText { try output.write(markdown(written($0))) }
        default:
          if index > 0 { try output.write("\t") }
          try value.writePlainText { try output.write(tsv(written($0))) }
        }
      }
      switch format {
      case .csv: try output.write("\r\n")
      case .markdown: try output.write(" |\n")
      default: try output.write("\n")
      }
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

  // MARK: Quoting

  private func written(_ text: String) -> String {
    isTerminal ? SafeText.string(text, isUnicode: Environment.isUnicode) : text
  }

  /// Bytes with a meaning in CSV: a value with one of them is quoted.
  private static let csvSigns = Set("\",\r\n".utf8)

  private func writeCSV(_ value: ExactValue, to output: inout OutputText) throws {
    // NULL is written as nothing, so that an empty text needs quotes.
    var isQuoted = value == .text("")
    value.writePlainText { text in isQuoted = isQuoted || written(text).utf8.contains(where: Self.csvSigns.contains) }
    guard isQuoted else { return try value.writePlainText { try output.write(written($0)) } }
    try output.write("\"")
    try value.writePlainText { text in
      var quoted = ""
      // By scalars: a quote with a combining mark is another character, but still a quote.
      for scalar in written(text).unicodeScalars {
        if scalar == "\"" { quoted += "\"" }
        quoted.unicodeScalars.append(scalar)
      }
      try output.write(quoted)
    }
    try output.write("\"")
  }

  /// Escapes what would end a cell of Markdown, or begin a tag.
  private func markdown(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "|", "\\": escaped += "\\\(scalar)"
      case "<": escaped += "&lt;"
      case "&": escaped += "&amp;"
      case "\n": escaped += "<br>"
      case "\r": break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private func tsv(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": escaped += "\\t"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\\": escaped += "\\\\"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
