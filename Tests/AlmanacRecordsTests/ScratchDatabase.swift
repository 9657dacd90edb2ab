// A database without tables, for the tests of undo.
import Databases
import Foundation
import TestSupport

/// Opens a database in a fresh folder, runs `body`, closes it and removes the folder.
func withDatabase<R>(
  _ configure: (inout SQLiteConnection.Configuration) -> Void = { _ in }, _ body: (SQLiteConnection) async throws -> R
) async throws -> R {
  try await withFolder { folder in
    var configuration = SQLiteConnection.Configuration()
    configuration.journal = .wal
    configuration.watchesOtherProcesses = false
    configure(&configuration)
    let connection = try await SQLiteConnection.open(
      storage: .file(path: folder.appending(path: "book.db").path), configuration: configuration)
    do {
      let result = try await body(connection)
      await connection.close()
      return result
    } catch {
      await connection.close()
      throw error
    }
  }
}

extension Database {
  /// The integers in a query's first column.
  func integers(_ sql: String) throws -> [Int] {
    try withStatement(sql) { statement in
      var integers: [Int] = []
      while try statement.step() { integers.append(statement.integer(0)) }
      return integers
    }
  }
}

/// The error that `body` throws. In a closure use this instead of `#expect(throws:)` (see `DatabasesTests`).
func caught<R>(_ body: () throws -> R) -> (any Error)? {
  do {
    _ = try body()
    return nil
  } catch {
    return error
  }
}
