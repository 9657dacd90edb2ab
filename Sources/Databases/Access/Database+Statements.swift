// Compiles and caches statements, and does the work before and after a statement's run.

import CSQLite

extension Database {
  /// Takes a statement from the cache, or compiles it.
  func takeStatement(_ sql: String) throws -> PreparedStatement {
    if let statement = statements.take(sql) { return statement }
    var only: PreparedStatement?
    try eachStatement(of: sql) { statement in
      guard only == nil else {
        throw DatabaseError(
          code: SQLITE_MISUSE, message: "there is more than one statement: only execute(_:) takes several", sql: sql)
      }
      only = statement
    }
    guard let only else { throw DatabaseError(code: SQLITE_MISUSE, message: "there is no statement", sql: sql) }
    only.cacheKey = sql
    return only
  }

  /// Puts a used statement into the cache.
  func giveBack(_ statement: PreparedStatement) {
    statement.reset()
    sqlite3_clear_bindings(statement.handle)
    statements.put(statement)
  }

  /// Compiles the first statement of `text`. Returns it, nil if there are only comments, and the rest of the text.
  func compile(
    _ text: UnsafePointer<CChar>
  ) throws -> (statement: PreparedStatement?, rest: UnsafePointer<CChar>) {
    var compiled: OpaquePointer?
    var end: UnsafePointer<CChar>?
    let (code, traits) = authorizer.compiling {
      sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, &end)
    }
    guard code == SQLITE_OK else {
      let sql = String(cString: text)
      if traits.controlsTransaction {
        throw DatabaseError(
          code: SQLITE_AUTH,
          message: "the closure of read and write is the transaction; for a part of it use savepoint(_:)", sql: sql)
      }
      throw failure(code, sql: sql)
    }
    let rest = end ?? text
    guard let compiled else { return (nil, rest) }
    let bytes = UnsafeRawBufferPointer(start: text, count: rest - text)
    let statement = PreparedStatement(
      handle: compiled, database: self, sql: String(decoding: bytes, as: UTF8.self), traits: traits)
    let reads = try readSet(of: traits.reads)
    let joinsNothing =
      traits.reads.isEmpty || sqlite3_stmt_readonly(compiled) == 0 || sqlite3_stmt_isexplain(compiled) != 0
    statement.reads = joinsNothing ? reads : try addingJoinsByNames(to: reads, of: statement.sql, traits)
    return (statement, rest)
  }

  /// Compiles a statement, though the cache may have it: the authorizer and the policy see what it does.
  package func compileAfresh(_ sql: String) throws { _ = try sql.withCString { try compile($0) } }

  /// The reads and writes of the triggers that a statement would fire, by trigger name.
  package func triggers(firedBy sql: String) throws -> [ExactText: TriggerTraits] {
    try sql.withCString { try compile($0).statement?.traits.triggers ?? [:] }
  }

  /// Compiles each statement of a text, and runs `body` for it before it compiles the next one.
  func eachStatement(of sql: String, _ body: (PreparedStatement) throws -> Void) throws {
    try sql.withCString { text in
      var text = text
      while text.pointee != 0 {
        let (statement, rest) = try compile(text)
        if let statement { try body(statement) }
        if rest == text { return }
        text = rest
      }
    }
  }

  func statementBegins(_ statement: PreparedStatement) throws {
    try checkCancellation()
    if statement.traits.savepoint != nil {
      guard transaction.isOpen else {
        throw DatabaseError(
          code: SQLITE_MISUSE, message: "a savepoint needs a transaction around it: use write or transaction",
          sql: statement.sql)
      }
    } else {
      trace?(statement.sql)
    }
    record(statement)
    if !statement.isPlain { try tracker?.statementBegins(statement) }
    // Last: a failed read of the schema rolls the transaction back without an error, and the statement would then
    // commit by itself.
    if transaction.isOpen && sqlite3_get_autocommit(handle) != 0 {
      throw DatabaseError.transactionLost(statement.sql)
    }
  }

  /// A run has ended: by its last step, by an error, or before its end.
  func statementEnded(_ statement: PreparedStatement, code: Int32) {
    // The tracker first: it asks SQLite about the failure, and later calls make SQLite forget it.
    tracker?.statementEnded(statement, code: code)
    absorbReadsWhileRunning(of: statement)
  }
}
