// Makes the changes of a log: what was done once more, or, of its inverse, what was there before.
//
// Foreign keys, the file's triggers and its checks are off meanwhile: what they did is in the log, and what was in the file
// may break them. Each row is compared first, then all deletions are made, then the updates, then the insertions; at
// last each row is read again.

public import Databases

/// Another program has changed or deleted the row since: it is not what the log says.
public struct RowConflict: Error, Hashable, Sendable {
  /// The table of the record.
  public var table: String
  /// The identity of the record.
  public var id: RecordID
  /// Whether there is no such row any more.
  public var isGone: Bool
}

/// Why a log can't be replayed, as the rest of a sentence; nothing was changed.
public struct ReplayRefused: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why, as the rest of a sentence.
  public var reason: String

  /// Makes an error with the reason.
  public init(reason: String) { self.reason = reason }

  public var description: String { reason }
}

extension Database {
  /// Makes the changes of `log` inside a write, all of them or none: each row is afterwards exactly what the log says,
  /// and search indexes find it. Of a row that is there before and after, only the columns that differ are written, and
  /// compared, unless VACUUM may have given its rowid to another row. A row that comes back to find its rowid taken gets
  /// another one where its rowid is no column.
  ///
  /// Leaves and returns the rows that are not what the log says, where `leavingConflicts`; otherwise the first throws a
  /// `RowConflict`. Throws `ReplayRefused` where the log is not all that was done, where an index could not follow, or
  /// where a row does not come out exactly, and `DatabaseError` where a constraint forbids it. Foreign keys count among
  /// these unless it `isTrial`; those that the log has broken must not be whole.
  public func replay(
    _ log: ChangeLog, leavingConflicts: Bool = false, isTrial: Bool = false
  ) throws -> (made: ChangeLog, left: [RowConflict]) {
    if let gap = log.gap { throw ReplayRefused(reason: gap) }
    // The savepoint lets modules write what they hold in memory.
    return try savepoint {
      let replay = try Replay(log, self)
      let tables = isTrial ? [] : try tablesWithForeignKeys(of: replay.tables)
      return try withoutForeignKeys(in: tables, but: replay.broken) {
        try withoutTriggers {
          try withoutChecks {
            try withRoomForPages {
              try withListener(ReplayListener()) {
                let outcome = try replay.run(leavingConflicts: leavingConflicts)
                if !isTrial { note(replay.changedRows) }
                return outcome
              }
            }
          }
        }
      }
    }
  }

  /// Those of the tables that refer to others, and those that refer to them.
  private func tablesWithForeignKeys(of tables: [TableKey: RowShape]) throws -> [String] {
    var found: [TableKey: String] = [:]
    let sql = """
      SELECT m.name, f."table" FROM main.sqlite_schema AS m, pragma_foreign_key_list(m.name, 'main') AS f
      WHERE m.type = 'table'
      """
    try internalRows(sql) { row in
      let (child, parent) = (TableKey(schema: nil, name: row.text(0)), TableKey(schema: nil, name: row.text(1)))
      if tables[child] != nil || tables[parent] != nil { found[child] = row.text(0) }
    }
    return found.values.sorted()
  }
}

/// Hears of the rows of a replay, which knows them itself: with the file's triggers off, it changes no others.
private final class ReplayListener: RowListener {
  func rowChanges(_ row: ChangingRow) {}
  func schemaChanged() {}
}

extension RowChange {
  /// The same change of a row that holds `present` afterwards. Other programs may have changed columns that the change does
  /// not write.
  fileprivate func with(_ present: ExactRow) -> RowChange {
    let columns = Set(differingColumns)
    let before = before.map { before in present.merging(before.filter { columns.contains($0) }) }
    return RowChange(table: table, id: id, before: before, after: present)
  }
}

