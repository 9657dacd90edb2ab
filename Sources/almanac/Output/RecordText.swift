// One record as text, for a person or for another program.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Glibc
import Terminals

/// A record, column by column.
struct RecordText {
  let columns: RecordColumns
  /// The exact values of the record, byte for byte.
  private let values: [ExactValue]

  init(_ table: ListedTable, _ values: [ExactValue], _ meanings: TableMeanings? = nil) {
    columns = RecordColumns(table, meanings)
    self.values = values
  }

  /// Whole records. All must exist. Inside a read.
  static func all(_ ids: [RecordID], in table: ListedTable, _ db: Database) throws -> [RecordText] {
    let meanings = StandardStreams.isTerminal ? try FileMeanings.learned(table.name, db) : nil
    return try ids.map { id in
      guard let values = try table.values(of: id, db) else { throw RecordGone(table: table.name, id: id) }
      return RecordText(table, values, meanings)
    }
  }

  /// The record as an object of JSON.
  var json: String {
    var json = ""
    columns.writeJSON(values, as: .output) { json += $0 }
    return json
  }

  /// Writes the record as an object of JSON.
  func writeJSON(to output: inout OutputText) throws {
    try columns.writeJSON(values, as: .output) { try output.write($0) }
  }

  /// Writes the record as a verb prints it: as an object, one line per field or, on a terminal, the fields next to
  /// their names.
  func write(json isJSON: Bool, in zone: CivilZone, to output: inout OutputText) throws {
    if isJSON {
      try writeJSON(to: &output)
      try output.write("\n")
    } else if StandardStreams.isTerminal {
      try writeFields(width: StandardStreams.width, in: zone, to: &output)
    } else {
      for (name, value) in zip(columns.names, values) {
        try output.write("\(SafeText.string(name))\t")
        try value.write(to: &output)
        try output.write("\n")
      }
    }
  }

  /// Writes the names in a column at the left. Long values continue below, in the column of the values.
  private func writeFields(width: Int, in zone: CivilZone, to output: inout OutputText) throws {
    let isUnicode = Environment.isUnicode
    let names = columns.names.map { SafeText.string($0, isUnicode: isUnicode) }
    func cells(_ text: String) -> Int { displayWidth(text, isUnicode: isUnicode) }
    let indent = (names.map(cells).max() ?? 0) + 2
    for (column, value) in zip(names, columns.texts(values, .whole, in: zone)) {
      let lines = WrappedText(value, width: max(8, width - indent), isUnicode: isUnicode)
      for (index, line) in lines.enumerated() {
        let shown = SafeText.string(line, isUnicode: isUnicode)
        let label = index == 0 ? column : ""
        // An empty value leaves nothing after its name.
        try output.write(shown.isEmpty ? label : label + String(repeating: " ", count: indent - cells(label)) + shown)
        try output.write("\n")
      }
    }
  }
}

extension [RecordText] {
  /// Writes the records as a verb prints them: one object per line, or fields with an empty line between two records.
  func write(json isJSON: Bool, in zone: CivilZone, to output: inout OutputText) throws {
    for (index, record) in enumerated() {
      if index > 0, !isJSON { try output.write("\n") }
      try record.write(json: isJSON, in: zone, to: &output)
    }
  }
}

extension ExactValue {
  /// Writes the value as the file holds it, byte for byte: a text in UTF-8, NULL as nothing, a blob in SQL notation.
  func write(to output: inout OutputText) throws {
    switch self {
    case .text(let bytes): try output.write(bytes: bytes)
    case .null, .integer, .real, .utf16, .blob: try writePlainText { try output.write($0) }
    }
  }
}
