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

  /// The record whose `namingColumns` hold what these words say; `nil` where there is none. Where a column converts
  /// nothing, a word may be a number: that counts where no text is the same. Inside a read.
  public func record(named words: [String], _ db: Database) throws -> RecordID? {
    let texts = words.map { [ExactValue.text($0)] }
    let numbers = words.map { word in
      [Int(word).map(ExactValue.integer) ?? Double(word).map(ExactValue.real)].compactMap(\.self)
    }
    for values in [texts, zip(texts, numbers).map { $0 + $1 }] {
      if let found = try records(whose: namingColumns, are: values, limit: 1, db).first { return found.id }
    }
    return nil
  }

  /// At most `limit` records each of whose `columns` holds one of the values given for it, as the column compares them:
  /// what identifies each, and what the columns hold. Inside a read.
  public func records(
    whose columns: [String], are values: [[ExactValue]], limit: Int, _ db: Database
  ) throws -> [(id: RecordID, values: [ExactValue])] {
    let conditions = zip(columns, values).map { column, values in
      "(\(values.map { _ in "\(column.quotedName) = ?" }.joined(separator: " OR ")))"
    }
    let identifying = identityColumns.isEmpty ? self.columns.map(\.quotedName) : identityColumns
    let selected = (identifying + columns.map(\.quotedName)).joined(separator: ", ")
    let sql =
      "SELECT \(selected) FROM \(quoted) WHERE \(conditions.joined(separator: " AND ")) LIMIT \(limit)"
    return try db.withStatement(sql) { statement in
      for (place, value) in values.joined().enumerated() { try statement.bind(exactly: value, at: place + 1) }
      var found: [(id: RecordID, values: [ExactValue])] = []
      while try statement.step() {
        found.append((identity(statement), columns.indices.map { statement.exactValue(identifying.count + $0) }))
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
    let columns = listedColumns.joined(separator: ", ")
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
