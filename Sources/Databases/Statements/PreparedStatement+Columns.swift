// The columns of the row on which a statement stands.

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

  /// The column as text, NULs and all, what is no UTF-8 replaced by U+FFFD; empty for NULL.
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

  /// Lets `body` see the column's text (in UTF-8, as it stands) or blob without a copy. Empty for NULL.
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

  /// How the column is stored.
  @inlinable
  public func storageClass(_ index: Int) -> SQLiteStorageClass {
    SQLiteStorageClass(sqlite3_column_type(handle, Int32(truncatingIfNeeded: index)))
  }

  /// The column where SQLite has it, until the next step.
  @inlinable
  public func storedValue(_ index: Int) -> StoredValue {
    StoredValue(sqlite3_column_value(handle, Int32(truncatingIfNeeded: index)))
  }

  /// The table and the column that a column of the result is of; `nil` where it is an expression.
  public func origin(_ index: Int) -> (table: String, column: String)? {
    let index = Int32(truncatingIfNeeded: index)
    guard let table = sqlite3_column_table_name(handle, index),
      let column = sqlite3_column_origin_name(handle, index)
    else { return nil }
    return (String(cString: table), String(cString: column))
  }

  /// The identity of the row that the value in a column is of, where the result has it: an integer that is the whole
  /// primary key of the column's table.
  ///
  /// SQLite names the table of a column and not its alias. So the plan must visit one table, once: of what several were
  /// joined from, one to itself too, no identity is given.
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
