// A value of a statement's current row, in SQLite's own memory.

public import CSQLite

/// A column of the current row, as it is stored. Use it before the next step: SQLite then reuses the memory.
///
/// This is faster than the statement for several questions about one column. SQLite allows it if only one thread at a
/// time uses the connection, as here.
public struct StoredValue {
  @usableFromInline let handle: OpaquePointer

  @inlinable
  init(_ handle: OpaquePointer) { self.handle = handle }

  /// Its storage class. Ask for it first: a conversion changes SQLite's answer.
  @inlinable public var storageClass: SQLiteStorageClass { SQLiteStorageClass(sqlite3_value_type(handle)) }

  /// As an integer, converted as SQLite converts; 0 for NULL.
  @inlinable public var integer: Int { Int(sqlite3_value_int64(handle)) }

  /// As a real number, converted as SQLite converts; 0 for NULL.
  @inlinable public var real: Double { sqlite3_value_double(handle) }

  /// A stored text, including NULs, if it is valid UTF-8; otherwise nil. Throws if there is no memory for it.
  @inlinable
  public func validText() throws(DatabaseError) -> String? {
    guard let bytes = sqlite3_value_text(handle) else {
      throw DatabaseError(code: SQLITE_NOMEM, message: "out of memory")
    }
    let count = Int(sqlite3_value_bytes(handle))
    // The faster way reads up to the first NUL; few texts have one before their end.
    let text = String(validatingCString: UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self))
    guard text?.utf8.count != count else { return text }
    return String(validating: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Its bytes, copied; empty for NULL.
  @inlinable public var blob: [UInt8] {
    guard let bytes = sqlite3_value_blob(handle) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(handle))))
  }
}
