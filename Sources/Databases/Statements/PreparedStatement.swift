// A compiled statement: bound, stepped, and read column by column.

public import CSQLite

/// A compiled statement, which `Database.withStatement` lends to its closure.
///
/// Parameters count from 1, columns from 0, as in SQLite. Columns may be read while the statement has a current row:
/// between a `step()` that returned `true` and the next one.
public final class PreparedStatement {
  @usableFromInline let handle: OpaquePointer
  // The database outlives its statements: it finalizes them.
  @usableFromInline unowned(unsafe) let database: Database
  /// The statement's text.
  public let sql: String
  /// The requested text: `sql` and the space and comments after it.
  var cacheKey: String
  /// The reports of its compilation.
  let traits: StatementTraits
  /// Its reads; they grow when a run reports more.
  var reads = ReadSet()
  /// Whether it changes nothing and needs no bookkeeping between its first and its last step.
  @usableFromInline let isPlain: Bool
  /// Whether a run has begun and not ended.
  @usableFromInline var isRunning = false
  /// The level of its changes while it runs; writers only.
  var changeToken: ChangeAccumulator.StatementToken?
  /// For the cache: whether the statement is in use, whether the cache keeps it, and its last use.
  var isInUse = true
  var isCached = false
  var lastUse = 0
  /// The schema epoch for which the layouts of its written tables were looked up.
  var layoutEpoch: Int?

  init(handle: OpaquePointer, database: Database, sql: String, traits: StatementTraits) {
    self.handle = handle
    self.database = database
    self.sql = sql
    cacheKey = sql
    self.traits = traits
    isPlain =
      sqlite3_stmt_readonly(handle) != 0 && traits.savepoint == nil && !traits.changesSchema && !traits.isPragma
  }

  deinit { sqlite3_finalize(handle) }

  /// Goes to the next row; `false` if there is none. After `false` the statement can be bound and run again.
  ///
  /// Throws `DatabaseError`, or `CancellationError` if the read's task was cancelled.
  @inlinable
  public func step() throws -> Bool {
    if isRunning && isPlain {
      let code = sqlite3_step(handle)
      if code == SQLITE_ROW { return true }
      return try ended(code)
    }
    return try stepWithBookkeeping()
  }

  /// Ends a started run. Bindings are kept.
  public func reset() {
    guard isRunning else { return }
    isRunning = false
    sqlite3_reset(handle)
    database.statementEnded(self, code: SQLITE_DONE)
  }

  /// The number of columns of a row; 0 for statements that return none.
  public var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The name of a column.
  public func columnName(_ index: Int) -> String {
    guard let name = sqlite3_column_name(handle, Int32(truncatingIfNeeded: index)) else {
      fatalError("columnName(\(index)): the statement has \(columnCount) columns, counted from 0: \(sql)")
    }
    return String(cString: name)
  }

  /// The names of all columns.
  public var columnNames: [String] { (0..<columnCount).map(columnName) }

  /// The number of operations of SQLite's virtual machine in this statement since the last call.
  package func takeWork() -> Int { Int(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1)) }

  /// The number of parameters: the highest position that can be bound.
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  @usableFromInline
  func stepWithBookkeeping() throws -> Bool {
    if !isRunning {
      try database.statementBegins(self)
      isRunning = true
    }
    database.tracker?.activate(self)
    let code = sqlite3_step(handle)
    database.tracker?.activate(nil)
    if code == SQLITE_ROW {
      database.absorbReadsWhileRunning(of: self)
      return true
    }
    return try ended(code)
  }

  @usableFromInline
  func ended(_ code: Int32) throws -> Bool {
    isRunning = false
    guard code != SQLITE_DONE else {
      sqlite3_reset(handle)
      database.statementEnded(self, code: code)
      return false
    }
    let error = database.failure(code, sql: sql)
    // Before the reset: the next call makes SQLite forget how many changes a failed statement has left.
    database.statementEnded(self, code: code)
    sqlite3_reset(handle)
    if error.isInterrupted && database.isCancelled { throw CancellationError() }
    throw error.isFull ? database.usedUpIdentities(of: self) ?? error : error
  }
}
