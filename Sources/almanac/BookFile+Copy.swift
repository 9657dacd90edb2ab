// A copy of a book, for what must not touch the book itself.
import Activities
import AlmanacRecords
import Containers
import Databases
import Glibc
import LiveQueries

enum BookCopy {
  /// Opens a copy of the book at `path` in a temporary folder, and makes it the one that features use. The folder is
  /// removed at once: the open file lives on without a name until it is closed.
  static func open(_ arguments: Arguments, path: String) async throws -> SQLiteConnection {
    let base = BookFile.environment("TMPDIR") ?? "/tmp"
    var template = Array("\(base)/almanac.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(description: "No temporary folder could be made in \(base): \(String(cString: strerror(errno))).")
    }
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let copy = folder + "/book.db"
    defer {
      for name in [copy, copy + "-wal", copy + "-shm", copy + "-journal"] { unlink(name) }
      rmdir(folder)
    }
    var options = Book.Options()
    options.creates = true
    if access(path, F_OK) == 0 || !arguments.has("create") {
      var source = Book.Options()
      source.isReadOnly = true
      let book = try await Book.open(path: path, source)
      try await book.query("VACUUM INTO ?", [.text(copy)])
      await book.close()
    }
    switch try arguments.exclusive("sample", "empty") {
    case "sample": options.beginning = .samples
    case "empty": options.beginning = .empty
    default: options.beginning = nil
    }
    let connection = try await Book.open(path: copy, options)
    Container.shared.defaultDatabase.register { connection }
    return connection
  }
}
