// One replay of a log: the rows that it compares, leaves and writes.

import Databases

/// One replay of a log, inside a write. Used by the one thread that writes.
final class Replay {
  /// The error that more rows must be left, which are in `left` by now; all must be rolled back and tried again.
  struct LeavesMore: Error {}

  let database: Database
  let log: ChangeLog
  /// The changes to make, in the order of the log.
  private let changes: [RowChange]
  let tables: [TableKey: RowShape]
  /// The tables in which modules store virtual tables.
  private let moduleTables: [TableKey: RowShape]
  /// The new rowids of rows whose own rowids are taken, by table.
  private let moved: [TableKey: [Int: Int]]
  /// Why the changes with these places are left out. No reason is ever taken away.
  private var reasons: [Int: RowConflict.Reason] = [:]
  /// The changed rows, for the batch of the commit.
  private(set) var changedRows: [ChangedRows] = []

  init(_ log: ChangeLog, _ database: Database) throws {
    (self.log, self.database) = (log, database)
    var tables: [TableKey: RowShape] = [:]
    for key in log.tables.union(log.rows.map(\.key)) {
      guard case .table(let name, let hasRowIDs)? = try database.schema.kind(key) else {
        throw ReplayRefused(reason: "\(key.name) is not the table any more that it was")
      }
      tables[key] = try RowShape(name, hasRowIDs: hasRowIDs, database)
    }
    self.tables = tables
    var moduleTables: [TableKey: RowShape] = [:]
    for key in Set(log.moduleRows.map(\.key)) {
      // A table that has gone since needs no update.
      if case .shadow(let name, _, let hasRowIDs)? = try database.schema.kind(key) {
        moduleTables[key] = try RowShape(name, hasRowIDs: hasRowIDs, database)
      }
    }
    self.moduleTables = moduleTables
    try Self.requireColumns(log.rows, tables)
    changes = try Self.withFreeRowIDs(log.rows, tables, database)
    var moved: [TableKey: [Int: Int]] = [:]
    for (old, new) in zip(log.rows, changes) where old.id != new.id {
      if let old = old.id.rowID, let id = new.id.rowID { moved[new.key, default: [:]][old] = id }
    }
    self.moved = moved
  }

  /// The rows that are left as they are, as the log names them.
  var left: [RowConflict] {
    reasons.sorted { $0.key < $1.key }.map { place, reason in
      RowConflict(table: log.rows[place].table, id: log.rows[place].id, reason: reason)
    }
  }

  /// The violations in the log, by the new rowids of the rows.
  var broken: [ForeignKeyViolation] {
    log.broken.map { violation in
      var violation = violation
      if let old = violation.rowID, let new = moved[TableKey(schema: nil, name: violation.table)]?[old] {
        violation.rowID = new
      }
      return violation
    }
  }

  /// Throws if a column of the rows is not in its table any more: it was dropped or has another name.
  private static func requireColumns(_ changes: [RowChange], _ tables: [TableKey: RowShape]) throws {
    var known: [TableKey: [String]] = [:]
    for change in changes {
      guard let columns = (change.after ?? change.before)?.columns, known[change.key] != columns else { continue }
      known[change.key] = columns
      let present = Set(tables[change.key]?.columns ?? [])
      if let column = columns.first(where: { !present.contains($0) }) {
        throw ReplayRefused(reason: "\(change.table) has no column \(column) any more")
      }
    }
  }

  /// The same changes, with new rowids for added rows whose rowids are taken by now.
  private static func withFreeRowIDs(
    _ changes: [RowChange], _ tables: [TableKey: RowShape], _ database: Database
  ) throws -> [RowChange] {
    var greatest: [TableKey: Int] = [:]
    return try changes.map { change in
      guard change.before == nil, let shape = tables[change.key], shape.hasLooseRowIDs,
        let present = try shape.row(change.id, database), present != change.after
      else { return change }
      let last = try greatest[change.key] ?? max(shape.greatestRowID(database), greatestRowID(of: change.key, changes))
      // If no greater rowid exists, the row stays a conflict.
      guard last < .max else { return change }
      greatest[change.key] = last + 1
      var change = change
      change.id = .rowID(last + 1)
      return change
    }
  }

  private static func greatestRowID(of table: TableKey, _ changes: [RowChange]) -> Int {
    changes.lazy.filter { $0.key == table }.compactMap(\.id.rowID).max() ?? 0
  }

  /// Notes the rows that another program has added, changed or deleted: they are left.
  func noteConflicts() throws {
    for (place, change) in changes.enumerated() { reasons[place] = try conflict(change) }
  }

