// Which records name a record by a foreign key, and which record is named that is not there.
public import Databases

/// Records of a table that name a record.
public struct NamingRecords: Hashable, Sendable {
  public var table: String
  /// The columns by which they name it.
  public var columns: [String]
  public var count: Int
}

extension TableShape {
  /// The records that name one of this table and keep it from being deleted, or its key from being changed. Inside a
  /// read.
  public func recordsKeeping(_ id: RecordID, isDeleted: Bool, _ db: Database) throws -> [NamingRecords] {
    var found: [NamingRecords] = []
    for child in try TableShape.all(db) {
      for key in child.foreignKeys where key.parent.lowercasedASCII == name.lowercasedASCII {
        let action = isDeleted ? key.onDelete : key.onUpdate
        guard ["NO ACTION", "RESTRICT"].contains(action.uppercased()) else { continue }
        let parents = key.parentColumns.isEmpty ? primaryKey : key.parentColumns
        guard parents.count == key.columns.count else { continue }
        // The parent's column stands first: its collation counts.
        let conditions =
          identity.columns.map { "parent.\($0.quotedName) = ?" }
          + zip(parents, key.columns).map { "parent.\($0.quotedName) = child.\($1.quotedName)" }
        let sql = """
          SELECT count(*) FROM \(child.name.quotedName) AS child, \(name.quotedName) AS parent
          WHERE \(conditions.joined(separator: " AND "))
          """
        let count = try Self.count(sql, id.values, db)
        if count > 0 { found.append(NamingRecords(table: child.name, columns: key.columns, count: count)) }
      }
    }
    return found
  }

  /// The foreign keys by which a row would name records that are not there. Inside a read.
  public func missingParents(of row: ExactRow, _ db: Database) throws -> [ForeignKey] {
    try foreignKeys.filter { key in
      let values = key.columns.map { column in
        row.first { $0.key.lowercasedASCII == column.lowercasedASCII }?.value ?? .null
      }
      guard !values.contains(.null) else { return false }
      guard let parent = try TableShape(named: key.parent, db) else { return true }
      let columns = key.parentColumns.isEmpty ? parent.primaryKey : key.parentColumns
      guard columns.count == values.count else { return true }
      let conditions = columns.map { "\($0.quotedName) = ?" }.joined(separator: " AND ")
      return try Self.count("SELECT count(*) FROM \(parent.name.quotedName) WHERE \(conditions)", values, db) == 0
    }
  }

  /// The columns of the primary key, in its order.
  public var primaryKey: [String] {
    columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
  }

  private static func count(_ sql: String, _ values: [ExactValue], _ db: Database) throws -> Int {
    try db.withStatement(sql) { statement in
      for (place, value) in values.enumerated() { try statement.bind(exactly: value, at: place + 1) }
      return try statement.step() ? statement.integer(0) : 0
    }
  }
}
