// What the tests of outside changes use: a folder of their own, a shell in a second process, a plain reader.

import CSQLite
import Dispatch
import Foundation
import TestSupport
import Locks

@testable import Databases

/// A fresh folder for one database file.
struct OutsideFolder {
  let url: URL
  var file: String { url.appendingPathComponent("records.db").path }
  /// The file's path without symbolic links, which the system's temporary folder may have.
  var resolvedFile: String { url.resolvingSymlinksInPath().appendingPathComponent("records.db").path }

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-outside-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: url) }
}

/// What a fixture gave up waiting for.
struct OutsideDeadlinePassed: Error {
  var what: String
}

/// `sqlite3` in a second process, told by a pipe and answering by another.
final class Shell {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(file: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-batch", "-bail", file]
    process.standardInput = input
    process.standardOutput = output
    try process.start()
    // A look holds the lock of a rollback-journal file for a moment.
    try run(".timeout 10000")
  }

  deinit {
    // The end of its input alone may never come: another program that was started meanwhile may have inherited the pipe.
    try? input.fileHandleForWriting.write(contentsOf: Data("\n.exit\n".utf8))
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Runs `sql` and returns when it has run.
  func run(_ sql: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((sql + "\n.print done\n").utf8))
    let descriptor = output.fileHandleForReading.fileDescriptor
    var answer = ""
    while !answer.hasSuffix("done\n") {
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 20_000) == 1 else { throw OutsideDeadlinePassed(what: sql) }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw OutsideDeadlinePassed(what: "the shell ended at: \(sql)") }
      answer += String(decoding: bytes, as: UTF8.self)
    }
  }
}

/// A plain reader whose `look` goes by `data_version`, and semaphores that tell of each result.
final class WatchedFile: @unchecked Sendable {
  private struct State {
    var version: Int32
    var changes = 0
  }
  private let connection: OpaquePointer
  /// Guards the connection, too.
  private let state: Lock<State>
  private let changed = DispatchSemaphore(value: 0)
  private let busy = DispatchSemaphore(value: 0)

  init(path: String) throws {
    var opened: OpaquePointer?
    guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let opened else {
      throw OutsideDeadlinePassed(what: "opening \(path)")
    }
    connection = opened
    state = Lock(State(version: Self.number(opened, "PRAGMA data_version") ?? 0))
  }

  deinit { sqlite3_close_v2(connection) }

  var changeCount: Int { state.withLock { $0.changes } }

  @Sendable func look() -> LookResult {
    let result = state.withLock { state -> LookResult in
      // Reading a row makes a held lock show, as it does for a reader of the product.
      guard let version = Self.number(connection, "PRAGMA data_version"),
        Self.number(connection, "SELECT COUNT(*) FROM records") != nil
      else { return .busy }
      guard version != state.version else { return .unchanged }
      state.version = version
      state.changes += 1
      return .changed
    }
    switch result {
    case .changed: changed.signal()
    case .busy: busy.signal()
    case .unchanged: break
    }
    return result
  }

  func waitForChange() throws {
    guard changed.wait(timeout: .now() + 20) == .success else { throw OutsideDeadlinePassed(what: "a change") }
  }

  func waitForBusy() throws {
    guard busy.wait(timeout: .now() + 20) == .success else { throw OutsideDeadlinePassed(what: "a busy look") }
  }

  func recordCount() -> Int32? {
    state.withLock { _ in Self.number(connection, "SELECT COUNT(*) FROM records") }
  }

  private static func number(_ connection: OpaquePointer, _ sql: String) -> Int32? {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { return nil }
    return sqlite3_column_int(statement, 0)
  }
}
