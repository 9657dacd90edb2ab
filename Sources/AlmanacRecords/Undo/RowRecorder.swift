// Records a write's changes of rows, so that they can be undone.
//
// A recording begins. SQLite calls the pre-update hook before it changes a row. A row that was not touched before is
// then read in its former state. When the recording ends, each touched row is read again; the rows that differ are the
// log. The rollback of a savepoint or of a failed statement needs no care: such a row has its former values again.

import Databases

extension Database {
  /// Runs `body` inside a write and returns its changes of the rows of all tables, including those by triggers and
  /// cascades. Throws the errors of `body`, and `ChangeTooLarge` if the changes exceed `byteLimit`: then the statement
  /// that exceeds it is interrupted, and the write must not be committed.
  func recordingRows<R>(
    atMost byteLimit: Int = ChangeLog.byteLimit, _ body: () throws -> R
  ) throws -> (value: R, log: ChangeLog) {
    let recorder = RowRecorder(self, byteLimit: byteLimit)
    return try withRoomForPages {
      try addingRows {
        let value = try withListener(recorder) {
          try flushModules()
          recorder.isAwake = true
          let value = try namingForeignKeys(body)
          try flushModules()
          return value
        }
        let log = try recorder.log()
        return ((value, log), log.gap == nil ? log.rows.changedRows(recorder.shapes) : nil)
      }
    }
  }
}

/// The rows that a write has touched, in their former state. Used on its connection's queue.
final class RowRecorder: RowListener {
  /// How a table is recorded.
  private enum Subject {
    case rows(TouchedTable)
    /// The reason that its rows can't be recorded.
    case gap(String)
  }

  /// A table and its touched rows. Used on the connection's queue.
  private final class TouchedTable {
    let shape: RowShape
    /// The virtual table that a module stores in it; nil for an ordinary table.
    let owner: TableKey?
    /// The positions of its rows among the touched rows.
    var places: [RecordID: Int] = [:]

    init(_ shape: RowShape, of owner: TableKey? = nil) { (self.shape, self.owner) = (shape, owner) }
  }

  private unowned let database: Database
  private let byteLimit: Int
  /// The virtual tables whose rows alone are recorded, without a limit; nil: all rows are.
  private let modules: Set<TableKey>?
  private var subjects: [TableKey: Subject] = [:]
  /// The touched rows, without their later state until the end, and the table of each.
  private var changes: [RowChange] = []
  private var tables: [TouchedTable] = []
  /// The table of the last row: most rows have the same table as the row before.
  private var last: (key: TableKey, subject: Subject)?
  private var gap: String?
  /// Whether rows are recorded. At the start it is false, while modules write what they held before.
  var isAwake = false
  private var byteCount = 0
  /// The size of the modules' rows, which is counted separately: it comes on top of the indexed rows.
  private var moduleByteCount = 0

  init(_ database: Database, byteLimit: Int) {
    (self.database, self.byteLimit, modules) = (database, byteLimit, nil)
  }

  /// Records from now on the rows of tables in which modules store these virtual tables.
  init(_ database: Database, ofModules modules: Set<TableKey>) {
    (self.database, byteLimit, self.modules, isAwake) = (database, .max, modules, !modules.isEmpty)
  }

  package func schemaChanged() { gap = "the schema was changed with it" }

  package func rowChanges(_ row: ChangingRow) throws {
    guard isAwake else { return }
    switch try subject(row.table) {
    case .gap(let reason): gap = reason
    case .rows(let table):
      if let modules, !modules.contains(where: { $0 == table.owner }) { return }
      let old = try row.oldRowID.map { try table.shape.identity(row, isNew: false, rowID: $0) }
      let new = try row.newRowID.map { try table.shape.identity(row, isNew: true, rowID: $0) }
      if let old { _ = try touch(old, of: table) }
      if let new {
        let place = try touch(new, of: table)
        // The row that had this identity is gone.
        if new != old, changes[place].before != nil { changes[place].isReplaced = true }
      }
    }
  }

  /// The changes of the write.
  func log() throws -> ChangeLog {
    for index in changes.indices {
      let after = try tables[index].shape.row(changes[index].id, database)
      try add(after?.byteCount ?? 0, of: tables[index])
      changes[index].after = after
      if after == nil { changes[index].isReplaced = false }
    }
    var log = ChangeLog(tables: Set(shapes.keys), gap: gap)
    log.virtualTables = Set(tables.lazy.compactMap(\.owner))
    if log.virtualTables.isEmpty {
      log.rows = changes
    } else {
      for (change, table) in zip(changes, tables) {
        if table.owner == nil { log.rows.append(change) } else { log.moduleRows.append(change) }
      }
    }
    log.rows.removeAll { $0.before == $0.after }
    log.broken = try log.danglingReferences(database)
    return log
  }

  /// The shapes of the ordinary tables whose rows are recorded.
  var shapes: [TableKey: RowShape] {
    subjects.compactMapValues { if case .rows(let table) = $0, table.owner == nil { table.shape } else { nil } }
  }

  /// Stores the former state of a row at its first change. Returns its position among the touched rows.
  private func touch(_ id: RecordID, of table: TouchedTable) throws -> Int {
    if let place = table.places[id] { return place }
    table.places[id] = changes.count
    // SQLite's own session extension reads in this hook too.
    let change = RowChange(table: table.shape.table, id: id, before: try table.shape.row(id, database))
    // An identity takes about 64 bytes, and shares its values with the change.
    try add(64 + change.byteCount, of: table)
    changes.append(change)
    tables.append(table)
    return changes.count - 1
  }

  private func add(_ bytes: Int, of table: TouchedTable) throws {
    if table.owner == nil { byteCount += bytes } else { moduleByteCount += bytes }
    guard byteCount <= byteLimit, moduleByteCount <= ChangeLog.byteLimit || modules != nil else {
      throw ChangeTooLarge()
    }
  }

  private func subject(_ table: TableKey) throws -> Subject {
    if let last, last.key == table { return last.subject }
    let subject = try subjects[table] ?? newSubject(table)
    subjects[table] = subject
    last = (table, subject)
    return subject
  }

  private func newSubject(_ table: TableKey) throws -> Subject {
    do {
      return switch try database.schema.kind(table) {
      case .table(let name, let hasRowIDs) where table.schema == "main":
        .rows(TouchedTable(try RowShape(name, hasRowIDs: hasRowIDs, database)))
      case .shadow(let name, let owner, let hasRowIDs) where table.schema == "main":
        .rows(
          TouchedTable(
            try RowShape(name, hasRowIDs: hasRowIDs, database), of: TableKey(schema: nil, name: owner)))
      default: .gap("\(table.reportedName) is no table of the file")
      }
    } catch let refused as ReplayRefused {
      return .gap(refused.reason)
    }
  }
}
