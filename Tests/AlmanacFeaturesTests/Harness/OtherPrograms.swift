// Who else writes into the book: a raw connection of SQLite's own, and the real `sqlite3`.
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
      do { try process.start() } catch { continuation.resume(throwing: error) }
    }
    guard status == 0 else { throw Failure(status: status) }
  }
}

/// The real `sqlite3` at full speed, in a process of its own, fed by a pipe.
///
/// Every statement is a commit. After each `stride` of them it says so, and goes on without waiting for anybody.
struct ShellBurst {
  /// How many statements are through, each time that the shell says so; ends with the shell.
  let progress: AsyncStream<Int>

  init(_ statements: [String], stride: Int, on path: String) throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", "-bail", "-cmd", ".timeout 10000", path]
    process.standardInput = input
    process.standardOutput = output
    var script = "PRAGMA synchronous = OFF;\n"
    for (index, statement) in statements.enumerated() {
      script += statement + ";\n"
      if (index + 1) % stride == 0 { script += ".print \(index + 1)\n" }
    }
    try process.start()
    let (progress, continuation) = AsyncStream.makeStream(of: Int.self)
    self.progress = progress
    // Both block, so each has a thread of its own.
    Thread.detachNewThread { [script] in
      try? input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
      try? input.fileHandleForWriting.close()
    }
    Thread.detachNewThread {
      var line: [UInt8] = []
      while let data = try? output.fileHandleForReading.read(upToCount: 1), let byte = data.first {
        if byte != 0x0A {
          line.append(byte)
        } else {
          if let number = Int(String(decoding: line, as: UTF8.self)) { continuation.yield(number) }
          line = []
        }
      }
      process.waitUntilExit()
      continuation.finish()
    }
  }
}
