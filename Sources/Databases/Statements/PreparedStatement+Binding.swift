// Binds values to a statement's parameters.

public import CSQLite

extension PreparedStatement {
  /// Binds an integer. Binding ends a started run.
  @inlinable
  public func bind(_ value: Int, at position: Int) throws {
    if isRunning { reset() }
    try checkBinding(sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: position), Int64(value)), position)
  }

  /// Binds a real number; SQLite stores a NaN as NULL.
  @inlinable
  public func bind(_ value: Double, at position: Int) throws {
    if isRunning { reset() }
    try checkBinding(sqlite3_bind_double(handle, Int32(truncatingIfNeeded: position), value), position)
  }

  /// Binds a text, including NULs.
  @inlinable
  public func bind(_ value: String, at position: Int) throws {
    if isRunning { reset() }
    var value = value
    let code = value.withUTF8 {
      csqlite_bind_text(
        handle, Int32(truncatingIfNeeded: position), $0.baseAddress, UInt64($0.count), UInt8(SQLITE_UTF8))
    }
    try checkBinding(code, position)
  }

  /// Binds a blob.
  @inlinable
  public func bind(_ value: [UInt8], at position: Int) throws {
    if isRunning { reset() }
    let code = value.withUnsafeBytes {
      csqlite_bind_blob(handle, Int32(truncatingIfNeeded: position), $0.baseAddress, UInt64($0.count))
    }
    try checkBinding(code, position)
  }

  /// Binds a value.
  @inlinable
  public func bind(_ value: SQLiteValue, at position: Int) throws {
    switch value {
    case .null:
      if isRunning { reset() }
      try checkBinding(sqlite3_bind_null(handle, Int32(truncatingIfNeeded: position)), position)
    case .integer(let value): try bind(value, at: position)
    case .real(let value): try bind(value, at: position)
    case .text(let value): try bind(value, at: position)
    case .blob(let value): try bind(value, at: position)
    }
  }

  /// Binds all parameters; throws if the numbers of values and parameters differ.
  public func bind(_ values: [SQLiteValue]) throws {
    guard values.count == parameterCount else {
      throw DatabaseError(
        code: SQLITE_RANGE,
        message: "the statement has \(parameterCount) parameters, and \(values.count) values were given", sql: sql)
    }
    for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
  }

  @usableFromInline
  func checkBinding(_ code: Int32, _ position: Int) throws {
    guard code == SQLITE_OK else {
      if code == SQLITE_RANGE {
        throw DatabaseError(
          code: code, message: "the statement has no parameter \(position), only \(parameterCount)", sql: sql)
      }
      throw database.failure(code, sql: sql)
    }
  }
}
