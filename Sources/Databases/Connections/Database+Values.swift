// A function of SQL that returns given values.

import CSQLite

/// Values that SQLite has copied.
private final class CopiedValues {
  var values: [OpaquePointer?] = []

  deinit { for value in values { sqlite3_value_free(value) } }
}

extension Database {
  /// Defines the function `name(n)`, which returns the n-th of these values, counted from 1. The definitions of the file's
  /// views and triggers can't call it.
  package func define(_ name: String, as values: [ExactValue]) throws {
    let copied = CopiedValues()
    for value in values {
      try withStatement("SELECT ?1") { statement in
        try statement.bind(exactly: value, at: 1)
        _ = try statement.step()
        copied.values.append(sqlite3_value_dup(sqlite3_column_value(statement.handle, 0)))
      }
    }
    let code = sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY,
      Unmanaged.passRetained(copied).toOpaque(),
      { context, _, arguments in
        let values = Unmanaged<CopiedValues>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue().values
        let index = Int(sqlite3_value_int64(arguments?[0])) - 1
        sqlite3_result_value(context, values.indices.contains(index) ? values[index] : nil)
      }, nil, nil, { Unmanaged<CopiedValues>.fromOpaque($0!).release() })
    guard code == SQLITE_OK else { throw DatabaseError(handle, code: code, sql: name) }
  }
}
