// The exact changes of rows by a write.
public import Databases

/// One row before and after a write, without its generated columns. Without `before` it was added; without `after` it
/// was deleted.
public struct RowChange: Hashable, Sendable {
  /// The table's name in the schema.
  public var table: String
  /// The row's rowid, or its key if no name means the rowid.
  public var id: RecordID
  /// The values before the write; nil if the row did not exist.
  public var before: ExactRow?
  /// The values after the write; nil if the row is gone.
  public var after: ExactRow?
  /// Whether the former record disappeared and another one took its identity, or the inverse for an undo.
  var isReplaced = false

  /// The table, by the bytes of its name.
  var key: TableKey { TableKey(schema: nil, name: table) }

  /// Whether the row is of a table, ignoring the case of A to Z in the name.
  public func isOf(_ table: ListedTable) -> Bool { key == TableKey(schema: nil, name: table.name) }

  /// The change that undoes this one.
  public var inverse: RowChange {
    RowChange(table: table, id: id, before: after, after: before, isReplaced: isReplaced)
  }

  /// The approximate size in bytes.
  public var byteCount: Int { 64 + id.byteCount + (before?.byteCount ?? 0) + (after?.byteCount ?? 0) }

  /// The columns that differ in an updated row; sorted.
  var differingColumns: [String] {
    guard let before, let after else { return [] }
    if before.columns == after.columns {
      return after.indices.filter { before.values[$0] != after.values[$0] }.map { after.columns[$0] }.sorted()
    }
    return after.columns.filter { before[$0] != after[$0] }.sorted()
  }
}

extension [RowChange] {
  mutating func rename(_ old: TableKey, to new: String) {
    for index in indices where self[index].key == old { self[index].table = new }
  }
}

extension ExactRow {
  /// The approximate size in bytes.
  var byteCount: Int { reduce(0) { $0 + 64 + $1.value.byteCount } }
}

/// All changes of rows by a write, and the tables that it touched.
public struct ChangeLog: Hashable, Sendable {
  /// Each changed row of an ordinary table once, in the order in which the write first touched them.
  public var rows: [RowChange]
  /// The same for the tables in which modules store virtual tables such as search indexes. A row may be equal before
  /// and after, if a module rewrote it.
  var moduleRows: [RowChange]
  /// Whether the rows are those of a commit that this program has not recorded. Then `moduleRows` lacks rows that a
  /// module wrote again with the same values: it does not tell which rows of an index have changed.
  var isOfJournal = false
  /// The touched ordinary tables, including those whose rows all have their former values again.
  package var tables: Set<TableKey>
  /// The touched virtual tables.
  var virtualTables: Set<TableKey>
  /// The rows that referenced missing rows before: undo leaves them so again.
  package var broken: [ForeignKeyViolation] = []
  /// The reason that the log is incomplete, as the rest of a sentence; nil if it is complete.
  public var gap: String?

  /// Makes a log.
  package init(
    rows: [RowChange] = [], moduleRows: [RowChange] = [], tables: Set<TableKey> = [],
    virtualTables: Set<TableKey> = [], gap: String? = nil
  ) {
    (self.rows, self.moduleRows) = (rows, moduleRows)
    (self.tables, self.virtualTables, self.gap) = (tables, virtualTables, gap)
  }

  /// The log of the change that undoes this one.
  public var inverse: ChangeLog {
    var inverse = self
    inverse.rows = rows.reversed().map(\.inverse)
    inverse.moduleRows = moduleRows.reversed().map(\.inverse)
    return inverse
  }

  /// The approximate size in bytes.
  package var byteCount: Int { rows.reduce(0) { $0 + $1.byteCount } + moduleRows.reduce(0) { $0 + $1.byteCount } }

  /// Follows the renaming of a table.
  mutating func rename(_ old: TableKey, to new: String) {
    rows.rename(old, to: new)
    let key = TableKey(schema: nil, name: new)
    if tables.remove(old) != nil { tables.insert(key) }
    if virtualTables.remove(old) != nil { virtualTables.insert(key) }
    broken = broken.map { $0.renaming(old, to: new) }
  }

  /// The usual limit of a log in bytes; a larger log is not kept.
  public static let byteLimit = 64 << 20
}

/// The error that undo could not revert a change: nothing was changed.
public protocol UndoImpossible: SentenceError {}

/// The error that undo could not restore the former rows: nothing was changed.
public struct CantBeUndone: UndoImpossible, Hashable, Sendable {
  /// The reason, as the rest of a sentence.
  public var reason: String

  /// Makes an error with the reason.
  public init(reason: String) { self.reason = reason }

  public var description: String { "undo could not take it back, since \(reason)" }
}

/// The error that undo would only work until another row of a search index changes, because the index does not store
/// its content.
public struct PassingUndo: UndoImpossible, Hashable, Sendable {
  /// The name of the index.
  public let index: String

  public var description: String { "Undo works only until another row of \(index) changes" }
}

/// The error that a write touched too many or too large rows for undo: nothing was changed.
public struct ChangeTooLarge: UndoImpossible, Hashable, Sendable {
  /// Makes the error.
  public init() {}

  public var description: String {
    "Undo can't keep so much: \(ChangeLog.byteLimit >> 20) MB at most."
  }
}
