// Another program's connection to a file, and what it reads: the oracle.

import CSQLite
import Databases
import Foundation

/// A connection of SQLite's C library, as any other program has one.
final class OtherProgram {
  private var handle: OpaquePointer?

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ path: String) throws {
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(description: "open \(path)") }
    try run("PRAGMA synchronous=OFF")
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(description: String(cString: sqlite3_errmsg(handle)) + " in " + sql)
    }
  }

  /// Runs statements, and lets go of what a constraint refuses.
  func tryRun(_ sql: String) { _ = sqlite3_exec(handle, sql, nil, nil, nil) }

  /// The rows of a query.
  func rows(_ sql: String) throws -> [[ExactValue]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(description: String(cString: sqlite3_errmsg(handle)) + " in " + sql)
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[ExactValue]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_DONE: return rows
      case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) })
      default: throw Failure(description: String(cString: sqlite3_errmsg(handle)) + " in " + sql)
      }
    }
  }

  private static func value(_ statement: OpaquePointer?, _ column: Int32) -> ExactValue {
    func bytes() -> [UInt8] {
      guard let start = sqlite3_column_blob(statement, column) else { return [] }
      return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(Int(sqlite3_column_int64(statement, column)))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      _ = sqlite3_column_text(statement, column)
      return .text(bytes())
    case SQLITE_BLOB: return .blob(bytes())
    default: return .null
    }
  }
}
