// The rows of one table that a commit changed.

/// The rows of one table that a commit changed, each as it was before and as it is after.
public struct ChangedRows: Hashable, Sendable {
  /// What a row is of. Shared by all rows of a commit.
  public struct Table: Hashable, Sendable {
    /// The name, as the schema has it.
    public var name: String
    /// The names of the columns, in their declared order.
    public var columns: [String]
    /// The columns of the primary key, in its order; empty where the table has none.
    public var key: [String]
    /// The columns that SQLite computes: no statement writes them.
    public var generated: Set<String>
    /// The columns that the commit has added: rows held nothing in them before.
    public var added: Set<String>
    /// The columns that the commit has dropped: they stand behind the others, and hold nothing any more.
    public var dropped: Set<String>
    /// The columns of each unique index: no two rows hold the same in all of them.
    public var unique: [[String]]

    /// Makes a table from its parts.
    public init(
      _ name: String, columns: [String], key: [String] = [], generated: Set<String> = [], added: Set<String> = [],
      dropped: Set<String> = [], unique: [[String]] = []
    ) {
      (self.name, self.columns, self.key) = (name, columns, key)
      (self.generated, self.added, self.dropped) = (generated, added, dropped)
      self.unique = unique
    }
  }

  /// One row.
  public struct Row: Hashable, Sendable {
    /// What happened to a row.
    public enum Kind: Hashable, Sendable {
      /// It came, holds something else, has gone.
      case inserted, updated, deleted
    }

    /// The rowid; `nil` in a table without rowids.
    public var rowID: Int?
    /// What each column held before; `nil` where there was no such row.
    public var before: [ExactValue]?
    /// What each column holds now; `nil` where the row is gone.
    public var after: [ExactValue]?

    /// Makes a row from its parts.
    public init(rowID: Int?, before: [ExactValue]?, after: [ExactValue]?) {
      (self.rowID, self.before, self.after) = (rowID, before, after)
    }

    /// About how many bytes it takes.
    package var byteCount: Int {
      [before, after].reduce(64) { $0 + ($1 ?? []).reduce(0) { $0 + 32 + $1.byteCount } }
    }

    /// What happened to it.
    public var kind: Kind { before == nil ? .inserted : after == nil ? .deleted : .updated }
  }

  /// What the rows are of.
  public var table: Table
  /// The rows: each once, updated ones with the values before and after, which differ.
  public var rows: [Row]

  /// Makes the rows of a table.
  public init(_ table: Table, rows: [Row]) { (self.table, self.rows) = (table, rows) }
}

extension TableChange {
  /// What a commit did to the rows of a table, with the rows themselves.
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
