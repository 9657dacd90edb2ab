// Turns the records that a commit changed into rows of their tables.

import WriteAheadLogs

/// Knows the tables of a file, and makes batches of the records in its pages.
///
/// Not Sendable: the lock of the detector that owns it protects it.
final class StoredTables {
  /// SQL's report of the file's schema.
  private struct Schema {
    var encoding: TextEncoding
    var kinds: [TableKey: SchemaCatalog.Kind]
    /// The columns of each unique index, by table name.
    var unique: [String: [[String]]]
  }

  /// The cookie of the last schema read, and the schema; nil if it can't be read.
  private var schema: (cookie: Int, value: Schema?)?
  /// The kinds of the tables in the schema before that one, which has the tables that a commit dropped.
  private var formerKinds: [TableKey: SchemaCatalog.Kind] = [:]
  /// The tables with their definitions; nil if SQLite alone can't make the table.
  private var tables: [String: (definition: String, table: StoredTable?)] = [:]

  /// Reads the schema with SQL, within a transaction: once that has ended, the file may be locked.
  func read(_ database: Database) throws {
    let cookie = try database.schema.cookie()
    guard schema?.cookie != cookie else { return }
    formerKinds = schema?.value?.kinds ?? formerKinds
    schema = (
      cookie,
      try? Schema(
        encoding: database.textEncoding, kinds: database.schema.kinds(of: "main"),
        unique: Self.uniqueColumns(database))
    )
  }

  private static func uniqueColumns(_ database: Database) throws -> [String: [[String]]] {
    var found: [String: [[String]]] = [:]
    var last = ""
    // A module's table has no pages, and may need a module that is missing here.
    try database.internalRows(
      """
      SELECT made.name, list.name, part.name FROM main.sqlite_schema AS made, pragma_index_list(made.name) AS list,
        pragma_index_info(list.name) AS part
      WHERE made.type = 'table' AND made.rootpage > 0 AND list."unique" ORDER BY made.rowid, list.seq, part.seqno
      """
    ) { row in
      let (table, index) = (row.text(0), row.text(1))
      if index != last { found[table, default: []].append([]) }
      last = index
      // An expression has no name: then the other columns decide.
      if case .text = row.exactValue(2) { found[table]![found[table]!.count - 1].append(row.text(2)) }
    }
    return found.mapValues { $0.filter { !$0.isEmpty } }
  }

  /// The batch of a change set. The last schema read is that of the state after it, or of a later one.
  func batch(_ set: ChangeSet) -> ChangeBatch {
    var batch = ChangeBatch(
      origin: .outside, schemaChanged: set.schemaChanged, commitCount: set.commitCount, commit: set.changeCounter)
    switch set.content {
    case .unknown(let reason): batch.gap = reason.description
    case .rows(let changes):
      if let schema = schema?.value {
        for change in changes {
          if change.table == ChangeSet.schemaTable {
            batch.schemaChanges = SchemaChange.all(change.rows, schema.encoding)
          } else {
            add(change, schema, to: &batch)
          }
        }
      } else {
        batch.gap = ChangeBatch.unreadable
      }
    }
    return batch
  }

  /// The table with a definition; nil if SQLite alone can't make it, because it lacks a function of the program that
  /// made the table, for example, or refuses the names of its own tables.
  private func table(_ change: TableRows, _ definition: String?, _ encoding: TextEncoding) -> StoredTable? {
    guard let definition, TableKey(schema: nil, name: change.table).isReported else { return nil }
    if let known = tables[change.table], known.definition == definition { return known.table }
    let table = try? StoredTable(
      change.table, definition: definition, hasRowIDs: change.hasRowIDs, encoding: encoding)
    tables[change.table] = (definition, table)
    return table
  }

  // MARK: Rows

