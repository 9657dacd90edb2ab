// Receives each row of a write before it changes.

import CSQLite

/// Called for each row of an ordinary or a shadow table before a write changes it. Used on its connection's queue.
package protocol RowListener: AnyObject {
  /// SQLite is about to change the row. Reading is allowed, writing is not. An error stops the write: the running
  /// statement is interrupted, no other begins, and the listener is not called again.
  func rowChanges(_ row: ChangingRow) throws
  /// A statement has changed the schema.
  func schemaChanged()
}

/// The row that the pre-update hook reports.
package struct ChangingRow {
  package let table: TableKey
  /// The rowid before the change; nil for an added row. Meaningless in a table without rowids.
  package let oldRowID: Int?
  /// The rowid after the change; nil for a deleted row.
  package let newRowID: Int?
  let handle: OpaquePointer

  /// The value of the column at an index, before or after the change.
  package func value(at place: Int, isNew: Bool) throws -> ExactValue {
    var value: OpaquePointer?
    let code = (isNew ? sqlite3_preupdate_new : sqlite3_preupdate_old)(handle, Int32(place), &value)
    guard code == SQLITE_OK, let value else { throw DatabaseError(handle, code: code) }
    return ExactValue(value)
  }
}

extension Database {
  /// Runs `body`, inside a write, while `listener` receives each row that changes, after the listeners of enclosing
  /// calls. Throws the listener's error, if any: the write must not be committed then. Otherwise throws what `body`
  /// throws.
  package func withListener<R>(_ listener: any RowListener, _ body: () throws -> R) throws -> R {
    guard let tracker else { fatalError("withListener: this connection only reads. Use it inside a write.") }
    let outer = tracker.listener
    tracker.listener = outer.map { NestedListeners(outer: $0, inner: listener) } ?? listener
    defer { (tracker.listener, tracker.refusal) = (outer, nil) }
    let result = Result { try body() }
    // `body` has thrown only that it was interrupted, or nothing if the last row was refused.
    if let refusal = tracker.refusal { throw refusal }
    return try result.get()
  }

  /// Runs `body`, and adds the changed rows that it returns to the batch of this write; nil if it does not know them.
  /// They replace the rows that calls inside `body` have added. The batch contains rows only if all rows that the write
  /// changes were added.
  package func addingRows<R>(_ body: () throws -> (value: R, rows: [ChangedRows]?)) rethrows -> R {
    let earlier = tracker?.heardRows
    let (value, rows) = try body()
    if let tracker, var heard = earlier {
      heard.add(rows)
      tracker.heardRows = heard
    }
    return value
  }
}

/// Two listeners to the same rows.
private final class NestedListeners: RowListener {
  private let outer: any RowListener
  private let inner: any RowListener

  init(outer: any RowListener, inner: any RowListener) { (self.outer, self.inner) = (outer, inner) }

  func rowChanges(_ row: ChangingRow) throws {
    try outer.rowChanges(row)
    try inner.rowChanges(row)
  }

  func schemaChanged() {
    outer.schemaChanged()
    inner.schemaChanged()
  }
}
