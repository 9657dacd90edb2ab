// Reads the columns of a statement's current row.

public import CSQLite

extension PreparedStatement {
  /// Whether the column is NULL.
  @inlinable
  public func isNull(_ index: Int) -> Bool {
    sqlite3_column_type(handle, Int32(truncatingIfNeeded: index)) == SQLITE_NULL
  }

  /// The column as an integer, converted as SQLite converts; 0 for NULL.
  @inlinable
  public func integer(_ index: Int) -> Int {
    Int(sqlite3_column_int64(handle, Int32(truncatingIfNeeded: index)))
  }

  /// The column as a real number, converted as SQLite converts; 0 for NULL.
  @inlinable
  public func real(_ index: Int) -> Double {
    sqlite3_column_double(handle, Int32(truncatingIfNeeded: index))
  }

  /// The column as text, including NULs, with U+FFFD for invalid UTF-8; empty for NULL.
  @inlinable
  public func text(_ index: Int) -> String {
    let index = Int32(truncatingIfNeeded: index)
    guard let bytes = sqlite3_column_text(handle, index) else { return "" }
    let count = Int(sqlite3_column_bytes(handle, index))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// The column's bytes, copied; empty for NULL.
  @inlinable
  public func blob(_ index: Int) -> [UInt8] {
    let index = Int32(truncatingIfNeeded: index)
    guard let bytes = sqlite3_column_blob(handle, index) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, index))))
  }

  /// Passes the column's text (in UTF-8, valid or not) or blob to `body` without a copy. Empty for NULL.
  @inlinable
  public func withBytes<R>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    let index = Int32(truncatingIfNeeded: index)
    var bytes: UnsafeRawPointer?
    if sqlite3_column_type(handle, index) == SQLITE_BLOB {
      bytes = sqlite3_column_blob(handle, index)
    } else {
      bytes = UnsafeRawPointer(sqlite3_column_text(handle, index))
    }
    let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(handle, index))
    return try body(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// The storage class of the column.
  @inlinable
  public func storageClass(_ index: Int) -> SQLiteStorageClass {
    SQLiteStorageClass(sqlite3_column_type(handle, Int32(truncatingIfNeeded: index)))
  }

  /// The column in SQLite's own memory, until the next step.
  @inlinable
  public func storedValue(_ index: Int) -> StoredValue {
    StoredValue(sqlite3_column_value(handle, Int32(truncatingIfNeeded: index)))
  }

  /// The table and column that a result column comes from; nil if it is an expression.
  public func origin(_ index: Int) -> (table: String, column: String)? {
    let index = Int32(truncatingIfNeeded: index)
    guard let table = sqlite3_column_table_name(handle, index),
      let column = sqlite3_column_origin_name(handle, index)
    else { return nil }
    return (String(cString: table), String(cString: column))
  }

  /// The identity of the row that a column's value comes from, if the result contains it: an integer that is the whole
  /// primary key of the column's table.
  ///
  /// SQLite names the table of a column, not its alias. So the plan must visit exactly one table, once: if several are
  /// joined, or one with itself, this returns nil.
  public func identity(ofRowOf index: Int) -> Int? {
    guard let table = origin(index)?.table else { return nil }
    var (visits, keys): (Int, [ExactText]) = (0, [])
    try? database.runOnce("EXPLAIN QUERY PLAN " + sql) {
      if ["SCAN ", "SEARCH "].contains(where: $0.text(3).hasPrefix) { visits += 1 }
    }
    try? database.internalRows("PRAGMA table_xinfo(\(table.quotedName))") {
      if $0.integer(5) > 0 { keys.append(ExactText($0.text(1))) }
    }
    guard visits == 1, keys.count == 1 else { return nil }
    return (0..<columnCount).first { other in
      storageClass(other) == .integer && origin(other).map { ExactText($0.column) } == keys[0]
    }.map(integer)
  }

  /// The column as it is stored.
  @inlinable
  public func value(_ index: Int) -> SQLiteValue {
    switch storageClass(index) {
    case .null: .null
    case .integer: .integer(integer(index))
    case .real: .real(real(index))
    case .text: .text(text(index))
    case .blob: .blob(blob(index))
    }
  }
}
