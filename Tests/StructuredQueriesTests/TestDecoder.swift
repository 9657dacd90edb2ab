// A decoder over the C library.

import CSQLite
import StructuredQueries

/// Reads the columns of a statement's current row.
struct TestDecoder: QueryDecoder {
  let statement: OpaquePointer?
  private var index: Int32 = 0

  init(statement: OpaquePointer?) { self.statement = statement }

  private mutating func next<Value>(_ read: (Int32) -> Value) -> Value? {
    defer { index += 1 }
    return sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : read(index)
  }

  mutating func decode(_ type: Int.Type) throws -> Int? {
    let statement = statement
    return next { Int(sqlite3_column_int64(statement, $0)) }
  }

  mutating func decode(_ type: Double.Type) throws -> Double? {
    let statement = statement
    return next { sqlite3_column_double(statement, $0) }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool? { try decode(Int.self).map { $0 != 0 } }

  mutating func decode(_ type: String.Type) throws -> String? {
    let statement = statement
    return next { String(cString: sqlite3_column_text(statement, $0)) }
  }

  mutating func decode(_ type: [UInt8].Type) throws -> [UInt8]? {
    let statement = statement
    return next {
      let bytes = sqlite3_column_blob(statement, $0)
      return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, $0))))
    }
  }

  mutating func decode(_ type: QueryBinding.Type) throws -> QueryBinding {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(try decode(Int.self) ?? 0)
    case SQLITE_FLOAT: return .real(try decode(Double.self) ?? 0)
    case SQLITE_TEXT: return .text(try decode(String.self) ?? "")
    case SQLITE_BLOB: return .blob(try decode([UInt8].self) ?? [])
    default:
      index += 1
      return .null
    }
  }

  mutating func skipNulls(_ count: Int) -> Bool {
    for ahead in 0..<Int32(count) where sqlite3_column_type(statement, index + ahead) != SQLITE_NULL { return false }
    index += Int32(count)
    return true
  }

  var remainingColumnCount: Int { Int(sqlite3_column_count(statement) - index) }
}