/// One run through a log.
final class Replay {
  let database: Database
  private let log: ChangeLog
  private let changes: [RowChange]
  let tables: [TableKey: RowShape]
  /// The tables in which modules keep virtual tables.
  private let moduleTables: [TableKey: RowShape]
  /// The rowids that rows have instead of theirs, where others have taken these.
  private let moved: [Int: Int]
  /// The rows that it has changed, for the batch of the commit.
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
      // One that has gone since has nothing to follow.
      if case .shadow(let name, _, let hasRowIDs)? = try database.schema.kind(key) {
        moduleTables[key] = try RowShape(name, hasRowIDs: hasRowIDs, database)
      }
    }
    self.moduleTables = moduleTables
    changes = try Self.withFreeRowIDs(log.rows, tables, database)
    var moved: [Int: Int] = [:]
    for (old, new) in zip(log.rows, changes) where old.id != new.id {
      if let old = old.id.rowID, let new = new.id.rowID { moved[old] = new }
    }
    self.moved = moved
  }

  /// The violations that the log says were there, by the rowids that the rows get.
  var broken: [ForeignKeyViolation] {
    log.broken.map { violation in
      var violation = violation
      let key = TableKey(schema: nil, name: violation.table)
      if let old = violation.rowID, let new = moved[old],
        changes.contains(where: { $0.key == key && $0.id == .rowID(new) })
      {
        violation.rowID = new
      }
      return violation
    }
  }

  /// The same changes, with other rowids for rows that are to be added where another row stands by now.
  private static func withFreeRowIDs(
    _ changes: [RowChange], _ tables: [TableKey: RowShape], _ database: Database
  ) throws -> [RowChange] {
    var greatest: [TableKey: Int] = [:]
    return try changes.map { change in
      guard change.before == nil, let shape = tables[change.key], shape.hasLooseRowIDs,
        let present = try shape.row(change.id, database), present != change.after
      else { return change }
      let last = try greatest[change.key] ?? max(shape.greatestRowID(database), greatestRowID(of: change.key, changes))
      // At the end of the numbers the row stays a conflict.
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

  func run(leavingConflicts: Bool) throws -> (made: ChangeLog, left: [RowConflict]) {
    var made: [RowChange] = []
    var left: [RowConflict] = []
    for change in changes {
      if let conflict = try conflict(change) {
        guard leavingConflicts else { throw conflict }
        left.append(conflict)
      } else {
        made.append(change)
      }
    }
    let modules = try log.virtualTables.compactMap { table in
      try ModuleReplay(table, log, left: Set(left.map(\.id)), moved: moved, self)
    }
    for module in modules { try module.begin(self) }
    try write(made)
    for module in modules { try module.end(moved: moved, self) }
    var rows: [RowChange] = []
    for change in made {
      guard let present = try row(change) else {
        guard change.after == nil else { throw inexact(change) }
        rows.append(change)
        continue
      }
      let columns = change.before == nil ? (change.after?.columns ?? []) : change.differingColumns
      guard let after = change.after, columns.allSatisfy({ present[$0] == after[$0] }) else { throw inexact(change) }
      rows.append(change.with(present))
    }
    changedRows = rows.changedRows(tables)
    var madeLog = log
    madeLog.rows = made
    madeLog.moduleRows = modules.flatMap(\.log)
    return (madeLog, left)
  }

  /// Makes changes: all deletions, then the updates, then the insertions.
  func write(_ changes: [RowChange]) throws {
    for (table, changes) in groups(changes.filter { $0.after == nil }, by: \.key) {
      try shape(table).delete(changes.map(\.id), database)
    }
    try update(changes.filter { $0.before != nil && $0.after != nil })
    let additions = changes.filter { $0.before == nil }
    for (group, changes) in groups(additions, by: { Group($0.key, $0.after?.columns ?? []) }) {
      try shape(group.table).insert(changes.map { ($0.id, $0.after ?? [:]) }, database)
    }
  }

  private func conflict(_ change: RowChange) throws -> RowConflict? {
    let present = try row(change)
    let fits =
      switch (change.before, change.after) {
      case (nil, _): present == nil
      case (let before?, nil): present == before
      // The rowid may be another row's by now: then nothing but all that it holds tells it.
      case (let before?, _?) where shape(change.key).hasLooseRowIDs: present == before
      case (let before?, _?):
        present.map { row in change.differingColumns.allSatisfy { row[$0] == before[$0] } } ?? false
      }
    return fits
      ? nil
      : RowConflict(
        table: change.table, id: change.id, isGone: change.before != nil && present == nil)
  }

  /// What one statement can do to rows: they are of one table, and the same columns are written.
  private struct Group: Hashable {
    let table: TableKey
    let columns: [String]

    init(_ table: TableKey, _ columns: [String]) { (self.table, self.columns) = (table, columns) }
  }

  /// The changes that one statement can make, in the order in which the first of each comes.
  private func groups<Key: Hashable>(
    _ changes: [RowChange], by key: (RowChange) -> Key
  ) -> [(key: Key, changes: [RowChange])] {
    var groups: [(key: Key, changes: [RowChange])] = []
    var places: [Key: Int] = [:]
    for change in changes {
      let key = key(change)
      let place = places[key] ?? groups.count
      if place == groups.count {
        places[key] = place
        groups.append((key, []))
      }
      groups[place].changes.append(change)
    }
    return groups
  }

  /// Updates rows, all of one kind at once. Where one keeps another from a unique value they are updated one by one.
  private func update(_ changes: [RowChange]) throws {
    var waiting: [RowChange] = []
    for (group, changes) in groups(changes, by: { Group($0.key, $0.differingColumns) }) {
      do {
        try update(changes, group)
      } catch let error as DatabaseError where error.isConstraint {
        waiting += changes
      }
    }
    try updateOneByOne(waiting)
  }

  private func update(_ changes: [RowChange], _ group: Group) throws {
    let rows = changes.map { change in (change.id, group.columns.map { change.after?[$0] ?? .null }) }
    try shape(group.table).update(group.columns, of: rows, database)
  }

  /// Updates those rows first that no other keeps from a unique value. Rows that exchange such values wait for each
  /// other: then one steps aside. That one is written whole, so it is read again whole.
  private func updateOneByOne(_ changes: [RowChange]) throws {
    var waiting = changes
    var aside: [(change: RowChange, row: ExactRow)] = []
    while !waiting.isEmpty {
      var refused: [RowChange] = []
      for change in waiting {
        do {
          try update([change], Group(change.key, change.differingColumns))
        } catch let error as DatabaseError where error.isConstraint {
          refused.append(change)
        }
      }
      if refused.count == waiting.count {
        let change = refused.removeFirst()
        let after = change.after ?? [:]
        let columns = Set(change.differingColumns)
        aside.append((change, (try row(change) ?? [:]).merging(after.filter { columns.contains($0) })))
        try shape(change.key).delete([change.id], database)
      }
      waiting = refused
    }
    for (change, row) in aside { try shape(change.key).insert([(change.id, row)], database) }
    for (change, row) in aside where try self.row(change) != row { throw inexact(change) }
  }

  private func shape(_ table: TableKey) -> RowShape { (tables[table] ?? moduleTables[table])! }
  func row(_ change: RowChange) throws -> ExactRow? { try shape(change.key).row(change.id, database) }

  func inexact(_ change: RowChange) -> ReplayRefused {
    ReplayRefused(reason: "a row of \(change.table) would not be exactly what it was")
  }
}
