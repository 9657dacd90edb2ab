// A table whose identities are used up, which SQLite reports as a full disk.

import CSQLite

extension Database {
  /// The error of a statement that found no identity for a new row; `nil` where that is not what was missing.
  ///
  /// A table with AUTOINCREMENT gives no identity twice. Once it has given the highest, SQLITE_FULL is all that SQLite
  /// says. Which one a table gave last stands in `sqlite_sequence`. Only what inserts rows needs one.
  func usedUpIdentities(of statement: PreparedStatement) -> DatabaseError? {
    for key in statement.traits.inserts {
      var isUsedUp = false
      let given = "SELECT name FROM \(key.schema.quotedName).sqlite_sequence WHERE seq = \(Int.max)"
      // Where there is no such table, no table has AUTOINCREMENT.
      try? internalRows(given) { if TableKey(schema: key.schema, name: $0.text(0)) == key { isUsedUp = true } }
      guard isUsedUp else { continue }
      // SQLITE_CONSTRAINT_ROWID, a macro that Swift does not import.
      return DatabaseError(
        code: SQLITE_CONSTRAINT | 10 << 8,
        message: "the IDs of \(key.reportedName) are used up: the highest there can be, \(Int.max), was given already",
        sql: statement.sql)
    }
    return nil
  }
}
