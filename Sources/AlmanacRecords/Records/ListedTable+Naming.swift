// Finds records by the values of some of their columns.
public import Databases
import LiveQueries
import StructuredQueries

extension ListedTable {
  /// The columns that name a record for a person: the primary key, if the list shows it; otherwise none.
  public var namingColumns: [String] {
    let key = style.relations.primaryKey.isEmpty ? identity.columns : style.relations.primaryKey
    return key.allSatisfy(columns.contains) ? key : []
  }

  /// The record whose `namingColumns` have the typed values, by the first reading of `key` that finds one; nil if there
  /// is none. If a text and a number are written alike, the record with the text is returned. Call inside a read.
  public func record(named key: TypedKey, _ db: Database) throws -> RecordID? {
    for words in key.ways {
      let found = try records(whose: namingColumns, areWritten: words, limit: 2, db)
      let texts = found.first { $0.values.allSatisfy { !$0.isNumber } }
      if let found = texts ?? found.first { return found.id }
    }
    return nil
  }

  /// At most `limit` records whose `columns` have the values that `words` mean, as a list or JSON writes values: a text by
  /// the column's comparison, a number, hexadecimal bytes, also of a text that is not UTF-8, or NULL for an empty word. Returns their identities and values.
  /// Call inside a read.
  public func records(
    whose columns: [String], areWritten words: [String], limit: Int, _ db: Database
  ) throws -> [(id: RecordID, values: [ExactValue])] {
    let conditions = zip(columns, words).map { column, word -> QueryFragment in
      let name = column.quotedName
      var values: [QueryFragment] = ["\(raw: compared(column)) = \(bind: .text(word))"]
      if let number = ExactValue(number: word), number.isPrinted(as: word) {
        // A column of texts would convert the number to text and find another value: `3` for `03`.
        values.append("\(raw: name) = \(number.fragment) AND typeof(\(raw: name)) IN ('integer', 'real')")
      }
      if let bytes = ExactValue.bytes(hexadecimal: Array(word.utf8)) {
        values.append("\(raw: name) = \(bind: .blob(bytes))")
        // No word holds a text that is not UTF-8.
        if String(validating: bytes, as: UTF8.self) == nil {
          values.append("\(raw: compared(column)) = \(ExactValue.text(bytes).fragment)")
        }
      }
      if word.isEmpty { values.append("\(raw: name) IS NULL") }
      return "(\(values.joined(separator: " OR ")))"
    }
    return try records(columns, where: conditions.joined(separator: " AND "), limit: limit, db)
  }

  /// At most `limit` records whose `columns` a list displays as `words`, with its signs for control characters. It
  /// makes a pass through all records. Call inside a read.
  public func records(
    whose columns: [String], areShown words: [String], limit: Int, _ db: Database, _ shown: (ExactValue) -> String
  ) throws -> [(id: RecordID, values: [ExactValue])] {
    try records(columns, where: "TRUE", limit: nil, db) { found in
      if let last = found.last, last.values.map(shown) != words { found.removeLast() }
      return found.count < limit
    }
  }

  /// A column in a comparison of texts: by bytes if its own collation is unknown.
  private func compared(_ column: String) -> String {
    column.quotedName + (style.limits.unknownCollations[column] == nil ? "" : " COLLATE BINARY")
  }

  /// At most `limit` records whose `columns` have these values, by the columns' comparison. Returns their identities
  /// and values. Call inside a read.
  public func records(
    whose columns: [String], are values: [ExactValue], limit: Int, _ db: Database
  ) throws -> [(id: RecordID, values: [ExactValue])] {
    let conditions = zip(columns, values).map { "(\(raw: compared($0)) = \($1.fragment))" as QueryFragment }
    return try records(columns, where: conditions.joined(separator: " AND "), limit: limit, db)
  }

  /// At most `limit` records that satisfy a condition, or all of them. After each one `goesOn` receives all found so
  /// far, and ends the search by returning false.
  private func records(
    _ columns: [String], where condition: QueryFragment, limit: Int?, _ db: Database,
    _ goesOn: (inout [(id: RecordID, values: [ExactValue])]) -> Bool = { _ in true }
  ) throws -> [(id: RecordID, values: [ExactValue])] {
    var selected = StatementColumns(recordColumns)
    let places = selected.add(columns.map(\.quotedName))
    var found: [(id: RecordID, values: [ExactValue])] = []
    try RecordReader(ListQuery(self), db, reading: selected).run([condition], limit: limit) { row in
      found.append((identity(row), places.map { row.exactValue($0) }))
      return goesOn(&found)
    }
    return found
  }

  /// The identities of at most `limit` records that satisfy all filters. Call inside a read.
  public func records(_ filters: [RecordFilter], limit: Int, _ db: Database) throws -> [RecordID] {
    try identities(where: filters.map(\.condition).joined(separator: " AND "), limit: limit, db)
  }

  /// The identities of at most `limit` records that satisfy a condition. Call inside a read.
  func identities(where condition: QueryFragment, limit: Int, _ db: Database) throws -> [RecordID] {
    try records([], where: condition, limit: limit, db).map(\.id)
  }

  /// The values of columns of a record; nil if there is no such record. Call inside a read.
  public func values(of columns: [String], in id: RecordID, _ db: Database) throws -> [ExactValue]? {
    try withRecord(id, "SELECT \(columns.map(\.quotedName).joined(separator: ", "))", db) { statement in
      try statement.step() ? columns.indices.map { statement.exactValue($0) } : nil
    }
  }
}
