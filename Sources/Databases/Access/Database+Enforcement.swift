// What SQLite does by itself: counted, and switched off for a while.

import CSQLite

extension Database {
  /// Whether rows refer to rows that are not there, in a way that a transaction must mend before it ends: now it could
  /// not be committed.
  public var hasUnmendedForeignKeys: Bool {
    var (count, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &count, &highest, 0)
    return count > 0
  }

  /// How many rows this connection has added, changed and deleted since it was opened, by triggers and foreign keys too.
  package var changeCount: Int { Int(sqlite3_total_changes64(handle)) }

  /// Runs `body`, inside a write, without what foreign keys do: nothing cascades and nothing is refused. Afterwards
  /// they are on again, whatever happens. Throws what `body` throws, and a `DatabaseError` where rows of `tables` (`nil`:
  /// of any table) refer to rows that are not there, did not before, and are none of `broken`.
  ///
  /// `PRAGMA foreign_keys` has no effect inside a transaction. This switch has: SQLite counts the violations that a
  /// transaction must still mend, and while keys are off it counts none.
  package func withoutForeignKeys<R>(
    in tables: [String]? = nil, but broken: [ForeignKeyViolation] = [], _ body: () throws -> R
  ) throws -> R {
    try without(SQLITE_DBCONFIG_ENABLE_FKEY) {
      if tables?.isEmpty == true { return try body() }
      var before = try ForeignKeyViolations(in: tables, self)
      before.add(broken)
      let result = try body()
      try ForeignKeyViolations(in: tables, self).requireNone(but: before)
      return result
    }
  }

  /// Runs `body` without the file's triggers; temporary ones stay on. Afterwards they are on again, whatever happens.
  package func withoutTriggers<R>(_ body: () throws -> R) rethrows -> R {
    try without(SQLITE_DBCONFIG_ENABLE_TRIGGER, body)
  }

  /// Runs `body` without the CHECK constraints: they are not even compiled. Afterwards they are on again, whatever happens.
  package func withoutChecks<R>(_ body: () throws -> R) throws -> R {
    try runInternal("PRAGMA ignore_check_constraints=ON")
    defer { try? runInternal("PRAGMA ignore_check_constraints=OFF") }
    return try body()
  }

  /// Lets modules write what they hold in memory into their tables.
  package func flushModules() throws {
    try runInternal("SAVEPOINT almanac_modules")
    try runInternal("RELEASE almanac_modules")
  }

  /// Lets a module forget what it holds in memory of a virtual table: others than the module have written its tables. A
  /// statement that changes nothing makes the table part of the transaction; what is rolled back, modules forget.
  package func forgetModule(of table: String) throws {
    try runInternal("SAVEPOINT almanac_modules")
    defer { try? runInternal("RELEASE almanac_modules") }
    try runOnce("DELETE FROM main.\(table.quotedName) WHERE 0")
    try runInternal("ROLLBACK TO almanac_modules")
  }

  /// Runs `body`, inside a write, with memory for the pages that it changes. Without room a page goes into the log, and
  /// is read again from there, many times over.
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