  private func add(_ change: TableRows, _ schema: Schema, to batch: inout ChangeBatch) {
    let key = TableKey(schema: nil, name: change.table)
    if case .shadow(_, let owner, _)? = schema.kinds[key] ?? formerKinds[key] {
      addShadow(change, schema, to: &batch.tables[owner.lowercasedASCII, default: .ofShadowRows])
      return
    }
    let old = table(change, change.formerDefinition, schema.encoding)
    let new = table(change, change.definition, schema.encoding)
    let name = change.table.lowercasedASCII
    // If a table was dropped and another made under its name, it is not known which row became which.
    if let known = batch.tables[name] {
      batch.tables[name] = .ofUnknownRows
      batch.tables[name]?.count(known)
      batch.tables[name]?.count(change)
    } else if let present = new ?? old, var rows = try? rows(change, from: old ?? present, to: present) {
      rows.table.unique = schema.unique[change.table] ?? []
      batch.tables[name] = TableChange(rows)
    } else {
      batch.tables[name, default: .ofUnknownRows].count(change)
    }
  }

  /// Adds the rows of a shadow table. If it was dropped and made again, it is not known which row became which.
  private func addShadow(_ change: TableRows, _ schema: Schema, to module: inout TableChange) {
    module.count(change)
    let old = table(change, change.formerDefinition, schema.encoding)
    let new = table(change, change.definition, schema.encoding)
    guard let known = module.shadowRows, !known.contains(where: { $0.table.name == change.table }),
      let present = new ?? old, var rows = try? rows(change, from: old ?? present, to: present)
    else {
      module.shadowRows = nil
      return
    }
    rows.table.isShadow = true
    module.shadowRows?.append(rows)
  }

  private struct ColumnsUnknown: Error {}

  /// Throws if SQLite can't compute a column, and if columns may have been renamed.
  private func rows(_ change: TableRows, from old: StoredTable, to new: StoredTable) throws -> ChangedRows {
    let dropped = old === new ? [] : old.columns.filter { !new.columns.contains($0) }
    let added = old === new ? [] : new.columns.filter { !old.columns.contains($0) }
    guard dropped.isEmpty || added.isEmpty else { throw ColumnsUnknown() }
    let columns = new.columns + dropped
    func values(_ record: [RecordValue]?, _ table: StoredTable, _ rowID: Int64?) throws -> [ExactValue]? {
      guard let record else { return nil }
      let values = try table.values(record, rowID: rowID)
      if table.columns == columns { return values }
      return columns.map { column in table.columns.firstIndex(of: column).map { values[$0] } ?? .null }
    }
    let generated = Set(new.generated.map { new.columns[$0] } + old.generated.map { old.columns[$0] })
    return ChangedRows(
      ChangedRows.Table(
        new.name, columns: columns, key: new.key, generated: generated, added: Set(added), dropped: Set(dropped),
        hasLooseRowIDs: new.hasLooseRowIDs),
      rows: try change.rows.compactMap {
        let row = ChangedRows.Row(
          rowID: $0.rowID.map(Int.init), before: try values($0.old, old, $0.rowID),
          after: try values($0.new, new, $0.rowID))
        // ALTER TABLE may write the same values in another form.
        return row.before == row.after ? nil : row
      })
  }
}

extension TableChange {
  /// Changed rows with a known number, but unknown content.
  fileprivate static var ofUnknownRows: TableChange { TableChange(concernsAllColumns: true) }
  /// Changed rows in which a virtual table keeps its data.
  fileprivate static var ofShadowRows: TableChange {
    var change = TableChange(concernsAllColumns: true, countsShadowRows: true)
    change.shadowRows = []
    return change
  }

  fileprivate mutating func count(_ change: TableChange) {
    (inserted, updated, deleted) = (
      inserted + change.inserted, updated + change.updated, deleted + change.deleted
    )
  }

  fileprivate mutating func count(_ change: TableRows) {
    for row in change.rows {
      if row.old == nil { inserted += 1 } else if row.new == nil { deleted += 1 } else { updated += 1 }
    }
  }
}
