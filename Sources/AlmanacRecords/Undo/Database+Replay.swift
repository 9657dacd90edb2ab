// Makes the changes of a log; the inverse of a log restores the former rows.
//
// Foreign keys, triggers and checks of the file are off meanwhile: the log has their effects, and the existing rows may
// break them. First each row is compared, then all deletions are made, then the updates, then the insertions. At the
// end each row is read again. If unique values or foreign keys forbid some rows, all is rolled back and tried again
// without these.

import Databases

extension Database {
  /// Makes all changes of `log` inside a write, or none. Afterwards each row is exactly as in the log, and search
  /// indexes find it.
  ///
  /// Of an updated row only the changed columns are compared and written, unless VACUUM may have given its rowid to
  /// another row. A restored row whose rowid is taken gets another one, if no column holds the rowid.
  ///
  /// Leaves and returns the rows that conflict with the present ones, if `leaving` does not throw: it is called once
  /// with all of them, and throws the first one by default.
  ///
  /// Throws `ReplayRefused` if the log is incomplete, if an index could not follow, or if a row would not be exact, and
  /// `DatabaseError` if a constraint other than a unique value or a foreign key forbids a row. `isTrial`: foreign keys
  /// do not count, and a taken unique value is a `DatabaseError` too.
  func replay(
    _ log: ChangeLog, isTrial: Bool = false,
    leaving: ([RowConflict]) throws -> Void = { if let conflict = $0.first { throw conflict } }
  ) throws -> (made: ChangeLog, left: [RowConflict]) {
    if let gap = log.gap { throw ReplayRefused(reason: gap) }
    // The savepoint lets modules write what they hold in memory.
    return try savepoint {
      let replay = try Replay(log, self)
      try replay.noteConflicts()
      // A replay knows its rows. What failed attempts have added is dropped with them.
      return try addingRows {
        while true {
          do {
            return try savepoint {
              let made = try attempt(replay, isTrial: isTrial)
              if !replay.left.isEmpty { try leaving(replay.left) }
              return ((made, replay.left), isTrial ? [] : replay.changedRows)
            }
          } catch is Replay.LeavesMore {
          } catch let error as ReplayRefused {
            // If nothing would be changed anyway, the conflict is the reason.
            if !replay.left.isEmpty { do { try leaving(replay.left) } catch is PartOnly {} }
            throw error
          }
        }
      }
    }
  }

  /// Makes the changes that `replay` does not leave, with all rules off. Throws `LeavesMore` if it must leave more.
  private func attempt(_ replay: Replay, isTrial: Bool) throws -> ChangeLog {
    let tables = isTrial ? [] : try tablesWithForeignKeys(of: replay.tables)
    var (made, mended, violated) = try withoutForeignKeys(in: tables, but: replay.broken) {
      try withoutTriggers {
        try withoutChecks {
          try withRoomForPages {
            // It does not know what modules do to their rows.
            let recorder = RowRecorder(self, ofModules: replay.log.virtualTables)
            return try withListener(recorder) {
              var made = try replay.run(isTrial: isTrial)
              if !isTrial, !made.virtualTables.isEmpty {
                try flushModules()
                made.moduleRows = try recorder.log().moduleRows
              }
              return made
            }
          }
        }
      }
    }
    if let error = violated.error { throw try replay.leavesMore(violated) ?? error }
    var unlisted = mended.reduce(into: [:]) { counts, violation in counts[violation, default: 0] += 1 }
    made.broken =
      mended
      + replay.broken.filter { violation in
        guard let count = unlisted[violation], count > 0 else { return true }
        unlisted[violation] = count - 1
        return false
      }
    return made
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
