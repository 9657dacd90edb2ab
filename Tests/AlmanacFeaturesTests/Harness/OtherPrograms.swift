// Who else writes into the book: a raw connection of SQLite's own, and the real `sqlite3`.
import CSQLite
import Foundation

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
}

/// The real `sqlite3`, in a process of its own.
enum Shell {
  struct Failure: Error {
    var status: Int32
  }

  static func run(_ sql: String, on path: String) async throws {
    let status = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Int32, any Error>) in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["sqlite3", "-batch", "-bail", "-cmd", ".timeout 10000", path, sql]
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
    guard status == 0 else { throw Failure(status: status) }
  }
}
