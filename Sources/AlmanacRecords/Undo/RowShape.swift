// Finds, reads and writes the rows of a table, whatever the names of its columns.

import Databases

/// The shape of an ordinary table for undo.
struct RowShape {
  /// The name in the schema.
  let table: String
  /// The writable columns: all but the generated ones.
  let columns: [String]
  /// The columns of the primary key, in its order; empty without one.
  let primaryKey: [String]
  /// The columns of each unique index.
  let unique: [[String]]
  /// The columns of each unique index of columns alone, which holds for all rows.
  let uniqueForAll: [[String]]
  /// The columns that find a row: a name of the rowid, or the primary key if no name means the rowid.
  let keys: [String]
  /// The positions of the key's columns; empty if the rowid finds a row.
  private let keyPlaces: [Int]
  /// Whether the rowid finds rows and no column holds it, so that VACUUM may change it.
  let hasLooseRowIDs: Bool
  /// The quoted name, and the condition and the query for one row; made once, since a change may have very many rows.
  private let name: String
  private let condition: String
  private let selection: String

  /// Throws `ReplayRefused` if rows of the table can't be found, or if the names of its columns are not unique: SQLite
  /// compares names by bytes, and a `String` does not.
  init(_ table: String, hasRowIDs: Bool, _ database: Database) throws {
    let columns = try TableShape.columns(of: table, database)
    guard !columns.contains(where: { $0.name.unicodeScalars.contains("\u{FFFD}") }) else {
      throw ReplayRefused(reason: "a column of \(table) has a name that is not UTF-8")
    }
    guard Set(columns.map(\.name)).count == columns.count else {
      throw ReplayRefused(reason: "two columns of \(table) have names that only their bytes tell apart")
    }
    self.table = table
    name = table.quotedTable
    self.columns = columns.filter { $0.generation == .none }.map(\.name)
    primaryKey = columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
    let indexes = try TableShape.indexes(table, database)
    unique = indexes.filter(\.isUnique).map { $0.parts.compactMap(\.column) }.filter { !$0.isEmpty }
    uniqueForAll = indexes.filter { $0.isUnique && !$0.isPartial && $0.parts.allSatisfy { $0.column != nil } }
      .map { $0.parts.compactMap(\.column) }
    let identity = TableShape.identity(
      columns, hasRowIDs: hasRowIDs, indexes: indexes)
    keys = identity.columns
    if case .rowID = identity {
      keyPlaces = []
    } else {
      keyPlaces = keys.compactMap { key in columns.firstIndex { $0.name == key } }
      // After a generated column, versions of SQLite number the columns differently.
      guard let last = keyPlaces.max(), !columns[...last].contains(where: { $0.generation != .none }) else {
        throw ReplayRefused(reason: "no name finds the rows of \(table)")
      }
    }
    hasLooseRowIDs = identity.isLoose(in: self.columns)
    condition = keys.map { "\($0.quotedName) = ?" }.joined(separator: " AND ")
    selection = "SELECT \(Self.list(self.columns)) FROM \(name) WHERE \(condition)"
  }

  /// The identity of a row before or after its change; `rowID` is the rowid at that moment.
  func identity(_ row: ChangingRow, isNew: Bool, rowID: Int) throws -> RecordID {
    guard !keyPlaces.isEmpty else { return .rowID(rowID) }
    return .key(try keyPlaces.map { try row.value(at: $0, isNew: isNew).asKey })
  }

  /// The identity from a row of its columns.
  func identity(_ row: InternalRow) -> RecordID {
    let values = keys.indices.map { row.exactValue(Int32($0)) }
    return keyPlaces.isEmpty ? .rowID(row.integer(0)) : .key(values.map(\.asKey))
  }

  /// The identity of a row with these columns, which has this rowid; nil if it can't be told.
  func identity(_ row: ExactRow, _ rowID: Int?) -> RecordID? {
    guard !keyPlaces.isEmpty else { return rowID.map(RecordID.rowID) }
    let values = keys.compactMap { row[$0]?.asKey }
    return values.count == keys.count ? .key(values) : nil
  }

  /// The present row; nil if there is none.
  func row(_ id: RecordID, _ database: Database) throws -> ExactRow? {
    var row: ExactRow?
    try database.internalRows(selection, exactly: id.values) { statement in
      row = ExactRow(columns, columns.indices.map { statement.exactValue(Int32($0)) })
    }
    // A key's collation may match another text.
    if case .key(let values) = id, let found = row, keys.map({ found[$0]?.asKey }) != values { return nil }
    return row
  }

