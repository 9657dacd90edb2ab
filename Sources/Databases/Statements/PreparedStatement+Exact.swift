// Reads and binds values byte for byte.

import CSQLite

extension PreparedStatement {
  /// The column exactly as it is stored. Once `text` or `withBytes` has read a column of a UTF-16 file, the column holds
  /// UTF-8: read the exact value first.
  public func exactValue(_ index: Int) -> ExactValue {
    // Only one thread at a time uses a connection, so the value needs no protection.
    ExactValue(sqlite3_column_value(handle, Int32(truncatingIfNeeded: index)))
  }

  /// Binds a value exactly. Binding ends a started run.
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
