// Which records name a record by a foreign key, and which record is named that is not there.
public import Databases

/// Records of a table that name a record.
public struct NamingRecords: Hashable, Sendable {
  public var table: String
  /// The columns by which they name it.
  public var columns: [String]
  public var count: Int
}

/// A record that a foreign key keeps from being deleted, or its key from being changed.
public struct KeptRecord: Hashable, Sendable {
  public var id: RecordID
  /// What names it, never nothing.
  public var naming: [NamingRecords]
}

extension TableShape {
  /// The first of these records of the table that a foreign key keeps from being deleted, or its key from being changed;
  /// `nil` if there is none. Inside a read.
  public func recordKept(among ids: [RecordID], isDeleted: Bool, _ db: Database) throws -> KeptRecord? {
    guard !identity.columns.isEmpty else { return nil }
    let keys = try TableShape.all(db).flatMap { child in child.keysKeeping(self, isDeleted: isDeleted) }
    let places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
    let counts = try keys.map { try $0.countsOfChildren(of: places, in: self, sparingThem: isDeleted, db) }
    guard let first = counts.compactMap({ $0.keys.min() }).min() else { return nil }
    let naming = zip(keys, counts).compactMap { key, counts in
      counts[first].map { NamingRecords(table: key.child.name, columns: key.columns, count: $0) }
    }
    return KeptRecord(id: ids[first], naming: naming)
  }

  /// The foreign keys of this table that keep a record of `parent`.
  private func keysKeeping(_ parent: TableShape, isDeleted: Bool) -> [KeepingKey] {
    foreignKeys.compactMap { key in
      let action = (isDeleted ? key.onDelete : key.onUpdate).uppercased()
      let named = key.parentColumns.isEmpty ? parent.primaryKey : key.parentColumns
      guard key.parent.isSameName(as: parent.name), ["NO ACTION", "RESTRICT"].contains(action),
        named.count == key.columns.count
      else { return nil }
      // RESTRICT refuses at once, also if the statement is to delete the child too.
      return KeepingKey(
        child: self, columns: key.columns, parentColumns: named,
        sparesDeletedChildren: action == "NO ACTION" && name == parent.name)
    }
  }

  /// The foreign keys by which a row would name records that are not there. Inside a read.
  public func missingParents(of row: ExactRow, _ db: Database) throws -> [ForeignKey] {
    try foreignKeys.filter { key in
      let values = key.columns.map { column in
        row.first { $0.key.isSameName(as: column) }?.value ?? .null
      }
      guard !values.contains(.null) else { return false }
      guard let parent = try TableShape(named: key.parent, db) else { return true }
      let columns = key.parentColumns.isEmpty ? parent.primaryKey : key.parentColumns
      guard columns.count == values.count else { return true }
      let conditions = columns.map { "\($0.quotedName) = ?" }.joined(separator: " AND ")
      return try Self.count("SELECT count(*) FROM \(parent.name.quotedTable) WHERE \(conditions)", values, db) == 0
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

/// A foreign key that keeps the records that it names.
private struct KeepingKey {
  let child: TableShape
  let columns: [String]
  let parentColumns: [String]
  /// Whether a child is no obstacle if it is deleted with its parent.
  let sparesDeletedChildren: Bool

  /// How many children name each of these records of `parent`, by place; `sparingThem`: a child does not count that is
  /// one of them, unless the key forbids that too.
  ///
  /// It goes through all children once, however many records there are; a single one may be found by an index.
  func countsOfChildren(
    of places: [RecordID: Int], in parent: TableShape, sparingThem: Bool, _ db: Database
  ) throws -> [Int: Int] {
    let only = places.count == 1 ? places.keys.first : nil
    let isSparing = sparingThem && sparesDeletedChildren
    let selected =
      parent.identity.columns.map { "parent.\($0.quotedName)" }
      + (isSparing ? child.identity.columns.map { "child.\($0.quotedName)" } : [])
    // The parent's column stands first: its collation counts.
    let conditions =
      zip(parentColumns, columns).map { "parent.\($0.quotedName) = child.\($1.quotedName)" }
      + (only == nil ? [] : parent.identity.columns.map { "parent.\($0.quotedName) = ?" })
    let sql = """
      SELECT \(selected.joined(separator: ", ")) FROM \(child.name.quotedTable) AS child, \(parent.name.quotedTable) AS parent
      WHERE \(conditions.joined(separator: " AND "))
      """
    return try db.withStatement(sql) { statement in
      for (index, value) in (only?.values ?? []).enumerated() { try statement.bind(exactly: value, at: index + 1) }
      var counts: [Int: Int] = [:]
      while try statement.step() {
        guard let place = places[parent.identity(statement, from: 0)] else { continue }
        if isSparing, places[child.identity(statement, from: parent.identity.columns.count)] != nil { continue }
        counts[place, default: 0] += 1
      }
      return counts
    }
  }
}

extension TableShape {
  /// The identity of the row that `statement` stands on, whose columns from `first` are those of the identity.
  fileprivate func identity(_ statement: PreparedStatement, from first: Int) -> RecordID {
    if case .rowID = identity { return .rowID(statement.integer(first)) }
    return .key(identity.columns.indices.map { statement.exactValue(first + $0).asKey })
  }
}
