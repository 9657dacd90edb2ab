// Records what a write does to rows, so that it can be undone.
//
// The cycle: a recording begins -> SQLite calls the pre-update hook before it changes a row -> unless the row was touched
// before, it is read as it still stands -> the recording ends: each touched row is read again. Those that differ are the
// log. What a savepoint or a failed statement takes back needs no care: such a row is again what it was.

public import Databases

extension Database {
  /// Runs `body`, inside a write, and gives what it did to the rows of all tables, by itself, by triggers and by
  /// cascades. Throws what `body` throws, and `ChangeTooLarge` where that is more than `byteLimit`: then the statement
  /// that goes beyond it is interrupted, and the write must not be committed.
  public func recordingRows<R>(
    atMost byteLimit: Int = ChangeLog.byteLimit, _ body: () throws -> R
  ) throws -> (value: R, log: ChangeLog) {
    let recorder = RowRecorder(self, byteLimit: byteLimit)
    return try withRoomForPages {
      let value = try withListener(recorder) {
        try flushModules()
        recorder.isAwake = true
        let value = try namingForeignKeys(body)
        try flushModules()
        return value
      }
      let log = try recorder.log()
      note(log.gap == nil ? log.rows.changedRows(recorder.shapes) : nil)
      return (value, log)
    }
  }
}

/// The rows that a write has touched, each as it was before. Used on its connection's queue.
final class RowRecorder: RowListener {
  /// What a table is to the recorder.
  private enum Subject {
    case rows(TouchedTable)
    /// Its rows can't be recorded.
    case gap(String)
  }

  /// A table, and which of its rows were touched. Used on the connection's queue.
  private final class TouchedTable {
    let shape: RowShape
    /// The virtual table that a module keeps in it.
    let owner: TableKey?
    /// The places of the rows among those that were touched.
    var places: [RecordID: Int] = [:]

    init(_ shape: RowShape, of owner: TableKey? = nil) { (self.shape, self.owner) = (shape, owner) }
  }

  private unowned let database: Database
  private let byteLimit: Int
  private var subjects: [TableKey: Subject] = [:]
  /// The rows that were touched, at first without what they are afterwards, and the table of each.
  private var changes: [RowChange] = []
  private var tables: [TouchedTable] = []
  /// What the table of the last row is: most rows are of the same one.
  private var last: (key: TableKey, subject: Subject)?
  private var gap: String?
  /// Whether it hears what is to be recorded, and not what modules held before.
  var isAwake = false
  private var byteCount = 0
  /// What modules keep counts apart: it comes on top of the rows that it is of.
  private var moduleByteCount = 0

  init(_ database: Database, byteLimit: Int) {
    self.database = database
    self.byteLimit = byteLimit
  }

  package func schemaChanged() { gap = "the schema was changed with it" }

  package func rowChanges(_ row: ChangingRow) throws {
    guard isAwake else { return }
    switch try subject(row.table) {
    case .gap(let reason): gap = reason
    case .rows(let table):
      let old = try row.oldRowID.map { try table.shape.identity(row, isNew: false, rowID: $0) }
      let new = try row.newRowID.map { try table.shape.identity(row, isNew: true, rowID: $0) }
      if let old { _ = try touch(old, of: table) }
      if let new {
        let place = try touch(new, of: table)
        // Whatever had the identity has gone by now.
        if new != old, changes[place].before != nil { changes[place].isReplaced = true }
      }
    }
  }

  /// What the write has done.
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

  /// Returns the place of the row among those that were touched.
  private func touch(_ id: RecordID, of table: TouchedTable) throws -> Int {
    if let place = table.places[id] { return place }
    table.places[id] = changes.count
    // SQLite's own session extension reads in this hook too.
    let change = RowChange(table: table.shape.table, id: id, before: try table.shape.row(id, database))
    // An identity holds about 64 bytes, and shares its values with the change.
    try add(64 + change.byteCount, of: table)
    changes.append(change)
    tables.append(table)
    return changes.count - 1
  }

  private func add(_ bytes: Int, of table: TouchedTable) throws {
    if table.owner == nil { byteCount += bytes } else { moduleByteCount += bytes }
    guard byteCount <= byteLimit, moduleByteCount <= ChangeLog.byteLimit else { throw ChangeTooLarge() }
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
