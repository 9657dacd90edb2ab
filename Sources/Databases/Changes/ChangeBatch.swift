// What a commit changed, as its observers hear it.

/// The changes of one transaction, or the fact that another connection has changed the file.
public struct ChangeBatch: Hashable, Sendable {
  /// Who committed.
  public enum Origin: Hashable, Sendable {
    /// This connection's writer.
    case own
    /// Another connection, in this process or another: anything may have changed.
    case outside
  }

  /// Who committed.
  public var origin: Origin
  /// The connection's count of batches, this one included.
  public var generation: Int
  /// What changed, by table, in lower case; empty when the origin is `.outside`.
  public var tables: [String: TableChange]
  /// Whether the schema changed.
  public var schemaChanged: Bool

  /// Makes a batch from its parts.
  public init(origin: Origin, generation: Int, tables: [String: TableChange] = [:], schemaChanged: Bool = false) {
    self.origin = origin
    self.generation = generation
    self.tables = tables
    self.schemaChanged = schemaChanged
  }
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
  /// The rowids of the changed rows while they are at most 1,000, in ascending order; otherwise, and for tables
  /// without rowids, `nil`.
  public var rowIDs: [Int]?
  /// Whether every reader of the table is concerned, whatever the columns: true for virtual tables.
  public var concernsAllColumns: Bool

  /// Makes a change from its parts.
  public init(
    inserted: Int = 0, updated: Int = 0, deleted: Int = 0, columns: Set<String> = [], rowIDs: [Int]? = nil,
    concernsAllColumns: Bool = false
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.columns = columns
    self.rowIDs = rowIDs
    self.concernsAllColumns = concernsAllColumns
  }

  /// Whether a reader of these columns may see other values now.
  func concerns(_ read: Set<String>) -> Bool {
    inserted > 0 || deleted > 0 || (updated > 0 && (concernsAllColumns || !columns.isDisjoint(with: read)))
  }
}
