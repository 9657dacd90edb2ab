// Finds the rows that referenced missing rows before a write.
//
// Most programs declare foreign keys and never enable them. A row that broke a foreign key must come back as it was; a
// row that did not must not break one afterwards. So the broken keys are determined while the change is made.

import Databases

extension ChangeLog {
  /// The rows that broke a foreign key before the write and no longer do: it deleted them, changed their parent, or
  /// added their parent. Call inside the write, after the change.
  func danglingReferences(_ database: Database) throws -> [ForeignKeyViolation] {
    if rows.isEmpty { return [] }
    var found: [ForeignKeyViolation] = []
    for key in try database.foreignKeys(of: tables) {
      let child = TableKey(schema: nil, name: key.child)
      let parent = TableKey(schema: nil, name: key.parent)
      if tables.contains(child) { try found += orphans(of: key, child: child, parent: parent, database) }
      if tables.contains(parent) { try found += foundlings(of: key, child: child, parent: parent, database) }
    }
    return found
  }

  /// The rows without a parent.
  private func orphans(
    of key: DeclaredKey, child: TableKey, parent: TableKey, _ database: Database
  ) throws -> [ForeignKeyViolation] {
    let candidates = rows.compactMap { row -> (change: RowChange, values: [ExactValue])? in
      guard row.key == child, let values = key.values(row.before), values != key.values(row.after) else { return nil }
      return (row, values)
    }
    if candidates.isEmpty { return [] }
    guard let parentColumns = key.parentColumns, try database.schema.kind(parent) != nil else {
      return candidates.map { key.violation(of: $0.change.id) }
    }
    // A parent that the write removed existed before. A reference to it by an equal value of another spelling or class
    // counts as broken, too: then undo allows more than it must.
    let removed = Set(
      rows.lazy.filter { $0.key == parent }.compactMap { row in
        row.before.map { before in parentColumns.map { before[$0] ?? .null } }
      })
    let given = candidates.enumerated().lazy.map { (id: RecordID.rowID($0), values: $1.values) }
    var places: [Int] = []
    do {
      try TemporaryRows.with(given, database) { _ in
        let match = parentColumns.enumerated().map { "parent.\($1.quotedName) = given.c\($0)" }
        try database.runOnce(
          """
          SELECT given.rowid FROM \(TemporaryRows.table) AS given WHERE NOT EXISTS (
            SELECT 1 FROM \(key.parent.quotedTable) AS parent WHERE \(match.joined(separator: " AND ")))
          """
        ) { places.append($0.integer(0)) }
      }
    } catch let error as DatabaseError where error.isOfSchema {
      // The key does not match its parent.
      places = Array(candidates.indices)
    }
    return places.map { candidates[$0] }.filter { !removed.contains($0.values) }
      .map { key.violation(of: $0.change.id) }
  }

  /// The existing rows whose parent was added by the write.
  private func foundlings(
    of key: DeclaredKey, child: TableKey, parent: TableKey, _ database: Database
  ) throws -> [ForeignKeyViolation] {
    guard let parentColumns = key.parentColumns else { return [] }
    let parentKey = DeclaredKey(child: key.child, parent: key.parent, columns: parentColumns, parentColumns: nil)
    let added = rows.compactMap { row in
      row.key == parent && parentKey.values(row.before) != parentKey.values(row.after)
        ? parentKey.values(row.after) : nil
    }
    if added.isEmpty { return [] }
    guard case .table(_, let hasRowIDs)? = try database.schema.kind(child) else { return [] }
    let shape = try RowShape(key.child, hasRowIDs: hasRowIDs, database)
    var ids: Set<RecordID> = []
    let given = added.enumerated().lazy.map { (id: RecordID.rowID($0), values: $1) }
    do {
      try TemporaryRows.with(given, database) { _ in
        let match = key.columns.enumerated().map { "child.\($1.quotedName) = given.c\($0)" }
        let names = shape.keys.map { "child.\($0.quotedName)" }.joined(separator: ", ")
        try database.runOnce(
          """
          SELECT \(names) FROM \(TemporaryRows.table) AS given, \(key.child.quotedTable) AS child
          WHERE \(match.joined(separator: " AND "))
          """
        ) { ids.insert(shape.identity($0)) }
      }
    } catch let error as DatabaseError where error.isOfSchema {
      return []
    }
    // Rows that the write itself added or gave this parent did not exist, or are known already.
    for row in rows where row.key == child && key.values(row.before) != key.values(row.after) { ids.remove(row.id) }
    return ids.map { key.violation(of: $0) }
  }
}

/// A foreign key as declared by its table.
private struct DeclaredKey {
  let child: String
  let parent: String
  var columns: [String]
  /// The columns of the parent; nil if unknown.
  var parentColumns: [String]?

  /// The values of a row in the key; nil if it references nothing or there is no row.
  func values(_ row: ExactRow?) -> [ExactValue]? {
    guard let row else { return nil }
    let values = columns.map { row[$0] ?? .null }
    return values.contains(.null) ? nil : values
  }

  func violation(of id: RecordID) -> ForeignKeyViolation {
    ForeignKeyViolation(table: child, rowID: id.rowID, columns: columns, parent: parent)
  }
}

extension Database {
  /// The foreign keys of some tables and of their referrers.
  fileprivate func foreignKeys(of tables: Set<TableKey>) throws -> [DeclaredKey] {
    var keys: [(id: Int, key: DeclaredKey)] = []
    try internalRows(
      """
      SELECT m.name, f."table", f.id, f."from", f."to"
      FROM main.sqlite_schema AS m, pragma_foreign_key_list(m.name, 'main') AS f
      WHERE m.type = 'table' AND m.sql LIKE '%REFERENCES%' ORDER BY m.name, f.id, f.seq
      """
    ) { row in
      let (child, id) = (row.text(0), row.integer(2))
      if keys.last?.id != id || keys.last?.key.child != child {
        keys.append((id, DeclaredKey(child: child, parent: row.text(1), columns: [], parentColumns: [])))
      }
      keys[keys.count - 1].key.columns.append(row.text(3))
      if let parent = row.exactValue(4).string {
        keys[keys.count - 1].key.parentColumns?.append(parent)
      } else {
        keys[keys.count - 1].key.parentColumns = nil
      }
    }
    return try keys.lazy.map(\.key).filter {
      tables.contains(TableKey(schema: nil, name: $0.child)) || tables.contains(TableKey(schema: nil, name: $0.parent))
    }.map { key in
      var key = key
      let columns = try TableShape.columns(of: key.parent, self)
      let names =
        key.parentColumns.map { named in
          named.compactMap { name in columns.first { $0.name.isSameName(as: name) }?.name }
        }
        ?? columns.filter { $0.keyPlace > 0 }.sorted { $0.keyPlace < $1.keyPlace }.map(\.name)
      key.parentColumns = names.count == key.columns.count ? names : nil
      return key
    }
  }
}
