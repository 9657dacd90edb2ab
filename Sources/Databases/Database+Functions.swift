// Functions in Swift that SQL can call.

import CSQLite

extension Database {
  /// Adds a function to this connection; usually in `Configuration.prepare`, for all connections.
  ///
  /// Only statements can call it, no view, trigger or index of a file. An error that it throws fails the statement with
  /// that error's description. `argumentCount` -1 means any number. Throws `DatabaseError`.
  public func addFunction(
    _ name: String, argumentCount: Int, isDeterministic: Bool = true,
    _ body: @escaping @Sendable ([SQLiteValue]) throws -> SQLiteValue
  ) throws {
    let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
    let code = sqlite3_create_function_v2(
      handle, name, Int32(argumentCount), flags, Unmanaged.passRetained(FunctionBody(body)).toOpaque(),
      { context, count, arguments in
        let body = Unmanaged<FunctionBody>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
        do {
          let values = (0..<Int(count)).map { SQLiteValue(arguments?[$0]) }
          try body.run(values).give(to: context)
        } catch {
          sqlite3_result_error(context, "\(error)", -1)
        }
      }, nil, nil,
      { context in
        if let context { Unmanaged<FunctionBody>.fromOpaque(context).release() }
      })
    guard code == SQLITE_OK else { throw failure(code) }
  }
}

/// What SQLite keeps of a function.
private final class FunctionBody {
  let run: @Sendable ([SQLiteValue]) throws -> SQLiteValue

  init(_ run: @escaping @Sendable ([SQLiteValue]) throws -> SQLiteValue) {
    self.run = run
  }
}

extension SQLiteValue {
  fileprivate init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(Int(sqlite3_value_int64(value)))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let bytes = sqlite3_value_text(value)
      let count = Int(sqlite3_value_bytes(value))
      self = .text(String(decoding: UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count), as: UTF8.self))
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(value)
      let count = Int(sqlite3_value_bytes(value))
      self = .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)))
    default: self = .null
    }
  }

  fileprivate func give(to context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, Int64(value))
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var value): value.withUTF8 { csqlite_result_text(context, $0.baseAddress, UInt64($0.count)) }
    case .blob(let value): value.withUnsafeBytes { csqlite_result_blob(context, $0.baseAddress, UInt64($0.count)) }
    }
  }
}
