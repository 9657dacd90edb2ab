import AlmanacRecords
import Databases
import Foundation
import LiveQueries

/// A book in a folder of its own, which goes with it.
final class TemporaryBook: Sendable {
  let path: String
  let connection: SQLiteConnection
  private let folder: URL

  init(_ beginning: Book.Options.Beginning = .empty) async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("almanac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("book.db").path
    var options = Book.Options()
    options.creates = true
    options.beginning = beginning
    connection = try await Book.open(path: path, options)
  }

  func remove() async {
    await connection.close()
    try? FileManager.default.removeItem(at: folder)
  }
}

/// Runs `body` with a book of its own.
func withBook<Result>(
  _ beginning: Book.Options.Beginning = .empty, _ body: (SQLiteConnection) async throws -> Result
) async throws -> Result {
  let book = try await TemporaryBook(beginning)
  do {
    let result = try await body(book.connection)
    await book.remove()
    return result
  } catch {
    await book.remove()
    throw error
  }
}
