// Receives every changed row of the writer's connection, and reports the changes after the commit.
//
// The cycle: a writing statement begins -> the layouts of its tables are looked up -> SQLite calls the pre-update hook
// for each row -> the row is compared and counted in the statement's level -> COMMIT -> `takeChanges()`.

import CSQLite
import Glibc

/// The changed rows of a transaction, as its listeners tell them.
struct HeardRows {
  private(set) var rows: [ChangedRows] = []
  /// Whether each listener knew its rows.
  private(set) var areComplete = true

  /// Adds the rows of a listener; nil if it does not know them.
  mutating func add(_ rows: [ChangedRows]?) {
    if let rows { self.rows += rows } else { areComplete = false }
  }
}

/// The pre-update hook of one connection and the changes that it has reported. Used on that connection's queue.
final class ChangeTracker {
  private unowned(unsafe) let database: Database
  private var accumulator = ChangeAccumulator()
  /// The tables by the numbers that the accumulator uses.
  private var tables: [(key: TableKey, layout: TableLayout?)] = []
  private var numbers: [TableKey: Int] = [:]
  /// The tables whose rows have changed, by copies of SQLite's names; the number is nil for tables that no batch
  /// reports.
  private var names: [(schema: [CChar], name: [CChar], number: Int?)] = []
  /// The schema cookie when the transaction's first writing statement began.
  private var cookieAtBeginning: Int?
  /// The schema cookie for which the layouts were looked up.
  private var cookieOfLayouts: Int?
  private var ranSchemaChange = false
  /// Whether SQLite has rolled the transaction back since the last statement ended.
  private var wasRolledBack = false
  /// Receives each row, if a write asks for it.
  var listener: (any RowListener)?
  /// The error that the listener threw: the write goes no further.
  var refusal: (any Error)?
  /// The changed rows of the current transaction that listeners have assembled.
  var heardRows = HeardRows()

  init(database: Database) {
    self.database = database
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = sqlite3_preupdate_hook(
      database.handle,
      { context, handle, operation, schema, table, oldRowID, newRowID in
        guard let context, let handle, let schema, let table else { return }
        Unmanaged<ChangeTracker>.fromOpaque(context).takeUnretainedValue()
          .rowChanges(handle, operation, schema, table, Int(oldRowID), Int(newRowID))
      }, context)
    _ = sqlite3_rollback_hook(
      database.handle,
      { context in
        guard let context else { return }
        Unmanaged<ChangeTracker>.fromOpaque(context).takeUnretainedValue().wholeTransactionRolledBack()
      }, context)
  }

  // MARK: Statements

  /// A statement that is not plain begins to run.
  func statementBegins(_ statement: PreparedStatement) throws {
    if let refusal { throw refusal }
    if cookieAtBeginning == nil {
      let cookie = try database.schema.cookie()
      cookieAtBeginning = cookie
      if cookie != cookieOfLayouts {
        forgetLayouts()
        cookieOfLayouts = cookie
      }
    }
    if statement.layoutEpoch != database.schema.epoch {
      for key in statement.traits.writes {
        let number = number(of: key)
        if tables[number].layout == nil { tables[number].layout = try database.schema.layout(key) }
      }
      statement.layoutEpoch = database.schema.epoch
    }
    statement.changeToken = accumulator.beginStatement()
  }

  /// The following row changes belong to this statement.
  func activate(_ statement: PreparedStatement?) {
    accumulator.active = statement?.changeToken
  }

  /// A statement's run has ended.
  func statementEnded(_ statement: PreparedStatement, code: Int32) {
    if let token = statement.changeToken {
      statement.changeToken = nil
      accumulator.endStatement(token, isKept: code == SQLITE_DONE || standsAfterFailure(token))
    }
    wasRolledBack = false
    guard code == SQLITE_DONE else { return }
    if statement.traits.changesSchema {
      ranSchemaChange = true
      listener?.schemaChanged()
      forgetLayouts()
    }
    switch statement.traits.savepoint {
    case (.open, let name)?: accumulator.openSavepoint(name)
    case (.release, let name)?: accumulator.release(name)
    case (.rollBack, let name)?:
      accumulator.rollBack(to: name)
      if ranSchemaChange { forgetLayouts() }
    case nil: break
    }
  }

  /// Whether the changes of a failed statement are kept, as after `OR FAIL`.
  private func standsAfterFailure(_ token: ChangeAccumulator.StatementToken) -> Bool {
    if wasRolledBack { return false }
    if sqlite3_changes64(database.handle) > 0 { return true }
    // RAISE(FAIL) in a trigger, before any row of the statement itself, counts no change. It can't be known then;
    // assume yes.
    return sqlite3_extended_errcode(database.handle) == Self.raisedInTrigger && accumulator.hasOnlyTriggersRows(token)
  }

  /// SQLITE_CONSTRAINT_TRIGGER, a macro that Swift does not import.
  private static let raisedInTrigger = SQLITE_CONSTRAINT | 7 << 8

  // MARK: Transactions

  /// Whether the current transaction has changed a row.
  var hasChanges: Bool { !accumulator.isEmpty }

