// A file that another process writes, and that a plain reader looks at whenever a monitor calls it.

import CSQLite
import Foundation
import Locks
import TestSupport

@testable import Databases

/// Makes a file with a table `records` in a folder of its own, and watches it at `path` in that folder; `body` gets a
/// shell that writes to it.
func withMonitoredFile(
  journal: String, at name: String = "records.db", trigger: OutsideChangeMonitor.Trigger? = nil,
  _ body: (_ shell: SQLiteShell, _ watched: WatchedFile, _ monitor: OutsideChangeMonitor) async throws -> Void
) async throws {
  try await withFolder { folder in
    let shell = try SQLiteShell(folder.appending(path: "records.db").path)
    try await shell.run("PRAGMA journal_mode=\(journal); CREATE TABLE records(id INTEGER PRIMARY KEY)")
    let path = folder.appending(path: name).path
    if name != "records.db" {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: folder.appending(path: "records.db").path)
    }
    let watched = try WatchedFile(path: path)
    let monitor = try OutsideChangeMonitor(
      path: path, trigger: trigger, look: watched.look)
    defer { monitor.stop() }
    try await body(shell, watched, monitor)
  }
}

/// A plain reader whose `look` uses `data_version`, and reports each result.
///
/// Unchecked: the connection is guarded by `state`.
final class WatchedFile: @unchecked Sendable {
  private struct State {
    var version: Int32
    var changes = 0
  }
  let path: String
  private let connection: OpaquePointer
  private let state: Lock<State>
  private let (changes, changed) = AsyncStream<Void>.makeStream()
  private let (busyLooks, busy) = AsyncStream<Void>.makeStream()
  /// Looks before a call of `vainLook` do not count.
  private let (vainLooks, vain) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(0))

  init(path: String) throws {
    var opened: OpaquePointer?
    guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let opened else {
      throw Trouble("\(path) can't be opened.")
    }
    self.path = path
    connection = opened
    state = Lock(State(version: Self.number(opened, "PRAGMA data_version") ?? 0))
  }

  deinit { sqlite3_close_v2(connection) }

  var changeCount: Int { state.withLock { $0.changes } }

  @Sendable func look() -> LookResult {
    let result = state.withLock { state -> LookResult in
      // Reading a row fails if another program holds the lock, as for a reader of the product.
      guard let version = Self.number(connection, "PRAGMA data_version"),
        Self.number(connection, "SELECT COUNT(*) FROM records") != nil
      else { return .busy }
      guard version != state.version else { return .unchanged }
      state.version = version
      state.changes += 1
      return .changed
    }
    switch result {
    case .changed: changed.yield()
    case .busy, .copying, .uncommitted: busy.yield()
    case .unchanged, .holding, .writing, .damaged: vain.yield()
    }
    return result
  }

  /// Returns when a look has found a change that no earlier call has returned for.
  func change() async { for await _ in changes { return } }

  /// Returns when a look has found the file locked, and no earlier call has returned for it.
  func busyLook() async { for await _ in busyLooks { return } }

  /// Returns when one more look has found nothing.
  func vainLook() async { for await _ in vainLooks { return } }

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
