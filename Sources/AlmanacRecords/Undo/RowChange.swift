// What a write did to rows, exactly.
public import Databases

/// One row before and after a write, without its generated columns; no row before means added, none after means deleted.
public struct RowChange: Hashable, Sendable {
  /// The table's name, as its schema has it.
  public var table: String
  /// The row's rowid, or its key where nothing names the rowid.
  public var id: RecordID
  /// What the record held before; `nil` where it was not there.
  public var before: ExactRow?
  /// What the record holds now; `nil` where it is gone.
  public var after: ExactRow?
  /// Whether the record that was there before went, and another one took its identity; the same of the undo.
  var isReplaced = false

  /// The table, by the bytes of its name.
  var key: TableKey { TableKey(schema: nil, name: table) }

  /// Whether the row is of a table, in whatever case its name stands in the schema.
  public func isOf(_ table: ListedTable) -> Bool { key == TableKey(schema: nil, name: table.name) }

  /// The change that undoes this one.
  public var inverse: RowChange {
    RowChange(table: table, id: id, before: after, after: before, isReplaced: isReplaced)
  }

  /// About how many bytes the change holds.
  public var byteCount: Int { 64 + id.byteCount + (before?.byteCount ?? 0) + (after?.byteCount ?? 0) }

  /// The columns that differ, of a row that is there before and after; sorted.
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
  /// About how many bytes the row holds.
  var byteCount: Int { reduce(0) { $0 + 64 + $1.value.byteCount } }
}

/// All that a write did to rows, and which tables it touched.
public struct ChangeLog: Hashable, Sendable {
  /// Each row of an ordinary table once, in the order in which the write first touched them.
  public var rows: [RowChange]
  /// The same of the tables in which modules keep virtual tables, as search indexes are. A row may be the same before and
  /// after: a module has written it all the same.
  package var moduleRows: [RowChange]
  /// The ordinary tables that were touched, also where each row is again what it was.
  package var tables: Set<TableKey>
  /// The virtual tables that were touched.
  package var virtualTables: Set<TableKey>
  /// The rows that referred to rows that were not there before: the change that is undone leaves them so again.
  package var broken: [ForeignKeyViolation] = []
  /// Why the log is not all that was done, as the rest of a sentence; `nil` where it is.
  public var gap: String?

  /// A log of these rows alone.
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

  /// About how many bytes the log holds.
  package var byteCount: Int { rows.reduce(0) { $0 + $1.byteCount } + moduleRows.reduce(0) { $0 + $1.byteCount } }

  /// A table has another name now.
  mutating func rename(_ old: TableKey, to new: String) {
    rows.rename(old, to: new)
    let key = TableKey(schema: nil, name: new)
    if tables.remove(old) != nil { tables.insert(key) }
    if virtualTables.remove(old) != nil { virtualTables.insert(key) }
    broken = broken.map { $0.renaming(old, to: new) }
  }

  /// A log that holds more bytes than this is not kept, unless another limit is given.
  public static let byteLimit = 64 << 20
}

/// A change that undo could not take back: nothing was changed.
public protocol UndoImpossible: SentenceError {}

/// Undo could not bring back what was there: nothing was changed.
public struct CantBeUndone: UndoImpossible, Hashable, Sendable {
  /// Why, as the rest of a sentence.
  public var reason: String

  /// Makes an error with the reason.
  public init(reason: String) { self.reason = reason }

  public var description: String { "undo could not take it back, since \(reason)" }
}

/// Undo could take a change back only until another row of a search index changes, since the index does not keep what it
/// holds.
public struct PassingUndo: UndoImpossible, Hashable, Sendable {
  /// The name of the index.
  public let index: String

  public var description: String { "Undo works only until another row of \(index) changes" }
}

/// A write touched so many rows, or such large ones, that it could not be undone: nothing was changed.
public struct ChangeTooLarge: UndoImpossible, Hashable, Sendable {
  /// Makes the error.
  public init() {}

  public var description: String {
    "Undo can't keep so much: \(ChangeLog.byteLimit >> 20) MB at most."
  }
}
