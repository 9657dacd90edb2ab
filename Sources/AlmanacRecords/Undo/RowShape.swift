// How the rows of a table are found, read and written, whatever its columns are called.

import Databases

/// The shape of an ordinary table, as far as undo needs it.
struct RowShape {
  /// The name, as the schema has it.
  let table: String
  /// The columns that can be written: all but the generated ones.
  let columns: [String]
  /// What finds a row: a name of the rowid, or the columns of the primary key of a table without rowids.
  private let keys: [String]
  /// The places of the key's columns in a table without rowids; empty where there are rowids.
  private let keyPlaces: [Int]
  /// The table's name and the condition of one row, in SQL; made once, since a change may be of very many rows.
  private let name: String
  private let condition: String
  private let selection: String
  /// What keeps a conflict clause of the table itself from deleting or leaving out a row; empty where it has none. Not
  /// everywhere: it would take the place of clauses in the triggers that keep search indexes.
  private let orAbort: String

  /// Throws `ReplayRefused` where no name finds the rows of the table, or where its columns' names do not tell them
  /// apart: SQLite compares names by bytes, and a `String` does not.
  init(_ table: String, hasRowIDs: Bool, _ database: Database) throws {
    var columns: [(name: String, keyPlace: Int, generated: Bool)] = []
    var isText = true
    try database.internalRows("PRAGMA main.table_xinfo(\(table.quotedName))") { row in
      if row.exactValue(1).string == nil { isText = false }
      columns.append((row.text(1), row.integer(5), row.integer(6) != 0))
    }
    guard isText else { throw ReplayRefused(reason: "a column of \(table) has a name that is not UTF-8") }
    guard Set(columns.map(\.name)).count == columns.count else {
      throw ReplayRefused(reason: "two columns of \(table) have names that only their bytes tell apart")
    }
    let unfound = ReplayRefused(reason: "no name finds the rows of \(table)")
    var hasClause = false
    // A comment or a name with the word counts too, which does no harm.
    try database.internalRows(
      "SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE AND instr(upper(sql), 'CONFLICT')",
      exactly: [.text(table)]
    ) { _ in hasClause = true }
    orAbort = hasClause ? " OR ABORT" : ""
    self.table = table
    name = "main.\(table.quotedName)"
    self.columns = columns.filter { !$0.generated }.map(\.name)
    if hasRowIDs {
      let names = Set(columns.map(\.name.lowercasedASCII))
      guard !names.isEmpty, let name = ["rowid", "_rowid_", "oid"].first(where: { !names.contains($0) }) else {
        throw unfound
      }
      // Not in quotes: it could be a text there.
      (keys, keyPlaces, condition) = ([name], [], "\(name) = ?")
    } else {
      let key = columns.indices.filter { columns[$0].keyPlace > 0 }
        .sorted { columns[$0].keyPlace < columns[$1].keyPlace }
      // Behind a generated column SQLite's versions count a place in different ways.
      guard let last = key.max(), !columns[...last].contains(where: \.generated) else { throw unfound }
      (keys, keyPlaces) = (key.map { columns[$0].name }, key)
      condition = keys.map { "\($0.quotedName) = ?" }.joined(separator: " AND ")
    }
    selection = "SELECT \(Self.list(self.columns)) FROM \(self.name) WHERE \(condition)"
  }

  /// The identity of a row before or after its change; `rowID` is the one of that moment.
  func identity(_ row: ChangingRow, isNew: Bool, rowID: Int) throws -> RowIdentity {
    guard !keyPlaces.isEmpty else { return .rowID(rowID) }
    return .key(try keyPlaces.map { try row.value(at: $0, isNew: isNew).asKey })
  }

  /// The row as it stands; `nil` where there is none.
  func row(_ identity: RowIdentity, _ database: Database) throws -> ExactRow? {
    var row: ExactRow?
    try database.internalRows(selection, exactly: identity.values) { statement in
      var found = ExactRow(minimumCapacity: columns.count)
      for (place, column) in columns.enumerated() { found[column] = statement.exactValue(Int32(place)) }
      row = found
    }
    // A key's collation may take another text for the same.
    if case .key(let values) = identity, let found = row, keys.map({ found[$0]?.asKey }) != values { return nil }
    return row
  }

  // MARK: Writing

  func insert(_ row: ExactRow, _ identity: RowIdentity, _ database: Database) throws {
    let columns = columns.filter { row[$0] != nil }
    let isNamed = keyPlaces.isEmpty
    let names = Self.list(columns) + (isNamed ? ", \(keys[0])" : "")
    let values = columns.map { row[$0]! } + (isNamed ? identity.values : [])
    let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
    try database.execute("INSERT\(orAbort) INTO \(name)(\(names)) VALUES (\(marks))", exactly: values)
  }

  func update(_ values: [(column: String, value: ExactValue)], _ identity: RowIdentity, _ database: Database) throws {
    let assignments = values.map { "\($0.column.quotedName) = ?" }.joined(separator: ", ")
    try database.execute(
      "UPDATE\(orAbort) \(name) SET \(assignments) WHERE \(condition)", exactly: values.map(\.value) + identity.values)
  }

  func delete(_ identity: RowIdentity, _ database: Database) throws {
    try database.execute("DELETE FROM \(name) WHERE \(condition)", exactly: identity.values)
  }

  /// Statements that would fire every trigger of the table between them, to be compiled alone.
  var statementsThatFireTriggers: [String] {
    let assignments = columns.map { "\($0.quotedName) = \($0.quotedName)" }.joined(separator: ", ")
    return ["INSERT INTO \(name) DEFAULT VALUES", "UPDATE \(name) SET \(assignments)", "DELETE FROM \(name)"]
  }

  private static func list(_ columns: [String]) -> String { columns.map(\.quotedName).joined(separator: ", ") }
}

extension ExactValue {
  /// The value as part of an identity: SQLite may store, and tell, a whole number of a REAL column as an integer.
  fileprivate var asKey: ExactValue {
    if case .real(let value) = self, let integer = Int(exactly: value) { .integer(integer) } else { self }
  }
}
