// The statements that this module runs itself: BEGIN, COMMIT, PRAGMA. They are neither traced nor recorded.

import CSQLite

extension Database {
  /// Runs an internal statement to its end.
  func runInternal(_ sql: String) throws {
    try internalRows(sql) { _ in }
  }

  /// The first column of the first row of an internal statement.
  func internalInteger(_ sql: String) throws -> Int? {
    var value: Int?
    try internalRows(sql) { if value == nil { value = $0.integer(0) } }
    return value
  }

  /// Runs an internal statement, with values for its parameters.
  package func internalRows(_ sql: String, exactly values: [ExactValue] = [], _ body: (InternalRow) -> Void) throws {
    try authorizer.withInternalStatements {
      let kept = statements.internals[ExactText(sql)]
      // A running statement can't be used a second time.
      let isFree = kept.map { sqlite3_stmt_busy($0) == 0 } ?? true
      let statement = try (isFree ? kept : nil) ?? compileInternal(sql)
      if kept == nil { statements.internals[ExactText(sql)] = statement }
      defer {
        sqlite3_reset(statement)
        if !values.isEmpty { sqlite3_clear_bindings(statement) }
        if !isFree { sqlite3_finalize(statement) }
      }
      for (index, value) in values.enumerated() {
        let code = value.bind(to: statement, at: Int32(index + 1))
        guard code == SQLITE_OK else { throw failure(code, sql: sql) }
      }
      while true {
        let code = sqlite3_step(statement)
        if code == SQLITE_DONE { return }
        guard code == SQLITE_ROW else { throw failure(code, sql: sql) }
        body(InternalRow(statement: statement))
      }
    }
  }

  /// Runs the first statement of `sql`, an internal one, and does not keep it compiled.
  package func runOnce(_ sql: String, _ body: (InternalRow) -> Void = { _ in }) throws {
    defer { sqlite3_finalize(statements.internals.removeValue(forKey: ExactText(sql))) }
    try internalRows(sql, body)
  }

  /// The reason why SQLite can't compile a statement; nil if it can. The statement does not run.
  package func problem(compiling sql: String) throws -> DatabaseError? {
    do {
      sqlite3_finalize(try authorizer.withInternalStatements { try compileInternal(sql) })
      return nil
    } catch let error as DatabaseError where error.primaryCode == SQLITE_ERROR {
      return error
    }
  }

  private func compileInternal(_ sql: String) throws -> OpaquePointer {
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard code == SQLITE_OK, let compiled else { throw failure(code, sql: sql) }
    return compiled
  }
}

/// A row of an internal statement.
package struct InternalRow {
  let statement: OpaquePointer

  func isNull(_ index: Int32) -> Bool { sqlite3_column_type(statement, index) == SQLITE_NULL }
  package func integer(_ index: Int32) -> Int { Int(sqlite3_column_int64(statement, index)) }
  package func exactValue(_ index: Int32) -> ExactValue { ExactValue(sqlite3_column_value(statement, index)) }
  package func text(_ index: Int32) -> String {
    sqlite3_column_text(statement, index).map { String(cString: $0) } ?? ""
  }
}
