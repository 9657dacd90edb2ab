// Changes of one table's records, as lines of JSON.
import AlmanacRecords
import Databases

/// Writes changes of one table's records, each as a line of JSON.
struct EventLines: Sendable {
  private let columns: RecordColumns
  /// The table's name in quotes.
  private let name: String
  /// The key columns of a record; empty if the table does not list them all.
  private let key: [KeyColumn]
  /// The columns of the records' identity.
  private let identity: [String]
  private let hasKey: Bool

  private struct KeyColumn {
    /// The name of the column in quotes.
    var name: String
    /// The index of its value.
    var place: Int
  }

  init(_ table: FileTable) {
    columns = RecordColumns(table.table)
    name = JSONText.output.quoted(table.table.name)
    let isListed = table.key.allSatisfy(table.table.columns.contains)
    key =
      isListed
      ? table.key.map { KeyColumn(name: JSONText.output.quoted($0), place: table.table.cell(of: $0)) } : []
    (identity, hasKey) = (table.table.identity.columns, !table.key.isEmpty)
  }

  /// Writes a change, with the number of its commit if there is one.
  func write(
    _ event: RecordEvent, commit: Int?, isExchanged: Bool = false, to output: inout OutputText
  ) throws {
    try output.write("{\"change\":\"\(event.change.rawValue)\",\"table\":\(name),\"key\":")
    try writeKey(of: event, to: &output)
    for (name, values) in [("old", event.old), ("new", event.new)] {
      guard let values else { continue }
      try output.write(",\"\(name)\":")
      try columns.writeJSON(values, as: .output) { try output.write($0) }
    }
    if isExchanged { try output.write(",\"exchanged\":true") }
    try output.write(commit.map { ",\"commit\":\($0)}\n" } ?? "}\n")
  }

  /// Writes the key that the record had before the event; without its values, the identity.
  private func writeKey(of event: RecordEvent, to output: inout OutputText) throws {
    guard hasKey else { return try output.write("null") }
    if let values = event.old ?? event.new, !key.isEmpty {
      try JSONText.writeObject(key.lazy.map { ($0.name, values[$0.place]) }, to: &output)
    } else {
      try JSONText.writeObject(zip(identity.lazy.map(JSONText.output.quoted), event.id.values), to: &output)
    }
  }
}

/// Writes rows that commits have changed, each as a line of JSON.
struct RowLines: Sendable {
  /// The table at the time of the commits.
  let table: ChangedRows.Table
  private let lines: EventLines?
  /// For each column of the present table, the index of its value in a row.
  private let places: [Int]

  /// `file`: the present table; `nil` if it is gone.
  init(_ table: ChangedRows.Table, _ file: FileTable?) {
    self.table = table
    let columns = file?.table.columns ?? []
    places = columns.compactMap { column in table.columns.firstIndex { $0.isSameName(as: column) } }
    // A later commit may have renamed a column.
    let isSame = places.count == columns.count && Set(places).count == table.columns.count
    lines = isSame ? file.map(EventLines.init) : nil
  }

  /// Writes a change. If the table is gone or has other columns by now, the row is written with its former columns.
  func write(_ row: ChangedRows.Row, commit: Int?, isExchanged: Bool = false, to output: inout OutputText) throws {
    guard let lines else {
      return try row.writeJSON(of: table, commit: commit, isExchanged: isExchanged, as: .output) {
        try output.write($0)
      }
    }
    func values(_ values: [ExactValue]?) -> [ExactValue]? { values.map { values in places.map { values[$0] } } }
    let id = row.rowID.map(RecordID.rowID) ?? .key([])
    try lines.write(
      RecordEvent(change: row.kind.change, id: id, old: values(row.before), new: values(row.after)), commit: commit,
      isExchanged: isExchanged, to: &output)
  }
}

extension SchemaChange {
  /// Writes the change as a line of JSON, with the number of its commit if there is one.
  func writeJSON(commit: Int?, to output: inout OutputText) throws {
    var members = [("change", "schema"), ("type", type), ("name", name), ("table", table)]
    if let formerDefinition { members.append(("old", formerDefinition)) }
    if let definition { members.append(("new", definition)) }
    let texts = members.map { "\"\($0)\":\(JSONText.output.quoted($1))" }
    try output.write("{" + texts.joined(separator: ",") + (commit.map { ",\"commit\":\($0)}\n" } ?? "}\n"))
  }
}

/// Why rows are not known: those of a table, or all.
struct UnknownRows {
  let table: String?
  let reason: String

  /// Writes it as a line of JSON, with the number of its commit if there is one.
  func writeJSON(commit: Int?, to output: inout OutputText) throws {
    let name = table.map { "\"table\":\(JSONText.output.quoted($0))," } ?? ""
    let end = commit.map { ",\"commit\":\($0)}\n" } ?? "}\n"
    try output.write("{\"change\":\"unknown\",\(name)\"reason\":\(JSONText.output.quoted(reason))\(end)")
  }
}

extension JSONText {
  /// Writes an object with members whose names are already quoted.
  fileprivate static func writeObject(
    _ members: some Sequence<(String, ExactValue)>, to output: inout OutputText
  ) throws {
    var opening = "{"
    for (name, value) in members {
      try output.write("\(opening)\(name):")
      try value.writeJSON(as: .output) { try output.write($0) }
      opening = ","
    }
    try output.write(opening == "{" ? "{}" : "}")
  }
}
