// Finds the rows that reference missing rows: before a write, and after a replay.
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
    // Without a parent's unique columns the key breaks whatever a row has.
    let places = try database.places(of: candidates.map(\.values), withoutParentIn: key) ?? Array(candidates.indices)
    return places.map { candidates[$0] }.filter { !removed.contains($0.values) }
      .map { key.violation(of: $0.change.id) }
  }

  /// The existing rows whose parent was added by the write.
  private func foundlings(
    of key: DeclaredKey, child: TableKey, parent: TableKey, _ database: Database
  ) throws -> [ForeignKeyViolation] {
    let added = rows.compactMap { row -> [ExactValue]? in
      guard row.key == parent, let values = key.parentValues(row.after), values != key.parentValues(row.before) else {
        return nil
      }
      return values
    }
    var ids = Set(try database.children(of: added, by: key).map(\.id))
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
  /// The collations of the parent's columns, where the child's columns have others.
  var collations: [String?] = []

  /// The values of a row in the key; nil if it references nothing or there is no row.
  func values(_ row: ExactRow?) -> [ExactValue]? {
    guard let row else { return nil }
    let values = columns.map { row[$0] ?? .null }
    return values.contains(.null) ? nil : values
  }

  /// The values of a parent's row that children reference; nil if they can't or there is no row.
  func parentValues(_ row: ExactRow?) -> [ExactValue]? {
    guard let row, let parentColumns else { return nil }
    let values = parentColumns.map { row[$0] ?? .null }
    return values.contains(.null) ? nil : values
  }

  func violation(of id: RecordID) -> ForeignKeyViolation {
    ForeignKeyViolation(table: child, rowID: id.rowID, columns: columns, parent: parent)
  }
}

extension Database {
  /// The changes that have violated foreign keys, by their places, and why: a written row has no parent, or a row with
  /// children has gone. Call inside the write, after the changes.
  func conflicts(
    with violations: [ForeignKeyViolation], of made: [(place: Int, change: RowChange)]
  ) throws -> [Int: RowConflict.Reason] {
    let violations = Set(violations)
    var found: [Int: RowConflict.Reason] = [:]
    let keys = try foreignKeys(of: Set(made.map(\.change.key)))
    for key in keys {
      let (child, parent) = (TableKey(schema: nil, name: key.child), TableKey(schema: nil, name: key.parent))
      let written = made.filter { _, row in
        row.key == child && key.values(row.after) != key.values(row.before)
          && violations.contains(key.violation(of: row.id))
      }.compactMap { place, row in key.values(row.after).map { (place: place, values: $0) } }
      for index in try places(of: written.map(\.values), withoutParentIn: key) ?? [] {
        found[written[index].place] = .parentGone
      }
      let gone = made.filter { _, row in
        row.key == parent && key.parentValues(row.after) != key.parentValues(row.before)
      }
      .compactMap { place, row in key.parentValues(row.before).map { (place: place, values: $0) } }
      let missing = try places(of: gone.map(\.values), withoutParentIn: key) ?? []
      for (index, id) in try children(of: missing.map { gone[$0].values }, by: key)
      where violations.contains(key.violation(of: id)) {
        found[gone[missing[index]].place] = found[gone[missing[index]].place] ?? .referenced
      }
    }
    followKeys(keys, of: made, &found)
    return found
  }

