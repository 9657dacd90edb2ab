// Values to the byte, out of a statement and into one.

import CSQLite

extension PreparedStatement {
  /// The column exactly as it is stored. Once `text` or `withBytes` has read a column of a UTF-16 file, the column holds
  /// UTF-8: read the exact value first.
  public func exactValue(_ index: Int) -> ExactValue {
    switch storageClass(index) {
    case .null: return .null
    case .integer: return .integer(integer(index))
    case .real: return .real(real(index))
    case .blob: return .blob(blob(index))
    case .text:
      let encoding = sqlite3_value_encoding(sqlite3_column_value(handle, Int32(index)))
      // As a blob: SQLite converts nothing.
      let bytes = blob(index)
      return encoding == SQLITE_UTF8 ? .text(bytes) : ExactValue(utf16: bytes, isBigEndian: encoding == SQLITE_UTF16BE)
    }
  }

  /// Binds a value exactly. Binding ends a run that is under way.
  public func bind(exactly value: ExactValue, at position: Int) throws {
    switch value {
    case .null: try bindNull(at: position)
    case .integer(let value): try bind(value, at: position)
    case .real(let value): try bind(value, at: position)
    case .blob(let value): try bind(value, at: position)
    case .text(let bytes): try bind(bytes, SQLITE_UTF8, at: position)
    case .utf16(let bytes, let isBigEndian):
      // SQLite drops a mark of the byte order at the beginning: it gets one to drop.
      let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
      try bind(mark + bytes, isBigEndian ? SQLITE_UTF16BE : SQLITE_UTF16LE, at: position)
    }
  }

  /// Binds as many values as there are parameters, exactly.
  func bind(exactly values: [ExactValue]) throws {
    for (index, value) in values.enumerated() { try bind(exactly: value, at: index + 1) }
  }

  private func bind(_ text: [UInt8], _ encoding: Int32, at position: Int) throws {
    if isRunning { reset() }
    let code = text.withUnsafeBytes {
      csqlite_bind_text(handle, Int32(position), $0.baseAddress, UInt64($0.count), UInt8(encoding))
    }
    try checkBinding(code, position)
  }
}

extension Database {
  /// Runs one statement to its end with exactly these values.
  public func execute(_ sql: String, exactly values: [ExactValue]) throws {
    try withStatement(sql) { statement in
      try statement.bind(exactly: values)
      while try statement.step() {}
    }
  }
}
