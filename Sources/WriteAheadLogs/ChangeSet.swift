// The changes of a commit, as the caller receives them.

/// The changes of one commit, or of several neighbouring ones together.
public struct ChangeSet: Equatable, Sendable {
  /// SQLite's commit count after the last commit of the set: `iChange` of the log's index, or without a log the change
  /// counter of the file's header. It increases by one with each commit, and wraps around to 0.
  public var changeCounter: UInt32
  /// The number of commits that the set covers.
  public var commitCount: Int
  /// Whether the schema changed. Values that a record does not store, those of added columns, may then differ without a
  /// change of its row.
  public var schemaChanged: Bool
  /// The rows, or the reason why they are unknown.
  public var content: Content

  /// The content of a change.
  public enum Content: Equatable, Sendable {
    /// The changed rows of each table that has any, including the schema table, `schemaTable`.
    case rows([TableRows])
    /// Any row may have changed.
    case unknown(UnknownReason)
  }

  /// The table name of changed schema rows, which hold the definitions.
  public static let schemaTable = "sqlite_schema"

  /// Makes a change set.
  public init(changeCounter: UInt32, commitCount: Int, schemaChanged: Bool, content: Content) {
    self.changeCounter = changeCounter
    self.commitCount = commitCount
    self.schemaChanged = schemaChanged
    self.content = content
  }
}

/// The changed rows of one table.
public struct TableRows: Equatable, Sendable {
  /// The table's name in the new schema; if the table was dropped, in the old one.
  public var table: String
  /// Whether the rows have rowids. Without, the values are in the order of the stored record: the key's columns first.
  public var hasRowIDs: Bool
  /// The table's CREATE statement in the new schema; nil if the table was dropped.
  public var definition: String?
  /// The table's CREATE statement in the old schema; nil if the table is new.
  public var formerDefinition: String?
  /// The rows, ascending by rowid, or without rowids in tree order. There, deleted rows come before inserted ones
  /// between the same two neighbours.
  public var rows: [RowChange]

  /// Makes the changed rows of a table.
  public init(
    table: String, hasRowIDs: Bool, definition: String?, formerDefinition: String?, rows: [RowChange]
  ) {
    self.table = table
    self.hasRowIDs = hasRowIDs
    self.definition = definition
    self.formerDefinition = formerDefinition
    self.rows = rows
  }
}

/// A row before and after. The two versions are never equal.
public struct RowChange: Equatable, Sendable {
  /// The rowid; nil in a table WITHOUT ROWID.
  public var rowID: Int64?
  /// The stored values before; nil: the row did not exist. A row older than a column has no value for it.
  public var old: [RecordValue]?
  /// The stored values after; nil: the row does not exist any more.
  public var new: [RecordValue]?

  /// Makes a row's change.
  public init(rowID: Int64?, old: [RecordValue]?, new: [RecordValue]?) {
    self.rowID = rowID
    self.old = old
    self.new = new
  }
}

extension UInt32 {
  /// The number of commits from count `before` to this one; counts wrap around to 0. Nil if this count is earlier,
  /// because another file was copied over the first, or after a crash, or if it is so much later that nothing has
  /// counted up to it: Litestream writes a random count.
  func commits(since before: UInt32) -> Int? {
    let commits = self &- before
    return commits < 1 << 20 ? Int(commits) : nil
  }
}
