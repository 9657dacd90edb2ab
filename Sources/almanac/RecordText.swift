// One record as text: for a person, for another program.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Glibc
import Terminals

/// A record, column by column.
struct RecordText {
  let columns: RecordColumns
  let values: [SQLiteValue]

  init<Record: BookRecord>(_ type: Record.Type, _ values: [SQLiteValue]) {
    columns = RecordColumns(type)
    self.values = values
  }

  /// One object of JSON.
  var json: String { columns.json(values) }

  /// What a verb prints of a record: an object, or a line a field, or, on a terminal, the fields beside their names.
  func text(json isJSON: Bool) -> String {
    if isJSON { return json + "\n" }
    if StandardStreams.isTerminal { return fields(width: StandardStreams.width) }
    return zip(columns.names, values).map { "\($0)\t\($1.shownText)\n" }.joined()
  }

  /// The names in a column of their own; long values go on below, beside it.
  private func fields(width: Int) -> String {
    let isUnicode = Environment.isUnicode
    let indent = (columns.names.map(\.count).max() ?? 0) + 2
    var text = ""
    for (column, value) in zip(columns.names, columns.texts(values, to: .seconds)) {
      let lines = WrappedText.lines(of: value, width: max(8, width - indent), isUnicode: isUnicode)
      for (index, line) in lines.enumerated() {
        let shown = SafeText.string(line, isUnicode: isUnicode)
        let label = index == 0 ? column : ""
        // An empty value has nothing behind its name.
        text += shown.isEmpty ? label : label + String(repeating: " ", count: indent - label.count) + shown
        text += "\n"
      }
    }
    return text
  }
}
