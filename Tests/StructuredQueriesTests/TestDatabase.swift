// A small executor: runs statements on an in-memory SQLite, so that every expected text is also run.

import CSQLite
import StructuredQueries

/// A database in memory, for one test.
final class TestDatabase {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let handle: OpaquePointer

  init(_ schema: String) throws {
    var handle: OpaquePointer?
    guard sqlite3_open(":memory:", &handle) == SQLITE_OK, let handle else { throw Failure(description: "open") }
    self.handle = handle
    guard sqlite3_exec(handle, schema, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  deinit { sqlite3_close(handle) }

  /// The rows of a statement; a statement without text is not run.
  func rows<Value>(_ statement: some Statement<Value>) throws -> [Value] {
    let query = statement.query
    if query.isEmpty { return [] }
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(handle, query.sql, -1, &prepared, nil) == SQLITE_OK else { throw failure() }
    defer { sqlite3_finalize(prepared) }
    for (index, binding) in query.bindings.enumerated() {
      guard try bind(binding, to: prepared, at: Int32(index + 1)) == SQLITE_OK else { throw failure() }
    }
    var result: [Value] = []
    while true {
      switch sqlite3_step(prepared) {
      case SQLITE_ROW:
        var decoder = TestDecoder(statement: prepared)
        result.append(try Value(decoder: &decoder))
      case SQLITE_DONE: return result
      default: throw failure()
      }
    }
  }

  private func bind(_ binding: QueryBinding, to statement: OpaquePointer?, at index: Int32) throws -> Int32 {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch binding {
    case .null: return sqlite3_bind_null(statement, index)
    case .integer(let value): return sqlite3_bind_int64(statement, index, Int64(value))
    case .real(let value): return sqlite3_bind_double(statement, index, value)
    case .text(let value): return sqlite3_bind_text(statement, index, value, -1, transient)
    case .blob(let value): return sqlite3_bind_blob(statement, index, value, Int32(value.count), transient)
    case .encodedText(let bytes, _):
      return sqlite3_bind_text64(statement, index, bytes, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
    case .invalid(let reason): throw QueryBindingError(reason: reason)
    }
  }

  private func failure() -> Failure { Failure(description: String(cString: sqlite3_errmsg(handle))) }
}
