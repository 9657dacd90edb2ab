// The statements that make one file into another.
//
//   triggers, views, indexes and tables that go ──> tables that come ──> rows ──> views, indexes and triggers that come
//
// A trigger would do again what it has done in the other file: those of tables whose rows change are dropped, and made
// again at the end. A table whose definition differs is dropped, and made again with all its rows.
public import Databases

/// Writes the statements that make the old file of a comparison into the new one, in an order in which they can run.
public struct ComparisonStatements {
  private let comparison: FilesComparison
  private let schema: WritableChanges
  private let tables: [ComparedTable]
  /// The most bytes of rows that are kept in memory to be ordered.
  private let byteLimit: Int

  /// Takes a comparison, and those of its tables and changes of the schema that count.
  public init(
    _ comparison: FilesComparison, _ tables: [ComparedTable], _ changes: [SchemaChange], byteLimit: Int = 32 << 20
  ) {
    let schema = WritableChanges(changes, tables)
    (self.comparison, self.schema, self.byteLimit) = (comparison, schema, byteLimit)
    self.tables = tables.filter { !schema.leavesOut($0) }
  }

  /// The rows of a table that differ.
  private enum Rows {
    case kept([ChangedRows.Row])
    /// They are too many: they are compared again when they are written.
    case tooMany
    /// All rows of the new file, into a table that has none.
    case all
  }

  /// Calls `write` for each statement. Returns whether the files differ.
  public func write(_ write: (String) throws -> Void) throws -> Bool {
    let plan = try self.plan()
    let notes = tables.filter { $0.new != nil && (!$0.isMadeAgain || $0.alone.obstacle != nil) }.compactMap(\.note)
    for note in notes.map({ "-- " + $0 }) + schema.notes { try write(note) }
    let changes = schema.changes
    guard !plan.isEmpty || !changes.isEmpty else { return !notes.isEmpty || !schema.notes.isEmpty }
    for name in try leftOut() {
      try write(
        "-- \(JSONText().quoted(name)), which a module keeps, differs too: these statements leave it as it is. Name it as "
          + "well, or compare the whole files.")
    }
    if comparison.hasForeignKeys { try write("PRAGMA foreign_keys = off;") }
    if tables.contains(where: { $0.owner != nil && plan[$0.name] != nil }) {
      try write("-- A module keeps some of these tables: in sqlite3, .dbconfig defensive off lets them be written.")
    }
    try write("BEGIN;")
    let again = remade(plan)
    for type in ["trigger", "view", "index", "table"] {
      for change in changes + again where change.type == type && change.formerDefinition != nil {
        try self.write(change.dropping, write)
      }
    }
    for change in changes where change.type == "table" && change.definition != nil {
      try self.write(change.making, write)
    }
    for table in tables { if let rows = plan[table.name] { try self.write(rows, of: table, write) } }
    for type in ["view", "index", "trigger"] {
      for change in changes + again + lost where change.type == type && change.definition != nil {
        try self.write(change.making, write)
      }
    }
    for counter in try counterStatements(plan) { try write(counter) }
    try write("COMMIT;")
    return true
  }

  /// The virtual tables that differ, and are not among the tables: no trigger will run that would bring them along.
  private func leftOut() throws -> [String] {
    let written = Set(tables.map(\.name))
    let others = comparison.tables.filter {
      $0.owner != nil && !written.contains($0.name) && !schema.leavesOut($0)
    }
    return Set(try others.filter { try comparison.hasChange($0) }.compactMap(\.owner)).sorted()
  }

  // MARK: Schema

  /// The indexes and triggers that would disturb the rows, as changes that drop them and make them again.
  private func remade(_ plan: [String: Rows]) -> [SchemaChange] {
    let written = tables.filter { plan[$0.name] != nil && !$0.isMadeAgain }
    return comparison.kept.filter { part in
      written.contains { table in
        table.table.name.isSameName(as: part.table)
          && (part.type == "trigger" || table.obscureIndexes.contains { $0.isSameName(as: part.name) })
      }
    }.map { part in
      var change = part
      change.formerDefinition = part.definition
      return change
    }
  }

  /// The indexes and triggers that go with a table or a view which is made again, and that the new file has too.
  private var lost: [SchemaChange] {
    let owners = schema.changes.filter { ["table", "view"].contains($0.type) && $0.definition != nil }.map(\.name)
    return comparison.kept.filter { part in owners.contains { $0.isSameName(as: part.table) } }
  }

  private func write(_ change: SchemaChange, _ write: (String) throws -> Void) throws {
    if let statement = SchemaStatement(change).forwardLines { try write(statement) }
  }

