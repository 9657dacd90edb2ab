// Who else writes into the book: a raw connection of SQLite's own, and the real `sqlite3` at full speed.
import CSQLite
import Foundation
import TestSupport

/// Runs SQL on a connection that knows nothing of ours.
enum RawConnection {
  struct Failure: Error {
    var message: String
  }

  static func run(_ sql: String, on path: String) throws { _ = try rows(sql, on: path) }

  /// Runs every statement; the rows of all, values separated by `|`, NULL as `NULL`.
  static func rows(_ sql: String, on path: String) throws -> [String] {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure(message: "\(path) can't be opened") }
    sqlite3_busy_timeout(handle, 10_000)
    var rows: [String] = []
    var message: UnsafeMutablePointer<CChar>?
    let status = withUnsafeMutablePointer(to: &rows) { rows in
      sqlite3_exec(
        handle, sql,
        { rows, count, values, _ in
          let row = (0..<Int(count)).map { values?[$0].map { String(cString: $0) } ?? "NULL" }
          rows!.assumingMemoryBound(to: [String].self).pointee.append(row.joined(separator: "|"))
          return 0
        }, rows, &message)
    }
    defer { sqlite3_free(message) }
    guard status == SQLITE_OK else { throw Failure(message: message.map { String(cString: $0) } ?? "\(status)") }
    return rows
  }

  /// How many steps SQLite's machine takes for a statement without bindings: so many for each row that it visits.
  static func steps(of sql: String, on path: String) throws -> Int {
    var (handle, statement): (OpaquePointer?, OpaquePointer?)
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(handle)
    }
    guard sqlite3_open(path, &handle) == SQLITE_OK,
      sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK
    else { throw Failure(message: String(cString: sqlite3_errmsg(handle))) }
    while sqlite3_step(statement) == SQLITE_ROW {}
    return Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0))
  }
}

/// The real `sqlite3` at full speed, in a process of its own.
///
/// Every statement is a commit. After each `stride` of them it says so, and goes on without waiting for anybody.
struct ShellBurst {
  /// How many statements are through, each time that the shell says so; ends with the shell.
  let progress: AsyncThrowingStream<Int, any Error>

  init(_ statements: [String], stride: Int, on path: String) throws {
    var script = "PRAGMA synchronous = OFF;\n"
    for (index, statement) in statements.enumerated() {
      script += statement + ";\n"
      if (index + 1) % stride == 0 { script += ".print \(index + 1)\n" }
    }
    try script.write(toFile: path + ".burst", atomically: true, encoding: .utf8)
    let process = try ChildProcess([
      "sqlite3", "-batch", "-bail", "-cmd", ".timeout 120000", path, ".read '\(path).burst'",
    ])
    progress = AsyncThrowingStream {
      try await offPool {
        if let line = try process.line() { return Int(line) }
        try process.end().check()
        return nil
      }
    }
  }
}
