// What a commit changed, as the caller sees it.

/// What one commit changed, or several neighbouring ones together.
public struct ChangeSet: Equatable, Sendable {
  /// SQLite's count of commits after the last commit of the set: `iChange` of the log's index, or without a log the
  /// change counter of the file's header. It is one more after each commit, and goes from the largest number to 0.
  public var changeCounter: UInt32
  /// How many commits the set covers.
  public var commitCount: Int
  /// Whether the schema changed. What a record does not store may differ then without a change of its row: the values of
  /// added columns.
  public var schemaChanged: Bool
  /// The rows, or why they are unknown.
  public var content: Content

  /// What is known of a change.
  public enum Content: Equatable, Sendable {
    /// The changed rows of every table that has some, the table of the schema among them: `schemaTable`.
    case rows([TableRows])
    /// Any row may have changed.
    case unknown(UnknownReason)
  }

  /// What rows of the schema are given as the rows of. They tell how the file keeps the definitions.
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
  /// The table's name in the new schema; in the old one where the table was dropped.
  public var table: String
  /// Whether the rows have rowids. Without, the values are in the order of the stored record: the key's columns first.
  public var hasRowIDs: Bool
  /// The table's CREATE statement in the new schema; `nil` where the table was dropped.
  public var definition: String?
  /// The table's CREATE statement in the old schema; `nil` where the table is new.
  public var formerDefinition: String?
  /// The rows: ascending by rowid, or in the order of the tree. There, deleted rows come before the inserted ones
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

/// A row before and after. The two are never equal.
public struct RowChange: Equatable, Sendable {
  /// The rowid. `nil` in a table WITHOUT ROWID.
  public var rowID: Int64?
  /// The values as stored before; `nil`: there was no such row. A row from before a column was added has no value for it.
  public var old: [RecordValue]?
  /// The values as stored after; `nil`: there is no such row.
  public var new: [RecordValue]?

  /// Makes a row's change.
  public init(rowID: Int64?, old: [RecordValue]?, new: [RecordValue]?) {
    self.rowID = rowID
    self.old = old
    self.new = new
  }
}

extension UInt32 {
  /// How many commits lead from one count to this one; `nil` where that is behind this one, as when another file was copied
  /// over the first, or after a crash, and where it is so far before it that the count was not counted: Litestream writes a
  /// random one. Counts go on from 0.
  func commits(since before: UInt32) -> Int? {
    let commits = self &- before
    return commits < 1 << 20 ? Int(commits) : nil
  }
}
