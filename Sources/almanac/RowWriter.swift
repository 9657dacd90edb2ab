// Rows as text: for a person, for another program.
import Databases
import Terminals

/// Writes rows to standard output, some at a time.
///
/// What goes to a terminal is made harmless there, whatever the format: in JSON by escapes, else as on the screen.
struct RowWriter {
  private let columns: [String]
  private let format: RowFormat
  private let isTerminal: Bool
  private var buffer = ""
  private var count = 0
  /// Rows that wait until the widths of a table's columns can be told.
  private var waiting: [[SQLiteValue]] = []
  private var widths: [Int] = []

  private static let rowsThatTellWidths = 1000

  init(columns: [String], format: RowFormat, isTerminal: Bool) {
    self.columns = columns
    self.format = format
    self.isTerminal = isTerminal
  }

  mutating func write(_ row: [SQLiteValue]) throws {
    if count == 0 { begin() }
    count += 1
    switch format {
    case .table(let width):
      guard widths.isEmpty else {
        writeLine(row.map(\.shownText), width)
        break
      }
      waiting.append(row)
      if waiting.count == Self.rowsThatTellWidths { beginTable(width) }
    case .plain: buffer += row.map(\.shownText).joined(separator: "\t") + "\n"
    case .json:
      buffer += count == 1 ? "\n" : ",\n"
      buffer += "{" + zip(columns, row).map { "\(JSONText.quoted($0)):\($1.json)" }.joined(separator: ",") + "}"
    case .csv: buffer += row.map { csv(text($0)) }.joined(separator: ",") + "\r\n"
    case .tsv: buffer += row.map { tsv(text($0)) }.joined(separator: "\t") + "\n"
    }
    if buffer.utf8.count > 1 << 16 { try flush() }
  }

  /// Writes what is left.
  mutating func finish() throws {
    if count == 0 { begin() }
    switch format {
    case .table(let width): if widths.isEmpty, !waiting.isEmpty { beginTable(width) }
    case .json: buffer += count == 0 ? "]\n" : "\n]\n"
    case .plain, .csv, .tsv: break
    }
    try flush()
  }

  private mutating func flush() throws {
    try StandardStreams.write(buffer)
    buffer = ""
  }

  private mutating func begin() {
    switch format {
    case .table, .plain: break
    case .json: buffer += "["
    case .csv: buffer += columns.map(csv).joined(separator: ",") + "\r\n"
    case .tsv: buffer += columns.map(tsv).joined(separator: "\t") + "\n"
    }
  }

  // MARK: Tables

  private mutating func beginTable(_ width: Int) {
    let texts = [columns] + waiting.map { $0.map(\.shownText) }
    widths = columns.indices.map { column in texts.map { displayWidth($0[column], limit: width) }.max() ?? 0 }
    // The widest columns give way until the line fits.
    while widths.reduce(2 * (widths.count - 1), +) > width, let widest = widths.max(), widest > 8 {
      widths[widths.firstIndex(of: widest)!] -= 1
    }
    for text in texts { writeLine(text, width) }
    waiting = []
  }

  private mutating func writeLine(_ texts: [String], _ width: Int) {
    var line = CellBuffer(size: Size(width: width, height: 1), isUnicode: Environment.isUnicode)
    var column = 0
    for (text, width) in zip(texts, widths) {
      line.write(text, at: Point(column: column, row: 0), maxWidth: width, truncation: .ellipsis)
      column += width + 2
    }
    buffer += line.trimmedRows[0] + "\n"
  }

  // MARK: Quoting

  private func text(_ value: SQLiteValue) -> String { isTerminal ? value.shownText : value.plainText }

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
