// Records by what some of their columns hold.
public import Databases
import LiveQueries
import StructuredQueries

extension ListedTable {
  /// The columns by which a person names a record: the primary key, if the list shows it; none where nothing does.
  public var namingColumns: [String] {
    let key = style.primaryKey.isEmpty ? identity.columns : style.primaryKey
    return key.allSatisfy(columns.contains) ? key : []
  }

  /// The record whose `namingColumns` hold what was typed, read in the first way that finds one; `nil` where there is none.
  /// Where a text and a number are written alike, it is the one with the text. Inside a read.
  public func record(named key: TypedKey, _ db: Database) throws -> RecordID? {
    for words in key.ways {
      let found = try records(whose: namingColumns, areWritten: words, limit: 2, db)
      let texts = found.first { $0.values.allSatisfy { !$0.isNumber } }
      if let found = texts ?? found.first { return found.id }
    }
    return nil
  }

  /// At most `limit` records each of whose `columns` holds what a word says, as a list writes values: a text, as the column
  /// compares it, a number, bytes in hexadecimal, or, where the word is empty, NULL. What identifies each, and what the
  /// columns hold. Inside a read.
  public func records(
    whose columns: [String], areWritten words: [String], limit: Int, _ db: Database
  ) throws -> [(id: RecordID, values: [ExactValue])] {
    let conditions = zip(columns, words).map { column, word -> QueryFragment in
      let name = column.quotedName
      var values: [QueryFragment] = ["\(raw: compared(column)) = \(bind: .text(word))"]
      if let number = ExactValue(number: word), number.shown == word {
        // A column of texts would make a text of the number, and find another one: `3` for `03`.
        values.append("\(raw: name) = \(number.fragment) AND typeof(\(raw: name)) IN ('integer', 'real')")
      }
      if let bytes = ExactValue.bytes(hexadecimal: Array(word.utf8)) {
        values.append("\(raw: name) = \(bind: .blob(bytes))")
      }
      if word.isEmpty { values.append("\(raw: name) IS NULL") }
      return "(\(values.joined(separator: " OR ")))"
    }
    return try records(columns, where: conditions.joined(separator: " AND "), limit: limit, db)
  }

  /// At most `limit` records whose `columns` a list writes as these words, in its own signs for what a terminal must not
  /// get: it goes through all records. Inside a read.
  public func records(
    whose columns: [String], areShown words: [String], limit: Int, _ db: Database, _ shown: (ExactValue) -> String
  ) throws -> [(id: RecordID, values: [ExactValue])] {
    try records(columns, where: "TRUE", limit: -1, db) { found in
      if let last = found.last, last.values.map(shown) != words { found.removeLast() }
      return found.count < limit
    }
  }

  /// A column as its texts are compared in SQL: where nothing compares as the column does, by their bytes.
  private func compared(_ column: String) -> String {
    column.quotedName + (style.unknownCollations[column] == nil ? "" : " COLLATE BINARY")
  }

  /// At most `limit` records whose `columns` hold these values, as the columns compare them: what identifies each, and what
  /// the columns hold. Inside a read.
  public func records(
    whose columns: [String], are values: [ExactValue], limit: Int, _ db: Database
  ) throws -> [(id: RecordID, values: [ExactValue])] {
    let conditions = zip(columns, values).map { "(\(raw: compared($0)) = \($1.fragment))" as QueryFragment }
    return try records(columns, where: conditions.joined(separator: " AND "), limit: limit, db)
  }

  /// At most `limit` records for which a condition holds, each handed to `goesOn` with those before it, until that says no.
  private func records(
    _ columns: [String], where condition: QueryFragment, limit: Int, _ db: Database,
    _ goesOn: (inout [(id: RecordID, values: [ExactValue])]) -> Bool = { _ in true }
  ) throws -> [(id: RecordID, values: [ExactValue])] {
    var statement = StatementColumns()
    statement.add(identityColumns.isEmpty ? self.columns.map(\.quotedName) : identityColumns)
    let places = statement.add(columns.map(\.quotedName))
    var query: QueryFragment = "SELECT \(raw: statement.list) FROM \(raw: quoted) WHERE \(condition)"
    if limit >= 0 { query = "\(query) LIMIT \(raw: String(limit))" }
    return try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      var found: [(id: RecordID, values: [ExactValue])] = []
      while try statement.step() {
        found.append((identity(statement), places.map { statement.exactValue($0) }))
        if !goesOn(&found) { break }
      }
      return found
    }
  }

  /// What identifies each of at most `limit` records that hold what is asked for. Inside a read.
  public func records(_ filters: [RecordFilter], limit: Int, _ db: Database) throws -> [RecordID] {
    try identities(where: filters.map(\.condition).joined(separator: " AND "), limit: limit, db)
  }

  /// The identities of at most `limit` records for which a condition holds. Inside a read.
  func identities(where condition: QueryFragment, limit: Int, _ db: Database) throws -> [RecordID] {
    let columns = (identity == .none ? listedColumns : identityColumns).joined(separator: ", ")
    let query: QueryFragment =
      "SELECT \(raw: columns) FROM \(raw: quoted) WHERE \(condition) LIMIT \(raw: String(limit))"
    return try db.withStatement(query.sql) { statement in
      try query.bind(to: statement)
      var found: [RecordID] = []
      while try statement.step() { found.append(identity(statement)) }
      return found
    }
  }

  /// What columns of a record hold; `nil` where there is no such record. Inside a read.
  public func values(of columns: [String], in id: RecordID, _ db: Database) throws -> [ExactValue]? {
    try withRecord(id, "SELECT \(columns.map(\.quotedName).joined(separator: ", "))", db) { statement in
      try statement.step() ? columns.indices.map { statement.exactValue($0) } : nil
    }
  }
}
