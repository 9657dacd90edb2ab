// Running SQL inside a read or a write.

import CSQLite

extension Database {
  /// Runs SQL to its end. Without bindings `sql` may be any number of statements.
  public func execute(_ sql: String, _ bindings: [SQLiteValue] = []) throws {
    if !bindings.isEmpty {
      try withStatement(sql) { statement in
        try statement.bind(bindings)
        while try statement.step() {}
      }
      return
    }
    if let cached = statements.take(sql) {
      defer { giveBack(cached) }
      while try cached.step() {}
      return
    }
    try eachStatement(of: sql) { statement in
      while try statement.step() {}
      // A single statement may be run again; the statements of a script are not.
      if statement.sql == sql { giveBack(statement) }
    }
  }

  /// Runs one statement and copies its rows.
  public func rows(_ sql: String, _ bindings: [SQLiteValue] = []) throws -> [Row] {
    try withStatement(sql) { statement in
      try statement.bind(bindings)
      var rows: [Row] = []
      var columns: [String]?
      while try statement.step() {
        // After the first step: until then a schema change may still change the columns.
        let names = columns ?? statement.columnNames
        columns = names
        rows.append(Row(columns: names, values: names.indices.map(statement.value)))
      }
      return rows
    }
  }

  /// Lends a compiled statement, from the cache if possible, and resets and clears it afterwards.
  ///
  /// A second use of the same SQL inside `body` gets a statement of its own.
  public func withStatement<R>(_ sql: String, _ body: (PreparedStatement) throws -> R) throws -> R {
    let statement = try takeStatement(sql)
    defer { giveBack(statement) }
    return try body(statement)
  }

  /// Runs `body` in a savepoint. If it throws, its changes are rolled back and the error is rethrown.
  public func savepoint<R>(_ body: () throws -> R) throws -> R {
    transaction.savepointDepth += 1
    defer { transaction.savepointDepth -= 1 }
    let name = "nested_\(transaction.savepointDepth)"
    try execute("SAVEPOINT \(name)")
    let result: R
    do {
      result = try body()
      try execute("RELEASE \(name)")
    } catch {
      // SQLite may have rolled back the whole transaction, and the savepoint with it.
      if sqlite3_get_autocommit(handle) == 0 {
        try withoutCancellation {
          try execute("ROLLBACK TO \(name)")
          try execute("RELEASE \(name)")
        }
      }
      throw error
    }
    return result
  }

  private func withoutCancellation(_ body: () throws -> Void) rethrows {
    let flag = waits.cancellation
    waits.cancellation = nil
    defer { waits.cancellation = flag }
    try body()
  }
}
