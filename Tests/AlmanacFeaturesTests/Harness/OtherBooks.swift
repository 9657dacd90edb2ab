// Other books, which replace a scene's book.
import AlmanacFeatures
import AlmanacRecords
import Databases
import Foundation

/// Makes another book next to the scene's, and returns its path.
@MainActor
func makeBook(_ content: String, beside scene: Scene) async throws -> String {
  try await makeBook(content, at: scene.folder.appendingPathComponent("other.db").path)
}

/// Makes a book at `path`, and returns the path.
func makeBook(_ content: String, at path: String) async throws -> String {
  var options = Book.Options()
  options.creates = true
  options.beginning = .empty
  options.watchesOtherProcesses = false
  let book = try await Book.open(path: path, options)
  try await book.write { db in try db.execute(content) }
  await book.close()
  return path
}

extension Scene {
  /// Moves another book to the path of the scene's book; then waits until the screen has followed.
  func replaceBook(by content: String) async throws {
    guard rename(try await makeBook(content, beside: self), path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    await run.settle()
  }
}
