// Which file is meant, and how it is opened.
import AlmanacRecords
import Containers
import Databases
import Glibc
import LiveQueries

/// The file that a command works on.
struct BookFile {
  static let arguments = readingArguments + [.flag("create"), .flag("sample"), .flag("empty")]
  /// Those of a verb that only reads what is there.
  static let readingArguments = changingArguments + [.flag("read-only")]
  /// Those of a verb that changes what is there.
  static let changingArguments: [Arguments.Option] = [.value("file")]

  let path: String
  /// Whether it is the person's own book, which is made where it isn't there.
  let isOwn: Bool
  let options: Book.Options

  /// The file that `--file` or `word` names, else `ALMANAC_FILE`, else the person's own book.
  init(_ arguments: Arguments, word: String? = nil) throws {
    let named = [arguments.value("file"), word].compactMap(\.self)
    guard named.count < 2 else { throw UsageError("Only one file can be meant, not \(named[0]) and \(named[1]).") }
    guard named.first != "" else { throw UsageError("The name of the file is empty.") }
    isOwn = named.isEmpty && Environment["ALMANAC_FILE"] == nil
    path = try named.first ?? Environment["ALMANAC_FILE"] ?? Self.ownPath()
    options = try Self.options(arguments, isNewOwn: isOwn && access(path, F_OK) != 0)
  }

  private static func options(_ arguments: Arguments, isNewOwn: Bool) throws -> Book.Options {
    var options = Book.Options()
    options.isReadOnly = arguments.has("read-only")
    options.creates = arguments.has("create") || isNewOwn && !options.isReadOnly
    switch try arguments.exclusive("sample", "empty") {
    case "sample": options.beginning = .samples
    case "empty": options.beginning = .empty
    default: options.beginning = isNewOwn ? .samples : nil
    }
    for change in ["create", "sample"] { _ = try arguments.exclusive("read-only", change) }
    return options
  }

  /// Opens the book, makes it the one that features use, and closes it when `body` has ended, however that was.
  func use<Result: Sendable>(
    _ body: @Sendable (SQLiteConnection) async throws -> Result
  ) async throws -> Result {
    if isOwn, options.creates { try makeFolders() }
    return try await use(path, options, body)
  }

  /// The same with the file at `path`, which stands for this one where something must be said of it.
  func use<Result: Sendable>(
    _ path: String, _ options: Book.Options, _ body: @Sendable (SQLiteConnection) async throws -> Result
  ) async throws -> Result {
    do {
      let connection = try await Book.open(path: path, options)
      Container.shared.defaultDatabase.register { connection }
      do {
        let result = try await body(connection)
        await connection.close()
        return result
      } catch {
        await connection.close()
        throw error
      }
    } catch let error as BookError {
      throw CommandFailure("\(error)".replacing(path, with: self.path))
    } catch let error as DatabaseError {
      throw CommandFailure("\(self.path) can't be used: \(error.reason).")
    } catch let error as MigrationError {
      throw CommandFailure("\(self.path) can't be used: \(error).")
    }
  }

  /// Where the person's own book is, or would be.
  private static func ownPath() throws -> String {
    if let folder = Environment["XDG_DATA_HOME"], folder.hasPrefix("/") { return folder + "/almanac/book.db" }
    if let home = Environment["HOME"] { return home + "/.local/share/almanac/book.db" }
    throw CommandFailure("Neither XDG_DATA_HOME nor HOME is set, so --file must name the book.")
  }

  /// Makes the folders that the file stands in.
  private func makeFolders() throws {
    for (index, character) in zip(path.indices, path) where character == "/" && index != path.startIndex {
      let folder = String(path[..<index])
      guard mkdir(folder, 0o700) != 0 else { continue }
      let error = errno
      guard access(folder, F_OK) != 0 else { continue }
      throw CommandFailure("The folder \(folder) could not be made: \(String(cString: strerror(error))).")
    }
  }
}