  /// Makes the changes that are not left. Throws `LeavesMore` if another row has a unique value of a row.
  func run(isTrial: Bool) throws -> ChangeLog {
    let places = changes.indices.filter { reasons[$0] == nil }
    let made = places.map { changes[$0] }
    let left = left
    let modules = try log.virtualTables.compactMap { table in
      try ModuleReplay(table, log, left: left, moved: moved, self)
    }
    for module in modules { try module.begin(self) }
    do {
      try write(made)
    } catch let refused as RefusedRows {
      if isTrial { throw refused.rows[0].error }
      for (index, error) in refused.rows {
        guard error.isOfUniqueValue else { throw error }
        reasons[places[index]] = .taken(rule: BrokenRule(error)?.description ?? error.message)
      }
      leaveWaiting(for: refused.rows.map { places[$0.index] })
      throw LeavesMore()
    }
    for module in modules { try module.end(self) }
    var rows: [RowChange] = []
    for change in made {
      guard let present = try row(change) else {
        guard change.after == nil else { throw inexact(change) }
        rows.append(change)
        continue
      }
      guard let after = change.after, change.writtenColumns.allSatisfy({ present[$0] == after[$0] }) else {
        throw inexact(change)
      }
      rows.append(change.with(present))
    }
    changedRows = rows.changedRows(tables)
    var madeLog = log
    madeLog.rows = made
    return madeLog
  }

  /// Leaves the rows that want a unique value of a row that is left, and those that wait for them in turn: a round for
  /// each of them would take the square of their number.
  private func leaveWaiting(for left: [Int]) {
    struct Value: Hashable { let table: TableKey, columns: [String], values: [ExactValue] }
    func values(_ row: ExactRow?, _ key: TableKey) -> [Value] {
      guard let row else { return [] }
      return shape(key).uniqueForAll.compactMap { columns in
        let values = columns.map { row[$0] ?? .null }
        return values.contains(.null) ? nil : Value(table: key, columns: columns, values: values)
      }
    }
    var wanted: [Value: Int] = [:]
    for (place, change) in changes.enumerated() where reasons[place] == nil {
      for value in values(change.after, change.key) { wanted[value] = place }
    }
    var waiting = left
    while let place = waiting.popLast() {
      let change = changes[place]
      for value in values(change.before, change.key) {
        guard let next = wanted[value], reasons[next] == nil, let reason = reasons[place] else { continue }
        reasons[next] = reason
        waiting.append(next)
      }
    }
  }

  /// Leaves the rows that have violated foreign keys. Nil: it does not know which ones.
  func leavesMore(_ violations: [ForeignKeyViolation]) throws -> LeavesMore? {
    let made = changes.indices.filter { reasons[$0] == nil }.map { (place: $0, change: changes[$0]) }
    let found = try database.conflicts(with: violations, of: made)
    reasons.merge(found) { first, _ in first }
    return found.isEmpty ? nil : LeavesMore()
  }

  private func conflict(_ change: RowChange) throws -> RowConflict.Reason? {
    let present = try row(change)
    let fits =
      switch (change.before, change.after) {
      case (nil, _): present == nil
      case (let before?, nil): present == before
      // Another row may have the rowid by now: then the primary key tells, or else the whole content.
      case (let before?, _?)
      where shape(change.key).hasLooseRowIDs && !shape(change.key).hasSameKey(before, present ?? [:]):
        present == before
      case (let before?, _?):
        present.map { row in change.differingColumns.allSatisfy { row[$0] == before[$0] } } ?? false
      }
    if fits { return nil }
    return change.before == nil ? .added : present == nil ? .deleted : .changed
  }

  func shape(_ table: TableKey) -> RowShape { (tables[table] ?? moduleTables[table])! }
  func row(_ change: RowChange) throws -> ExactRow? { try shape(change.key).row(change.id, database) }

  func inexact(_ change: RowChange) -> ReplayRefused {
    ReplayRefused(reason: "a row of \(change.table) would not be exactly what it was")
  }
}

extension RowChange {
  /// The columns that the change writes.
  fileprivate var writtenColumns: [String] { before == nil ? (after?.columns ?? []) : differingColumns }

  /// The same change of a row with the content `present` afterwards. Other programs may have changed columns that the
  /// change does not write.
  fileprivate func with(_ present: ExactRow) -> RowChange {
    let columns = Set(differingColumns)
    let before = before.map { before in present.merging(before.filter { columns.contains($0) }) }
    return RowChange(table: table, id: id, before: before, after: present)
  }
}
