// Reads two files at the same time.

import CSQLite
import Glibc

extension SQLiteConnection {
  /// Runs `body` on one snapshot of this file and one of another. A connection of its own reads the other one. Throws as
  /// `read` does.
  public func read<R: Sendable>(
    with other: SQLiteConnection, _ body: @escaping @Sendable (Database, Database) throws -> R
  ) async throws -> R {
    try await read { first in
      // Both snapshots begin before anything is compared.
      _ = try first.schema.cookie()
      let flag = first.waits.cancellation ?? CancellationFlag()
      let second = try other.openBeside(flag)
      return try second.read(flag) { second in
        _ = try second.schema.cookie()
        return try body(first, second)
      }
    }
  }

  private func openBeside(_ flag: CancellationFlag) throws -> Database {
    // Never when another file is at the path: SQLite would read the opened file with that file's log and locks.
    try file.presence?.requireOpened()
    let database = Result { try file.openReader(configuration, flag) }
    try file.presence?.requireOpened()
    return try database.get()
  }
}

extension PreparedStatement {
  /// Whether the current rows of two statements have the same exact values in their columns from `first` on. Nothing is
  /// copied unless the files have different encodings.
  public func hasSameValues(as other: PreparedStatement, from first: Int) -> Bool {
    (first..<columnCount).allSatisfy { index in
      Self.areSame(sqlite3_column_value(handle, Int32(index)), sqlite3_column_value(other.handle, Int32(index)))
    }
  }

  private static func areSame(_ left: OpaquePointer?, _ right: OpaquePointer?) -> Bool {
    let type = sqlite3_value_type(left)
    guard type == sqlite3_value_type(right) else { return false }
    switch type {
    case SQLITE_NULL: return true
    case SQLITE_INTEGER: return sqlite3_value_int64(left) == sqlite3_value_int64(right)
    case SQLITE_FLOAT: return sqlite3_value_double(left) == sqlite3_value_double(right)
    case SQLITE_TEXT where sqlite3_value_encoding(left) != sqlite3_value_encoding(right):
      return ExactValue(left) == ExactValue(right)
    default:
      let (first, second) = (sqlite3_value_blob(left), sqlite3_value_blob(right))
      let count = sqlite3_value_bytes(left)
      guard count == sqlite3_value_bytes(right) else { return false }
      guard count > 0, let first, let second else { return true }
      return memcmp(first, second, Int(count)) == 0
    }
  }
}
