// A copy of a book, for what must not touch the book itself.
import AlmanacRecords
import Databases
import Glibc

extension BookFile {
  /// Lets `body` work on a copy of the book, and leaves the book alone. A book that would be made is made as a copy.
  func useCopy<Result: Sendable>(
    _ body: @Sendable (SQLiteConnection) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let copy = folder.path + "/book.db"
    var options = options
    if access(path, F_OK) == 0 || !options.creates {
      var source = Book.Options()
      source.isReadOnly = true
      try await use(path, source) { book in try await book.copy(to: copy) }
    }
    // A copy that nobody watches and nobody keeps.
    options.creates = true
    return try await use(copy, options, body)
  }
}
