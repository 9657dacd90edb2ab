// Values to the byte, out of a statement and into one.

import CSQLite

extension PreparedStatement {
  /// The column exactly as it is stored. Once `text` or `withBytes` has read a column of a UTF-16 file, the column holds
  /// UTF-8: read the exact value first.
  public func exactValue(_ index: Int) -> ExactValue {
    // One thread at a time uses a connection, so SQLite needs no protection of the value.
    ExactValue(sqlite3_column_value(handle, Int32(truncatingIfNeeded: index)))
  }

  /// Binds a value exactly. Binding ends a run that is under way.
  public func bind(exactly value: ExactValue, at position: Int) throws {
    if isRunning { reset() }
    try checkBinding(value.bind(to: handle, at: Int32(truncatingIfNeeded: position)), position)
  }
}

extension Database {
  /// Runs one statement to its end with exactly these values.
  public func execute(_ sql: String, exactly values: [ExactValue]) throws {
    try withStatement(sql) { statement in
      for (index, value) in values.enumerated() { try statement.bind(exactly: value, at: index + 1) }
      while try statement.step() {}
    }
  }
}
