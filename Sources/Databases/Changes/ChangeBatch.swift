// What a commit changed, as its observers hear it.

/// The changes of one transaction, ours or another connection's.
public struct ChangeBatch: Hashable, Sendable {
  /// Who committed.
  public enum Origin: Hashable, Sendable {
    /// This connection's writer.
    case own
    /// Another connection, in this process or another.
    case outside
  }

  /// Who committed.
  public var origin: Origin
  /// The connection's count of batches, this one included.
  public var generation: Int
  /// What changed, by table, in lower case.
  public var tables: [String: TableChange]
  /// Whether the schema changed.
  public var schemaChanged: Bool
  /// What was made, changed and dropped in the schema, as far as that is known.
  public var schemaChanges: [SchemaChange]
  /// How many commits the batch holds: more than one where another program commits so often that they are read together.
  public var commitCount: Int
  /// How many commits of this connection stand between those of a batch of others that were read together. They have batches
  /// of their own.
  package var ownCommitCount = 0
  /// SQLite's count of the commits to the file, this one included; `nil` where nothing counts them, as in memory. It goes
  /// on from 0 behind its greatest value.
  public var commit: UInt32?
  /// Whether SQLite's count of commits has moved for it. What a program copies into the file past SQLite may have been read
  /// before its batch is out, and nothing tells.
  package var isCounted = true
  /// Why `tables` is not all that has changed, as the rest of a sentence; `nil` where it is. Otherwise any row of any table
  /// may have changed.
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

  /// The gap of a batch whose rows could not be read, though the file was there.
  public static let unreadable = "the file can't be read"

  /// Whether any query may give something else now, whatever it reads.
  public var concernsAll: Bool { schemaChanged || gap != nil || !isCounted }
}

extension ChangeBatch {
  /// The commits of the batch, and those of this connection between them; `nil` where nothing counts them.
  package var commitRange: CommitRange? {
    commit.map { CommitRange(before: $0 &- UInt32(clamping: commitCount + ownCommitCount), last: $0) }
  }
}

extension ChangeBatch {
  /// About how many bytes its rows hold, as far as they are at most `limit`; otherwise some larger number.
  package func rowBytes(upTo limit: Int) -> Int {
    var bytes = 0
    for change in tables.values {
      for row in change.rows?.rows ?? [] {
        bytes += row.byteCount
        if bytes > limit { return bytes }
      }
    }
    return bytes
  }

  /// The batch as it is where the rows are not known.
  package var withoutRows: ChangeBatch {
    var batch = self
    for table in tables.keys { batch.tables[table]?.rows = nil }
    return batch
  }
}

/// Commits that follow each other, by SQLite's count of the commits to a file. It goes on from 0 behind its greatest value.
package struct CommitRange: Hashable, Sendable {
  /// The count before the first of them.
  package var before: UInt32
  /// The count after the last of them.
  package var last: UInt32

  /// Makes a range from the counts before and after it.
  package init(before: UInt32, last: UInt32) { (self.before, self.last) = (before, last) }

  /// Where commits are in relation to a state of the file.
  package enum Position { case before, around, after }

  /// Where the commits are in relation to the state that the count `commit` stands for: `before` if it has all of them,
  /// `after` if it has none.
  package func position(_ commit: UInt32) -> Position {
    if !last.isAfter(commit) { return .before }
    return commit.isAfter(before) ? .around : .after
  }
}

extension UInt32 {
  /// Whether one count of commits is behind another, though counts go on from 0.
  fileprivate func isAfter(_ other: UInt32) -> Bool { Int32(bitPattern: self &- other) > 0 }
}

/// What a transaction changed in one table.
///
/// The counts are exact: what a savepoint or a failed statement took back is not in them, nor is an update to the same
/// values. An update that moves a row to another rowid counts as a deletion and an insertion. For a virtual table the
/// rows of its shadow tables are counted.
public struct TableChange: Hashable, Sendable {
  /// Rows inserted.
  public var inserted: Int
  /// Rows updated, a row as often as it was.
  public var updated: Int
  /// Rows deleted.
  public var deleted: Int
  /// The columns, in lower case, whose value differs in some updated row. Inserts and deletes touch all.
  public var columns: Set<String>
  /// Whether every reader of the table is concerned, whatever the columns: true for virtual tables, and where the values of
  /// updated rows are not known.
  public var concernsAllColumns: Bool
  /// Whether this is a virtual table, and the rows are those of its shadow tables.
  public var countsShadowRows: Bool
  /// The rows themselves; `nil` where they are not known, and for virtual tables.
  public var rows: ChangedRows?

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