  /// The statements for the counters of AUTOINCREMENT. Only a counter of one of the files has them: `autoincrement` may
  /// also be a word in a default or a comment.
  private func counterStatements(_ plan: [String: Rows]) throws -> [String] {
    let (old, new) = try comparison.counters()
    return tables.flatMap { table -> [String] in
      guard table.owner == nil, let definition = table.definitions.new,
        definition.lowercasedASCII.contains("autoincrement")
      else { return [] }
      let key = table.name.lowercasedASCII
      guard old[key] != nil || new[key] != nil else { return [] }
      guard plan[table.name] != nil || table.isMadeAgain || old[key] != new[key] else { return [] }
      let name = ExactValue.text(table.name).sqlLiteral
      let deletion = "DELETE FROM sqlite_sequence WHERE name = \(name);"
      return [deletion]
        + (new[key].map { ["INSERT INTO sqlite_sequence(name, seq) VALUES (\(name), \($0.sqlLiteral));"] } ?? [])
    }
  }

  // MARK: Rows

  /// The tables whose rows must be written.
  private func plan() throws -> [String: Rows] {
    struct TooMany: Error {}
    var plan: [String: Rows] = [:]
    var byteCount = 0
    for table in tables {
      if table.isMadeAgain {
        if table.new != nil, table.alone.obstacle == nil, try comparison.hasNewRow(table) { plan[table.name] = .all }
        continue
      }
      var rows: [ChangedRows.Row] = []
      let before = byteCount
      do {
        try comparison.eachChange(of: table) { row in
          rows.append(row)
          byteCount += row.byteCount
          if byteCount > byteLimit { throw TooMany() }
        }
        if !rows.isEmpty { plan[table.name] = .kept(rows) }
      } catch is TooMany {
        byteCount = before
        plan[table.name] = .tooMany
      }
    }
    return plan
  }

  private func write(_ rows: Rows, of table: ComparedTable, _ write: (String) throws -> Void) throws {
    switch rows {
    case .kept(let all):
      for row in all where !keeps(row) { try self.write(row, of: table, write) }
      let rows = all.filter(keeps)
      for row in RowOrder(ChangedRows(table.table, rows: rows)).rows { try self.write(row, of: table, write) }
    case .all:
      let alone = table.alone
      try comparison.eachNewRow(of: table) { try self.write($0, of: alone, write) }
    case .tooMany:
      // What frees a key or a unique value comes first. A row that takes another one is deleted and inserted.
      try comparison.eachChange(of: table) { row in
        guard let before = row.before, row.after == nil || table.takesValue(row), keeps(row) else { return }
        try self.write(ChangedRows.Row(rowID: row.rowID, before: before, after: nil), of: table, write)
      }
      try comparison.eachChange(of: table) { row in
        guard let after = row.after else { return }
        let isAlone = keeps(row) && (row.before == nil || table.takesValue(row))
        try self.write(
          isAlone ? ChangedRows.Row(rowID: row.rowID, before: nil, after: after) : row, of: table, write)
      }
    }
  }

  private func write(_ row: ChangedRows.Row, of table: ComparedTable, _ write: (String) throws -> Void) throws {
    var row = row
    // The old file may have another row with this rowid.
    if row.before == nil { row.rowID = nil }
    func leaveOut(_ problem: String) throws {
      try write("-- A statement for table \(JSONText().escaped(table.name)) is left out: \(problem).")
    }
    guard let statement = RowStatement(table.table, row).forward else {
      return try leaveOut("a name in it has characters that a terminal may obey")
    }
    guard keeps(row) else { return try leaveOut("the other encoding of the file can't hold a text in it") }
    if !statement.isEmpty { try write(statement) }
  }

  /// Whether the old file can hold the texts that a row has now.
  private func keeps(_ row: ChangedRows.Row) -> Bool {
    comparison.isOfOneEncoding || row.after?.allSatisfy(\.isOfAnyEncoding) ?? true
  }
}

extension FilesComparison {
  /// Whether a table has rows in the new file.
  fileprivate func hasNewRow(_ table: ComparedTable) throws -> Bool {
    struct Found: Error {}
    do {
      try eachNewRow(of: table) { _ in throw Found() }
      return false
    } catch is Found {
      return true
    }
  }
}

extension ComparedTable {
  /// A sentence that its rows are not compared, without its full stop; nil if they are.
  fileprivate var note: String? {
    obstacle.map { "the records of \(JSONText().escaped(name)) are not compared: \($0)" }
  }

  /// Whether an updated row has another key or unique value than before.
  fileprivate func takesValue(_ row: ChangedRows.Row) -> Bool {
    guard let before = row.before, let after = row.after else { return false }
    return ([table.key] + table.unique).joined().contains { name in
      table.columns.firstIndex(of: name).map { before[$0] != after[$0] } ?? true
    }
  }
}

extension ExactValue {
  /// Whether each encoding of a file has the value. SQLite replaces U+FFFE and U+FFFF between encodings.
  fileprivate var isOfAnyEncoding: Bool {
    switch self {
    case .text(let bytes):
      String(validating: bytes, as: UTF8.self).map { !$0.utf16.contains { $0 >= 0xFFFE } } ?? false
    case .utf16: false
    case .null, .integer, .real, .blob: true
    }
  }
}
