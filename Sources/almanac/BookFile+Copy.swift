// A copy of a book, for what must not touch the book itself.
import AlmanacRecords
import Databases

extension BookFile {
  /// Opens a copy of the book in `folder`, and leaves the book alone. A book that would be made is made as a copy, with
  /// what was answered.
  func openCopy(in folder: String, answer: Book.Options.Beginning?) async throws -> SQLiteConnection {
    let copy = folder + "/book.db"
    var options = options
    if !Self.isMissing(path) || !options.creates {
      var source = Book.Options()
      source.isReadOnly = true
      source.watchesOtherProcesses = false
      try await use(path, source) { book in try await book.copy(to: copy) }
    }
    if let answer { options.beginning = answer }
    // A copy that nobody watches and nobody keeps.
    options.creates = true
    options.watchesOtherProcesses = false
    return try await open(copy, options)
  }
}
