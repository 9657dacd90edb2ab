// Reads exact values from SQLite and binds them.

import CSQLite

extension ExactValue {
  /// Copies an SQLite value. A text of a UTF-16 file becomes UTF-8 once it has been read as UTF-8.
  init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(Int(sqlite3_value_int64(value)))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let encoding = sqlite3_value_encoding(value)
      // As a blob: SQLite converts nothing.
      let bytes = Self.bytes(value)
      self = encoding == SQLITE_UTF8 ? .text(bytes) : Self(utf16: bytes, isBigEndian: encoding == SQLITE_UTF16BE)
    case SQLITE_BLOB: self = .blob(Self.bytes(value))
    default: self = .null
    }
  }

  private static func bytes(_ value: OpaquePointer?) -> [UInt8] {
    guard let bytes = sqlite3_value_blob(value) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value))))
  }

  /// Binds the value to a parameter of a statement; returns SQLite's code.
  func bind(to statement: OpaquePointer, at position: Int32) -> Int32 {
    func bind(_ text: [UInt8], _ encoding: Int32) -> Int32 {
      text.withUnsafeBytes {
        csqlite_bind_text(statement, position, $0.baseAddress, UInt64($0.count), UInt8(encoding))
      }
    }
    switch self {
    case .null: return sqlite3_bind_null(statement, position)
    case .integer(let value): return sqlite3_bind_int64(statement, position, Int64(value))
    case .real(let value): return sqlite3_bind_double(statement, position, value)
    case .text(let bytes): return bind(bytes, SQLITE_UTF8)
    // SQLite drops a byte order mark at the beginning: add one for it to drop.
    case .utf16(let bytes, isBigEndian: true): return bind([0xFE, 0xFF] + bytes, SQLITE_UTF16BE)
    case .utf16(let bytes, isBigEndian: false): return bind([0xFF, 0xFE] + bytes, SQLITE_UTF16LE)
    case .blob(let bytes):
      return bytes.withUnsafeBytes { csqlite_bind_blob(statement, position, $0.baseAddress, UInt64($0.count)) }
    }
  }
}
