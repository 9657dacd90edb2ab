// The records that a commit changed, as rows of their tables.

import WriteAheadLogs

/// Knows the tables of a file, and makes batches of the records that its pages hold.
///
/// Not Sendable: it stands behind the lock of the detector that owns it.
final class StoredTables {
  private var tables: [String: StoredTable] = [:]
  /// The virtual table that a table holds the rows of; `nil` where it is an ordinary one.
  private var owners: [String: String?] = [:]
  private var encoding: StoredTable.TextEncoding?

  /// The batch of a change set. `database` sees the state after it, or a later one.
  func batch(_ set: ChangeSet, _ database: Database) -> ChangeBatch {
    var batch = ChangeBatch(
      origin: .outside, schemaChanged: set.schemaChanged, commitCount: set.commitCount, commit: set.changeCounter)
    if set.schemaChanged { owners.removeAll() }
    switch set.content {
    case .unknown(let reason, _): batch.gap = reason.description
    case .rows(let changes):
      do {
        for change in changes { try add(change, to: &batch, database) }
      } catch {
        batch.gap = ChangeBatch.unreadable
      }
    }
    return batch
  }

  private func owner(of table: String, _ database: Database) throws -> String? {
    if let known = owners[table] { return known }
    let kind = try database.schema.kind(TableKey(schema: nil, name: table))
    let owner: String? = if case .shadow(let owner)? = kind { owner } else { nil }
    owners[table] = .some(owner)
    return owner
  }

  /// The columns of a table with a definition; `nil` where SQLite can't make that by itself.
  private func table(_ change: TableRows, _ definition: String, _ database: Database) throws -> StoredTable? {
    if let known = tables[change.table], known.definition == definition { return known }
    let encoding = try encoding ?? readEncoding(database)
    let table = try? StoredTable(
      change.table, definition: definition, hasRowIDs: change.hasRowIDs, encoding: encoding)
    tables[change.table] = table
    return table
  }

  private func readEncoding(_ database: Database) throws -> StoredTable.TextEncoding {
    var name = ""
    try database.internalRows("PRAGMA encoding") { name = $0.text(0) }
    let found = StoredTable.TextEncoding(rawValue: name) ?? .utf8
    encoding = found
    return found
  }

  // MARK: Rows

  private func add(_ change: TableRows, to batch: inout ChangeBatch, _ database: Database) throws {
    if let owner = try owner(of: change.table, database) {
      batch.tables[owner.lowercasedASCII, default: .ofShadowRows].count(change)
      return
    }
    let old = try change.formerDefinition.flatMap { try table(change, $0, database) }
    let new = try change.definition.flatMap { try table(change, $0, database) }
    let name = change.table.lowercasedASCII
    if let present = new ?? old, let rows = try? rows(change, from: old ?? present, to: present) {
      batch.tables[name] = TableChange(rows, hasRowIDs: change.hasRowIDs)
    } else {
      batch.tables[name, default: .ofUnknownRows].count(change)
    }
  }

  /// Throws where SQLite can't compute a column.
  private func rows(_ change: TableRows, from old: StoredTable, to new: StoredTable) throws -> ChangedRows {
    // A column that the commit dropped stands behind the others, without a value afterwards.
    let columns = old === new ? new.columns : new.columns + old.columns.filter { !new.columns.contains($0) }
    func values(_ record: [RecordValue]?, _ table: StoredTable, _ rowID: Int64?) throws -> [ExactValue]? {
      guard let record else { return nil }
      let values = try table.values(record, rowID: rowID)
      if table.columns == columns { return values }
      return columns.map { column in table.columns.firstIndex(of: column).map { values[$0] } ?? .null }
    }
    let generated = Set(new.generated.map { new.columns[$0] })
    return ChangedRows(
      ChangedRows.Table(new.name, columns: columns, key: new.key, generated: generated),
      rows: try change.rows.map {
        ChangedRows.Row(
          rowID: $0.rowID.map(Int.init), before: try values($0.old, old, $0.rowID),
          after: try values($0.new, new, $0.rowID))
      })
  }
}

extension TableChange {
  /// Rows of which only the number is known.
  fileprivate static var ofUnknownRows: TableChange { TableChange(concernsAllColumns: true) }
  /// Rows in which a virtual table keeps what it holds.
  fileprivate static var ofShadowRows: TableChange { TableChange(concernsAllColumns: true, countsShadowRows: true) }

  fileprivate mutating func count(_ change: TableRows) {
    for row in change.rows {
      if row.old == nil { inserted += 1 } else if row.new == nil { deleted += 1 } else { updated += 1 }
    }
  }
}
