// Rows as text: for a person, for another program.
import Databases
import Terminals

/// How rows are written.
enum RowFormat {
  /// Aligned columns under a heading, no line longer than `width`.
  case table(width: Int)
  /// A line a row, values separated by tabs, control characters made visible.
  case plain
  /// One array of objects.
  case json
  /// RFC 4180: quoted where need be, lines end in CRLF, a line of headings first.
  case csv
  /// Tabs between values, `\t`, `\n`, `\r` and `\\` escaped in them, a line of headings first.
  case tsv
}

/// Writes rows to standard output, some at a time.
struct RowWriter {
  private let columns: [String]
  private let format: RowFormat
  private var buffer = ""
  private var count = 0
  /// Rows that wait until the widths of a table's columns can be told.
  private var waiting: [[SQLiteValue]] = []
  private var widths: [Int] = []

  private static let rowsThatTellWidths = 1000

  init(columns: [String], format: RowFormat) {
    self.columns = columns
    self.format = format
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
    case .csv: buffer += row.map { csv($0.plainText) }.joined(separator: ",") + "\r\n"
    case .tsv: buffer += row.map { tsv($0.plainText) }.joined(separator: "\t") + "\n"
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
    try Output.write(buffer)
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
    var line = CellBuffer(size: Size(width: width, height: 1))
    var column = 0
    for (text, width) in zip(texts, widths) {
      line.write(text, at: Point(column: column, row: 0), maxWidth: width, truncation: .ellipsis)
      column += width + 2
    }
    buffer += line.trimmedRows[0] + "\n"
  }

  // MARK: Quoting

  private func csv(_ text: String) -> String {
    let needsQuotes = text.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
    return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
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

extension SQLiteValue {
  /// The value as text, NULL as nothing, bytes in hexadecimal.
  fileprivate var plainText: String {
    switch self {
    case .null: ""
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .text(let text): text
    case .blob(let bytes):
      bytes.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
  }

  /// The same, harmless on a terminal and in one line.
  fileprivate var shownText: String { SafeText.string(plainText) }

  /// The value in JSON; bytes as text in hexadecimal, numbers that JSON does not know as null.
  fileprivate var json: String {
    switch self {
    case .null: "null"
    case .integer(let value): String(value)
    case .real(let value): value.isFinite ? String(value) : "null"
    case .text(let text): JSONText.quoted(text)
    case .blob: JSONText.quoted(plainText)
    }
  }
}
