// Which records name a record by a foreign key, and which record is named that is not there.
public import Databases

/// Records of a table that name a record.
public struct NamingRecords: Hashable, Sendable {
  /// The table whose records name others.
  public var table: String
  /// The columns by which they name it.
  public var columns: [String]
  /// How many records do.
  public var count: Int
}

/// A record that a foreign key keeps from being deleted, or its key from being changed.
public struct KeptRecord: Hashable, Sendable {
  /// The table of the record that is named.
  public var table: String
  /// The identity of the record that is named.
  public var id: RecordID
  /// Whether it would only be deleted with a record that it names.
  public var isDependent = false
  /// What names it, never nothing.
  public var naming: [NamingRecords]
}

extension TableShape {
  /// The first of these records of the table that a foreign key keeps from being deleted, or its key from being changed;
  /// `nil` if there is none. Inside a read.
  ///
  /// Where nothing keeps one of them, a record may be kept that a cascade would delete with them.
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

  /// The foreign keys of this table that name `parent` and do one of these when a record of it goes, or gets another key.
  private func keys(to parent: TableShape, isDeleted: Bool, _ actions: [String]) -> [KeepingKey] {
    foreignKeys.compactMap { key in
      let action = (isDeleted ? key.onDelete : key.onUpdate).uppercased()
      let named = key.parentColumns.isEmpty ? parent.primaryKey : key.parentColumns
      guard key.parent.isSameName(as: parent.name), actions.contains(action),
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

  /// The record that a row would name and that is not there; `nil` where all are. Inside a read.
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

/// A row would name a record that is not there.
public struct ParentMissing: SentenceError {
  public let description: String
}

/// A foreign key that keeps the records that it names, or whose records go with them.
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
    let isSparing = sparingThem && sparesDeletedChildren
    var counts: [Int: Int] = [:]
    try walk(places, in: parent, db) { place, child in
      if !isSparing || places[child()] == nil { counts[place, default: 0] += 1 }
      return true
    }
    return counts
  }

  /// The children of these records, 10,000 at most.
  func children(of places: [RecordID: Int], in parent: TableShape, _ db: Database) throws -> [RecordID] {
    var children: [RecordID] = []
    guard !child.identity.columns.isEmpty else { return [] }
    try walk(places, in: parent, db) { _, child in
      children.append(child())
      return children.count < 10_000
    }
    return children
  }

  /// Hands the place of a parent and its child to `found`, for each child, until that says that it has enough.
  private func walk(
    _ places: [RecordID: Int], in parent: TableShape, _ db: Database, _ found: (Int, () -> RecordID) -> Bool
  ) throws {
    let only = places.count == 1 ? places.keys.first : nil
    let selected =
      parent.identity.columns.map { "parent.\($0.quotedName)" }
      + child.identity.columns.map { "child.\($0.quotedName)" }
    // The parent's column stands first: its collation counts.
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
  /// The identity of the row that `statement` stands on, whose columns from `first` are those of the identity.
  fileprivate func identity(_ statement: PreparedStatement, from first: Int) -> RecordID {
    if case .rowID = identity { return .rowID(statement.integer(first)) }
    return .key(identity.columns.indices.map { statement.exactValue(first + $0).asKey })
  }
}
