// Rules that SQLite enforces and work that it does by itself: counts of both, and switches that turn them off for a
// while.

import CSQLite

extension Database {
  /// Whether the transaction has violated deferred foreign keys and not yet mended them: it could not be committed now.
  public var hasUnmendedForeignKeys: Bool {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
    return count > 0
  }

  /// The number of rows that this connection has added, changed and deleted since it was opened, including changes
  /// by triggers and foreign keys.
  package var changeCount: Int { Int(sqlite3_total_changes64(handle)) }

  /// Runs `body`, inside a write, with foreign keys off: nothing cascades and nothing is refused. They are always on
  /// again afterwards. Returns the value, the violations in `tables` (nil: in all tables) that `body` has mended, and
  /// those that it has made and that are not in `broken`. Throws what `body` throws.
  ///
  /// `PRAGMA foreign_keys` has no effect inside a transaction, but this switch does: SQLite counts the violations that
  /// a transaction must still mend, and counts none while keys are off.
  @discardableResult
  package func withoutForeignKeys<R>(
    in tables: [String]? = nil, but broken: [ForeignKeyViolation] = [], _ body: () throws -> R
  ) throws -> (value: R, mended: [ForeignKeyViolation], violated: [ForeignKeyViolation]) {
    try without(SQLITE_DBCONFIG_ENABLE_FKEY) {
      if tables?.isEmpty == true { return (try body(), [], []) }
      let before = try ForeignKeyViolations(in: tables, self)
      let value = try body()
      let after = try ForeignKeyViolations(in: tables, self)
      return (value, before.missing(from: after), after.violations(but: before, broken))
    }
  }

  /// Runs `body`, inside a write that must be rolled back afterwards, and checks foreign keys only then. Throws what
  /// `body` throws, and a `DatabaseError` that names a table and its rows if they now reference missing rows and did not
  /// before. Cascades run; RESTRICT waits like the other actions.
  package func requireForeignKeys(_ body: () throws -> Void) throws {
    try runInternal("PRAGMA defer_foreign_keys=ON")
    let before = try ForeignKeyViolations(self)
    try body()
    if let error = try ForeignKeyViolations(self).violations(but: before, []).error { throw error }
  }

  /// Runs `body` with the file's triggers off; temporary triggers stay on. The triggers are always on again afterwards.
  package func withoutTriggers<R>(_ body: () throws -> R) rethrows -> R {
    try without(SQLITE_DBCONFIG_ENABLE_TRIGGER, body)
  }

  /// Runs `body` with CHECK constraints off: they are not even compiled. They are always on again afterwards.
  package func withoutChecks<R>(_ body: () throws -> R) throws -> R {
    try runInternal("PRAGMA ignore_check_constraints=ON")
    defer { try? runInternal("PRAGMA ignore_check_constraints=OFF") }
    return try body()
  }

  /// Makes virtual table modules write what they hold in memory into their tables.
  package func flushModules() throws {
    try runInternal("SAVEPOINT almanac_modules")
    try runInternal("RELEASE almanac_modules")
  }

  /// Makes a module drop what it holds in memory of a virtual table, because something else has written its tables. A
  /// statement that changes nothing makes the table part of a savepoint; modules drop their memory when it is rolled
  /// back.
  package func forgetModule(of table: String) throws {
    try runInternal("SAVEPOINT almanac_modules")
    defer { try? runInternal("RELEASE almanac_modules") }
    try runOnce("DELETE FROM main.\(table.quotedName) WHERE 0")
    try runInternal("ROLLBACK TO almanac_modules")
  }

  /// Runs `body`, inside a write, with a cache large enough for the pages that it changes. A page that does not fit is
  /// written to the log and read again from there, many times over.
  package func withRoomForPages<R>(_ body: () throws -> R) throws -> R {
    let usual = try internalInteger("PRAGMA cache_size") ?? -2048
    try runInternal("PRAGMA cache_size=-65536")
    defer { try? runInternal("PRAGMA cache_size=\(usual)") }
    return try body()
  }

  private func without<R>(_ option: Int32, _ body: () throws -> R) rethrows -> R {
    csqlite_switch(handle, option, 0)
    defer { csqlite_switch(handle, option, 1) }
    return try body()
  }
}
