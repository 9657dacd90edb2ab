// The changes of a commit, as observers receive them.

/// The changes of one transaction, of this connection or another one.
public struct ChangeBatch: Hashable, Sendable {
  /// The connection that committed.
  public enum Origin: Hashable, Sendable {
    /// This connection's writer.
    case own
    /// Another connection, in this process or another.
    case outside
  }

  /// The connection that committed.
  public var origin: Origin
  /// The number of batches of this connection so far, including this one.
  public var generation: Int
  /// The changes by table name, in lower case.
  public var tables: [String: TableChange]
  /// Whether the schema changed.
  public var schemaChanged: Bool
  /// The known changes of the schema: tables, indexes, views and triggers made, changed and dropped.
  public var schemaChanges: [SchemaChange]
  /// The number of commits in the batch: more than one if another program commits so often that they are read together.
  public var commitCount: Int
  /// The number of this connection's own commits between the commits of a batch of outside commits. The own commits
  /// have batches of their own.
  package var ownCommitCount = 0
  /// SQLite's commit count of the file after this commit; nil if nothing counts them, as in memory. It wraps around to
  /// 0.
  public var commit: UInt32?
  /// Whether SQLite's commit count has changed. If not, a program has copied pages into the file past SQLite, and reads
  /// may have seen them before this batch was published.
  package var isCounted = true
  /// The reason why `tables` is incomplete, as the rest of a sentence; nil if it is complete. If not nil, any row of
  /// any table may have changed.
  public var gap: String?

  /// Makes a batch from its parts.
  public init(
    origin: Origin, generation: Int = 0, tables: [String: TableChange] = [:], schemaChanged: Bool = false,
    schemaChanges: [SchemaChange] = [], commitCount: Int = 1, commit: UInt32? = nil, gap: String? = nil
  ) {
    self.origin = origin
    self.generation = generation
    self.tables = tables
    self.schemaChanged = schemaChanged
    self.schemaChanges = schemaChanges
    self.commitCount = commitCount
    self.commit = commit
    self.gap = gap
  }

  /// The gap of a batch whose rows could not be read although the file exists.
  public static let unreadable = "the file can't be read"

  /// Whether any query may have a different result now, whatever it reads.
  public var concernsAll: Bool { schemaChanged || gap != nil || !isCounted }
}

extension ChangeBatch {
  /// The commits of the batch and this connection's own commits between them; nil if nothing counts them.
  package var commitRange: CommitRange? {
    commit.map { CommitRange(before: $0 &- UInt32(clamping: commitCount + ownCommitCount), last: $0) }
  }
}

extension ChangeBatch {
  /// The approximate number of bytes in its rows, if at most `limit`; otherwise some larger number.
  package func rowBytes(upTo limit: Int) -> Int {
    var bytes = 0
    for change in tables.values {
      for rows in [change.rows].compactMap(\.self) + (change.shadowRows ?? []) {
        for row in rows.rows {
          bytes += row.byteCount
          if bytes > limit { return bytes }
        }
      }
    }
    return bytes
  }

  /// The same batch without its rows.
  package var withoutRows: ChangeBatch {
    var batch = self
    for table in tables.keys {
      batch.tables[table]?.rows = nil
      batch.tables[table]?.shadowRows = nil
    }
    return batch
  }
}

/// A range of consecutive commits, by SQLite's commit count of the file, which wraps around to 0.
package struct CommitRange: Hashable, Sendable {
  /// The count before the first of them.
  package var before: UInt32
  /// The count after the last of them.
  package var last: UInt32

  /// Makes a range from the counts before and after it.
  package init(before: UInt32, last: UInt32) { (self.before, self.last) = (before, last) }

  /// The position of commits relative to a state of the file.
  package enum Position { case before, around, after }

  /// The position of the commits relative to the state of the file at count `commit`: `before` if it contains all of
  /// them, `after` if it contains none.
  package func position(_ commit: UInt32) -> Position {
    if !last.isAfter(commit) { return .before }
    return commit.isAfter(before) ? .around : .after
  }
}

extension UInt32 {
  /// Whether one commit count is later than another, although counts wrap around.
  package func isAfter(_ other: UInt32) -> Bool { Int32(bitPattern: self &- other) > 0 }
}

/// The changes of a transaction in one table.
///
/// The counts are exact: they leave out what a savepoint or a failed statement rolled back, and updates that change no
/// value. An update that moves a row to another rowid counts as a deletion and an insertion. For a virtual table the
/// rows of its shadow tables are counted.
public struct TableChange: Hashable, Sendable {
  /// Rows inserted.
  public var inserted: Int
  /// Rows updated; a row counts once for each update.
  public var updated: Int
  /// Rows deleted.
  public var deleted: Int
  /// The columns, in lower case, whose value differs in some updated row. Inserts and deletes concern all columns.
  public var columns: Set<String>
  /// Whether the change concerns every reader of the table, whatever its columns: true for virtual tables, and if the
  /// values of updated rows are not known.
  public var concernsAllColumns: Bool
  /// Whether this is a virtual table and the counts are of its shadow tables' rows.
  public var countsShadowRows: Bool
  /// The rows themselves; nil if they are not known, and for virtual tables.
  public var rows: ChangedRows?
  /// The rows in which a virtual table keeps its data, by shadow table; nil if some are not known.
  public var shadowRows: [ChangedRows]?

  /// Makes a change from its parts.
  public init(
    inserted: Int = 0, updated: Int = 0, deleted: Int = 0, columns: Set<String> = [],
    concernsAllColumns: Bool = false, countsShadowRows: Bool = false, rows: ChangedRows? = nil
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.columns = columns
    self.concernsAllColumns = concernsAllColumns
    self.countsShadowRows = countsShadowRows
    self.rows = rows
  }

  /// Whether a reader of these columns may see other values now.
  package func concerns(_ read: Set<String>) -> Bool {
    inserted > 0 || deleted > 0 || (updated > 0 && (concernsAllColumns || !columns.isDisjoint(with: read)))
  }
}
