// A table whose identities are used up; SQLite reports that as a full disk.

import CSQLite

extension Database {
  /// The error of a statement that found no identity for a new row; nil if that was not the problem.
  ///
  /// A table with AUTOINCREMENT uses no identity twice. Once it has used the highest, SQLite reports only SQLITE_FULL.
  /// `sqlite_sequence` holds the last identity of each table. Only statements that insert rows need one.
  func usedUpIdentities(of statement: PreparedStatement) -> DatabaseError? {
    for key in statement.traits.inserts {
      var isUsedUp = false
      let given = "SELECT name FROM \(key.schema.quotedName).sqlite_sequence WHERE seq = \(Int.max)"
      // If there is no such table, no table has AUTOINCREMENT.
      try? internalRows(given) { if TableKey(schema: key.schema, name: $0.text(0)) == key { isUsedUp = true } }
      guard isUsedUp else { continue }
      // SQLITE_CONSTRAINT_ROWID, a macro that Swift does not import.
      return DatabaseError(
        code: SQLITE_CONSTRAINT | 10 << 8,
        message: "the IDs of \(key.reportedName) are used up: the highest possible one, \(Int.max), was used already",
        sql: statement.sql)
    }
    return nil
  }
}
