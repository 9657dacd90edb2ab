// Makes the changes of a log; the inverse of a log restores the former rows.
//
// Foreign keys, triggers and checks of the file are off meanwhile: the log has their effects, and the existing rows may
// break them. First each row is compared, then all deletions are made, then the updates, then the insertions. At the
// end each row is read again.

public import Databases

/// The error that another program has added, changed or deleted a row since the log was made; it is left as it is.
public struct RowConflict: Error, Hashable, Sendable, CustomStringConvertible {
  /// The table of the record.
  public var table: String
  /// The identity of the record.
  public var id: RecordID
  /// What that program has done to the row.
  public var deed: OutsideDeed

  /// Makes the error for a row.
  public init(table: String, id: RecordID, deed: OutsideDeed = .changed) {
    (self.table, self.id, self.deed) = (table, id, deed)
  }

  public var description: String {
    "Another program has \(deed.rawValue) record \(id) of \(table) since\(deed == .deleted ? "" : "; it was left as it is")."
  }
}

/// What another program has done to a row, so that an earlier change of the row can't be taken back.
public enum OutsideDeed: String, Hashable, Sendable, CaseIterable {
  /// It has added a row in the place of one that was gone.
  case added
  /// It has changed the row.
  case changed
  /// It has deleted the row.
  case deleted
}

/// The error that a log can't be replayed; nothing was changed.
public struct ReplayRefused: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason, as the rest of a sentence.
  public var reason: String

  /// Makes an error with the reason.
  public init(reason: String) { self.reason = reason }

  public var description: String { reason }
}

extension Database {
  /// Makes all changes of `log` inside a write, or none. Afterwards each row is exactly as in the log, and search
  /// indexes find it.
  ///
  /// Of an updated row only the changed columns are compared and written, unless VACUUM may have given its rowid to
  /// another row. A restored row whose rowid is taken gets another one, if no column holds the rowid.
  ///
  /// Leaves and returns the rows that differ from the log, and those whose unique values other rows have by now, if
  /// `leaving` does not throw: it is called with them before a row is written, and throws the first one by default. If
  /// added rows have such values, it is called a second time, with more rows. Throws `ReplayRefused` if the log is incomplete, if an index
  /// could not follow, or if a row would not be exact, and `DatabaseError` if a constraint forbids the change. Foreign
  /// keys count too unless `isTrial`, except broken ones in the log.
  public func replay(
    _ log: ChangeLog, isTrial: Bool = false,
    leaving: ([RowConflict]) throws -> Void = { if let conflict = $0.first { throw conflict } }
  ) throws -> (made: ChangeLog, left: [RowConflict]) {
    if let gap = log.gap { throw ReplayRefused(reason: gap) }
    do {
      return try replay(log, isTrial: isTrial, triesValues: false, leaving: leaving)
    } catch let error as DatabaseError where error.isOfUniqueValue && !isTrial {
      return try replay(log, isTrial: isTrial, triesValues: true, leaving: leaving)
    }
  }

  /// `triesValues`: whether it first tries which added rows have unique values that no other row has.
  private func replay(
    _ log: ChangeLog, isTrial: Bool, triesValues: Bool, leaving: ([RowConflict]) throws -> Void
  ) throws -> (made: ChangeLog, left: [RowConflict]) {
    // The savepoint lets modules write what they hold in memory.
    return try savepoint {
      let replay = try Replay(log, self)
      let tables = isTrial ? [] : try tablesWithForeignKeys(of: replay.tables)
      let broken = replay.broken
      var (outcome, mended) = try withoutForeignKeys(in: tables, but: broken) {
        try withoutTriggers {
          try withoutChecks {
            try withRoomForPages {
              // A replay knows its rows, but not what modules do to theirs.
              let recorder = RowRecorder(self, ofModules: log.virtualTables)
              return try addingRows {
                let outcome = try withListener(recorder) {
                  var outcome = try replay.run(triesValues: triesValues, leaving: leaving)
                  if !isTrial, !log.virtualTables.isEmpty {
                    try flushModules()
                    outcome.made.moduleRows = try recorder.log().moduleRows
                  }
                  return outcome
                }
                return (outcome, isTrial ? [] : replay.changedRows)
              }
            }
          }
        }
      }
      var unlisted = mended.reduce(into: [:]) { counts, violation in counts[violation, default: 0] += 1 }
      outcome.made.broken =
        mended
        + broken.filter { violation in
          guard let count = unlisted[violation], count > 0 else { return true }
          unlisted[violation] = count - 1
          return false
        }
      return outcome
    }
  }

