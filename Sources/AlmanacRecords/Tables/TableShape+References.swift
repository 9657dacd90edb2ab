// Finds the referrers of a record, and references to missing records.
public import Databases

/// The records of a table that reference a record.
public struct NamingRecords: Hashable, Sendable {
  /// The table of the referrers.
  public var table: String
  /// The columns of the foreign key.
  public var columns: [String]
  /// The number of referrers.
  public var count: Int
}

/// A record that a foreign key protects from deletion or from a change of its key.
public struct KeptRecord: Hashable, Sendable {
  /// The table of the protected record.
  public var table: String
  /// The identity of the protected record.
  public var id: RecordID
  /// Whether a cascade would delete the record together with a record that it references.
  public var isDependent = false
  /// The referrers, never empty.
  public var naming: [NamingRecords]
}

extension TableShape {
  /// The first of these records that a foreign key protects from deletion, or from a change of its key; nil if there is
  /// none. Call inside a read.
  ///
  /// If none of them is protected, it may be a record that a cascade would delete with them.
  public func recordKept(among ids: [RecordID], isDeleted: Bool, _ db: Database) throws -> KeptRecord? {
    var passed: Set<TableKey> = []
    return try recordKept(among: ids, isDeleted: isDeleted, TableShape.all(db), &passed, db)
  }

  private func recordKept(
    among ids: [RecordID], isDeleted: Bool, _ shapes: [TableShape], _ passed: inout Set<TableKey>, _ db: Database
  ) throws -> KeptRecord? {
    guard !ids.isEmpty, !identity.columns.isEmpty, passed.insert(TableKey(schema: nil, name: name)).inserted else {
      return nil
    }
    let actions = ["NO ACTION", "RESTRICT"]
    let keys = shapes.flatMap { $0.keys(to: self, isDeleted: isDeleted, actions) }
    let places = Dictionary(zip(ids, ids.indices)) { first, _ in first }
    let counts = try keys.map { try $0.countsOfChildren(of: places, in: self, sparingThem: isDeleted, db) }
    guard let first = counts.compactMap({ $0.keys.min() }).min() else {
      guard isDeleted else { return nil }
      for key in shapes.flatMap({ $0.keys(to: self, isDeleted: true, ["CASCADE"]) }) {
        let children = try key.children(of: places, in: self, db)
        if var kept = try key.child.recordKept(among: children, isDeleted: true, shapes, &passed, db) {
          kept.isDependent = true
          return kept
        }
      }
      return nil
    }
    let naming = zip(keys, counts).compactMap { key, counts in
      counts[first].map { NamingRecords(table: key.child.name, columns: key.columns, count: $0) }
    }
    return KeptRecord(table: name, id: ids[first], naming: naming)
  }

  /// The foreign keys of this table that reference `parent` and have one of these actions for a deletion or a change of
  /// the key.
  private func keys(to parent: TableShape, isDeleted: Bool, _ actions: [String]) -> [KeepingKey] {
    foreignKeys.compactMap { key in
      let action = (isDeleted ? key.onDelete : key.onUpdate).uppercased()
      let named = key.parentColumns.isEmpty ? parent.primaryKey : key.parentColumns
      guard key.parent.isSameName(as: parent.name), actions.contains(action),
        named.count == key.columns.count
      else { return nil }
      // RESTRICT refuses at once, even if the statement deletes the child too.
      return KeepingKey(
        child: self, columns: key.columns, parentColumns: named,
        sparesDeletedChildren: action == "NO ACTION" && name == parent.name)
    }
  }

  /// The foreign keys of a row that would reference missing records. Call inside a read.
  func missingParents(of row: ExactRow, _ db: Database) throws -> [ForeignKey] {
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

  /// The first missing record that a row would reference; nil if none is missing. Call inside a read.
  public func missingParent(of row: ExactRow, _ db: Database) throws -> ParentMissing? {
    try missingParents(of: row, db).first.map { key in
      let values = key.columns.map { column in
        "\(column) \((row.first { $0.key.isSameName(as: column) }?.value ?? .null).shown)"
      }
      return ParentMissing(description: "There is no record of \(key.parent) for \(values.inWords).")
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

/// The error that a row would reference a missing record.
public struct ParentMissing: SentenceError {
  public let description: String
}

/// A foreign key that protects the referenced records, or that deletes its own records with them.
private struct KeepingKey {
  let child: TableShape
  let columns: [String]
  let parentColumns: [String]
  /// Whether a child that is deleted with its parent does not protect it.
  let sparesDeletedChildren: Bool

  /// How many children reference each of these records of `parent`, by position. `sparingThem`: a child that is itself
  /// one of them does not count, unless the key protects even then.
  ///
  /// It makes one pass through the children, regardless of the number of records; an index may find the children of a
  /// single record.
  func countsOfChildren(
    of places: [RecordID: Int], in parent: TableShape, sparingThem: Bool, _ db: Database
  ) throws -> [Int: Int] {
    let isSparing = sparingThem && sparesDeletedChildren
    var counts: [Int: Int] = [:]
    try walk(places, in: parent, db) { place, child in
      if !isSparing || places[child()] == nil { counts[place, default: 0] += 1 }
      return true
    }
    return counts
  }

  /// The children of these records, at most 10,000.
  func children(of places: [RecordID: Int], in parent: TableShape, _ db: Database) throws -> [RecordID] {
    var children: [RecordID] = []
    guard !child.identity.columns.isEmpty else { return [] }
    try walk(places, in: parent, db) { _, child in
      children.append(child())
      return children.count < 10_000
    }
    return children
  }

  /// Hands each child with the position of its parent to `found`, until `found` returns false.
  private func walk(
    _ places: [RecordID: Int], in parent: TableShape, _ db: Database, _ found: (Int, () -> RecordID) -> Bool
  ) throws {
    let only = places.count == 1 ? places.keys.first : nil
    let selected =
      parent.identity.columns.map { "parent.\($0.quotedName)" }
      + child.identity.columns.map { "child.\($0.quotedName)" }
    // The parent's column comes first, because its collation is used.
    let conditions =
      zip(parentColumns, columns).map { "parent.\($0.quotedName) = child.\($1.quotedName)" }
      + (only == nil ? [] : parent.identity.columns.map { "parent.\($0.quotedName) = ?" })
    let sql = """
      SELECT \(selected.joined(separator: ", ")) FROM \(child.name.quotedTable) AS child, \(parent.name.quotedTable) AS parent
      WHERE \(conditions.joined(separator: " AND "))
      """
    try db.withStatement(sql) { statement in
      for (index, value) in (only?.values ?? []).enumerated() { try statement.bind(exactly: value, at: index + 1) }
      while try statement.step() {
        guard let place = places[parent.identity(statement, from: 0)] else { continue }
        if !found(place, { child.identity(statement, from: parent.identity.columns.count) }) { return }
      }
    }
  }
}

extension TableShape {
  /// The identity of the row at `statement`, read from the columns that start at `first`.
  fileprivate func identity(_ statement: PreparedStatement, from first: Int) -> RecordID {
    if case .rowID = identity { return .rowID(statement.integer(first)) }
    return .key(identity.columns.indices.map { statement.exactValue(first + $0).asKey })
  }
}