  /// This module has rolled the transaction back.
  func rolledBack() {
    wholeTransactionRolledBack()
    wasRolledBack = false
    heardRows = HeardRows()
    cookieAtBeginning = nil
    ranSchemaChange = false
  }

  private func wholeTransactionRolledBack() {
    accumulator.rollBackAll()
    wasRolledBack = true
    if ranSchemaChange { forgetLayouts() }
  }

  /// The transaction was committed: returns its changes, or nil if there are none.
  func takeChanges() -> ChangeBatch? {
    defer {
      heardRows = HeardRows()
      cookieAtBeginning = nil
      ranSchemaChange = false
    }
    var schemaChanged = false
    if ranSchemaChange, let before = cookieAtBeginning {
      let now = try? database.schema.cookie()
      schemaChanged = now != before
      cookieOfLayouts = now
    }
    var changes: [String: TableChange] = [:]
    for (number, tally) in accumulator.take() {
      do {
        let layout = try tables[number].layout ?? database.schema.layout(tables[number].key)
        tables[number].layout = layout
        changes[layout.reportedName, default: TableChange()].add(tally, layout)
      } catch {
        // The table can't be named: any table may have changed.
        schemaChanged = true
      }
    }
    // A table that a write touched twice is in two lists.
    let tables = Dictionary(grouping: heardRows.areComplete ? heardRows.rows : []) { $0.table.name.lowercasedASCII }
    for (name, rows) in tables where rows.count == 1 { changes[name]?.rows = rows[0] }
    return changes.isEmpty && !schemaChanged
      ? nil : ChangeBatch(origin: .own, tables: changes, schemaChanged: schemaChanged)
  }

  private func forgetLayouts() {
    database.schema.forget()
    for number in tables.indices { tables[number].layout = nil }
  }

  // MARK: Rows

  private func rowChanges(
    _ handle: OpaquePointer, _ operation: Int32, _ schema: UnsafePointer<CChar>, _ table: UnsafePointer<CChar>,
    _ oldRowID: Int, _ newRowID: Int
  ) {
    guard let number = number(schema, table) else { return }
    tellListener(
      ChangingRow(
        table: tables[number].key, oldRowID: operation == SQLITE_INSERT ? nil : oldRowID,
        newRowID: operation == SQLITE_DELETE ? nil : newRowID, handle: handle))
    // A failed read by the listener may make SQLite roll back everything: the hook's row then no longer exists.
    guard refusal == nil else { return }
    if listener == nil { heardRows.add(nil) }
    let isOwn = sqlite3_preupdate_depth(handle) == 0
    switch operation {
    case SQLITE_INSERT:
      accumulator.record(number, isOwn: isOwn) { $0.inserted += 1 }
    case SQLITE_DELETE:
      accumulator.record(number, isOwn: isOwn) { $0.deleted += 1 }
    case _ where oldRowID != newRowID:
      accumulator.record(number, isOwn: isOwn) {
        $0.deleted += 1
        $0.inserted += 1
      }
    default:
      let columns = RowComparison(handle: handle, layout: tables[number].layout).differingColumns
      guard !columns.isEmpty else { return }
      accumulator.record(number, isOwn: isOwn) {
        $0.updated += 1
        $0.columns.formUnion(columns)
      }
    }
  }

  private func tellListener(_ row: ChangingRow) {
    guard let listener, refusal == nil else { return }
    do {
      try listener.rowChanges(row)
    } catch {
      refusal = error
      // SQLite notices before the statement's next row.
      sqlite3_interrupt(database.handle)
    }
  }

  private func number(_ schema: UnsafePointer<CChar>, _ table: UnsafePointer<CChar>) -> Int? {
    // A write changes few tables, mostly many rows in turn: making strings of the names would cost more.
    if let known = names.first(where: { strcmp($0.name, table) == 0 && strcmp($0.schema, schema) == 0 }) {
      return known.number
    }
    let key = TableKey(schema: String(cString: schema), name: String(cString: table))
    let number = key.isReported ? number(of: key) : nil
    names.append((Self.copy(schema), Self.copy(table), number))
    return number
  }

  private func number(of key: TableKey) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = tables.count
    tables.append((key, nil))
    return tables.count - 1
  }

  private static func copy(_ name: UnsafePointer<CChar>) -> [CChar] {
    [CChar](UnsafeBufferPointer(start: name, count: strlen(name) + 1))
  }
}

extension TableChange {
  /// Adds the counts of one table. A virtual table has several, and so has a name that `String` considers equal to
  /// another.
  fileprivate mutating func add(_ tally: TableTally, _ layout: TableLayout) {
    inserted += tally.inserted
    updated += tally.updated
    deleted += tally.deleted
    if layout.isShadow {
      (concernsAllColumns, countsShadowRows) = (true, true)
      return
    }
    for (place, column) in layout.storedColumns.enumerated() where tally.columns.contains(place) {
      columns.insert(column)
    }
    if tally.updated > 0 { columns.formUnion(layout.virtualColumns) }
  }
}
