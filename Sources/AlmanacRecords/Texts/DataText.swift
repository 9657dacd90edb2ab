// Rows as text for other programs.
public import Databases

/// A format in which other programs take rows.
public enum DataFormat: Hashable, Sendable {
  /// RFC 4180: quoted if needed, lines end in CRLF, a line of headings first.
  case csv
  /// Values separated by tabs, with `\t`, `\n`, `\r` and `\\` as escapes, a line of headings first.
  case tsv
  /// One array of objects.
  case json
  /// One object per line.
  case jsonLines
  /// A table of Markdown.
  case markdown

  /// The format with a name that people know: of an option, or of the ending of a file.
  public init?(named name: String) {
    switch name {
    case "csv": self = .csv
    case "tsv": self = .tsv
    case "json": self = .json
    case "jsonl": self = .jsonLines
    case "md", "markdown": self = .markdown
    default: return nil
    }
  }
}

/// Writes rows in a format, each in short pieces.
public struct DataText: Sendable {
  private let columns: RecordColumns
  private let format: DataFormat
  private let json: JSONText
  /// Makes a piece of text harmless for its reader. JSON has its own escapes.
  private let shown: @Sendable (String) -> String
  private var hasRows = false

  /// Takes the columns of the rows.
  public init(
    _ columns: RecordColumns, as format: DataFormat, json: JSONText = JSONText(),
    shown: @escaping @Sendable (String) -> String = { $0 }
  ) {
    (self.columns, self.format, self.json, self.shown) = (columns, format, json, shown)
  }

  /// Writes the next row; before the first one, what precedes all rows.
  public mutating func write(_ row: [ExactValue], _ output: (String) throws -> Void) throws {
    if !hasRows { try writeBeginning(output) }
    switch format {
    case .csv, .tsv, .markdown: try writeLine(row, output)
    case .json:
      try output(hasRows ? ",\n" : "\n")
      try columns.writeJSON(row, as: json, output)
    case .jsonLines:
      try columns.writeJSON(row, as: json, output)
      try output("\n")
    }
    hasRows = true
  }

  /// Writes what follows the last row.
  public func writeEnd(_ output: (String) throws -> Void) throws {
    if !hasRows { try writeBeginning(output) }
    if format == .json { try output(hasRows ? "\n]\n" : "]\n") }
  }

  private func writeBeginning(_ output: (String) throws -> Void) throws {
    switch format {
    case .jsonLines: return
    case .json: try output("[")
    case .csv, .tsv: try writeLine(columns.names.map { .text($0) }, output)
    case .markdown:
      try writeLine(columns.names.map { .text($0) }, output)
      try output(String(repeating: "| --- ", count: columns.names.count) + "|\n")
    }
  }

  /// Writes a row as a line. In CSV a quoted value may contain line breaks.
  private func writeLine(_ row: [ExactValue], _ output: (String) throws -> Void) throws {
    for (index, value) in row.enumerated() {
      switch format {
      case .csv:
        if index > 0 { try output(",") }
        try writeCSV(value, output)
      case .markdown:
        try output(index > 0 ? " | " : "| ")
        try value.writePlainText { try output(Self.markdown(shown($0))) }
      default:
        if index > 0 { try output("\t") }
        try value.writePlainText { try output(Self.tsv(shown($0))) }
      }
    }
    switch format {
    case .csv: try output("\r\n")
    case .markdown: try output(" |\n")
    default: try output("\n")
    }
  }

  // MARK: Quoting

  /// Bytes with a meaning in CSV: a value with one of them is quoted.
  private static let csvSigns = Set("\",\r\n".utf8)

  private func writeCSV(_ value: ExactValue, _ output: (String) throws -> Void) throws {
    // NULL is written as nothing, so that an empty text needs quotes.
    var isQuoted = value == .text("")
    value.writePlainText { text in isQuoted = isQuoted || shown(text).utf8.contains(where: Self.csvSigns.contains) }
    guard isQuoted else { return try value.writePlainText { try output(shown($0)) } }
    try output("\"")
    try value.writePlainText { text in
      var quoted = ""
      // By scalars: a quote with a combining mark is another character, but still a quote.
      for scalar in shown(text).unicodeScalars {
        if scalar == "\"" { quoted += "\"" }
        quoted.unicodeScalars.append(scalar)
      }
      try output(quoted)
    }
    try output("\"")
  }

  /// Escapes what would end a cell of Markdown, or begin a tag.
  private static func markdown(_ text: String) -> String {
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

  private static func tsv(_ text: String) -> String {
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
