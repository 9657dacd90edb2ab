// Rows as text: for a person, for another program.
import Databases
import Terminals

/// Turns rows into text, some at a time.
///
/// What goes to a terminal is made harmless there, whatever the format: in JSON by escapes, else as on the screen.
struct RowsText {
  private let columns: RecordColumns
  private let format: RowFormat
  private let isTerminal: Bool
  private var hasBegun = false
  /// Of the columns of a table, told by the first rows.
  private var widths: [Int] = []

  init(columns: RecordColumns, format: RowFormat, isTerminal: Bool) {
    self.columns = columns
    self.format = format
    self.isTerminal = isTerminal
  }

  /// The text of the next rows.
  mutating func text(of rows: [[SQLiteValue]]) -> String {
    guard !rows.isEmpty else { return "" }
    var text = hasBegun ? "" : beginning
    switch format {
    case .table(let width):
      var lines = rows.map { columns.texts($0, to: .minutes).map { SafeText.string($0) } }
      if !hasBegun {
        lines.insert(columns.names, at: 0)
        widths = widths(of: lines, width)
      }
      text += lines.map { line($0, width) }.joined()
    case .plain: for row in rows { text += row.map(\.shownText).joined(separator: "\t") + "\n" }
    case .json:
      let objects = rows.map { columns.json($0) }
      text += (hasBegun ? ",\n" : "\n") + objects.joined(separator: ",\n")
    case .csv: for row in rows { text += row.map { csv(written($0)) }.joined(separator: ",") + "\r\n" }
    case .tsv: for row in rows { text += row.map { tsv(written($0)) }.joined(separator: "\t") + "\n" }
    }
    hasBegun = true
    return text
  }

  /// What stands behind the last row.
  var end: String {
    let text = hasBegun ? "" : beginning
    guard case .json = format else { return text }
    return text + (hasBegun ? "\n]\n" : "]\n")
  }

  /// What stands before the first row.
  private var beginning: String {
    switch format {
    case .table, .plain: ""
    case .json: "["
    case .csv: columns.names.map(csv).joined(separator: ",") + "\r\n"
    case .tsv: columns.names.map(tsv).joined(separator: "\t") + "\n"
    }
  }

  // MARK: Tables

  /// How wide each column is of a table that begins with these lines. Until they fit, the column gives way in which the
  /// fewest cells are cut then, of several the widest: a few long texts cost the others nothing, and times, which
  /// are all as long, stay whole while others are not all cut.
  private func widths(of lines: [[String]], _ width: Int) -> [Int] {
    let cells = columns.names.indices.map { column in lines.map { displayWidth($0[column], limit: width) } }
    var widths = cells.map { $0.max() ?? 0 }
    func cutCells(_ column: Int) -> Int { cells[column].count { $0 >= widths[column] } }
    var costs = widths.indices.map(cutCells)
    while widths.reduce(2 * (widths.count - 1), +) > width,
      let column = widths.indices.filter({ widths[$0] > 8 })
        .min(by: { (costs[$0], -widths[$0]) < (costs[$1], -widths[$1]) })
    {
      widths[column] -= 1
      costs[column] = cutCells(column)
    }
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

  private func written(_ value: SQLiteValue) -> String {
    isTerminal ? SafeText.string(value.plainText, isUnicode: Environment.isUnicode) : value.plainText
  }

  private func csv(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else { return text }
    var quoted = "\""
    // By scalars: a quote with a mark on it is another character, and still a quote.
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
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
