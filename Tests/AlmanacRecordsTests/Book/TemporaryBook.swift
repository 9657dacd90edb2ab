import AlmanacRecords
import Databases
import Foundation
import LiveQueries
import Locks

/// A book in a folder of its own, which is removed with it.
final class TemporaryBook: Sendable {
  let path: String
  let connection: SQLiteConnection
  private let folder: URL

  /// The statements run so far, for `trace`.
  let statements = Lock<[String]>([])

  init(_ beginning: Book.Options.Beginning = .empty, watches: Bool = false) async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("book.db").path
    var options = Book.Options()
    options.creates = true
    options.beginning = beginning
    options.watchesOtherProcesses = watches
    options.trace = { [statements] sql in statements.withLock { $0.append(sql) } }
    connection = try await Book.open(path: path, options)
  }

  func remove() async {
    await connection.close()
    try? FileManager.default.removeItem(at: folder)
  }
}

extension TemporaryBook {
  /// The query plans of the reads of records since the statements were last cleared, a list for each statement.
  func takePlans() async throws -> [[String]] {
    let read = statements.withLock { statements in
      defer { statements = [] }
      return statements.filter { $0.hasPrefix("SELECT `id`") }
    }
    return try await connection.read { db in
      try read.map { statement in
        try db.withStatement("EXPLAIN QUERY PLAN \(statement)") { plan in
          var lines: [String] = []
          while try plan.step() { lines.append(plan.text(3)) }
          return lines
        }
      }
    }
  }
}

/// Runs `body` with a book of its own; with `watches`, the commits of others are found without looking.
func withTemporaryBook<Result>(
  _ beginning: Book.Options.Beginning = .empty, watches: Bool = false, _ body: (TemporaryBook) async throws -> Result
) async throws -> Result {
  let book = try await TemporaryBook(beginning, watches: watches)
  do {
    let result = try await body(book)
    await book.remove()
    return result
  } catch {
    await book.remove()
    throw error
  }
}

/// Runs `body` with the connection to a book of its own.
func withBook<Result>(
  _ beginning: Book.Options.Beginning = .empty, _ body: (SQLiteConnection) async throws -> Result
) async throws -> Result {
  try await withTemporaryBook(beginning) { book in try await body(book.connection) }
}

extension ListedRow {
  /// A user as a list reads it.
  init(_ user: User) {
    self.init(
      id: .rowID(user.id),
      cells: [
        .integer(user.id), .text(user.name), .text(user.email), .integer(user.active ? 1 : 0),
        .text(user.createdAt.text),
      ])
  }
}

extension Sequence<RecordID> {
  /// The rowids, in the order of the records.
  var rowIDs: [Int] { compactMap(\.rowID) }
}
