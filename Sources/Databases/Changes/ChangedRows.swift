// The rows of one table that a commit changed.

/// The rows of one table that a commit changed, each with its values before and after.
public struct ChangedRows: Hashable, Sendable {
  /// The table of the rows. Shared by all rows of a commit.
  public struct Table: Hashable, Sendable {
    /// The name, as the schema has it.
    public var name: String
    /// The names of the columns, in their declared order.
    public var columns: [String]
    /// The columns of the primary key, in its order; empty if the table has none.
    public var key: [String]
    /// The columns that SQLite computes; no statement writes them.
    public var generated: Set<String>
    /// The columns that the commit has added; rows held nothing in them before.
    public var added: Set<String>
    /// The columns that the commit has dropped. They come after the others and hold nothing any more.
    public var dropped: Set<String>
    /// The columns of each unique index; no two rows have equal values in all of them.
    public var unique: [[String]]
    /// Whether no column holds the rowids, so that writing a row again needs its rowid in addition to its columns.
    public var hasLooseRowIDs: Bool
    /// Whether a module keeps its data in the table.
    public var isShadow = false

    /// Makes a table from its parts.
    public init(
      _ name: String, columns: [String], key: [String] = [], generated: Set<String> = [], added: Set<String> = [],
      dropped: Set<String> = [], unique: [[String]] = [], hasLooseRowIDs: Bool = false
    ) {
      (self.name, self.columns, self.key) = (name, columns, key)
      (self.generated, self.added, self.dropped) = (generated, added, dropped)
      (self.unique, self.hasLooseRowIDs) = (unique, hasLooseRowIDs)
    }
  }

  /// One row.
  public struct Row: Hashable, Sendable {
    /// The kind of change of a row.
    public enum Kind: Hashable, Sendable {
      /// The row was inserted, changed its values, or was deleted.
      case inserted, updated, deleted
    }

    /// The rowid; `nil` in a table without rowids.
    public var rowID: Int?
    /// The value of each column before the change; nil if the row did not exist.
    public var before: [ExactValue]?
    /// The value of each column after the change; nil if the row was deleted.
    public var after: [ExactValue]?

    /// Makes a row from its parts.
    public init(rowID: Int?, before: [ExactValue]?, after: [ExactValue]?) {
      (self.rowID, self.before, self.after) = (rowID, before, after)
    }

    /// The approximate number of bytes that it takes.
    package var byteCount: Int {
      [before, after].reduce(64) { $0 + ($1 ?? []).reduce(0) { $0 + 32 + $1.byteCount } }
    }

    /// The kind of change.
    public var kind: Kind { before == nil ? .inserted : after == nil ? .deleted : .updated }
  }

  /// The table of the rows.
  public var table: Table
  /// The rows, each once. Updated rows have different values before and after.
  public var rows: [Row]

  /// Makes the rows of a table.
  public init(_ table: Table, rows: [Row]) { (self.table, self.rows) = (table, rows) }
}

extension TableChange {
  /// The changes that the rows make to their table, with the rows themselves.
  init(_ rows: ChangedRows) {
    self.init(rows: rows)
    var differing = ColumnSet()
    for row in rows.rows {
      switch (row.before, row.after) {
      case (nil, _): inserted += 1
      case (_, nil): deleted += 1
      case (let before?, let after?):
        updated += 1
        for column in before.indices where before[column] != after[column] { differing.insert(column) }
      }
    }
    let names = rows.table.columns
    columns = Set(names.indices.filter(differing.contains).map { names[$0].lowercasedASCII })
  }
}
