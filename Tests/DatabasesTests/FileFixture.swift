// A file of numbers, watched by a connection while a test changes the file.

import Activities
import Foundation
import TestSupport
import Testing

@testable import Databases

/// Makes a file with these numbers in a table `t`; returns its path.
func makeFile(_ name: String, in folder: URL, journal: String, _ numbers: [Int]) async throws -> String {
  let path = folder.appending(path: name).path
  let shell = try SQLiteShell(path)
  try await shell.run("PRAGMA journal_mode=\(journal); CREATE TABLE t(n);")
  for number in numbers { try await shell.run("INSERT INTO t VALUES(\(number));") }
  return path
}

/// Runs `body` with a connection that watches a file with the numbers 1 and 2.
func withWatchedFile(
  _ journal: String, _ configure: (inout SQLiteConnection.Configuration) -> Void = { _ in },
  _ body: (_ connection: SQLiteConnection, _ path: String, _ folder: URL) async throws -> Void
) async throws {
  try await withFolder { folder in
    let path = try await makeFile("book.db", in: folder, journal: journal, [1, 2])
    var configuration = SQLiteConnection.Configuration()
    configure(&configuration)
    let connection = try await SQLiteConnection.open(storage: .file(path: path), configuration: configuration)
    do {
      _ = try await connection.numbers()
      try await body(connection, path, folder)
    } catch {
      await connection.close()
      throw error
    }
    await connection.close()
  }
}

/// Writes into the existing file with `cp`.
func write(_ data: Data, into path: String) async throws {
  let source = FileManager.default.temporaryDirectory.appending(path: "almanac-copy-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: source) }
  try data.write(to: source)
  try await system("cp '\(source.path)' '\(path)'")
}

/// The numbers in the file as another program reads them; its integrity check must find no problem.
func stored(_ path: String) throws -> [Int] {
  let database = try DatabaseFile(.file(path: path), mustExist: true).openWriter(SQLiteConnection.Configuration())
  #expect(try database.rows("PRAGMA integrity_check").map(\.values) == [["ok"]])
  return try database.integers("SELECT n FROM t ORDER BY n")
}

/// Runs a command in another process: this process would lose its locks if it opened and closed the file itself.
func system(_ command: String) async throws {
  try await offPool { try ChildProcess(["sh", "-c", command]).end() }.check()
}

extension SQLiteConnection {
  func numbers() async throws -> [Int] { try await read { try $0.integers("SELECT n FROM t ORDER BY n") } }

  func insert(_ number: Int) async throws { try await write { try $0.execute("INSERT INTO t VALUES(\(number))") } }

  /// Returns when the status meets `condition`.
  func until(_ condition: @escaping @Sendable (FileStatus) -> Bool) async {
    let gate = Gate()
    let look: @Sendable () -> Void = { [weak self] in
      if let self, condition(status) { gate.open() }
    }
    let observation = observeStatus(look)
    look()
    await gate.opened()
    withExtendedLifetime(observation) {}
  }

  /// Runs `body`, and returns when an outside batch has followed.
  func outsideBatch(_ body: () async throws -> Void) async throws {
    let gate = Gate()
    let subscription = subscribe { if $0.origin == .outside { gate.open() } }
    try await body()
    await gate.opened()
    await activity.settled()
    subscription.cancel()
  }
}
