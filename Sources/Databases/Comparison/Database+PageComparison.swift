// Finds the rows that differ between two files by their pages.

import WriteAheadLogs

/// The rows that differ between two files with the same schema, found by their pages.
public struct PageRows: Sendable {
  /// The rows by table, with the name in lower case. A table without differences is not there. Nil: the rows of this
  /// table are not known.
  public let tables: [String: ChangedRows?]
}

extension Database {
  /// The rows that differ in another file. It reads the bytes of both files once, instead of all their rows. Nil if
  /// pages do not tell: the schemas, page sizes or encodings differ, a log holds pages that its file lacks, or too many
  /// rows differ. Call inside a read of each.
  public func rowsByPages(differingIn other: Database) throws -> PageRows? {
    guard try schemaRows() == other.schemaRows() else { return nil }
    let set: ChangeSet
    do {
      let pair = try FilePair(old: stoppablePages, new: other.stoppablePages)
      set = try pair.changes(valueLimit: Self.mostBytesByPages)
    } catch {
      return nil
    }
    guard case .rows = set.content else { return nil }
    let tables = StoredTables()
    try tables.read(other)
    let batch = tables.batch(set)
    guard batch.gap == nil else { return nil }
    var found: [String: ChangedRows?] = [:]
    for (name, change) in batch.tables {
      if change.countsShadowRows {
        // Those of a module are by its own table: the rows of its shadow tables are found one by one.
        guard let shadowRows = change.shadowRows else { return nil }
        for rows in shadowRows { found[rows.table.name.lowercasedASCII] = .some(rows) }
      } else {
        found[name] = .some(change.rows)
      }
    }
    return PageRows(tables: found)
  }

  /// The pages, which can't be read any more when the read is cancelled.
  private var stoppablePages: ConnectionPages { ConnectionPages(handle: handle, cancellation: waits.cancellation) }

  /// The most bytes of values of rows that are found by pages.
  private static let mostBytesByPages = 16 << 20

  /// Each row of the schema, with the pages where the tables begin.
  private func schemaRows() throws -> [[ExactValue]] {
    var rows: [[ExactValue]] = []
    try internalRows("SELECT type, name, tbl_name, rootpage, sql FROM main.sqlite_schema ORDER BY rowid") { row in
      rows.append((0..<5).map { row.exactValue($0) })
    }
    return rows
  }
}
