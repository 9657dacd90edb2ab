// SQLite itself, with typed values: it writes the tests' files, and knows the true content.

import CSQLite
import TestSupport

@testable import WriteAheadLogs

/// A connection that binds and reads values. It never waits for locks.
final class Connection {
  private let handle: OpaquePointer?

  init(_ path: String, isReadOnly: Bool = false) throws {
    var handle: OpaquePointer?
    let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else { throw Trouble("\(path) can't be opened") }
    self.handle = handle
  }

  deinit { sqlite3_close(handle) }

  /// Runs one statement and returns its rows. Texts are UTF-8.
  @discardableResult func rows(_ sql: String, _ values: [RecordValue] = []) throws -> [[RecordValue]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
    for (place, value) in values.enumerated() { bind(value, to: statement, Int32(place + 1)) }
    var rows: [[RecordValue]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { column($0, of: statement) })
      case SQLITE_DONE: return rows
      default: throw failure(sql)
      }
    }
  }

  /// Runs every statement.
  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// Overwrites part of a blob in place.
  func write(_ bytes: [UInt8], at offset: Int, of rowID: Int64, _ column: String, _ table: String) throws {
    var blob: OpaquePointer?
    defer { sqlite3_blob_close(blob) }
    guard sqlite3_blob_open(handle, "main", table, column, rowID, 1, &blob) == SQLITE_OK,
      sqlite3_blob_write(blob, bytes, Int32(bytes.count), Int32(offset)) == SQLITE_OK
    else { throw failure("blob_write") }
  }

  /// Calls `handler` if a lock is held; it returns whether to try again.
  func whenBusy(_ handler: BusyHandler) {
    sqlite3_busy_handler(
      handle, { context, _ in Unmanaged<BusyHandler>.fromOpaque(context!).takeUnretainedValue().run() ? 1 : 0 },
      Unmanaged.passUnretained(handler).toOpaque())
  }

  private func failure(_ sql: String) -> Trouble { Trouble("\(String(cString: sqlite3_errmsg(handle))): \(sql)") }

  private func bind(_ value: RecordValue, to statement: OpaquePointer?, _ place: Int32) {
    switch value {
    case .null: sqlite3_bind_null(statement, place)
    case .integer(let number): sqlite3_bind_int64(statement, place, number)
    case .real(let number): sqlite3_bind_double(statement, place, number)
    case .text(let bytes):
      _ = csqlite_bind_text(statement, place, bytes, sqlite3_uint64(bytes.count), UInt8(SQLITE_UTF8))
    case .blob(let bytes): _ = csqlite_bind_blob(statement, place, bytes, sqlite3_uint64(bytes.count))
    }
  }

  private func column(_ place: Int32, of statement: OpaquePointer?) -> RecordValue {
    switch sqlite3_column_type(statement, place) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, place))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, place))
    case SQLITE_TEXT: return .text(bytes(sqlite3_column_text(statement, place), place, statement))
    case SQLITE_BLOB: return .blob(bytes(sqlite3_column_blob(statement, place), place, statement))
    default: return .null
    }
  }

  private func bytes(_ base: UnsafeRawPointer?, _ place: Int32, _ statement: OpaquePointer?) -> [UInt8] {
    [UInt8](UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(statement, place))))
  }
}

/// The action of a connection when a lock is held.
final class BusyHandler {
  let run: () -> Bool

  init(_ run: @escaping () -> Bool) { self.run = run }
}

extension RecordValue {
  static func text(_ text: String) -> RecordValue { .text(Array(text.utf8)) }

  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  var string: String? { if case .text(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil } }
}