  /// Adds the changes that depend on those found: the children of an added row that stays away, and the parents of a
  /// deleted row that stays. A round for each would take the square of their number.
  private func followKeys(
    _ keys: [DeclaredKey], of made: [(place: Int, change: RowChange)], _ found: inout [Int: RowConflict.Reason]
  ) {
    let changes = Dictionary(made.map { ($0.place, $0.change) }) { first, _ in first }
    var waiting = Array(found.keys)
    let links = keys.map { key in
      let (child, parent) = (TableKey(schema: nil, name: key.child), TableKey(schema: nil, name: key.parent))
      var (children, parents): ([[ExactValue]: [Int]], [[ExactValue]: [Int]]) = ([:], [:])
      for (place, row) in made {
        if row.key == child, row.before == nil, let values = key.values(row.after) {
          children[values, default: []].append(place)
        }
        if row.key == parent, row.after == nil, let values = key.parentValues(row.before) {
          parents[values, default: []].append(place)
        }
      }
      return (key: key, child: child, parent: parent, children: children, parents: parents)
    }
    while let place = waiting.popLast() {
      guard let row = changes[place] else { continue }
      for link in links {
        var next: [(Int, RowConflict.Reason)] = []
        if row.key == link.parent, row.before == nil, let values = link.key.parentValues(row.after) {
          next += (link.children[values] ?? []).map { ($0, .parentGone) }
        }
        if row.key == link.child, row.after == nil, let values = link.key.values(row.before) {
          next += (link.parents[values] ?? []).map { ($0, .referenced) }
        }
        for (place, reason) in next where found.updateValue(found[place] ?? reason, forKey: place) == nil {
          waiting.append(place)
        }
      }
    }
  }

  /// The indices of the values that no row of the parent has. Nil: the key does not match its parent.
  fileprivate func places(of values: [[ExactValue]], withoutParentIn key: DeclaredKey) throws -> [Int]? {
    guard let parentColumns = key.parentColumns else { return nil }
    var places: [Int] = []
    do {
      try TemporaryRows.with(values.enumerated().map { (id: RecordID.rowID($0), values: $1) }, self) { _ in
        guard !values.isEmpty else { return }
        let match = parentColumns.enumerated().map { "parent.\($1.quotedName) = given.c\($0)" }
        try runOnce(
          """
          SELECT given.rowid FROM \(TemporaryRows.table) AS given WHERE NOT EXISTS (
            SELECT 1 FROM \(key.parent.quotedTable) AS parent WHERE \(match.joined(separator: " AND ")))
          """
        ) { places.append($0.integer(0)) }
      }
    } catch let error as DatabaseError where error.isOfSchema {
      return nil
    }
    return places
  }

  /// The rows of the child's table that reference some values of the parent, with the indices of the values.
  fileprivate func children(of values: [[ExactValue]], by key: DeclaredKey) throws -> [(index: Int, id: RecordID)] {
    guard !values.isEmpty, key.parentColumns != nil,
      case .table(_, let hasRowIDs)? = try schema.kind(TableKey(schema: nil, name: key.child))
    else { return [] }
    let shape = try RowShape(key.child, hasRowIDs: hasRowIDs, self)
    var found: [(index: Int, id: RecordID)] = []
    do {
      try TemporaryRows.with(values.enumerated().map { (id: RecordID.rowID($0), values: $1) }, self) { _ in
        let match = key.columns.enumerated().map { index, column in
          // SQLite compares keys by the collation of the parent.
          let order = key.collations[index].map { " COLLATE \($0.quotedName)" } ?? ""
          return "child.\(column.quotedName) = given.c\(index)\(order)"
        }
        let names = shape.keys.map { "child.\($0.quotedName)" } + ["given.rowid"]
        try runOnce(
          """
          SELECT \(names.joined(separator: ", ")) FROM \(TemporaryRows.table) AS given, \(key.child.quotedTable) AS child
          WHERE \(match.joined(separator: " AND "))
          """
        ) { found.append(($0.integer(Int32(shape.keys.count)), shape.identity($0))) }
      }
    } catch let error as DatabaseError where error.isOfSchema {
      return []
    }
    return found
  }

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
      guard names.count == key.columns.count else {
        key.parentColumns = nil
        return key
      }
      key.parentColumns = names
      key.collations = zip(key.columns, names).map { column, name in
        let wanted = columns.first { $0.name == name }?.collation
        return wanted == collation(of: column, in: key.child) ? nil : wanted
      }
      return key
    }
  }
}
