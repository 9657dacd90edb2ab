// Hears of each row of a write before it changes.

import CSQLite

/// Called for each row of an ordinary or a shadow table before a write changes it. Used on its connection's queue.
package protocol RowListener: AnyObject {
  /// SQLite is about to change the row. Reading is allowed, writing is not. Throws where the write is to go no further:
  /// the running statement is interrupted, no other begins, and the listener hears no more.
  func rowChanges(_ row: ChangingRow) throws
  /// A statement has changed the schema.
  func schemaChanged()
}

/// The row of which the pre-update hook speaks.
package struct ChangingRow {
  package let table: TableKey
  /// The rowid before the change; `nil` of a row that is added. It says nothing in a table without rowids.
  package let oldRowID: Int?
  /// The rowid after the change; `nil` of a row that is deleted.
  package let newRowID: Int?
  let handle: OpaquePointer

  /// The value at a place of the row, before or after the change.
  package func value(at place: Int, isNew: Bool) throws -> ExactValue {
    var value: OpaquePointer?
    let code = (isNew ? sqlite3_preupdate_new : sqlite3_preupdate_old)(handle, Int32(place), &value)
    guard code == SQLITE_OK, let value else { throw DatabaseError(handle, code: code) }
    return ExactValue(value)
  }
}

extension Database {
  /// Runs `body`, inside a write, while `listener` hears of each row that changes. Throws what `listener` threw, if it
  /// did: then the write must not be committed. Otherwise throws what `body` throws.
  package func withListener<R>(_ listener: any RowListener, _ body: () throws -> R) throws -> R {
    guard let tracker else { preconditionFailure("withListener: this connection only reads. Use it inside a write.") }
    tracker.listener = listener
    defer { (tracker.listener, tracker.refusal) = (nil, nil) }
    let result = Result { try body() }
    // `body` has thrown only that it was interrupted, or nothing where the last row was refused.
    if let refusal = tracker.refusal { throw refusal }
    return try result.get()
  }

  /// Gives the batch of this write the rows that a listener has put together; `nil` where it does not know them. They are in
  /// it if listeners know all rows that the write changes.
  package func note(_ rows: [ChangedRows]?) { tracker?.note(rows) }
}
