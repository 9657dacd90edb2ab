// The tables and columns that a query has read, and whether a change affects them.

/// The tables and columns that one or more statements read.
public struct ReadSet: Hashable, Sendable {
  /// The columns read of each table; all names in lower case.
  ///
  /// The column `""` means the rows as such, as `COUNT(*)` reads them. A table of an attached database is
  /// `schema.table`. Shadow tables are listed under the name of their virtual table.
  public var tables: [String: Set<String>]

  /// Makes a read set. An empty one is met only by changes that concern every query.
  public init(tables: [String: Set<String>] = [:]) {
    self.tables = tables
  }

  /// Whether the batch may have changed the read values.
  ///
  /// It always may if the changed rows are unknown or the schema changed. Inserts and deletes concern every reader of
  /// the table; updates concern only readers of a column whose value differs. `isConcerned` is asked last, about the
  /// batch's change of a table, by its name in lower case.
  public func isMet(
    by batch: ChangeBatch, where isConcerned: (TableChange, _ table: String) -> Bool = { _, _ in true }
  ) -> Bool {
    if batch.concernsAll { return true }
    return tables.contains { table, columns in
      if let change = batch.tables[table] { return change.concerns(columns) && isConcerned(change, table) }
      // No hook reports the tables that SQLite maintains itself (sqlite_sequence, sqlite_stat1).
      return Self.isKeptBySQLite(table) && !batch.tables.isEmpty
    }
  }

  /// Adds the reads of `other`.
  public mutating func formUnion(_ other: ReadSet) {
    if tables.isEmpty {
      tables = other.tables
      return
    }
    tables.merge(other.tables) { own, columns in columns.isSubset(of: own) ? own : own.union(columns) }
  }

  private static func isKeptBySQLite(_ table: String) -> Bool {
    table.hasPrefix("sqlite_") && table != "sqlite_master" && table != "sqlite_schema"
  }
}
