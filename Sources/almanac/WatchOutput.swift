// What a watch prints of the commits to a file.
import AlmanacRecords
import Databases

/// Prints commits, in order, in one of three forms.
actor WatchOutput {
  /// How a change is printed.
  enum Form {
    /// A line of JSON.
    case json
    /// The statement that makes it.
    case sql
    /// The statement that takes it back.
    case undoSQL
  }

  private let form: Form
  /// The tables that were asked for; empty where all are.
  private let wanted: Set<String>
  private let connection: SQLiteConnection
  /// The tables that have been met.
  private var tables: [String: FileTable]
  /// Those of them that have to be read again.
  private var oldTables: Set<String> = []
  private var commitCount = 0

  init(_ form: Form, _ tables: [FileTable], _ connection: SQLiteConnection) {
    (self.form, self.connection) = (form, connection)
    let named = tables.filter(\.isFollowedByRows)
    wanted = Set(named.map { $0.table.name.lowercasedASCII })
    self.tables = Dictionary(named.map { ($0.table.name.lowercasedASCII, $0) }) { first, _ in first }
  }

  /// Prints what a commit did to the tables.
  func write(_ batch: ChangeBatch) async throws {
    commitCount += batch.commitCount
    // A file that can't be read any more ends the watch; one that can again goes on.
    if batch.gap != nil {
      try await connection.readPatiently { db in
        try db.withStatement("SELECT count(*) FROM sqlite_schema") { _ = try $0.step() }
      }
    }
    // Any table may have other columns now.
    if batch.concernsAll { oldTables.formUnion(tables.keys) }
    var changes: [(name: String, change: TableChange, table: FileTable?)] = []
    for (name, change) in batch.reportedTables where wanted.isEmpty || wanted.contains(name) {
      changes.append((name, change, try await table(name)))
    }
    let schema = batch.schemaChanges.filter { change in
      wanted.isEmpty || [change.table, change.formerName ?? ""].contains { wanted.contains($0.lowercasedASCII) }
    }
    let (form, number, found) = (form, commitCount, changes)
    try await StandardStreams.writeElsewhere { output in
      if let gap = batch.gap { try Self.write(gap, of: nil, number, form, to: &output) }
      // A table has no rows before it is made, and none after it was dropped.
      for change in schema where change.definition != nil { try Self.write(change, number, form, to: &output) }
      for (name, change, table) in found {
        guard let rows = change.rows else {
          try Self.write(change.unknownRows, of: table?.table.name ?? name, number, form, to: &output)
          continue
        }
        for row in Self.ordered(rows.rows, form) { try Self.write(row, rows, table, number, form, to: &output) }
      }
      for change in schema where change.definition == nil { try Self.write(change, number, form, to: &output) }
    }
  }

  /// Prints what has changed in a view.
  func write(_ events: [RecordEvent], of table: FileTable) async throws {
    try await StandardStreams.writeElsewhere { output in
      for event in events { try Self.write(event, table, nil, to: &output) }
    }
  }

  /// A table as it is now; as it was known, or `nil`, where it has gone since the commit.
  private func table(_ name: String) async throws -> FileTable? {
    if !oldTables.contains(name), let known = tables[name] { return known }
    let found = try await connection.readPatiently { db -> FileTable? in
      do {
        return try FileTable(name, db)
      } catch is UsageError {
        return nil
      } catch is CommandFailure {
        return nil
      }
    }
    tables[name] = found ?? tables[name]
    oldTables.remove(name)
    return found ?? tables[name]
  }

  /// Where a change is that has no statement.
  private static var inJSON: String { "watch without --sql or --undo-sql prints it as JSON" }

  /// As statements, deletions come before the rows that may take their place.
  private static func ordered(_ rows: [ChangedRows.Row], _ form: Form) -> [ChangedRows.Row] {
    guard form != .json else { return rows }
    let order: [ChangedRows.Row.Kind] = [.deleted, .updated, .inserted]
    return order.flatMap { kind in rows.filter { $0.kind == kind } }
  }

  /// Writes what a commit did to the schema.
  private static func write(
    _ change: SchemaChange, _ number: Int, _ form: Form, to output: inout OutputText
  ) throws {
    switch form {
    case .json:
      var members = [("change", "schema"), ("type", change.type), ("name", change.name), ("table", change.table)]
      if let old = change.formerDefinition { members.append(("old", old)) }
      if let new = change.definition { members.append(("new", new)) }
      let texts = members.map { "\"\($0)\":\(JSONText.output.quoted($1))" }
      try output.write("{\(texts.joined(separator: ",")),\"commit\":\(number)}\n")
    case .sql, .undoSQL:
      let statement = SchemaStatement(change)
      let text = form == .sql ? statement.forward : statement.backward
      if let text { return try output.write("\(text)\n") }
      let isChanged = change.formerDefinition != nil && change.definition != nil
      let rest = isChanged ? "" : "; its statement can't stand on one line, and is left out: \(inJSON)"
      try output.write("-- commit \(number) changed the schema: \(JSONText.output.escaped(change.summary))\(rest)\n")
    }
  }

  /// Writes why rows are not known: those of a table, or all of the commit.
  private static func write(
    _ reason: String, of table: String?, _ number: Int, _ form: Form, to output: inout OutputText
  ) throws {
    switch form {
    case .json:
      let name = table.map { "\"table\":\(JSONText.output.quoted($0))," } ?? ""
      try output.write(
        "{\"change\":\"unknown\",\(name)\"reason\":\(JSONText.output.quoted(reason)),\"commit\":\(number)}\n")
    case .sql, .undoSQL:
      let place = table.map { "table \(JSONText.output.quoted($0)), " } ?? ""
      try output.write("-- \(place)commit \(number) is not known: \(reason)\n")
    }
  }

  private static func write(
    _ row: ChangedRows.Row, _ rows: ChangedRows, _ table: FileTable?, _ number: Int, _ form: Form,
    to output: inout OutputText
  ) throws {
    guard form == .json else {
      let statement = RowStatement(rows.table, row)
      guard let text = form == .sql ? statement.forward : statement.backward else {
        let (deed, name) = (row.kind.change.rawValue.uppercased(), JSONText.output.quoted(rows.table.name))
        return try output.write(
          "-- commit \(number), the statement for this \(deed) in table \(name) is left out: "
            + "a name in it has characters that a terminal may obey; \(inJSON)\n")
      }
      return try output.write(text + "\n")
    }
    // Another commit may have renamed a column since.
    guard let table, table.table.columns.count == rows.table.columns.count,
      rows.table.columns.allSatisfy({ column in table.table.columns.contains { $0.isSameName(as: column) } })
    else { return try write(row, rows.table, number, to: &output) }
    func values(_ values: [ExactValue]?) -> [SQLiteValue]? {
      values.map { values in
        table.table.columns.map { column in
          rows.table.columns.firstIndex { $0.isSameName(as: column) }.map { SQLiteValue(values[$0]) } ?? .null
        }
      }
    }
    let (old, new) = (values(row.before), values(row.after))
    try write(
      RecordEvent(change: row.kind.change, id: row.rowID.map(RecordID.rowID) ?? .key([]), old: old, new: new), table,
      number, to: &output)
  }

  /// Writes a change of a table that has gone or has other columns by now, by what the rows tell of it.
  private static func write(
    _ row: ChangedRows.Row, _ table: ChangedRows.Table, _ number: Int, to output: inout OutputText
  ) throws {
    func object(_ columns: [String], _ values: [ExactValue]) throws {
      for (index, (column, value)) in zip(columns, values).enumerated() {
        try output.write("\(index == 0 ? "{" : ",")\(JSONText.output.quoted(column)):")
        try SQLiteValue(value).writeJSON(as: .output) { try output.write($0) }
      }
      try output.write("}")
    }
    let change = row.kind.change.rawValue
    try output.write("{\"change\":\"\(change)\",\"table\":\(JSONText.output.quoted(table.name)),\"key\":")
    if let rowID = row.rowID, table.key.isEmpty {
      try object(["rowid"], [.integer(rowID)])
    } else {
      let values = row.before ?? row.after ?? []
      try object(table.key, table.key.map { name in table.columns.firstIndex(of: name).map { values[$0] } ?? .null })
    }
    for (name, values) in [("old", row.before), ("new", row.after)] {
      guard let values else { continue }
      try output.write(",\"\(name)\":")
      try object(table.columns, values)
    }
    try output.write(",\"commit\":\(number)}\n")
  }

  private static func write(
    _ event: RecordEvent, _ table: FileTable, _ commit: Int?, to output: inout OutputText
  ) throws {
    try output.write(
      "{\"change\":\"\(event.change.rawValue)\",\"table\":\(JSONText.output.quoted(table.table.name)),\"key\":")
    try writeKey(of: event, table, to: &output)
    for (name, values) in [("old", event.old), ("new", event.new)] {
      guard let values else { continue }
      try output.write(",\"\(name)\":")
      try RecordText(table.table, values).writeJSON(to: &output)
    }
    try output.write(commit.map { ",\"commit\":\($0)}\n" } ?? "}\n")
  }

  /// Writes the key by which the record was known before the event: as far as it was held, the one that names it.
  private static func writeKey(of event: RecordEvent, _ table: FileTable, to output: inout OutputText) throws {
    guard !table.key.isEmpty else { return try output.write("null") }
    let columns = table.table.columns
    let key: [(String, SQLiteValue)]
    if let values = event.old ?? event.new, table.key.allSatisfy(columns.contains) {
      key = table.key.map { ($0, values[table.table.cell(of: $0)]) }
    } else {
      key = zip(table.table.identity.columns, event.id.values).map { ($0, SQLiteValue($1)) }
    }
    for (index, (name, value)) in key.enumerated() {
      try output.write("\(index == 0 ? "{" : ",")\(JSONText.output.quoted(name)):")
      try value.writeJSON(as: .output) { try output.write($0) }
    }
    try output.write("}")
  }
}

extension ChangedRows.Row.Kind {
  fileprivate var change: RecordEvent.Change {
    switch self {
    case .inserted: .insert
    case .updated: .update
    case .deleted: .delete
    }
  }
}

extension FileTable {
  /// Whether the pages of the file tell its rows. Views have none; a module has rows of its own, and SQLite makes no table with
  /// the name of one of its own, which would read such pages.
  var isFollowedByRows: Bool {
    ![.view, .virtual].contains(shape.kind) && !table.name.lowercasedASCII.hasPrefix("sqlite_")
  }
}