  /// The tables with foreign keys that belong to `tables` or reference one of them.
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

extension RowChange {
  /// The same change of a row with the content `present` afterwards. Other programs may have changed columns that the
  /// change does not write.
  fileprivate func with(_ present: ExactRow) -> RowChange {
    let columns = Set(differingColumns)
    let before = before.map { before in present.merging(before.filter { columns.contains($0) }) }
    return RowChange(table: table, id: id, before: before, after: present)
  }
}

/// One replay of a log.
final class Replay {
  let database: Database
  private let log: ChangeLog
  private let changes: [RowChange]
  let tables: [TableKey: RowShape]
  /// The tables in which modules store virtual tables.
  private let moduleTables: [TableKey: RowShape]
  /// The new rowids of rows whose own rowids are taken, by table.
  private let moved: [TableKey: [Int: Int]]
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
    changes = try Self.withFreeRowIDs(log.rows, tables, database)
    var moved: [TableKey: [Int: Int]] = [:]
    for (old, new) in zip(log.rows, changes) where old.id != new.id {
      if let old = old.id.rowID, let id = new.id.rowID { moved[new.key, default: [:]][old] = id }
    }
    self.moved = moved
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

  func run(
    triesValues: Bool, leaving: ([RowConflict]) throws -> Void
  ) throws -> (made: ChangeLog, left: [RowConflict]) {
    var made: [RowChange] = []
    var left: [RowConflict] = []
    for change in changes {
      if let conflict = try conflict(change) { left.append(conflict) } else { made.append(change) }
    }
    if triesValues, case let (free, taken) = try withFreeValues(made), !free.isEmpty {
      made = free
      left += taken
    }
    if !left.isEmpty { try leaving(left) }
    let modules = try log.virtualTables.compactMap { table in
      try ModuleReplay(table, log, left: left, moved: moved, self)
    }
    for module in modules { try module.begin(self) }
    try write(made)
    for module in modules { try module.end(self) }
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
    return (madeLog, left)
  }

  /// Tries which added rows have unique values that no other row has.
  private func withFreeValues(_ changes: [RowChange]) throws -> (free: [RowChange], taken: [RowConflict]) {
    struct RolledBack: Error {}
    var refused: Set<Int> = []
    do {
      try database.savepoint {
        try write(changes.filter { $0.before != nil })
        for (place, change) in changes.enumerated() where change.before == nil {
          do {
            try write([change])
          } catch let error as DatabaseError where error.isOfUniqueValue {
            refused.insert(place)
          }
        }
        throw RolledBack()
      }
    } catch is RolledBack {}
    let taken = refused.sorted().map { changes[$0] }
    return (
      changes.indices.filter { !refused.contains($0) }.map { changes[$0] },
      taken.map { RowConflict(table: $0.table, id: idInLog($0), deed: .added) }
    )
  }

  /// The identity of a row in the log; its own rowid may be taken by now.
  private func idInLog(_ change: RowChange) -> RecordID {
    moved[change.key]?.first { $0.value == change.id.rowID }.map { .rowID($0.key) } ?? change.id
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
      // Another row may have the rowid by now: then the primary key tells, or else the whole content.
      case (let before?, _?)
      where shape(change.key).hasLooseRowIDs && !shape(change.key).hasSameKey(before, present ?? [:]):
        present == before
      case (let before?, _?):
        present.map { row in change.differingColumns.allSatisfy { row[$0] == before[$0] } } ?? false
      }
    if fits { return nil }
    let deed: OutsideDeed = change.before == nil ? .added : present == nil ? .deleted : .changed
    return RowConflict(table: change.table, id: change.id, deed: deed)
  }

  /// The rows that one statement can change: they are of one table, and the same columns are written.
  private struct Group: Hashable {
    let table: TableKey
    let columns: [String]

    init(_ table: TableKey, _ columns: [String]) { (self.table, self.columns) = (table, columns) }
  }

  /// The changes that one statement can make, in the order of the first change of each group.
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

  /// Updates rows, one statement for each group. If one row blocks a unique value of another, they are updated one by
  /// one.
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

  /// Updates rows first that no other row blocks from a unique value. If rows wait for each other because they exchange
  /// such values, one of them is deleted and later inserted again. That row is written whole, so it is compared whole.
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
