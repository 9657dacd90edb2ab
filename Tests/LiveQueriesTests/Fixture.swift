// Shared parts of this module's tests: a database for each test, tables, and a recorder of observed values.

import Activities
import Databases
import Dispatch
import Foundation
import Locks
import Observation
import StructuredQueries
import TestSupport

@testable import LiveQueries

@Table struct Record: Hashable, Sendable {
  let id: Int
  var name: String?
  var size = 0
}

@Table struct User: Hashable, Sendable {
  let id: Int
  var name: String
  var email: String
  var active = true
  @Column("created_at") var createdAt = 0
}

/// A database file of one test, with records 1, 2, 3 and no users; counts the statements that run.
final class Fixture: Sendable {
  let folder: URL
  let connection: SQLiteConnection
  let activity: Activity
  private let statements: Lock<[String]>

  var path: String { folder.appendingPathComponent("records.db").path }

  /// The statements since the last call.
  func takeStatements() -> [String] {
    statements.withLock { statements in
      defer { statements = [] }
      return statements
    }
  }

  private init(folder: URL, journal: String, watches: Bool) async throws {
    let statements = Lock<[String]>([])
    var configuration = SQLiteConnection.Configuration()
    configuration.trace = { sql in statements.withLock { $0.append(sql) } }
    configuration.watchesOtherProcesses = watches
    if journal == "wal" { configuration.journal = .wal }
    connection = try await SQLiteConnection.open(
      storage: .file(path: folder.appendingPathComponent("records.db").path), configuration: configuration)
    activity = configuration.activity
    self.folder = folder
    self.statements = statements
    try await connection.write { db in
      try db.execute(
        """
        CREATE TABLE records(id INTEGER PRIMARY KEY, name TEXT, size INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE users(
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, active INTEGER NOT NULL DEFAULT 1,
          created_at INTEGER NOT NULL DEFAULT 0);
        INSERT INTO records(id) VALUES (1), (2), (3);
        """)
    }
    _ = takeStatements()
  }

  /// Runs a test with a database of its own.
  static func run(
    journal: String = "wal", watches: Bool = false, _ body: @Sendable (Fixture) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      let fixture = try await Fixture(folder: folder, journal: journal, watches: watches)
      try await body(fixture)
      await fixture.connection.close()
    }
  }

  /// Writes, and returns when all effects of the write have been delivered.
  func write(_ sql: String) async throws {
    try await connection.write { try $0.execute(sql) }
    await activity.settled()
  }
}

/// All values that an observer saw, in order, including the first one.
final class Recorder<Value: Sendable>: Sendable {
  private let seen = Lock<[Value]>([])
  private let read: @Sendable () -> Value

  init(_ read: @escaping @Sendable () -> Value) {
    self.read = read
    track()
  }

  var values: [Value] { seen.withLock { $0 } }

  private func track() {
    let value = withObservationTracking {
      read()
    } onChange: { [weak self] in
      self?.track()
    }
    seen.withLock { $0.append(value) }
  }
}

/// Holds a task that passes until it is opened.
final class Gate: Sendable {
  private let opened = DispatchSemaphore(value: 0)
  private let arrived = Lock<(count: Int, waiter: CheckedContinuation<Void, Never>?)>((0, nil))

  /// Waits. Call it on a thread that may be blocked.
  func pass() {
    let waiter = arrived.withLock { state in
      defer { state.waiter = nil }
      state.count += 1
      return state.waiter
    }
    waiter?.resume()
    opened.wait()
    opened.signal()
  }

  /// Returns when a task waits at the gate.
  func reached() async {
    await withCheckedContinuation { continuation in
      let isReached = arrived.withLock { state -> Bool in
        if state.count > 0 { return true }
        state.waiter = continuation
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  func open() { opened.signal() }
}

/// Rows whose fetch waits at a gate.
struct Gated: FetchKeyRequest {
  var gate: Gate
  var query = "SELECT id FROM records ORDER BY id"

  func fetch(_ db: Database) throws -> [Int] {
    defer { gate.pass() }
    return try SQLQuery(QueryFragment(query), as: Int.self).fetchAll(db)
  }

  static func == (left: Self, right: Self) -> Bool { left.gate === right.gate && left.query == right.query }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(gate)) }
}