  /// Whether two rows have the same primary key, and no NULL in it: then they are one record.
  func hasSameKey(_ one: ExactRow, _ other: ExactRow) -> Bool {
    !primaryKey.isEmpty && primaryKey.allSatisfy { one[$0] != nil && one[$0] != .null && one[$0] == other[$0] }
  }

  /// The greatest rowid of the table.
  func greatestRowID(_ database: Database) throws -> Int {
    var greatest = 0
    try database.internalRows("SELECT max(\(keys[0].quotedName)) FROM \(name)") { greatest = $0.integer(0) }
    return greatest
  }

  // MARK: Writing

  /// Adds rows that all have the same columns; returns whether all were added. SQLite skips a row that it refuses.
  func insert(_ rows: [(id: RecordID, row: ExactRow)], _ database: Database) throws -> Bool {
    guard let first = rows.first else { return true }
    let written = written(by: first.row)
    // A statement can write more values than it can read columns.
    if written.count > StatementColumns.most {
      return try database.countingChanges {
        for (id, row) in rows { try insert(row, id, or: "IGNORE", database) }
      } == rows.count
    }
    let columns = hasLooseRowIDs ? Array(written.dropLast()) : written
    let values = columns.indices.map { "c\($0)" } + (hasLooseRowIDs ? ["rowid"] : [])
    // Only rowids order the rows: a key would take the room of columns.
    let kept = rows.enumerated().lazy.map { place, kept in
      (id: kept.id.rowID == nil ? .rowID(place) : kept.id, values: columns.map { kept.row[$0] ?? .null })
    }
    return try TemporaryRows.with(kept, database) { _ in
      try database.countingChanges {
        try database.execute(
          """
          INSERT OR IGNORE INTO \(name)(\(Self.list(written))) SELECT \(values.joined(separator: ", ")) \
          FROM \(TemporaryRows.table) ORDER BY rowid
          """)
      } == rows.count
    }
  }

  /// Why SQLite refuses to add a row that it has skipped; nil if it has added the row now.
  func refusal(of row: ExactRow, _ id: RecordID, _ database: Database) throws -> DatabaseError? {
    do {
      try insert(row, id, or: "ABORT", database)
      return nil
    } catch let error as DatabaseError where error.isConstraint {
      return error
    }
  }

  /// The columns that an insertion of a row writes; the last one is the rowid if no other column holds it.
  private func written(by row: ExactRow) -> [String] {
    columns.filter { row[$0] != nil } + (hasLooseRowIDs ? keys : [])
  }

  /// Adds one row. The clause overrides that of the table, which might delete other rows.
  private func insert(_ row: ExactRow, _ id: RecordID, or clause: String, _ database: Database) throws {
    let written = written(by: row)
    let marks = Array(repeating: "?", count: written.count).joined(separator: ", ")
    let values = written.map { row[$0] ?? .null }
    try database.internalRows(
      "INSERT OR \(clause) INTO \(name)(\(Self.list(written))) VALUES (\(marks))",
      exactly: hasLooseRowIDs ? values.dropLast() + id.values : values
    ) { _ in }
  }

  /// Writes new values to `columns` of rows; returns whether all were written. SQLite skips a row that it refuses.
  func update(
    _ columns: [String], of rows: [(id: RecordID, values: [ExactValue])], _ database: Database
  ) throws -> Bool {
    let assignments = columns.enumerated().map { "\($1.quotedName) = given.c\($0)" }.joined(separator: ", ")
    return try TemporaryRows.with(rows, database) { temporary in
      let condition = temporary.match(keys.map { "changed.\($0.quotedName)" })
      return try database.countingChanges {
        try database.execute(
          """
          UPDATE OR IGNORE \(name) AS changed SET \(assignments) FROM \(TemporaryRows.table) AS given \
          WHERE \(condition)
          """)
      } == rows.count
    }
  }

  func delete(_ ids: [RecordID], _ database: Database) throws {
    try TemporaryRows.with(ids, database) { rows in
      try database.execute("DELETE FROM \(name) WHERE \(rows.contain(keys.map(\.quotedName)))")
    }
  }

  private static func list(_ columns: [String]) -> String { columns.map(\.quotedName).joined(separator: ", ") }
}

extension Database {
  /// The number of rows that `body` changes.
  fileprivate func countingChanges(_ body: () throws -> Void) rethrows -> Int {
    let former = changeCount
    try body()
    return changeCount - former
  }
}
